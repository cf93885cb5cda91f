"""A few words to write JSON Schemas of the benchmark with, and to read all schemas."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Schema = dict[str, Any]
Keys = Mapping[str, Schema]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer"}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_PLAIN: dict[Any, Schema] = {str: TEXT, float: NUMBER, int: WHOLE, bool: {"type": "boolean"}}


def told(schema: Schema, text: str) -> Schema:
    """Return a schema with a description."""
    return {"description": text, **schema}


def document(name: str, title: str, schema: Schema) -> Schema:
    """Return the schema of a whole file; ``name`` is what its key "schema" says, or its own."""
    where = f"urn:coincide:{name.removeprefix('coincide.').replace('/', ':')}"
    return {"$schema": DRAFT, "$id": where, "title": title, **schema}


def record(keys: Keys, *, optional: Keys | None = None, closed: bool = True) -> Schema:
    """Return an object with these keys; ``closed``: and no others."""
    return {
        "type": "object",
        "properties": {**keys, **(optional or {})},
        "required": list(keys),
        **({"additionalProperties": False} if closed else {}),
    }


def by_name(schema: Schema) -> Schema:
    """Return an object whose keys are names and whose values are all of one kind."""
    return {"type": "object", "additionalProperties": schema}


def many(schema: Schema) -> Schema:
    """Return a list of things of one kind."""
    return {"type": "array", "items": schema}


def row(*schemas: Schema) -> Schema:
    """Return a list of so many things, each of its own kind."""
    return {"type": "array", "prefixItems": list(schemas), "items": False, "minItems": len(schemas)}


def one_of(*choices: str | None) -> Schema:
    """Return one of a few texts."""
    return {"enum": list(choices)}


def or_null(schema: Schema) -> Schema:
    """Return a schema that allows null as well."""
    if isinstance(schema.get("type"), str) and schema["type"] not in ("object", "array"):
        return {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    return {"anyOf": [schema, {"type": "null"}]}


def of(kind: type, meanings: Mapping[str, str], **held: Schema) -> Schema:
    """Return the schema of what ``dataclasses.asdict`` makes of a dataclass.

    ``meanings`` tells every key; ``held`` says it of keys whose type does not tell enough.
    """
    hints = get_type_hints(kind)
    names = [one.name for one in fields(kind)]
    if set(names) != set(meanings):
        odd = ", ".join(sorted(set(names) ^ set(meanings)))
        raise SystemExit(f"{kind.__name__}: say what each key means, and of no others: {odd}")
    return record(
        {name: told(held.get(name) or _of_type(hints[name]), meanings[name]) for name in names}
    )


def _of_type(hint: Any) -> Schema:
    origin, args = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin is Literal:
        return one_of(*args)
    if origin in (Union, UnionType):
        (kind,) = (one for one in args if one is not type(None))
        return or_null(_of_type(kind))
    if origin is tuple:
        return many(_of_type(args[0])) if args[1] is Ellipsis else row(*map(_of_type, args))
    raise TypeError(f"{hint}: say what it is in JSON")


def keys_of(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Yield every key of a schema with its path, e.g. ``galleries.NAME.jumps[].row``.

    A key that is a pattern goes by its title, and so does one of several choices.
    """
    named = {
        **schema.get("properties", {}),
        **{found["title"]: found for found in schema.get("patternProperties", {}).values()},
    }
    for name, found in named.items():
        here = f"{path}.{name}" if path else name
        yield here, found
        yield from keys_of(found, here)
    for more in ("items", "additionalProperties"):
        found = schema.get(more)
        if isinstance(found, dict):
            yield from keys_of(
                found, f"{path}[]" if more == "items" else f"{path}.NAME".lstrip(".")
            )
    for choice in schema.get("anyOf", []):
        titled = f"{path.removesuffix('[]')}[{choice['title']}]" if "title" in choice else path
        yield from keys_of(choice, titled)


def in_words(schema: Schema) -> str:
    """Return the kind of a value as a person would say it.

    >>> in_words(or_null(NUMBER))
    'number or null'
    """
    if "const" in schema:
        return f"`{schema['const']!r}`".replace("'", '"').replace("True", "true")
    if "enum" in schema:
        return " or ".join("null" if one is None else f'`"{one}"`' for one in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(map(in_words, schema["anyOf"]))
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " or ".join(_kind_in_words(kind, schema) for kind in kinds)


def _kind_in_words(kind: str, schema: Schema) -> str:
    if kind == "array" and "prefixItems" in schema:
        return f"list of {len(schema['prefixItems'])}"
    if kind == "array":
        return "list"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return "object by name"
    words = {"string": "text", "integer": "whole number", "boolean": "true or false"}
    return words.get(kind, kind)
