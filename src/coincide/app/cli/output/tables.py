"""What several commands print with: a console, and text that is fit for it."""

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from coincide.demo import DemoOptions
    from coincide.model import SkippedPhoto
import shlex

# columns: what is printed for nobody in particular, and below which tables take another shape
WIDE, NARROW = 160, 110
# characters of a name before it is folded, where there is little room
NAME_WIDTH = 20
# files or reasons in one listing; the plan itself has them all
LISTED = 12
# files that were left out and are listed one by one, and reasons of the others that are counted;
# offsets.json has them all
LEFT_OUT, REASONS = 30, 60


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


def counted(number: int, what: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "clock"), counted(3, "photo")
    ('1 clock', '3 photos')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def print_prose(out: Console, line: str, *, style: str = "") -> None:
    """Print a sentence, broken between words where somebody looks; a program gets one line.

    So does whoever copies a command.
    """
    whole = out.width >= WIDE or _COMMAND.match(line) is not None
    out.print(Text(shown(line), style=style), soft_wrap=whole)


def notices() -> Console:
    """Return a console for what is said beside the output, so that nobody takes it for that."""
    return Console(stderr=True, highlight=False)


def print_skipped(out: Console, skipped: "Iterable[SkippedPhoto]") -> None:
    """Print the files that were left out, with their reasons: the first, and how many more."""
    listed = list(skipped)
    if listed:
        files = "file was" if len(listed) == 1 else "files were"
        out.print(Text(f"{len(listed)} {files} left out:", style="bold"))
    for item in listed[:LEFT_OUT]:
        out.print(Text(f"  {shown(str(item.path))}: {shown(item.reason)}"), soft_wrap=True)
    more = Counter(item.reason for item in listed[LEFT_OUT:])
    for reason, count in more.most_common(REASONS):
        out.print(Text(f"  … and {count:,} more: {shown(reason)}"), soft_wrap=True)
    if len(more) > REASONS:
        left = more.total() - sum(count for _, count in more.most_common(REASONS))
        out.print(Text(f"  … and {left:,} more for {len(more) - REASONS:,} other reasons"))


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
    from coincide.demo.filmplan import plan_films
    from coincide.demo.schedule.script import plan_event

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


# how Python writes the bytes 0x80 to 0xff of a name that is no UTF-8
_LOWEST_BYTE, _HIGHEST_BYTE = 0xDC80, 0xDCFF


def quoted(word: object) -> str:
    r"""Return a word as a shell reads it, fit for a terminal.

    Control codes of a file's name are written as bash and zsh read them, not sent to the terminal.

    >>> print(quoted("a b"), quoted("a\x1b'b"))
    'a b' $'a\u001b\'b'
    """
    text = str(word)
    if shown(text) == text:
        return shlex.quote(text)
    return "$'" + "".join(map(_escaped, text)) + "'"


def command_line(words: Iterable[object]) -> str:
    """Return a command of several words as a shell reads it."""
    return " ".join(map(quoted, words))


def _escaped(character: str) -> str:
    if character in "'\\":
        return f"\\{character}"
    if shown(character) == character:
        return character
    code = ord(character)
    if _LOWEST_BYTE <= code <= _HIGHEST_BYTE:
        return f"\\x{code - _LOWEST_BYTE + 0x80:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
