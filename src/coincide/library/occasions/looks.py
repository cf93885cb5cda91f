"""What a few photos of a session look like: vectors, computed once and kept by content."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from coincide.features import vlad
from coincide.features.backbones import Backbone, Tap, open_backbone
from coincide.features.options import EmbedOptions
from coincide.library.clocks import paths_of
from coincide.library.photos import Clock, ClockId
from coincide.library.scan.store import LibraryStore
from coincide.media.record import FileRecord
from coincide.media.records import read_files
from coincide.model import Event, Floats, Gallery, Indices, Photo, Place
from coincide.model.progress import StageProgress
from coincide.project.costs import Meter
from coincide.project.read.features import chosen_taps, embed_missing, feature_key
from coincide.project.read.ondisk import RecordCache
from coincide.storage.store import Store

Halves = NDArray[np.float16]

# the vectors' folder inside the library's
FOLDER = "looks"
# photos of a session that are looked at first: of a typical one every third
_FIRST_LOOK = 8
# what is taken within so many seconds shows the same
_SAME_VIEW_S = 120.0


def spread_rows(times_s: Floats, most: int) -> list[int]:
    """Return photos of different moments, spread over a session, ascending.

    >>> spread_rows(np.array([0.0, 1.0, 2.0, 600.0, 1200.0]), 3)
    [0, 3, 4]
    """
    fresh = np.flatnonzero(np.diff(times_s, prepend=-np.inf) > _SAME_VIEW_S)
    if len(fresh) < most:
        others = np.setdiff1d(np.arange(len(times_s)), fresh)
        fresh = np.sort(np.concatenate([fresh, _some(others, most - len(fresh))]))
    return [int(row) for row in _some(fresh, most)]


def _some(rows: Indices, most: int) -> Indices:
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).round().astype(np.int64)]


class Looks:
    """The vectors of a library's photos; a context manager."""

    def __init__(self, store: LibraryStore, options: EmbedOptions, progress: StageProgress) -> None:
        self.library, self.options, self.progress = store, options, progress
        self.store = Store(store.file.parent / FOLDER)
        self._backbone: Backbone | None = None
        self._paths_of = dict[ClockId, list[Path]]()

    def __enter__(self) -> "Looks":
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    @property
    def backbone(self) -> Backbone:
        """The network, opened when it is first needed."""
        if self._backbone is None:
            self._backbone = open_backbone(
                self.options.backbone,
                weights=self.options.weights,
                progress=lambda done, total: self.progress("download", done, total),
            )
        return self._backbone

    def records(self, paths: Sequence[Path]) -> Mapping[Place, FileRecord]:
        """Return what files say of themselves, each read once."""
        cache = RecordCache(self.store, Meter(), keep=True)
        return read_files(
            paths, cache=cache, progress=lambda done, total: self.progress("read", done, total)
        )

    def of_sessions(self, sessions: Sequence[tuple[Clock, int]]) -> list[Halves]:
        """Return the vectors of a few photos of each session, (n, D) each, of length one.

        A photo that cannot be decoded has none.
        """
        paths = list(self._first_looks(sessions))
        records = self.records(sorted({path for several in paths for path in several}))
        keys = {
            path: record.key for path, record in records.items() if record.key and not record.reason
        }
        photos = {key: Photo(path, key, 0.0, 0.0) for path, key in keys.items()}
        event = Event("looks", (Gallery("looks", tuple(photos.values())),) if photos else ())
        (tap,) = chosen_taps(self.backbone, None)[:1]
        _, failed = embed_missing(
            event, self.backbone, [tap], self.store, self.options, self.progress
        )
        bad = {photo.path for photo in failed}
        good = {key for key, photo in photos.items() if photo.path not in bad}
        row_of = {key: row for row, key in enumerate(sorted(good))}
        found = self._vectors(sorted(good), tap)
        return [
            found[[row_of[keys[path]] for path in several if keys.get(path) in row_of]]
            for several in paths
        ]

    def _first_looks(self, sessions: Sequence[tuple[Clock, int]]) -> Iterator[list[Path]]:
        """Yield where the photos lie that are looked at of each session."""
        for clock, session in sessions:
            rows, paths = clock.rows(session), self.paths(clock)
            some = spread_rows(clock.photos.time_s[rows], _FIRST_LOOK)
            yield [paths[rows.start + row] for row in some]

    def paths(self, clock: Clock) -> list[Path]:
        """Return where all photos of a clock lie, in its order; the store is asked once."""
        if clock.key not in self._paths_of:
            found = paths_of(self.library, clock, range(clock.n_sessions))
            self._paths_of[clock.key] = found
        return self._paths_of[clock.key]

    def _vectors(self, keys: Sequence[str], tap: Tap) -> Halves:
        if not keys:
            return np.zeros((0, 0), dtype=np.float16)
        found = self.store.load_vectors(feature_key(self.backbone, tap), keys)
        return vlad.normalise(found).astype(np.float16)
