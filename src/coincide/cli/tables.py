"""What several commands print with: a console, and text that is fit for it."""

import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.console import Console
from rich.text import Text

from coincide.model import SkippedPhoto, Timeline
from coincide.times import to_text


def console() -> Console:
    """Return a console for standard output as it is now; wide where nobody looks."""
    out = Console(highlight=False)
    if not out.is_terminal:
        out.width = 160
    return out


def print_skipped(out: Console, skipped: Iterable[SkippedPhoto]) -> None:
    """Print every file that was left out, with its reason."""
    listed = list(skipped)
    if listed:
        files = "file was" if len(listed) == 1 else "files were"
        out.print(Text(f"{len(listed)} {files} left out:", style="bold"))
    for item in listed:
        out.print(Text(f"  {shown(item.path)}: {shown(item.reason)}"), soft_wrap=True)


def print_timeline(timeline: Timeline) -> None:
    """Print one line per photo: event time, gallery, path."""
    out = console()
    width = max((len(entry.gallery) for entry in timeline), default=0)
    for entry in timeline:
        time_s = entry.event_time_s
        moment = f"{'unplaced':<19}" if time_s is None else to_text(time_s)
        line = f"{moment}  {shown(entry.gallery):<{width}}  {shown(entry.photo.path)}"
        out.print(Text(line), soft_wrap=True)


def print_demo(directory: Path, truth: Mapping[str, float], n_photos: int) -> None:
    """Print what was rendered and what to do next."""
    out = console()
    out.print(
        Text(f"{n_photos} photos of {len(truth)} cameras in {shown(directory)}."), soft_wrap=True
    )
    out.print(Text(f"Next: coincide sync {shown(directory)}"), soft_wrap=True)


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
