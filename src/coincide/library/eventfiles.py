"""Event files of a library's events: photos of several folders as one event, where they lie."""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from coincide.errors import StoreError
from coincide.ingest.eventfile import MOST_BYTES
from coincide.library.clocks import paths_of
from coincide.library.openlibrary import Library
from coincide.library.plans import with_companions
from coincide.library.suggestions import LibraryEvent
from coincide.storage.outputs import may_write, write_output
from coincide.storage.ownfiles import own_folder

_HEAD = (
    "# Made by coincide library, and made anew whenever this event is opened from its library,\n"
    "# unless you change it.\n"
)


def open_source(library: Library, event: LibraryEvent) -> tuple[Path, Sequence[Path]]:
    """Return what opens an event, and photos that it leaves out since no event file can name them.

    The event file of one that was found is written as its photos lie today.
    """
    if event.source.is_dir():
        return event.source, ()
    people, left = defaultdict[str, list[Path]](list), list[Path]()
    for key, session in event.sessions:
        clock = next(one for one in library.clocks if one.key == key)
        there = [path for path in paths_of(library.store, clock, [session]) if path.is_file()]
        for path in with_companions(there):
            (people[clock.owner or clock.name] if _is_named(path) else left).append(path)
    if not any(people.values()):
        raise StoreError(f"No photo of {event.name} is where it was: scan the library again.")
    document = _text(event.name, {name: sorted(set(paths)) for name, paths in people.items()})
    if len(document) > MOST_BYTES:
        raise StoreError(f"{event.name} has too many photos for one event file.")
    # one that a person changed since is theirs
    if may_write(event.source):
        own_folder(event.source.parent)
        write_output(event.source, document)
    return event.source, left


def _text(name: str, people: dict[str, list[Path]]) -> bytes:
    parts = [_HEAD, f"name = {_quoted(name)}\n"]
    for person, paths in sorted(people.items()):
        listed = "".join(f"  {_quoted(str(path))},\n" for path in paths)
        parts.append(f"\n[[gallery]]\nname = {_quoted(person)}\npaths = [\n{listed}]\n")
    return "".join(parts).encode()


def _quoted(text: str) -> str:
    """Return a text as TOML has it: as JSON, which leaves one control character as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _is_named(path: Path) -> bool:
    """Return whether a path is text: a name may be any bytes."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True
