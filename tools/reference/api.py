"""The page of the public API: signatures and docstrings, as Python itself tells them."""

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cached_property
from typing import Any

import coincide
from tools.reference.comments import field_comments
from tools.reference.markdown import page, prose, sentence, summary

INTRODUCTION = """What `import coincide` offers, and what is promised to stay. To learn it, begin
with [From Python](../guide/python.md). Classes are frozen dataclasses. Times are seconds of a
clock's face since 1970, and `event_time = camera_time + offset_s`.
"""
# further names that other pages tell people to use, by what they are for
FURTHER = {
    "What results hold": (
        "coincide.model.Device",
        "coincide.model.Position",
        "coincide.model.Companion",
        "coincide.model.Timeless",
        "coincide.model.Guess",
        "coincide.model.Jump",
        "coincide.model.Explanation",
        "coincide.model.Contradiction",
        "coincide.model.Question",
    ),
    "For methods and backbones of your own": (
        "coincide.solver.methods.Problem",
        "coincide.model.PhotoTable",
        "coincide.features.backbones.Backbone",
        "coincide.features.backbones.Preprocess",
        "coincide.features.backbones.Tap",
        "coincide.features.backbones.cached",
        "coincide.features.backbones.fingerprint",
    ),
    "Stages alone": (
        "coincide.solver.links.find_links",
        "coincide.solver.paper.graph.build_graph",
        "coincide.solver.paper.solve_offsets",
        "coincide.model.times.to_datetime",
        "coincide.model.times.to_text",
    ),
}
# how one uses the methods that have no name of their own
SPECIAL = {"__iter__": "for … in", "__len__": "len(…)", "__getitem__": "…[gallery]"}
ELSEWHERE = {"SyncOptions": "options.md#syncoptions", "CoincideError": "errors.md"}


def public_names() -> list[str]:
    """Return the public names: first the functions, then the classes, then the rest."""
    order = {"function": 0, "class": 1, "value": 2}
    return sorted(coincide.__all__, key=lambda name: (order[_kind(getattr(coincide, name))], name))


def _kind(value: object) -> str:
    return "class" if inspect.isclass(value) else "function" if callable(value) else "value"


def api_page() -> str:
    """Return the page."""
    parts = [INTRODUCTION, "\n## coincide\n"]
    parts += [_section(f"coincide.{name}", getattr(coincide, name)) for name in public_names()]
    for title, names in FURTHER.items():
        parts.append(f"\n## {title}\n")
        parts += [_section(name, find(name)) for name in names]
    return page("API", *parts)


def find(name: str) -> Any:
    """Return what a dotted name names."""
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last)


def _section(name: str, value: object) -> str:
    short = name.rpartition(".")[2]
    shown = name if name.count(".") > 1 else short
    head = f"\n### `{shown}` {{ #{short.strip('_')} }}\n\n"
    if short in ELSEWHERE:
        return f"{head}{sentence(summary(value.__doc__))} [All of it]({ELSEWHERE[short]})\n"
    if inspect.isclass(value):
        return head + _class(value)
    return head + (_function(short, value) if callable(value) else "The version, as text.\n")


def _function(name: str, function: Any) -> str:
    return f"```python\n{signature(name, function)}\n```\n\n{prose(function.__doc__)}\n"


def _class(kind: type) -> str:
    lines = "\n".join([f"class {kind.__name__}:", *(f"    {line}" for line in _fields(kind))])
    parts = [f"```python\n{lines}\n```\n", f"{prose(kind.__doc__)}\n"]
    parts += [
        f"- `{member}`: {told}" if told else f"- `{member}`" for member, told in _members(kind)
    ]
    return "\n".join(part for part in parts if part)


def _fields(kind: type) -> Iterator[str]:
    """Yield the fields of a dataclass as the source has them, with the comments behind them."""
    if not is_dataclass(kind):
        yield "..."  # what it has is listed below
        return
    comments = field_comments(inspect.getsource(kind))
    for found in fields(kind):
        line = f"{found.name}: {type_text(found.type)}"
        if found.default is not MISSING:
            line += f" = {_default(found.default)}"
        elif found.default_factory is not MISSING:
            line += " = …"
        yield f"{line}  # {comments[found.name]}" if found.name in comments else line


def _members(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the properties and methods that a class itself has, with what they return."""
    for name, value in vars(kind).items():
        if name.startswith("_") and name not in SPECIAL:
            continue
        if isinstance(value, staticmethod):
            value = value.__func__  # noqa: PLW2901
        told = sentence(summary(value.__doc__)) if value.__doc__ else ""
        if isinstance(value, property | cached_property):
            getter = value.fget if isinstance(value, property) else value.func
            returned = inspect.signature(getter).return_annotation if getter else ""
            yield f"{name}: {type_text(returned)}", told
        elif inspect.isfunction(value):
            returned = type_text(inspect.signature(value).return_annotation)
            short = name in SPECIAL
            yield f"{SPECIAL[name]}: {returned}" if short else signature(name, value), told


def signature(name: str, function: Any) -> str:
    """Return a signature as one would write it: on one line, or one line for each parameter."""
    found = inspect.signature(function)
    words: list[str] = []
    for one in found.parameters.values():
        if one.name == "self":
            continue
        if one.kind is one.KEYWORD_ONLY and not any(word.startswith("*") for word in words):
            words.append("*")
        star = "*" if one.kind is one.VAR_POSITIONAL else ""
        told = f"{star}{one.name}: {type_text(one.annotation)}"
        if one.default is not one.empty:
            told += f" = {_default(one.default)}"
        words.append(told)
    returned = f" -> {type_text(found.return_annotation)}"
    line = f"{name}({', '.join(words)}){returned}"
    if len(line) <= 88:
        return line
    return f"{name}(\n" + "".join(f"    {word},\n" for word in words) + f"){returned}"


def _default(value: object) -> str:
    if inspect.isfunction(value):
        return value.__name__.strip("<>")
    return f"{type(value).__name__}()" if is_dataclass(value) else repr(value)


def type_text(kind: object) -> str:
    """Return a type as it is written in the source, without the modules it comes from."""
    text = kind if isinstance(kind, str) else inspect.formatannotation(kind)
    text = re.sub(r"\b(?:typing|pathlib|collections\.abc|types|coincide(?:\.\w+)*)\.", "", text)
    text = re.sub(r"numpy\.ndarray\[.*?, numpy\.dtype\[numpy\.(\w+)\]\]", r"\1 array", text)
    return text.replace("'", "") if "Literal" not in text else text
