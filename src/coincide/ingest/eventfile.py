"""The event file: a TOML file that names galleries, their paths and the trusted clocks."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from coincide.errors import EventError
from coincide.ingest.scan import Scan, Source, is_system_name, tidy, usable_names, walk
from coincide.model import Place, SkippedPhoto
from coincide.storage.ownfiles import read_own

# bytes: an event file of 10,000 paths is below it
MOST_BYTES = 1 << 20
# a key of many parts, a.b.c: the time to read one grows with the square of its length
_LONG_KEY = re.compile(r"(?:[ \t]*\.[ \t]*(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')){32}")
_EVENT_KEYS = {"name": str, "anchor": str, "gallery": list}
_GALLERY_KEYS = {"name": str, "paths": list, "trusted": bool, "one_clock": bool}
_KEYS = ", ".join((*_EVENT_KEYS, *(f"gallery.{key}" for key in _GALLERY_KEYS)))
_IN_WORDS = {str: "text in quotes", list: "a list", bool: "true or false"}


def scan_event_file(path: Path) -> Scan:
    """Return what an event file names; raise EventError, naming the key, for a mistake in it.

    Each [[gallery]] is one person's photos: it is still split by clock if it
    mixes devices, unless it says ``one_clock = true``. Paths are folders, files
    or patterns, relative to the event file.
    """
    data = _load(path)
    _check(data, _EVENT_KEYS, f"{path}")
    tables = data.get("gallery", [])
    if not tables:
        raise EventError(f"{path} lists no galleries: add a [[gallery]] with name and paths.")
    sources: list[Source] = []
    skipped: list[SkippedPhoto] = []
    places: set[Path] = set()
    for number, table in enumerate(tables, start=1):
        where = f"{path}, gallery {number}"
        source, failed, found = _source(table, where, path.absolute().parent)
        sources.append(source)
        skipped += failed
        places |= found
    _check_distinct(sources, path)
    sources.sort(key=lambda source: source.name)
    name = tidy(data.get("name", "")) or tidy(path.stem)
    return Scan(name, tuple(sources), tuple(skipped), data.get("anchor"), _outermost(places))


def _load(path: Path) -> dict[str, Any]:
    try:
        # a link is the user's own way to an event file
        text = read_own(path.resolve(), most=MOST_BYTES).decode("utf-8")
        if _LONG_KEY.search(text) is not None:
            raise EventError(f"{path} has a key with too many parts: the keys are {_KEYS}.")
        return tomllib.loads(text)
    except FileNotFoundError as error:
        raise EventError(f"{path} does not exist: check the path.") from error
    except OSError as error:
        message = f"{path} cannot be read ({error.strerror}): give an event file or a folder."
        raise EventError(message) from error
    except UnicodeDecodeError as error:
        raise EventError(f"{path} is not UTF-8 text: save it as UTF-8.") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise EventError(f"{path} is not valid TOML: {error}.") from error


def _check(table: object, keys: Mapping[str, type], where: str) -> None:
    """Raise EventError for the first unknown key or wrong type in a table."""
    if not isinstance(table, dict):
        raise EventError(f"{where}: write it as a table, [[gallery]].")
    for key, value in table.items():
        if key not in keys:
            known = ", ".join(keys)
            raise EventError(f'{where}: unknown key "{key}"; the keys are {known}.')
        if not isinstance(value, keys[key]):
            raise EventError(f'{where}: "{key}" must be {_IN_WORDS[keys[key]]}.')


def _source(
    table: Mapping[str, Any], where: str, base: Path
) -> tuple[Source, tuple[SkippedPhoto, ...], set[Path]]:
    """Return one gallery's files, what could not be looked into, and the folders they lie in."""
    _check(table, _GALLERY_KEYS, where)
    name = tidy(table.get("name", ""))
    if not name:
        raise EventError(f'{where}: "name" is missing.')
    paths = table.get("paths", [])
    if not paths or not all(isinstance(path, str) and path for path in paths):
        raise EventError(f'{where}: "paths" must list at least one path, each in quotes.')
    files: set[Path] = set()
    skipped: set[SkippedPhoto] = set()
    places: set[Path] = set()
    for pattern in paths:
        for found in _expand(pattern, base, where):
            is_folder = found.is_dir()
            usable, failed = walk(found, within=[found]) if is_folder else usable_names([found])
            files |= set(usable)
            skipped |= set(failed)
            places.add(found if is_folder else found.parent)
    source = Source(
        name,
        tuple(sorted(files)),
        trusted=table.get("trusted", False),
        one_clock=table.get("one_clock", False),
    )
    return source, tuple(skipped), places


def _outermost(folders: set[Path]) -> tuple[Path, ...]:
    """Return the folders that lie in none of the others."""
    return tuple(
        folder for folder in sorted(folders) if not any(path in folder.parents for path in folders)
    )


def _expand(pattern: str, base: Path, where: str) -> list[Path]:
    """Return the folder or file of that very name, or else what the pattern matches."""
    try:
        wanted = Path(pattern).expanduser()
        path = base / wanted
        if path.exists():
            return [path.resolve()]
        # the base stays out of the pattern: its own name may hold a bracket
        root = Path(wanted.anchor) if wanted.is_absolute() else base
        matches = list(root.glob(str(path.relative_to(root))))
    except (OSError, ValueError, RuntimeError) as error:
        raise EventError(f'{where}: the path "{pattern}" cannot be used ({error}).') from error
    found = [match.resolve() for match in matches if not is_system_name(match.name)]
    if not found:
        raise EventError(f'{where}: the path "{pattern}" does not exist (looked for {path}).')
    return sorted(found)


def _check_distinct(sources: Sequence[Source], path: Path) -> None:
    """Raise EventError for two galleries of one name, or a file that two of them claim."""
    owners: dict[Place, str] = {}
    names: set[str] = set()
    for source in sources:
        if source.name in names:
            raise EventError(f'{path}: two galleries are named "{source.name}": rename one.')
        names.add(source.name)
        for file in source.files:
            if file in owners:
                both = f'"{owners[file]}" and "{source.name}"'
                raise EventError(
                    f"{path}: galleries {both} both contain {file}: keep it in only one."
                )
            owners[file] = source.name
