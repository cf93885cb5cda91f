"""Scan a library: the tags of what is new go into its store, a few hundred files at a time.

Each change of the store is whole: a scan that is killed anywhere leaves what was recorded, and the
next one goes on from there to the same rows.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from coincide.ingest.counter import number_of
from coincide.library.scan.bodies import BodyKey
from coincide.library.scan.folders import (
    SETTLED_NS,
    FolderState,
    Root,
    ScannedFile,
    changed_folders,
    files_in,
)
from coincide.library.scan.store import LibraryStore, PhotoRow
from coincide.media.heads import Head, read_heads
from coincide.model import Device
from coincide.model.progress import Progress

# rows of one change of the store: as much reading is done again if it is killed
_CHUNK = 256


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a scan found: files read, files known from before, files that are gone."""

    n_read: int = 0
    n_kept: int = 0
    n_gone: int = 0

    def __add__(self, other: "Scanned") -> "Scanned":
        return Scanned(
            self.n_read + other.n_read, self.n_kept + other.n_kept, self.n_gone + other.n_gone
        )


@dataclass(frozen=True, slots=True)
class _Listed:
    """One folder: its new files, and how many of it are known or gone.

    ``settled``: neither the folder nor a file of it is so new that it may be written still.
    """

    state: FolderState
    new: tuple[ScannedFile, ...]
    gone: tuple[str, ...]
    n_kept: int
    settled: bool


def scan_library(
    store: LibraryStore,
    roots: Sequence[Root],
    *,
    again: bool = False,
    progress: Progress = lambda _done, _total: None,
) -> Scanned:
    """Record the tags of all photos below some folders that are new or changed.

    ``again``: also look for files that were changed without a trace in their folder.
    ``progress`` is given folders done and folders in all.
    """
    states, gone = changed_folders(roots, store.known_folders(), again=again)
    found = Scanned()
    for folder in gone:
        found += Scanned(n_gone=len(store.photos_in(folder)))
        with store.transaction():
            store.drop_folder(folder)
    n_done = 0
    for several in _in_chunks(_listed(store, state) for state in states):
        found += _read_several(store, several)
        n_done += len(several)
        progress(n_done, len(states))
    return found


def _listed(store: LibraryStore, state: FolderState) -> _Listed:
    kept = store.photos_in(state.folder)
    try:
        files = tuple(files_in(state.folder))
    except OSError:  # gone since
        files = ()
    new = tuple(
        file
        for file in files
        if (row := kept.get(file.name)) is None or (row.size, row.mtime_ns) != _state(file)
    )
    gone = tuple(sorted(kept.keys() - {file.name for file in files}))
    now_ns = time.time_ns()
    is_old = all(abs(now_ns - file.mtime_ns) > SETTLED_NS for file in files)
    return _Listed(state, new, gone, len(files) - len(new), state.settled and is_old)


def _state(file: ScannedFile) -> tuple[int, int]:
    return file.size, file.mtime_ns


def _in_chunks(listed: Iterator[_Listed]) -> Iterator[list[_Listed]]:
    """Yield folders together that have enough new files for one change of the store."""
    chunk = list[_Listed]()
    for one in listed:
        chunk.append(one)
        if sum(len(each.new) for each in chunk) >= _CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _read_several(store: LibraryStore, folders: Sequence[_Listed]) -> Scanned:
    files = [(folder.state, file) for folder in folders for file in folder.new]
    heads = read_heads([state.folder / file.name for state, file in files])
    rows = list[PhotoRow]()
    devices = dict[str, Device]()
    for (state, file), head in zip(files, heads, strict=True):
        rows.append(_row(state, file, head))
        devices[rows[-1].body] = _device(head)
        if len(rows) >= _CHUNK:
            _keep(store, rows, devices)
            rows.clear()
    _keep(store, rows, devices, folders)
    n_gone = sum(len(folder.gone) for folder in folders)
    return Scanned(len(files), sum(folder.n_kept for folder in folders), n_gone)


def _keep(
    store: LibraryStore,
    rows: Sequence[PhotoRow],
    devices: dict[str, Device],
    done: Sequence[_Listed] = (),
) -> None:
    """Keep rows, and which folders are done with them, as one change."""
    with store.transaction():
        store.put_photos(rows)
        store.put_devices(devices)
        for listed in done:
            store.drop_photos(listed.state.folder, listed.gone)
            if listed.settled:
                store.settle_folder(listed.state.folder, listed.state.mtime_ns)


def _device(head: Head) -> Device:
    record = head.record
    return Device(record.make, record.model, record.serial)


def _row(state: FolderState, file: ScannedFile, head: Head) -> PhotoRow:
    record, body = head.record, BodyKey.of(_device(head))
    row = PhotoRow(
        *(body.text, state.owner, state.folder, file.name, file.size, file.mtime_ns),
        number=number_of(Path(file.name)),
        reason=record.reason,
    )
    if record.reason is not None or record.recorded_time_s is None:
        return row
    return replace(
        row,
        time_s=record.recorded_time_s,
        zone_s=record.zone_s,
        gps_s=record.gps_time_s,
        latitude=record.latitude_deg,
        longitude=record.longitude_deg,
        ev=record.scene_ev,
        shots=head.shots,
        edited=head.edited,
        reason=None if body.is_known else "its tags name no device",
    )
