"""What several commands print with: a console, and text that is fit for it."""

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from coincide.model import Event, Guess, SkippedPhoto, Timeline
from coincide.model.times import to_text
from coincide.timeline import guess_in_words, in_order

if TYPE_CHECKING:
    from coincide.demo import DemoOptions


# columns: what is printed for nobody in particular, and below which tables take another shape
WIDE, NARROW = 160, 110
# characters of a name before it is folded, where there is little room
NAME_WIDTH = 20


# an indented line that says what to type for what
_COMMAND = re.compile(r"  [^:]{1,20}: +coincide ")


def console(*, beside: bool = False) -> Console:
    """Return a console for standard output as it is now; wide where nobody looks or says how wide.

    ``beside``: for standard error, where the output itself is for a program.
    """
    out = Console(highlight=False, stderr=beside)
    if not out.is_terminal and "COLUMNS" not in os.environ:
        out.width = WIDE
    return out


def print_prose(out: Console, line: str, *, style: str = "") -> None:
    """Print a sentence, broken between words where somebody looks; a program gets one line.

    So does whoever copies a command.
    """
    whole = out.width >= WIDE or _COMMAND.match(line) is not None
    out.print(Text(shown(line), style=style), soft_wrap=whole)


def notices() -> Console:
    """Return a console for what is said beside the output, so that nobody takes it for that."""
    return Console(stderr=True, highlight=False)


def print_skipped(out: Console, skipped: Iterable[SkippedPhoto]) -> None:
    """Print every file that was left out, with its reason."""
    listed = list(skipped)
    if listed:
        files = "file was" if len(listed) == 1 else "files were"
        out.print(Text(f"{len(listed)} {files} left out:", style="bold"))
    for item in listed:
        out.print(Text(f"  {shown(str(item.path))}: {shown(item.reason)}"), soft_wrap=True)


def print_timeline(timeline: Timeline, event: Event) -> None:
    """Print one line per photo: event time, gallery, path, and how it came there if guessed.

    A photo without a camera time is of nobody's clock: where others name their gallery it has
    a mark, the owner of its folder in brackets.
    """
    out = console()
    names = [entry.gallery for entry in timeline] + [f"({one.owner})" for one in event.timeless]
    width = max((len(shown(name)) for name in names), default=0)
    guessed = {guess.photo.path for guess in timeline.guesses}
    for one in in_order(timeline):
        time_s = one.event_time_s
        moment = f"{'unplaced':<19}" if time_s is None else to_text(time_s)
        name = f"({one.photo.owner})" if isinstance(one, Guess) else one.gallery
        why = f"  [{shown(guess_in_words(one))}]" if isinstance(one, Guess) else ""
        line = f"{moment}  {shown(name):<{width}}  {shown(str(one.photo.path))}{why}"
        out.print(Text(line), soft_wrap=True)
    for photo in event.timeless:
        if photo.path not in guessed:
            name = f"({photo.owner})"
            line = f"{'no time':<19}  {shown(name):<{width}}  {shown(str(photo.path))}"
            out.print(Text(line), soft_wrap=True)


def print_timeless(out: Console, event: Event, guesses: Sequence[Guess]) -> None:
    """Print what became of the photos without a time, each with the reason."""
    if not event.timeless:
        return
    told = {guess.photo.path: guess_in_words(guess) for guess in guesses}
    n = len(event.timeless)
    photos = "1 photo has" if n == 1 else f"{n} photos have"
    out.print(Text(f"{photos} no time, {len(told)} placed by what they show:", style="bold"))
    for photo in event.timeless:
        where = told.get(photo.path, "nothing tells when it was taken")
        out.print(
            Text(f"  {shown(str(photo.path))} ({photo.reason}): {shown(where)}"), soft_wrap=True
        )


def print_demo(directory: Path, options: "DemoOptions") -> None:
    """Print what was rendered and what to do next."""
    out = console()
    n_films = _n_films(options)
    videos = "1 video" if n_films == 1 else f"{n_films} videos"
    copies = f"{options.n_forwarded} forwarded cop{'y' if options.n_forwarded == 1 else 'ies'}"
    beside = [videos] * (n_films > 0) + [copies] * (options.n_forwarded > 0)
    what = f"{options.n_photos} photos of {options.n_galleries} cameras"
    what += f", {' and '.join(beside)}" if beside else ""
    out.print(Text(f"{what} in {shown(directory)}."), soft_wrap=True)
    out.print(Text(f"Next: coincide sync {shown(directory)}"), soft_wrap=True)


def _n_films(options: "DemoOptions") -> int:
    from coincide.demo.filming import plan_films
    from coincide.demo.script import plan_event

    return len(plan_films(plan_event(options))) if options.n_films is None else options.n_films


def shown(text: object) -> str:
    r"""Return text fit for a terminal: a file name may hold line breaks and control codes.

    >>> print(shown("a\nb"))
    a\nb
    """
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        else character
        for character in str(text)
    )
