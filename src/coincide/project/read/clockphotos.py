"""Photos of the clock page: looked for in each photo once, and kept.

That a photo was looked at is kept as a number, with the vectors, and what the few that show a
clock tell as small documents. So a second run looks at nothing again, and one that is killed loses
the shard it was at.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from importlib.util import find_spec
from itertools import combinations, islice

import msgspec
import numpy as np

from coincide.engine import LocalEngine
from coincide.errors import ModelError
from coincide.features.clockcode.payload import CodeReading, reading_of
from coincide.features.images import DECODE_ERRORS
from coincide.features.options import EmbedOptions
from coincide.model import Event, ExactTime, Indices, Photo
from coincide.model.progress import StageProgress
from coincide.storage.projectstore import ProjectStore

# raised whenever the same photo may give another reading than before
_VERSION = 1
KIND = "clock-photos"
_LOOKED = f"clock-photos-{_VERSION}"
# what is cut off a time in whole seconds, on average, and at most to either side of that
_CUT_S = 0.5
# of these times nobody knows that a camera's clock told them: a messenger names files when it sends
_NO_CLOCK = ("name", "takeout")
# pairs of clock photos whose likeness is left out: more than twenty cameras with five each make
_MOST_PAIRS = 5000


def can_read_clocks(wanted: bool | None) -> bool:
    """Tell whether photos of the clock page can be read here; raise where they have to be."""
    there = find_spec("zxingcpp") is not None
    if wanted and not there:
        raise ModelError(
            "Reading clock photos needs zxing-cpp. Install it: pip install 'coincide[clock]'."
        )
    return there and wanted is not False


def read_clock_photos(
    photos: Iterable[Photo],
    store: ProjectStore,
    progress: StageProgress,
    options: EmbedOptions = EmbedOptions(),
) -> dict[str, CodeReading]:
    """Return what the clocks in some photos tell, by key, looking at those not seen before.

    Clips are left out: what they show is of some moment within them.
    """
    by_key = {photo.key: photo for photo in photos if photo.clip is None}
    todo = sorted(store.missing(_LOOKED, [*by_key]))
    for start in range(0, len(todo), options.shard):
        keys = todo[start : start + options.shard]
        found = _look([by_key[key] for key in keys], options.decoders)
        for key, reading in zip(keys, found, strict=True):
            if reading is not None:
                store.save_document(KIND, _name(key), {"key": key, **asdict(reading)})
        # after what they tell: what is known to be looked at has all of it
        flags = np.array([[float(item is not None)] for item in found], np.float32)
        store.save_vectors(_LOOKED, keys, flags)
        progress("clocks", start + len(keys), len(todo))
    return _kept(store, [*by_key])


def with_clocks(event: Event, readings: Mapping[str, CodeReading]) -> Event:
    """Return an event whose photos of the clock page know when they were taken."""
    if not readings:
        return event

    def known(photo: Photo) -> Photo:
        found = readings.get(photo.key)
        if found is None or photo.time_from in _NO_CLOCK:
            return photo
        return replace(photo, exact=_exact(photo, found))

    return replace(
        event,
        galleries=tuple(
            replace(gallery, photos=tuple(map(known, gallery.photos)))
            for gallery in event.galleries
        ),
    )


def _exact(photo: Photo, found: CodeReading) -> ExactTime:
    """Return when a photo was taken, at the moment that its camera wrote.

    Most cameras write whole seconds, and cut off the rest of the one that was running.
    """
    cut_s = _CUT_S if photo.camera_time_s.is_integer() else 0.0
    sd_s = math.hypot(found.sd_s, cut_s / math.sqrt(3))
    return ExactTime(found.utc_s - cut_s, sd_s, "clock-code", zone_s=found.zone_s)


def clock_pairs(event: Event) -> Indices:
    """Return the pairs of rows that look alike for showing the clock, whenever they were taken.

    (n, 2), of two galleries, the smaller row first.
    """
    exact = [photo.exact for photo in event.photos]
    rows = [
        row for row, time in enumerate(exact) if time is not None and time.source == "clock-code"
    ]
    owner = dict(zip(rows, event.table.gallery_of(np.array(rows, np.int64)).tolist(), strict=True))
    pairs = ((a, b) for a, b in combinations(rows, 2) if owner[a] != owner[b])
    return np.array([*islice(pairs, _MOST_PAIRS)], np.int64).reshape(-1, 2)


def _look(photos: Sequence[Photo], workers: int | None) -> list[CodeReading | None]:
    with LocalEngine(workers) as engine:
        return [done.value for done in engine.map(_reading, None, photos)]


def _reading(_shared: None, photo: Photo) -> CodeReading | None:
    """Return what the clock in a photo tells; None where there is none, or it cannot be read."""
    from coincide.features.clockcode.payload import clock_codes

    try:
        return reading_of(clock_codes(photo.file))
    except DECODE_ERRORS:
        return None


def _kept(store: ProjectStore, keys: Sequence[str]) -> dict[str, CodeReading]:
    if not keys:
        return {}
    flags = store.load_vectors(_LOOKED, keys).reshape(len(keys), -1)
    found = [key for key, flag in zip(keys, flags, strict=True) if flag.any()]
    documents = {key: store.load_document(KIND, _name(key)) for key in found}
    readings = {key: _reading_in(document, key) for key, document in documents.items()}
    return {key: reading for key, reading in readings.items() if reading is not None}


def _reading_in(document: object, key: str) -> CodeReading | None:
    """Return the reading of a document; None of one that another version or a stranger wrote."""
    try:
        kept = msgspec.convert(document, _Kept)
    except msgspec.ValidationError:
        return None
    if not (math.isfinite(kept.utc_s) and math.isfinite(kept.sd_s) and kept.sd_s > 0):
        return None
    return (
        CodeReading(kept.utc_s, kept.sd_s, kept.zone_s, kept.corners) if kept.key == key else None
    )


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    """A reading as it is kept."""

    key: str
    utc_s: float
    sd_s: float
    zone_s: int
    corners: tuple[tuple[float, float], ...]


def _name(key: str) -> str:
    return f"{_VERSION}-{key}"
