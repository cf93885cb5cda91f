"""Whole events by sound: solved as the product solves them, and where everybody ended up."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import numpy as np

from coincide.features.backbones import Backbone, Preprocess
from coincide.model import (
    Clip,
    Estimate,
    Event,
    Gallery,
    HeaderReading,
    Photo,
    ReadingKind,
    Singles,
)
from coincide.model.words import reasons_in_words
from coincide.project.options import SyncOptions
from coincide.project.read.features import EventFeatures
from coincide.project.solve.featurecache import Held
from coincide.project.solve.run import SyncResult, Work
from coincide.project.solve.sync import solve
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.options import JointOptions
from coincide.sound.model import Overheard
from coincide_bench.sound.evenings import CAMERA, PHONE, Evening, Filmer, Item, Rng, Take, rng_of
from coincide_bench.sound.export import Exported, exported
from coincide_bench.wholeplan.lines import offsets_lines

# what makers are known to write, as the reader of headers has it
SHARES: dict[str, dict[ReadingKind, float]] = {
    PHONE.label: {"end": 0.85, "start": 0.13},
    CAMERA.label: {"start": 0.87, "end": 0.05},
}
# a header is written a moment after recording begins or ends
LATE_S = 0.3
# so near to where sound has two clips the result has them
HELD_S = 0.5
DIM, N_SPOTS = 48, 6
# what a picture shows: where it was, what happened, how this camera sees, and all else
SPOT, MOMENT, OWN, NOISE = 0.7, 0.7, 0.3, 0.5
NO_NETWORK = Backbone(
    "drawn", Path("none"), "none", Preprocess((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)), (), ()
)


@dataclass(frozen=True)
class Found:
    """Where one gallery ended up; ``error_s`` beside the others, None where it is unplaced.

    ``clip_errors_s``: of each of its clips that sound has moved to a place of its own; ``reach_s``:
    half of its interval, and ``inside``: whether it is within that. ``sure_off_s``: how far the
    result is from each tie of its clips that sound vouches for, None where one is not placed;
    ``beside``: whether it lies where it is said to, or within half a second of it, beside the clock
    that it is told against, which few others may agree with.
    """

    name: str
    stranger: bool
    n_clips: int
    n_tied: int
    certain: bool
    error_s: float | None
    clip_errors_s: tuple[float, ...]
    reach_s: float | None
    inside: bool
    reasons: tuple[str, ...]
    sure_off_s: tuple[float | None, ...] = ()
    beside: bool = True

    @property
    def n_held(self) -> int:
        """How many ties that sound vouches for the result has to half a second."""
        return sum(value is not None and value <= HELD_S for value in self.sure_off_s)

    @property
    def certain_and_wrong(self) -> bool:
        """Whether it is called certain and is not where it is said to be."""
        return self.certain and (self.stranger or not self.beside)

    def within(self, limit_s: float) -> bool:
        """Tell whether its clock is right to so many seconds."""
        return self.error_s is not None and abs(self.error_s) <= limit_s


@dataclass(frozen=True)
class EveningRun:
    """An event that was solved, how long that took, and the answer in numbers."""

    seed: int
    found: tuple[Found, ...]
    n_ties: int
    n_wrong: int
    seconds: float
    lines: tuple[str, ...] = ()
    exported: Exported | None = None


def solve_evening(
    evening: Evening,
    overheard: Sequence[Overheard],
    *,
    pictures: bool = False,
    clocks: bool = False,
    joint: JointOptions = JointOptions(),
    anchored: bool = True,
) -> EveningRun:
    """Solve an event by what its clips have heard, by pictures and clocks too where asked.

    ``anchored``: beside the first camera's clock, whatever that is worth; else one is chosen.
    """
    event = make_event(evening)
    blind: Singles = np.ones((event.n_photos, DIM), np.float32)
    look = make_look(evening, event) if pictures else blind
    kinds = joint.evidence.kinds if pictures else ("sound",)
    priors = joint.priors if clocks else tuple(prior for prior in joint.priors if prior != "clocks")
    joint = replace(joint, priors=priors, evidence=replace(joint.evidence, kinds=kinds))
    anchor = evening.filmers[0].name if anchored else None
    options = SyncOptions(joint=joint, anchor=anchor, verify=False)
    colours = np.full((event.n_photos, 3), 3**-0.5, np.float32)
    features = EventFeatures(event, ("drawn",), [look], colours, 0, tuple(overheard))
    began = time.perf_counter()
    work = Work(None, options, lambda *_: None)
    result = solve(Held(features, NO_NETWORK, options), event, work, hints=NO_HINTS)
    seconds = time.perf_counter() - began
    n_wrong = sum(_is_wrong(evening, tie) for tie in overheard)
    lines = offsets_lines(result.offsets)
    found, clips = judge(evening, result), exported(evening, result)
    return EveningRun(evening.seed, found, len(overheard), n_wrong, seconds, lines, clips)


def make_event(evening: Evening) -> Event:
    """Return an event as it is read from files: headers in whole seconds, start or end open."""
    rng = rng_of(evening.seed, "headers")
    galleries = []
    for filmer in evening.filmers:
        photos = [
            *(_clip(filmer, number, take, rng) for number, take in enumerate(filmer.takes)),
            *(_photo(filmer, number, take) for number, take in enumerate(filmer.photos)),
        ]
        photos.sort(key=lambda photo: photo.camera_time_s)
        galleries.append(Gallery(filmer.name, tuple(photos)))
    return Event("evening", tuple(galleries))


def _photo(filmer: Filmer, number: int, take: Take) -> Photo:
    time_s = float(np.floor(take.from_s + filmer.ahead_s))
    name = f"{filmer.name} photo {number}"
    return Photo(Path(f"/{name}.jpg"), name, time_s, time_s, device=filmer.device)


def _clip(filmer: Filmer, number: int, take: Take, rng: Rng) -> Photo:
    meant_s = take.from_s if filmer.writes == "start" else take.to_s
    header_s = float(np.floor(meant_s + filmer.ahead_s + rng.uniform(0, LATE_S)))
    shares = sorted(SHARES[filmer.device.label].items(), key=lambda item: -item[1])
    readings = tuple(
        HeaderReading(
            kind,
            "local",
            header_s - (take.length_s if kind == "end" else 0.0),
            float(np.log(share)),
        )
        for kind, share in shares
    )
    name, time_s = f"{filmer.name} clip {number}", readings[0].start_s
    clip = Clip(take.length_s, True, readings)
    path = Path(f"/{name}.mp4")
    return Photo(path, name, time_s, time_s, filmer.device, time_from="video", clip=clip)


def make_look(evening: Evening, event: Event) -> Singles:
    """Return what a network may see of each photo and clip: places that look alike all evening."""
    rng = rng_of(evening.seed, "look")
    spots = rng.normal(size=(2, N_SPOTS, DIM))
    scenes = {
        stranger: {
            item: SPOT * spots[int(stranger), int(rng.integers(N_SPOTS))]
            + MOMENT * rng.normal(size=DIM)
            for item in items
        }
        for stranger, items in ((False, evening.here), (True, evening.elsewhere))
    }
    true_s = true_times(evening)
    rows = []
    for filmer in evening.filmers:
        own = OWN * rng.normal(size=DIM)
        gallery = next(candidate for candidate in event.galleries if candidate.name == filmer.name)
        for photo in gallery.photos:
            item = _item_at(evening.programme(filmer), true_s[photo.key])
            rows.append(scenes[filmer.stranger][item] + own + NOISE * rng.normal(size=DIM))
    look: Singles = np.array(rows, np.float32)
    look /= np.linalg.norm(look, axis=1, keepdims=True)
    return look


def _item_at(programme: tuple[Item, ...], at_s: float) -> Item:
    return [item for item in programme if item.from_s <= at_s][-1]


def true_times(evening: Evening) -> dict[str, float]:
    """Return when each photo was taken and each clip began, by key."""
    return {
        f"{filmer.name} {kind} {number}": take.from_s
        for filmer in evening.filmers
        for kind, takes in (("clip", filmer.takes), ("photo", filmer.photos))
        for number, take in enumerate(takes)
    }


def _is_wrong(evening: Evening, tie: Overheard) -> bool:
    """Tell whether the best lag of a tie is not that of its clips."""
    true_s = true_times(evening)
    return bool(abs(true_s[tie.second] - true_s[tie.first] - tie.lags[0].lag_s) > 1.0)


def tied_keys(result: SyncResult) -> frozenset[str]:
    """Return the clips whose place sound tells."""
    trace = result.trace
    tuned = None if trace is None else trace.solution.tuned
    photos = list(result.event.photos)
    return frozenset() if tuned is None else frozenset(photos[row].key for row in tuned.start_s)


def judge(evening: Evening, result: SyncResult) -> tuple[Found, ...]:
    """Return where everybody is, beside where most members are: whose clock is right is open."""
    true_s, tied = true_times(evening), tied_keys(result)
    raw, clips = {}, {}
    for filmer, gallery in zip(evening.filmers, result.event.galleries, strict=True):
        placement = result.offsets[filmer.name]
        if placement.offset_s is None:
            continue
        raw[filmer.name] = placement.offset_s + filmer.ahead_s
        moved = {clip.key: clip.shift_s for clip in placement.clips}
        clips[filmer.name] = [
            photo.camera_time_s + placement.offset_s + moved[photo.key] - true_s[photo.key]
            for photo in gallery.photos
            if photo.key in tied and photo.key in moved
        ]
    members = [
        raw[filmer.name] for filmer in evening.filmers if not filmer.stranger and filmer.name in raw
    ]
    shift_s = median(members)
    all_clips = [error for clip in clips.values() for error in clip]
    clip_shift_s = median(all_clips) if all_clips else shift_s
    found = []
    for filmer in evening.filmers:
        placement, own = result.offsets[filmer.name], raw.get(filmer.name)
        estimate = placement.estimate
        apart_s = None if own is None else own - raw[result.offsets.anchor]
        found.append(
            Found(
                filmer.name,
                filmer.stranger,
                len(filmer.takes),
                sum(key.startswith(f"{filmer.name} ") for key in tied),
                placement.certain,
                None if own is None else own - shift_s,
                tuple(value - clip_shift_s for value in clips.get(filmer.name, [])),
                None if estimate is None else (estimate.high_s - estimate.low_s) / 2,
                own is not None and _is_inside(estimate, own - shift_s),
                reasons_in_words(placement),
                _sure_off_s(result, filmer.name),
                apart_s is not None and (abs(apart_s) <= HELD_S or _is_inside(estimate, apart_s)),
            )
        )
    return tuple(found)


def _sure_off_s(result: SyncResult, gallery: str) -> tuple[float | None, ...]:
    """Return how far the result is from each certain tie of a gallery."""
    table = result.event.table
    number = table.names.index(gallery)
    rows = table.rows(number)
    return tuple(
        pair.off_s
        for pair in result.heard
        if pair.sure and any(rows.start <= row < rows.stop for row in (pair.photo_a, pair.photo_b))
    )


def _is_inside(estimate: Estimate | None, error_s: float) -> bool:
    """Tell whether a gallery is where its interval says; an interval of nothing is the anchor's."""
    if estimate is None or estimate.high_s == estimate.low_s:
        return estimate is not None
    return bool(estimate.low_s <= estimate.offset_s - error_s <= estimate.high_s)
