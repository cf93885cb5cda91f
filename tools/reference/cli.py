"""The page of all commands: every argument and option with its type, default and help."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import typer.main

from coincide.app.cli.app import app
from tools.reference.markdown import code, page, table

ROOT_COMMAND = "coincide"
INTRODUCTION = """Every command with all its options, as `--help` shows them. Begin with
[the command line](../guide/commands.md); exit codes are explained with [the
errors](errors.md).

Every command and every group also takes `--help`, or `-h`.
"""
# where a command is explained, from this page
EXPLAINED = {
    "sync": ("Find the offsets", "../guide/commands.md#find-the-offsets"),
    "timeline": ("Exporting", "../guide/export.md"),
    "review": ("Reviewing in the browser", "../guide/review.md"),
    "report": ("The report", "../guide/review.md#the-report"),
    "plan": ("Plans", "../guide/writing.md"),
    "apply": ("Plans", "../guide/writing.md#what-apply-promises"),
    "undo": ("Plans", "../guide/writing.md#what-apply-promises"),
    "verify": ("Plans", "../guide/writing.md"),
    "shift": ("By hand", "../guide/writing.md#by-hand"),
    "cameras": ("By hand", "../guide/writing.md#by-hand"),
    "hint": ("Hints", "../guide/hints.md"),
    "demo": ("The demo event", "../guide/first-event.md#the-demo-event"),
    "doctor": ("Install", "../guide/install.md#coincide-doctor"),
    "plugins": ("Plug-ins", "../guide/plugins.md"),
    "bench": ("Lab report", "../lab.md#run-it"),
}
_WORDS = {str: "text", int: "whole number", float: "number", Path: "path", bool: ""}


@dataclass(frozen=True)
class Command:
    """A command or group by its words after ``coincide``; the program itself has none."""

    words: tuple[str, ...]
    click: Any  # Typer brings its own click, whose types differ from version to version

    @property
    def title(self) -> str:
        """What one types."""
        return " ".join((ROOT_COMMAND, *self.words))

    @property
    def is_group(self) -> bool:
        """Whether it is only a heading for others."""
        return hasattr(self.click, "commands")


@dataclass(frozen=True)
class Parameter:
    """An argument or option; ``default`` is blank where there is none to tell."""

    names: tuple[str, ...]
    is_option: bool
    required: bool
    kind: str
    default: str
    help: str


def commands() -> Iterator[Command]:
    """Yield the program, its groups and its commands, as ``--help`` orders them."""
    yield from _below(Command((), typer.main.get_command(app)))


def _below(command: Command) -> Iterator[Command]:
    yield command
    for name, found in getattr(command.click, "commands", {}).items():
        yield from _below(Command((*command.words, name), found))


def parameters(command: Command) -> list[Parameter]:
    """Return what a command takes, in its own order."""
    callback = command.click.callback
    hints = {} if callback is None else get_type_hints(inspect.unwrap(callback))
    limits = _limits(callback)
    return [
        _parameter(found, hints.get(found.name, bool), limits.get(found.name, ""))
        for found in command.click.params
    ]


def _parameter(found: Any, hint: Any, limits: str) -> Parameter:
    is_option = found.param_type_name == "option"
    kind = _choices(found.metavar) if is_option and found.metavar else type_in_words(hint)
    many = "" if not (found.multiple or found.nargs == -1) else "repeatable"
    if many and not is_option:
        many = "one or more" if found.required else "any number"
    # a metavar may have the brackets of a usage line around it
    argument = (found.metavar or found.name.upper()).strip("[].")
    return Parameter(
        names=(*found.opts, *found.secondary_opts) if is_option else (argument,),
        is_option=is_option,
        required=bool(found.required),
        kind=", ".join(word for word in (kind, limits, many) if word),
        default=_default(found) if is_option else "",
        help=_options_as_code(found.help or ""),
    )


def _choices(metavar: str) -> str:
    """Return a metavar in words: a bar inside code would be read as the end of a cell."""
    return " or ".join(map(code, metavar.split("|")))


def _default(found: Any) -> str:
    if found.required:
        return "needed"
    return "" if found.default in (None, False, [], ()) else code(found.default)


def _options_as_code(text: str) -> str:
    """Return a help text with the options it names as code: two dashes are no dash."""
    return re.sub(r"(?<!\S)--[a-z][a-z-]*", lambda match: code(match[0]), text)


def type_in_words(hint: Any) -> str:
    """Return a type as a person would say it.

    >>> type_in_words(Path | None)
    'path'
    >>> type_in_words(Literal["exact", "coverage"])
    '`exact` or `coverage`'
    """
    if get_origin(hint) is Literal:
        return " or ".join(code(choice) for choice in get_args(hint))
    if get_origin(hint) in (Union, UnionType, list):
        return type_in_words(next(one for one in get_args(hint) if one is not type(None)))
    return _WORDS[hint]


def _limits(callback: Any) -> dict[str, str]:
    """Return the smallest and largest values of a command's options, in words."""
    if callback is None:
        return {}
    told = {}
    for name, hint in get_type_hints(inspect.unwrap(callback), include_extras=True).items():
        for info in getattr(hint, "__metadata__", ()):
            low, high = getattr(info, "min", None), getattr(info, "max", None)
            if low is not None:
                told[name] = f"{low:g} or more" if high is None else f"{low:g} to {high:g}"
    return told


def cli_page() -> str:
    """Return the page."""
    return page("Commands and options", INTRODUCTION, *map(section, commands()))


def section(command: Command) -> str:
    """Return what is told of one command."""
    level = "#" * (2 if len(command.words) < 2 else 3)
    parts = [f"\n{level} {command.title}\n", f"```text\n{usage(command)}\n```\n"]
    parts += [told + "\n" for told in map(_paragraph, _help(command).split("\n\n"))]
    if command.is_group:
        parts.append(_contents(command))
    taken = parameters(command)
    arguments = [(code(one.names[0]), one.kind, one.help) for one in taken if not one.is_option]
    parts.append(table(("argument", "type", "meaning"), arguments))
    options = [
        (", ".join(map(code, one.names)), one.kind, one.default, one.help)
        for one in taken
        if one.is_option
    ]
    parts.append(table(("option", "type", "default", "meaning"), options))
    explained = EXPLAINED.get(" ".join(command.words))
    if explained:
        title, address = explained
        parts.append(f"More: [{title}]({address})\n")
    return "\n".join(part for part in parts if part)


def _help(command: Command) -> str:
    return command.click.help or ""


def _paragraph(text: str) -> str:
    """Return a paragraph of a help text, with the examples at its end as lines to type."""
    told, _, typed = re.sub(r"\bExamples?: ", "\0", text).partition("\0")
    lines = [f"$ {' '.join(line.split())}" for line in typed.split(" · ") if line]
    block = ["```console", *lines, "```"] if lines else []
    return "\n".join(
        [_options_as_code(told.strip()), *([""] if told.strip() and block else []), *block]
    )


def usage(command: Command) -> str:
    """Return the line that shows how to call a command."""
    words = [command.title]
    taken = parameters(command)
    if any(one.is_option for one in taken):
        words.append("[OPTIONS]")
    if command.is_group:
        words.append("COMMAND …")
    for found in (one for one in taken if not one.is_option):
        word = found.names[0] + ("…" if found.kind.endswith(("more", "number")) else "")
        words.append(word if found.required else f"[{word}]")
    return " ".join(words)


def _contents(command: Command) -> str:
    rows = []
    for name, found in command.click.commands.items():
        title = " ".join((command.title, name))
        first = _options_as_code((found.help or "").split("\n\n")[0])
        rows.append((f"[`{title}`](#{title.replace(' ', '-')})", first))
    return table(("command", "what it does"), rows)
