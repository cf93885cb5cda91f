"""One camera's real photos, dealt to pseudo-galleries: real pictures with an exact truth.

People stand together for a while and shoot the same thing: a *run* of shots. Each
pseudo-gallery attends a run or does not; the photos of a run go to those who attend it, each
photo to exactly one of them. Each pseudo-gallery has a virtual camera of its own, so nothing
of the one real camera holds them together, and a hidden offset.
"""

import hashlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Indices, Photo, PhotoTable, Singles
from coincide_bench.event import BenchEvent, OffsetsKind, draw_hidden_s, recoverable_galleries
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import SplitSet, load_split, split_sets
from coincide_bench.suites.vectors import SetVectors, rendered_vectors
from coincide_bench.suites.virtual_cameras import CAMERAS

# A run is one moment, so it must be short beside the 300 s within which a gallery counts as
# rightly placed; and an event of 20 minutes must still have several of them.
RUN_GAP_S = 120.0
RUN_LENGTH_S = 180.0

SIZES = (3, 5, 8)
ATTENDANCES = (0.3, 0.6, 1.0)
# the deals that are also given offsets of every other kind, to tell methods with priors apart
ALL_KINDS_AT = (5, 0.6)
OTHER_KINDS: tuple[OffsetsKind, ...] = ("hours", "reset")

# two meters disagree by about so much about one scene: a constant of each gallery, in EV
METER_EV = 0.3

# a gallery of one or two photos has no rhythm and next to no evidence: it is left out
MIN_PHOTOS = 3
# a set is not dealt where a gallery would get fewer photos than this on average
MIN_EXPECTED = 5.0
# deals that leave fewer than two galleries are drawn again; this many in a row are no chance
MAX_DRAWS = 1000


@dataclass(frozen=True)
class Deal:
    """The photos of each gallery, ascending, its virtual camera by number, and its meter's error.

    Virtual cameras change what is seen, not the tags; the meter stands in for theirs.
    """

    rows: tuple[Indices, ...]
    cameras: tuple[int, ...]
    meters_ev: tuple[float, ...]


@dataclass(frozen=True)
class Part:
    """One gallery on its way into an event: camera time = true time + ``hidden_s``.

    times_s: (n,) true times, ascending. position_deg: (n, 2). scene_ev: (n,). ``moments``:
    the numbers of the runs it holds a photo of. A ``stranger`` is of another event.
    """

    times_s: Floats
    position_deg: Floats
    scene_ev: Floats
    features: Mapping[str, Singles]
    moments: frozenset[int]
    hidden_s: float
    stranger: bool = False


@dataclass(frozen=True)
class DealtSet:
    """A set ready to be dealt: its photos as columns, and all their vectors."""

    name: str
    cluster: str
    times_s: Floats
    position_deg: Floats
    scene_ev: Floats
    runs: Indices
    vectors: SetVectors


def split_events(
    seeds: Sequence[int], context: BenchContext, *, gps: bool = False
) -> Iterator[BenchEvent]:
    """Yield all deals of all sets at hand; with ``gps`` those whose positions are real.

    The deals and the hidden offsets are the same with and without positions.
    """
    for wanted in split_sets(context):
        if wanted.positions or not gps:
            dealt = open_set(wanted, context)
            if dealt is not None:
                for seed in seeds:
                    yield from _deals_of(dealt, seed, gps=gps)


def split_gps_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the deals with GPS positions: a suite of its own, for methods that use them."""
    return split_events(seeds, context, gps=True)


def open_set(wanted: SplitSet, context: BenchContext) -> DealtSet | None:
    """Return a set with its vectors, or None where it is not at hand."""
    photos = load_split(context, wanted)
    if photos is None:
        return None
    return make_set(wanted, photos, rendered_vectors(photos, context))


def make_set(wanted: SplitSet, photos: Sequence[Photo], vectors: SetVectors) -> DealtSet:
    """Return photos and their vectors as columns; photos by camera time."""
    times_s = np.array([photo.camera_time_s for photo in photos], dtype=np.float64)
    places = [photo.position for photo in photos]
    position_deg = np.array(
        [(np.nan, np.nan) if p is None else (p.latitude_deg, p.longitude_deg) for p in places]
    )
    return DealtSet(
        name=wanted.name,
        cluster=wanted.folder,
        times_s=times_s,
        position_deg=position_deg,
        scene_ev=scene_ev_of(photos),
        runs=find_runs(times_s),
        vectors=vectors,
    )


def scene_ev_of(photos: Sequence[Photo]) -> Floats:
    """Return how bright the scenes were, NaN where a photo does not say."""
    return np.array([photo.scene_ev for photo in photos], dtype=np.float64)


def _deals_of(dealt: DealtSet, seed: int, *, gps: bool) -> Iterator[BenchEvent]:
    for k, attendance in itertools.product(SIZES, ATTENDANCES):
        if not is_large_enough(len(dealt.times_s), k, attendance):
            continue
        name = deal_name(dealt.name, k, attendance)
        deal = deal_photos(dealt.runs, k, attendance, make_rng(seed, name))
        others = OTHER_KINDS if (k, attendance) == ALL_KINDS_AT else ()
        for kind in ("continuous", *others):
            yield assemble(
                parts_of(dealt, deal, hidden_of(deal, seed, name, kind), gps=gps),
                suite="splits-gps" if gps else "splits",
                name=name,
                cluster=dealt.cluster,
                seed=seed,
                offsets_kind=kind,
            )


def deal_name(set_name: str, k: int, attendance: float) -> str:
    """Return what a deal is called.

    >>> deal_name("jiuzhaigou_2016", 5, 0.6)
    'jiuzhaigou_2016/k5/a0.6'
    """
    return f"{set_name}/k{k}/a{attendance}"


def make_rng(seed: int, *words: str) -> np.random.Generator:
    """Return the generator of one deal; by name, so that a new set changes no other deal."""
    digest = hashlib.sha256("\n".join(words).encode()).digest()
    return np.random.default_rng([seed, int.from_bytes(digest[:8], "big")])


def hidden_of(deal: Deal, seed: int, name: str, kind: OffsetsKind) -> Floats:
    """Return the hidden offset of each gallery of a deal, drawn apart from the deal itself."""
    return draw_hidden_s(make_rng(seed, name, kind), kind, len(deal.rows))


def find_runs(times_s: Floats) -> Indices:
    """Return the number of the run each photo belongs to; times ascend.

    >>> find_runs(np.array([0.0, 100.0, 170.0, 190.0, 400.0]))
    array([0, 0, 0, 1, 2])
    """
    numbers = np.zeros(len(times_s), np.int64)
    first = 0
    for row in range(1, len(times_s)):
        gap_s, length_s = times_s[row] - times_s[row - 1], times_s[row] - times_s[first]
        begins = gap_s > RUN_GAP_S or length_s > RUN_LENGTH_S
        first = row if begins else first
        numbers[row] = numbers[row - 1] + begins
    return numbers


def is_large_enough(n_photos: int, k: int, attendance: float) -> bool:
    """Tell whether k galleries would get enough photos each, on average."""
    share_dealt = 1.0 - (1.0 - attendance) ** k
    return n_photos * share_dealt / k >= MIN_EXPECTED


def deal_photos(runs: Indices, k: int, attendance: float, rng: np.random.Generator) -> Deal:
    """Deal photos to k galleries; a run that nobody attends is lost.

    Galleries of fewer than MIN_PHOTOS are dropped. A deal that leaves fewer than two is
    drawn again, and only such: any other choice would favour the deals that are easy.
    """
    for _ in range(MAX_DRAWS):
        attends = rng.random((int(runs[-1]) + 1, k)) < attendance
        chance = np.where(attends[runs], rng.random((len(runs), k)), -1.0)
        owner = np.where(chance.max(axis=1) < 0, -1, chance.argmax(axis=1))
        cameras = rng.permutation(len(CAMERAS))[:k]
        held = [(np.flatnonzero(owner == n), int(camera)) for n, camera in enumerate(cameras)]
        kept = [(rows, camera) for rows, camera in held if len(rows) >= MIN_PHOTOS]
        if len(kept) >= 2:
            # spawned: what is drawn from ``rng`` after this deal does not change
            meters = rng.spawn(1)[0].uniform(-METER_EV, METER_EV, len(kept))
            return Deal(
                rows=tuple(rows for rows, _ in kept),
                cameras=tuple(camera for _, camera in kept),
                meters_ev=tuple(meters.tolist()),
            )
    raise ValueError(f"{len(runs)} photos are too few for {k} galleries at {attendance}")


def parts_of(
    dealt: DealtSet, deal: Deal, hidden_s: Floats, *, gps: bool = False, stranger: bool = False
) -> list[Part]:
    """Return the galleries of a deal, each with its own virtual camera and offset."""
    return [
        Part(
            times_s=dealt.times_s[rows],
            position_deg=dealt.position_deg[rows] if gps else np.full((len(rows), 2), np.nan),
            scene_ev=dealt.scene_ev[rows] + meter_ev,
            features=dealt.vectors.features(rows, np.full(len(rows), camera)),
            moments=frozenset(dealt.runs[rows].tolist()),
            hidden_s=float(hidden),
            stranger=stranger,
        )
        for rows, camera, meter_ev, hidden in zip(
            deal.rows, deal.cameras, deal.meters_ev, hidden_s, strict=True
        )
    ]


def assemble(
    parts: Sequence[Part],
    *,
    suite: str,
    name: str,
    cluster: str,
    seed: int,
    offsets_kind: OffsetsKind,
    names: Sequence[str] | None = None,
) -> BenchEvent:
    """Return the event of some galleries, by default g0, g1, …; strangers have no truth.

    The first gallery that is no stranger is the anchor. The order of a deal is random, so
    that is a random gallery: no method can gain from knowing how the anchor is chosen.
    """
    names = tuple(names or (f"g{number}" for number in range(len(parts))))
    own = {name: part for name, part in zip(names, parts, strict=True) if not part.stranger}
    anchor = next(iter(own))
    moments = {name: part.moments for name, part in own.items()}
    return BenchEvent(
        suite=suite,
        name=name,
        cluster=cluster,
        seed=seed,
        offsets_kind=offsets_kind,
        table=_table(names, parts),
        features={
            feature: np.concatenate([part.features[feature] for part in parts])
            for feature in parts[0].features
        },
        anchor=anchor,
        truth={name: -part.hidden_s for name, part in own.items()},
        truth_kind="known",
        recoverable=recoverable_galleries(tuple(own), moments, anchor),
    )


def _table(names: tuple[str, ...], parts: Sequence[Part]) -> PhotoTable:
    sizes = [len(part.times_s) for part in parts]
    return PhotoTable(
        names=names,
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        camera_time_s=np.concatenate([part.times_s + part.hidden_s for part in parts]),
        position_deg=np.concatenate([part.position_deg for part in parts]),
        scene_ev=np.concatenate([part.scene_ev for part in parts]),
    )
