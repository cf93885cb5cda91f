"""Write web/src/data/types.ts: what the server says and takes, from the classes that say it.

And web/album/types.ts: what an album's page is told, from ``shapes.py`` in
``coincide/writing/album``.

Views are the classes of ``shapes.py`` and ``answers.py`` in ``coincide/app/review``, requests those
of ``requests.py``; all become JSON Schemas, and these TypeScript. Run from the repository, with
everything installed that development needs: ``python -m tools.make_types``, or ``make types``. With
``--check`` nothing is written, and it fails where the file is out of date.
"""

import difflib
import inspect
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Literal, get_args, get_origin

from msgspec import Struct
from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from coincide.app.review import answers, requests, shapes
from coincide.app.review.clocks import shapes as clock_shapes
from coincide.writing.album import view as album_shapes
from tools.reference.schema import Schema
from tools.reference.typed import components

VIEWS = (shapes, answers, clock_shapes)
PAGE = Path(__file__).resolve().parents[1] / "web" / "src" / "data" / "types.ts"
ALBUM_PAGE = Path(__file__).resolve().parents[1] / "web" / "album" / "types.ts"
ALBUM_HEADER = """\
/*
 * Generated: what an album's page is told. Change shapes.py in src/coincide/writing/album, then run
 * make types.
 */
"""
HEADER = """\
/*
 * Generated: what the server says and takes, as it says it. Times are seconds since 1970 by a
 * clock's face. Change shapes.py, answers.py or requests.py in src/coincide/app/review, then run
 * make types.
 */
"""
OUT_OF_DATE = (
    "The front ends' types are not what the classes make of them: run make types, then"
    " make web-check and make web."
)
# as prettier breaks lines
WIDTH = 100
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
PLAIN["null"] = "null"
Names = Mapping[frozenset[str], str]


def types_text(views: Sequence[ModuleType] = VIEWS, bodies: ModuleType = requests) -> str:
    """Return the file."""
    literals = {
        name: get_args(value)
        for module in views
        for name, value in vars(module).items()
        if get_origin(value) is Literal
    }
    names = {frozenset(choices): name for name, choices in literals.items()}
    parts = [HEADER]
    for name, choices in literals.items():
        parts.append(_alias(name, [json.dumps(one) for one in choices]))
    for name, schema in (_views(views) | _requests(bodies)).items():
        parts.append(_interface(name, schema, names))
    for name in ("HintBody", "AlbumBody"):
        union = TypeAdapter(getattr(bodies, name)).json_schema(ref_template="{model}")["oneOf"]
        parts.append(_alias(name, [one["$ref"] for one in union]))
    return "\n".join(parts)


def album_types_text() -> str:
    """Return the file of the album's page."""
    interfaces = [_interface(name, one, {}) for name, one in _views([album_shapes]).items()]
    return "\n".join([ALBUM_HEADER, *interfaces])


def _views(modules: Sequence[ModuleType]) -> dict[str, Schema]:
    """Return the schemas of all views, by name, and of all that they hold."""
    kinds = [
        one
        for module in modules
        for one in vars(module).values()
        if inspect.isclass(one) and issubclass(one, Struct) and one.__module__ == module.__name__
    ]
    _, found = components(*kinds)
    ordered = [one.__name__ for one in kinds]
    return {name: found[name] for name in [*sorted(found.keys() - set(ordered)), *ordered]}


def _requests(module: ModuleType) -> dict[str, Schema]:
    """Return the schemas of all requests, by name."""
    kinds = [
        one
        for name, one in vars(module).items()
        if inspect.isclass(one) and issubclass(one, module._Body) and not name.startswith("_")
    ]
    _, made = models_json_schema([(one, "validation") for one in kinds], ref_template="{model}")
    return {one.__name__: made["$defs"][one.__name__] for one in kinds}


def _interface(name: str, schema: Schema, names: Names) -> str:
    told = list(_comment(schema.get("description", ""), ""))
    if not schema.get("properties"):
        return "\n".join([*told, _alias(name, ["Record<string, never>"])])
    lines = [*told, f"export interface {name} {{"]
    needed = schema.get("required", [])
    for key, one in schema["properties"].items():
        lines += _comment(one.get("description", ""), "  ")
        lines.append(f"  {key}{'' if key in needed else '?'}: {_type(one, names)};")
    return "\n".join([*lines, "}\n"])


def _comment(text: str, indent: str) -> Iterator[str]:
    summary = text.split("\n\n", maxsplit=1)[0].replace("\n", " ").replace("``", "`").strip()
    if summary:
        yield f"{indent}/** {summary[0].upper()}{summary[1:].rstrip('.')}. */"


def _alias(name: str, choices: Sequence[str]) -> str:
    union = " | ".join(choices)
    for line in (f"export type {name} = {union};\n", f"export type {name} =\n  {union};\n"):
        if max(map(len, line.splitlines())) <= WIDTH:
            return line
    return "\n".join([f"export type {name} =", *(f"  | {one}" for one in choices)]) + ";\n"


def _type(schema: Schema, names: Names) -> str:
    """Return a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema or "enum" in schema:
        choices = schema.get("enum") or [schema["const"]]
        return names.get(frozenset(choices)) or " | ".join(map(json.dumps, choices))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one, names) for one in schema["anyOf"]))
    if schema["type"] == "array":
        return _list(schema, names)
    if schema["type"] == "object":
        return f"Record<string, {_type(schema['additionalProperties'], names)}>"
    return PLAIN[schema["type"]]


def _list(schema: Schema, names: Names) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one, names) for one in schema['prefixItems'])}]"
    inner = _type(schema["items"], names)
    if schema.get("minItems", -1) == schema.get("maxItems"):
        return f"[{', '.join([inner] * schema['minItems'])}]"
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def difference(page: Path, text: str) -> str:
    """Return how a file differs from what it should be, line by line; empty where it does not."""
    there = page.read_text(encoding="utf-8") if page.is_file() else ""
    lines = difflib.unified_diff(
        there.splitlines(), text.splitlines(), page.name, "as it should be", lineterm="", n=1
    )
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Write the file, or with ``--check`` say how it is out of date."""
    if list(arguments) not in ([], ["--check"]):
        print(__doc__)
        return 2
    texts = {PAGE: types_text(), ALBUM_PAGE: album_types_text()}
    if not arguments:
        for page, text in texts.items():
            page.write_text(text, encoding="utf-8", newline="\n")
        return 0
    differs = "\n".join(filter(None, (difference(page, text) for page, text in texts.items())))
    if differs:
        print(f"{differs}\n\n{OUT_OF_DATE}", file=sys.stderr)
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
