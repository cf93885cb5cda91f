"""Schemas of typed classes: what msgspec makes of them, and what comments say of their fields."""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import PurePath
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct

from tools.reference.comments import field_comments
from tools.reference.schema import Schema, or_null

# what is said of the key that tells which class it is
TAGS = {"schema": "name and version", "kind": "what was chosen"}
NULL: Schema = {"type": "null"}


def components(*kinds: Any) -> tuple[list[Schema], dict[str, Schema]]:
    """Return the schemas of some types, and by their names those of all classes in them.

    A reference is a class's bare name.
    """
    schemas, found = msgspec.json.schema_components(
        kinds, schema_hook=_of_other, ref_template="{name}"
    )
    for kind in dict.fromkeys(one for outer in kinds for one in classes_in(outer)):
        found[kind.__name__]["properties"] = _told(kind, found[kind.__name__]["properties"])
    return list(schemas), found


def _of_other(kind: type) -> Schema:
    if issubclass(kind, PurePath):
        return {"type": "string"}
    raise NotImplementedError(f"{kind}: say what it is in JSON")


def classes_in(hint: Any) -> Iterator[type]:
    """Yield the classes that a type is made of, with all that they hold."""
    if isinstance(hint, type) and (issubclass(hint, Struct) or is_dataclass(hint)):
        yield hint
        for inner in get_type_hints(hint).values():
            yield from classes_in(inner)
    for inner in get_args(hint):
        yield from classes_in(inner)


def _told(kind: type, properties: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the properties of a class with what is said of each."""
    said: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if vars(base).get("__annotations__"):
            said |= field_comments(inspect.getsource(base))
    if issubclass(kind, Struct):
        names = {one.encode_name: one.name for one in msgspec.structs.fields(kind)}
    else:
        names = {one.name: one.name for one in fields(kind)}
    texts = {key: said.get(names[key], "") if key in names else TAGS[key] for key in properties}
    return {
        key: {"description": texts[key], **one} if texts[key] else one
        for key, one in properties.items()
    }


def standing_alone(schema: Schema, found: Mapping[str, Schema]) -> Schema:
    """Return a schema without references, in few words: a description, and what is allowed."""
    schema = {key: value for key, value in schema.items() if key not in ("default", "title")}
    if "$ref" in schema:
        held = found[schema.pop("$ref")]
        schema = {**{key: held[key] for key in held if key != "description"}, **schema}
        return standing_alone(schema, found)
    titles = {name: tag for tag, name in schema.pop("discriminator", {}).get("mapping", {}).items()}
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            schema[key] = standing_alone(schema[key], found)
    if "properties" in schema:
        inner = schema["properties"].items()
        schema["properties"] = {key: standing_alone(one, found) for key, one in inner}
    if "prefixItems" in schema:
        schema["prefixItems"] = [standing_alone(one, found) for one in schema["prefixItems"]]
    if len(schema.get("enum", ())) == 1:
        (schema["const"],) = schema.pop("enum")
    if "anyOf" in schema:
        schema |= _any_of(schema.pop("anyOf"), titles, found)
    described = {"description": schema["description"]} if "description" in schema else {}
    return {**described, **schema}


def _any_of(
    choices: list[Schema], titles: Mapping[str, str], found: Mapping[str, Schema]
) -> Schema:
    """Return one of several schemas; a class that is told by a tag goes by it."""
    made = []
    for one in choices:
        title = titles.get(one.get("$ref", ""))
        made.append({**({"title": title} if title else {}), **standing_alone(one, found)})
    if NULL not in made or len(made) != 2:
        return {"anyOf": made}
    (other,) = (one for one in made if one != NULL)
    return or_null(other)
