"""Keep a sync's result as files, and read it back."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from coincide.errors import StoreError
from coincide.model import (
    Estimate,
    Event,
    Guess,
    Jump,
    Offsets,
    Placement,
    SkippedPhoto,
    Timeless,
    Timeline,
)
from coincide.project.costs import SCHEMA as COSTS_SCHEMA
from coincide.project.costs import Meter, costs_json
from coincide.project.features import without
from coincide.project.sync import SyncResult
from coincide.storage.objects import Objects
from coincide.storage.store import Store
from coincide.storage.urls import as_url, is_url
from coincide.timeline import build_timeline, offsets_csv, offsets_json, timeline_csv
from coincide.timeline.table import OFFSETS_HEADER, SCHEMA, TIMELINE_HEADER

OFFSETS, COSTS = "offsets.json", "costs.json"
# of a file that is there, so many tell whether it is one of ours
_START_BYTES = 400


@dataclass(frozen=True)
class SavedResult:
    """The latest result of a project folder, and which photos it is of."""

    offsets: Offsets
    skipped: tuple[SkippedPhoto, ...]
    photos: str  # digest, as photos_digest gives it
    guesses: tuple[Guess, ...] = ()


def result_paths(folder: Path, json_file: Path | None = None) -> tuple[Path, ...]:
    """Return where a result goes: three files, and the JSON once more if asked for."""
    paths = (folder / OFFSETS, folder / "offsets.csv", folder / "timeline.csv")
    return paths if json_file is None else (*paths, json_file)


def check_targets(paths: Sequence[Path]) -> None:
    """Refuse to replace any file that is not an earlier result of ours."""
    for path in paths:
        if not _may_be_replaced(path):
            raise StoreError(f"{path} exists and is not a result of Coincide's. Name another file.")


def _may_be_replaced(path: Path) -> bool:
    if is_url(path):
        try:
            return _is_ours(Objects(path).read(path, end=_START_BYTES))
        except FileNotFoundError:
            return True
        except OSError as error:
            raise StoreError(f"Cannot use {as_url(path)}: {error}.") from error
    if path.is_symlink() or not path.exists():
        return not path.is_symlink()
    try:
        with path.open("rb") as file:
            return _is_ours(file.read(_START_BYTES))
    except OSError:
        return False


def _is_ours(data: bytes) -> bool:
    start = data.decode("utf-8", errors="replace")
    # of any version: the family of the schema, and the columns every version begins with
    families = [schema.split("/", maxsplit=1)[0] for schema in (SCHEMA, COSTS_SCHEMA)]
    begins = [",".join(header) for header in (OFFSETS_HEADER[:6], TIMELINE_HEADER[:4])]
    by_schema = any(f'"schema": "{family}/' in start for family in families)
    return by_schema or start.startswith(tuple(begins))


def save_result(result: SyncResult, paths: Sequence[Path]) -> None:
    """Write the result to the paths of result_paths: JSON and CSV by their place."""
    check_targets(paths)
    as_json = offsets_json(
        result.event,
        result.offsets,
        photos=photos_digest(result.event),
        why=result.why,
        guesses=result.guesses,
    )
    as_csv = offsets_csv(result.event, result.offsets)
    texts = [as_json, as_csv, timeline_csv(result.timeline), as_json]
    with _alone(result.event.project):
        for path, text in zip(paths, texts, strict=False):
            _write_text(path, text)


@contextmanager
def _alone(project: Path | None) -> Iterator[None]:
    """Let others wait who write a result of the same event, or half of it would be theirs."""
    if project is None or is_url(project):  # objects cannot be locked
        yield
        return
    with Store(project) as store, store.transaction():
        yield


def save_costs(meter: Meter, path: Path) -> None:
    """Write what a run cost; apart from its result, which is the same bytes each time."""
    check_targets([path])
    _write_text(path, costs_json(meter))


def _write_text(path: Path, text: str) -> None:
    """Write a file beside its final name, then rename it: whole or not at all."""
    beside = path.with_name(f".{path.name}.part")
    try:
        if is_url(path):
            Objects(path).write(path, text.encode("utf-8", errors="backslashreplace"))
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        # a name that is no valid Unicode stays readable, and JSON stays JSON
        beside.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        beside.replace(path)
    except OSError as error:
        raise StoreError(f"Cannot write {path}: {error}.") from error


def photos_digest(event: Event) -> str:
    """Return a digest of which photo is in which gallery."""
    lines = [
        f"{gallery.name}\n{photo.key}" for gallery in event.galleries for photo in gallery.photos
    ]
    return hashlib.sha256("\n".join(sorted(lines)).encode(errors="replace")).hexdigest()


def load_result(folder: Path) -> SavedResult:
    """Read the latest sync's result from a project folder."""
    path = folder / OFFSETS
    try:
        document = json.loads(_read_text(path))
    except FileNotFoundError as error:
        raise StoreError(f"No result in {folder} yet. Run coincide sync first.") from error
    except (OSError, ValueError) as error:
        raise StoreError(f"Cannot read {path}: {error}. Run coincide sync again.") from error
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise StoreError(f"{path} is not a {SCHEMA} file. Run coincide sync again.")
    placements = tuple(_placement(name, data) for name, data in document["galleries"].items())
    offsets = Offsets(
        document["anchor"], document["method"], placements, event_time=document["event_time"]
    )
    skipped = tuple(
        SkippedPhoto(Path(item["path"]), item["reason"]) for item in document["skipped"]
    )
    # results of the same version that are older have no photos without a time
    guesses = [_guess(item) for item in document.get("timeless", []) if item["estimated"]]
    return SavedResult(offsets, skipped, document["photos"], tuple(guesses))


def _read_text(path: Path) -> str:
    return (Objects(path).read(path) if is_url(path) else path.read_bytes()).decode("utf-8")


def _guess(item: dict[str, Any]) -> Guess:
    photo = Timeless(Path(item["path"]), item["key"], item["owner"], item["reason"])
    return Guess(
        photo, item["event_time_s"], item["estimated"], Path(item["like"]), item["spread_s"]
    )


def _placement(name: str, data: dict[str, Any]) -> Placement:
    reasons = tuple(data["reasons"])
    estimate = None
    if data["placed"]:
        low_s, high_s = data["interval_s"]
        estimate = Estimate(
            data["offset_s"], low_s, high_s, data["probability"], reasons, data["basis"]
        )
    return Placement(
        name,
        estimate,
        data["n_links"],
        data["via"],
        reasons,
        jumps=tuple(Jump(**jump) for jump in data["jumps"]),
        drift_ppm=data["drift_ppm"] or 0.0,
        error=data["error"] or "",
    )


def as_synced(event: Event, saved: SavedResult) -> Event:
    """Return the event without what the sync left out; refuse a result of other photos."""
    gone = {skipped.path for skipped in event.skipped}
    event = without(event, [skipped for skipped in saved.skipped if skipped.path not in gone])
    if photos_digest(event) != saved.photos:
        raise StoreError("The photos are not those of the latest sync. Run coincide sync again.")
    return event


def saved_timeline(event: Event, saved: SavedResult) -> Timeline:
    """Return the timeline of a result that was loaded, for the event as it was synced.

    A photo without a time is known again by its contents where its folder was moved or renamed.
    """
    in_place = {photo.path for photo in event.timeless}
    by_key = {photo.key: photo for photo in event.timeless}
    guesses = tuple(
        guess
        if guess.photo.path in in_place
        else replace(guess, photo=by_key.get(guess.photo.key, guess.photo))
        for guess in saved.guesses
    )
    return build_timeline(event, saved.offsets, guesses)
