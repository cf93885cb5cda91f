"""Pairs of files whose truth is known: copies made of photos, and shots that are two."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from coincide.model import Photo
from coincide_bench.samepicture.bursts import burst_of
from coincide_bench.samepicture.edits import EDITS, Copy
from coincide_bench.samepicture.sources import NEAR_S, Source, Taken
from coincide_bench.suites.splits import make_rng

Rng = np.random.Generator
MADE_BURST, REAL_BURST, LATER, BESIDE = "made burst", "burst", "moments later", "by another"
OTHERS = (MADE_BURST, REAL_BURST, LATER, BESIDE)
# how long after is moments later, and how near in time others' photos are
_LATER_S, _BESIDE_S = 180.0, 120.0
# share of shots that are two of which one went the way that copies go
_EDITED = 0.5
# the quality that a photo is written with where it is the original
_ORIGINAL_QUALITY = 92


@dataclass(frozen=True)
class Pair:
    """Two files, and whether they are one picture; there while the pair is looked at."""

    source: str
    kind: str
    is_same: bool
    one: Path
    other: Path
    # where both are as their cameras wrote them: what is written of them
    photos: tuple[Photo | None, Photo | None] = (None, None)


@dataclass(frozen=True)
class Amounts:
    """How many pairs are made of one source: copies of each kind, and of shots that are two."""

    copies: int
    bursts: int
    later: int
    beside: int


def pairs_of(source: Source, amounts: Amounts, seed: int, scratch: Path) -> Iterator[Pair]:
    """Yield the pairs of a source; all real bursts that it has among them, as they are."""
    yield from _copies(source, amounts.copies, seed, scratch)
    yield from _made_bursts(source, amounts.bursts, seed, scratch)
    for one, other in _one_camera(source):
        if source.burst_s is not None and _apart_s((one, other)) <= source.burst_s:
            photos = (one.photo, other.photo)
            yield Pair(source.name, REAL_BURST, False, one.path, other.path, photos)
    from_s = source.burst_s or NEAR_S
    later = [pair for pair in _one_camera(source) if from_s < _apart_s(pair) <= _LATER_S]
    yield from _two_shots(source, LATER, later, amounts.later, seed, scratch)
    if source.one_clock:
        beside = [
            (one, other)
            for one, other in combinations(source.photos, 2)
            if one.camera != other.camera and _apart_s((one, other)) <= _BESIDE_S
        ]
        yield from _two_shots(source, BESIDE, beside, amounts.beside, seed, scratch)


def _copies(source: Source, per_kind: int, seed: int, scratch: Path) -> Iterator[Pair]:
    rng = make_rng(seed, "copies", source.name)
    for number in range(per_kind):
        photo = source.photos[int(rng.integers(len(source.photos)))]
        image = opened(photo.path)
        for kind, edit in EDITS.items():
            path = scratch / f"{source.name}-copy-{number}-{kind}.jpg"
            with _written(edit(image, rng), path):
                yield Pair(source.name, kind, True, photo.path, path)


def _made_bursts(source: Source, count: int, seed: int, scratch: Path) -> Iterator[Pair]:
    rng = make_rng(seed, "bursts", source.name)
    for number in range(count):
        photo = source.photos[int(rng.integers(len(source.photos)))]
        first, second = burst_of(opened(photo.path), rng)
        one, other = (scratch / f"{source.name}-burst-{number}-{which}.jpg" for which in "ab")
        with (
            _written(Copy(first, _ORIGINAL_QUALITY), one),
            _written(_perhaps_edited(second, rng), other),
        ):
            yield Pair(source.name, MADE_BURST, False, one, other)


def _two_shots(
    source: Source,
    kind: str,
    found: Sequence[tuple[Taken, Taken]],
    at_most: int,
    seed: int,
    scratch: Path,
) -> Iterator[Pair]:
    rng = make_rng(seed, kind, source.name)
    for number in rng.permutation(len(found))[:at_most].tolist():
        one, other = found[number]
        path = scratch / f"{source.name}-{kind}-{number}.jpg"
        with _written(_perhaps_edited(opened(other.path), rng), path):
            yield Pair(source.name, kind, False, one.path, path)


def _one_camera(source: Source) -> list[tuple[Taken, Taken]]:
    return [(a, b) for a, b in combinations(source.photos, 2) if a.camera == b.camera]


def _apart_s(pair: tuple[Taken, Taken]) -> float:
    return abs(pair[0].time_s - pair[1].time_s)


def _perhaps_edited(image: Image.Image, rng: Rng) -> Copy:
    if rng.uniform() >= _EDITED:
        return Copy(image, _ORIGINAL_QUALITY)
    edit: Callable[[Image.Image, Rng], Copy] = EDITS[str(rng.choice(sorted(EDITS)))]
    return edit(image, rng)


def opened(path: Path) -> Image.Image:
    """Return a photo upright, in colour."""
    with Image.open(path) as image:
        return ImageOps.exif_transpose(image).convert("RGB")


@contextmanager
def _written(copy: Copy, path: Path) -> Iterator[None]:
    """Write a copy's file, without tags, for as long as it is looked at."""
    copy.image.save(path, quality=copy.quality)
    try:
        yield
    finally:
        path.unlink()
