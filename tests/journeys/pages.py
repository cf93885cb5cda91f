"""Read a page of the documentation as blocks that can be run.

What a page may hold:

- ```` ```console ````: lines that begin with ``$ `` are commands, continued by a trailing
  backslash; the lines below a command are what it prints. Where none are given, anything may be
  printed; ``…`` stands for anything, on a line of its own for any lines.
- ```` ```python ````: run by the environment's Python.
- any block with ``title="name"``: written to that file, not run.
- ```` ```text ````, ```` ```json ```` and the like without a title: to look at only.

Directly before a block may stand ``<!-- skip: reason -->``, which leaves the block out, and
``<!-- first: command -->``, which is run before it and not shown to the reader.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path, PurePosixPath

ANYTHING = "…"
# blocks that only show something; every other language must be run, written or skipped
LOOKED_AT = frozenset({"", "text", "json", "toml", "yaml", "xml", "mermaid"})
FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,})(?P<language>[\w-]*)(?P<about>[^`]*)")
NOTE = re.compile(r"\s*<!-- *(?P<kind>skip|first): *(?P<text>.+?) *-->\s*")
TITLE = re.compile(r'\btitle="(?P<title>[^"]+)"')


class PageError(Exception):
    """A page that is not written as pages are, or that does not hold what it says."""


class Use(Enum):
    """What is done with a block."""

    CONSOLE = "console"
    PYTHON = "python"
    FILE = "file"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class Command:
    """One command as typed, the line it stands on, and what it is said to print."""

    text: str
    line: int
    expected: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block; ``line`` is that of its fence, counted from one."""

    use: Use
    text: str
    line: int
    title: str | None = None
    skip: str | None = None
    first: tuple[str, ...] = ()
    commands: tuple[Command, ...] = ()


@dataclass(slots=True)
class _Notes:
    """The comments met since the last line of prose."""

    skip: str | None = None
    first: list[str] = field(default_factory=list)

    def add(self, kind: str, text: str) -> None:
        if kind == "skip":
            self.skip = text
        else:
            self.first.append(text)


def read_page(path: Path) -> tuple[Block, ...]:
    """Return the blocks of a page, in order."""
    try:
        return parse_page(path.read_text(encoding="utf-8"))
    except PageError as error:
        raise PageError(f"{path}:{error}") from error


def parse_page(text: str) -> tuple[Block, ...]:
    """Return the blocks of a page's text; PageError begins with the line it is about."""
    return tuple(_blocks(text.splitlines()))


def _blocks(lines: list[str]) -> Iterator[Block]:
    notes = _Notes()
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if note := NOTE.fullmatch(line):
            notes.add(note["kind"], note["text"])
        elif fence := FENCE.fullmatch(line):
            end = _end_of_block(lines, number, fence)
            indent = len(fence["indent"])
            inside = [one[min(indent, _indent(one)) :] for one in lines[number:end]]
            yield _block(fence, inside, number, notes)
            notes, number = _Notes(), end + 1
        elif line.strip():
            notes = _Notes()


def _end_of_block(lines: list[str], start: int, fence: re.Match[str]) -> int:
    for number in range(start, len(lines)):
        if lines[number].strip() == fence["fence"]:
            return number
    raise PageError(f"{start}: the block is not closed")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _block(fence: re.Match[str], inside: list[str], line: int, notes: _Notes) -> Block:
    found = TITLE.search(fence["about"])
    title = found["title"] if found else None
    if title is not None and not _is_inside(title):
        raise PageError(f"{line}: {title} is not a file inside the page's folder")
    use = _use(fence["language"], title, notes, line)
    runs = use is Use.CONSOLE and notes.skip is None
    commands = tuple(_commands(inside, line)) if runs else ()
    text = "".join(f"{one}\n" for one in inside)
    return Block(use, text, line, title, notes.skip, tuple(notes.first), commands)


def _is_inside(title: str) -> bool:
    path = PurePosixPath(title)
    return not path.is_absolute() and ".." not in path.parts


def _use(language: str, title: str | None, notes: _Notes, line: int) -> Use:
    if title is not None:
        return Use.FILE
    if language in (Use.CONSOLE.value, Use.PYTHON.value):
        return Use(language)
    if language in LOOKED_AT or notes.skip is not None:
        return Use.LOOK
    raise PageError(
        f"{line}: nothing is known to do with {language}: write commands in a console block, "
        'give the block a title="file", or skip it with a reason'
    )


def _commands(inside: list[str], line: int) -> Iterator[Command]:
    """Yield the commands of a console block whose fence is at ``line``."""
    number = 0
    while number < len(inside):
        if not inside[number].startswith("$ "):
            raise PageError(f"{line + 1 + number}: a console block begins with a command, $ …")
        start = number
        typed = [inside[number][2:]]
        while typed[-1].endswith("\\") and number + 1 < len(inside):
            number += 1
            typed.append(inside[number])
        number += 1
        printed = []
        while number < len(inside) and not inside[number].startswith("$ "):
            printed.append(inside[number])
            number += 1
        expected = "\n".join(printed) if any(one.strip() for one in printed) else None
        yield Command("\n".join(typed), line + 1 + start, expected)


def is_as_expected(expected: str, printed: str) -> bool:
    """Tell whether a command printed what the page says, but for white space at line ends."""
    pattern = "".join(_pattern(line) for line in _stripped(expected))
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _stripped(printed))) is not None


def _stripped(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def _pattern(line: str) -> str:
    """Return an expression of a line of the page, with its line end."""
    if line.strip() == ANYTHING:
        return r"(?:[^\n]*\n)*"
    return r"[^\n]*".join(re.escape(part) for part in line.split(ANYTHING)) + r"\n"
