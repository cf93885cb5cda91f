"""An event as a method under test sees it: numbers, and the truth kept apart.

Every suite, from real photos to a simulation of a million, yields these.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from coincide.model import Floats, Indices, Photo, PhotoTable, Singles
from coincide.model.soundlags import HeardTie
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import FrameRows

# how hidden offsets are drawn; "recorded": none added, the clocks are as they were
OffsetsKind = Literal["continuous", "hours", "reset", "recorded"]
# "known": may count; "inferred": only "agrees with what was inferred"; "none": nobody knows
TruthKind = Literal["known", "inferred", "none"]

OFFSETS_KINDS: tuple[OffsetsKind, ...] = get_args(OffsetsKind)


@dataclass(frozen=True, slots=True)
class PlantedJump:
    """A clock that was set anew: from row ``photo`` of its gallery on, ``step_s`` more is due.

    So it is what a method should find as :class:`coincide.model.Jump`: a clock put forward
    has a negative step. ``n_linked_before``, ``n_linked_after``: photos on either side that
    share a moment with a photo of another gallery, without which nothing could tell.
    """

    gallery: str
    photo: int
    step_s: float
    n_linked_before: int
    n_linked_after: int


@dataclass(frozen=True)
class PhotosAtHand:
    """The photos of a trial, row by row of its table, and the store of what they showed closer."""

    photos: tuple[Photo, ...]
    store: Path


@dataclass(frozen=True)
class BenchEvent:
    """One trial. ``features`` by name, (N, D) each: "pooled", and "vlad" where photos exist.

    ``name`` says what was dealt, e.g. "jiuzhaigou_2016/k5/a0.6"; ``cluster`` the event
    behind it, because results of one cluster are not independent; ``seed`` the deal.
    ``truth`` holds offset_s of every gallery that belongs to the event, also of one without
    photos, which nobody can place; a gallery of the table that is not in it is a stranger,
    whose right answer is "unplaced". Of a clock with ``jumps`` it holds for the first photo.
    ``recoverable`` are the galleries that share enough with the anchor's component to be
    found at all. ``beliefs`` are what the tags say of the clocks, where a suite allows them.
    ``at_hand``: the photos, where a method may look at them closer, as the product does.
    ``frames`` and ``heard``: what clips show and have heard, by rows, where there are clips.
    """

    suite: str
    name: str
    cluster: str
    seed: int
    offsets_kind: OffsetsKind
    table: PhotoTable
    features: Mapping[str, Singles]
    anchor: str
    truth: Mapping[str, float]
    truth_kind: TruthKind
    recoverable: frozenset[str]
    tolerance_s: float = 0.0  # the truth itself is only this exact
    jumps: tuple[PlantedJump, ...] = ()
    beliefs: tuple[ClockBelief, ...] = ()
    at_hand: PhotosAtHand | None = None
    frames: FrameRows | None = None
    heard: tuple[HeardTie, ...] = ()

    @property
    def strangers(self) -> frozenset[str]:
        """Galleries of another event: to be left unplaced."""
        return frozenset(self.table.names) - frozenset(self.truth)

    @property
    def span_s(self) -> float:
        """True time from the event's first photo to its last."""
        first, last = np.inf, -np.inf
        for number, name in enumerate(self.table.names):
            if name in self.truth:
                times_s = self.table.camera_time_s[self.table.rows(number)] + self.truth[name]
                first, last = min(first, times_s[0]), max(last, times_s[-1])
        return float(last - first)


def draw_hidden_s(rng: np.random.Generator, kind: OffsetsKind, n_galleries: int) -> Floats:
    """Return what to add to each gallery's true times, (n_galleries,), in whole seconds.

    "continuous": badly set clocks, σ = 6 h. "hours": wrong zones. "reset": started again
    years ago. Each kind leaves its mark on methods with priors, so they are reported apart.
    """
    if kind == "continuous":
        return np.round(rng.normal(0.0, 6 * HOUR_S, n_galleries))
    if kind == "hours":
        return rng.integers(-11, 13, n_galleries).astype(np.float64) * HOUR_S
    if kind == "reset":
        years = rng.integers(3, 30, n_galleries) * 365.25 * DAY_S
        return -np.round(years + rng.uniform(0, 30 * DAY_S, n_galleries))
    return np.zeros(n_galleries)


def hide_offsets(event: BenchEvent, hidden_s: Floats, kind: OffsetsKind) -> BenchEvent:
    """Return the event with ``hidden_s`` added to each gallery's clock, (n_galleries,)."""
    table = event.table
    added = dict(zip(table.names, hidden_s.tolist(), strict=True))
    camera_time_s = table.camera_time_s + np.repeat(hidden_s, np.diff(table.starts))
    return replace(
        event,
        offsets_kind=kind,
        table=replace(table, camera_time_s=camera_time_s),
        truth={name: offset_s - added.get(name, 0.0) for name, offset_s in event.truth.items()},
        beliefs=move_beliefs(event.beliefs, added),
    )


def move_beliefs(
    beliefs: Iterable[ClockBelief], added_s: Mapping[str, float]
) -> tuple[ClockBelief, ...]:
    """Return what is believed of clocks that now show ``added_s`` more than they did."""
    return tuple(
        replace(belief, offset_s=belief.offset_s - added_s.get(belief.gallery, 0.0))
        for belief in beliefs
    )


def keep_photos(event: BenchEvent, rows: Indices) -> BenchEvent:
    """Return the event of some of its photos, ``rows`` ascending; a gallery of none is gone.

    Who is still recoverable is for the caller to say.
    """
    if event.jumps:
        raise ValueError(f"the jumps of {event.name} name photos by row: drop none of them")
    if event.frames is not None or event.heard:
        raise ValueError(f"the clips of {event.name} are named by row: drop none of its photos")
    table = event.table
    sizes = np.bincount(table.gallery_of(rows), minlength=table.n_galleries)
    held = np.flatnonzero(sizes)
    return replace(
        event,
        table=PhotoTable(
            names=tuple(table.names[gallery] for gallery in held),
            starts=np.concatenate([[0], np.cumsum(sizes[held])]).astype(np.int64),
            camera_time_s=table.camera_time_s[rows],
            position_deg=table.position_deg[rows],
            scene_ev=table.scene_ev[rows],
        ),
        features={name: vectors[rows] for name, vectors in event.features.items()},
    )


def recoverable_galleries(
    names: tuple[str, ...], moments: Mapping[str, frozenset[int]], anchor: str, *, at_least: int = 3
) -> frozenset[str]:
    """Return the galleries connected to the anchor by edges of enough shared moments.

    ``moments`` of a gallery are the numbers of the moments it holds a photo of. The anchor
    itself is not in the result: there is nothing to recover.
    """
    reached, frontier = {anchor}, [anchor]
    for text in frontier:
        for other in names:
            if other not in reached and len(moments[text] & moments[other]) >= at_least:
                reached.add(other)
                frontier.append(other)
    return frozenset(reached - {anchor})
