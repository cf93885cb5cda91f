"""A result as files for people and programs: offsets as JSON and CSV, the timeline as CSV."""

import hashlib
from collections.abc import Sequence

from coincide.errors import StoreError
from coincide.model import Event, Place
from coincide.project.costs import SCHEMA as COSTS_SCHEMA
from coincide.project.costs import Meter, costs_json
from coincide.project.solutions.solutions import Solution
from coincide.project.solve.run import SyncResult
from coincide.storage.objects import open_storage
from coincide.storage.outputs import REMEDY, may_write, write_output
from coincide.timeline import offsets_csv, offsets_json, timeline_csv
from coincide.timeline.document import SCHEMA
from coincide.timeline.table import OFFSETS_HEADER, TIMELINE_HEADER

OFFSETS, COSTS = "offsets.json", "costs.json"
# of a file that is there, so many tell whether it is one of ours
_START_BYTES = 400


def result_paths(folder: Place, json_file: Place | None = None) -> tuple[Place, ...]:
    """Return where a result goes: three files, and the JSON once more if asked for."""
    paths = (folder / OFFSETS, folder / "offsets.csv", folder / "timeline.csv")
    return paths if json_file is None else (*paths, json_file)


def check_targets(paths: Sequence[Place], project: Place | None = None) -> None:
    """Refuse to replace any file that is not an earlier result of ours.

    In the project folder, which may come from another machine, what looks like a result is one.
    Anywhere else this user's Coincide must have written it.
    """
    for path in paths:
        if not (_is_result(path) if path.parent == project else may_write(path)):
            raise StoreError(
                f"{path} exists and is not a result that Coincide wrote for you. {REMEDY}"
            )


def _is_result(path: Place) -> bool:
    storage = open_storage(path)
    try:
        return _is_ours(storage.read(path, end=_START_BYTES)) and storage.is_file(path)
    except (FileNotFoundError, NotADirectoryError):
        return not storage.exists(path)  # a link to nothing is somebody's all the same
    except IsADirectoryError:
        return False
    except OSError as error:
        raise StoreError(f"Cannot use {path}: {error}.") from error


def _is_ours(data: bytes) -> bool:
    start = data.decode("utf-8", errors="replace")
    # of any version: the family of the schema, and the columns every version begins with
    families = [schema.split("/", maxsplit=1)[0] for schema in (SCHEMA, COSTS_SCHEMA)]
    begins = [",".join(header) for header in (OFFSETS_HEADER[:6], TIMELINE_HEADER[:4])]
    by_schema = any(f'"schema": "{family}/' in start for family in families)
    return by_schema or start.startswith(tuple(begins))


def result_json(result: SyncResult | Solution) -> str:
    """Return the result for programs, as offsets.json has it."""
    return offsets_json(
        result.event,
        result.offsets,
        photos=photos_digest(result.event),
        why=result.why,
        guesses=result.timeline.guesses,
    )


def save_result(
    result: SyncResult | Solution, paths: Sequence[Place], project: Place | None = None
) -> None:
    """Write the result to the paths of result_paths: JSON and CSV by their place."""
    check_targets(paths, project)
    as_json = result_json(result)
    as_csv = offsets_csv(result.event, result.offsets)
    texts = [as_json, as_csv, timeline_csv(result.event, result.timeline), as_json]
    for path, text in zip(paths, texts, strict=False):
        _write_text(path, text, project)


def save_costs(meter: Meter, path: Place, project: Place | None = None) -> None:
    """Write what a run cost; apart from its result, which is the same bytes each time."""
    check_targets([path], project)
    _write_text(path, costs_json(meter), project)


def _write_text(path: Place, text: str, project: Place | None) -> None:
    # a name that is no valid Unicode stays readable, and JSON stays JSON
    data = text.encode("utf-8", errors="backslashreplace")
    if path.parent != project:
        write_output(path, data)
        return
    try:
        open_storage(path, root=project).write(path, data)
    except OSError as error:
        raise StoreError(f"Cannot write {path}: {error}.") from error


def photos_digest(event: Event) -> str:
    """Return a digest of which photo is in which gallery."""
    lines = [
        f"{gallery.name}\n{photo.key}" for gallery in event.galleries for photo in gallery.photos
    ]
    return hashlib.sha256("\n".join(sorted(lines)).encode(errors="replace")).hexdigest()
