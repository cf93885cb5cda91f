"""What a device's headers mean, start or end, settled by what its clips have heard.

The clips of one device were written in one way. Where the wrong one is taken, clips of different
lengths lie beside what they heard by different amounts, and no offset mends that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import ClipShift, Event, Floats, Gallery, Offsets, Photo, ReadingKind
from coincide.project.heard import MEANING_LEAST_LOG, Meanings, late_s
from coincide.solver.joint import Solution
from coincide.sound.overheard import Overheard

# a header tells whole seconds, and recording begins a moment after: so near is where it says
_HEADER_SD_S = 1.5
# what is known of a clock before its clips are asked: by its photos, and without any
_BY_PHOTOS_S, _BY_NOTHING_S = 20.0, 600.0
# a meaning is taken that is not the maker's usual one when it says so much more (nats)
_LEAST_GAIN = 3.0
_ROUNDS = 3


def settle_meanings(
    event: Event, offsets: Offsets, overheard: Sequence[Overheard]
) -> dict[str, ReadingKind]:
    """Return what the headers of each gallery's clips mean, by gallery, where that is open.

    By what clips have heard, with galleries about where ``offsets`` have them.
    """
    asked = {one.name: _kinds(one) for one in event.galleries}
    asked = {name: kinds for name, kinds in asked.items() if len(kinds) > 1}
    meant: dict[str, ReadingKind] = {name: kinds[0] for name, kinds in asked.items()}
    ties = list(_ties(event, offsets, overheard))
    for _ in range(_ROUNDS):
        before = dict(meant)
        for name, kinds in asked.items():
            own = [tie for tie in ties if name in (tie.first, tie.second)]
            scores = {kind: _score(event, name, kind, meant, own) for kind in kinds}
            best = max(kinds, key=lambda kind: scores[kind])
            if scores[best] >= scores[kinds[0]] + _LEAST_GAIN:
                meant[name] = best
            else:
                meant[name] = kinds[0]
        if meant == before:
            break
    return meant


def with_clips(event: Event, offsets: Offsets, solution: Solution, meant: Meanings) -> Offsets:
    """Return offsets with what is known of single clips: by how much their times are to move."""
    tuned, photos = solution.tuned, list(event.photos)
    begun_s = {} if tuned is None else {photos[row].key: at for row, at in tuned.start_s.items()}
    placements = []
    for gallery, placement, solved in zip(
        event.galleries, offsets.placements, solution.offsets.placements, strict=True
    ):
        shifts = []
        for photo in gallery.photos:
            by_s = late_s(photo, meant.get(gallery.name)) or 0.0
            if photo.key in begun_s and solved.offset_s is not None:
                by_s += begun_s[photo.key] - photo.camera_time_s - solved.offset_s
            if by_s:
                shifts.append(ClipShift(photo.key, by_s))
        placements.append(replace(placement, clips=tuple(shifts)))
    return replace(offsets, placements=tuple(placements))


def _kinds(gallery: Gallery) -> list[ReadingKind]:
    """Return what the headers of a gallery's clips may mean, as usual for the maker first."""
    kinds: dict[ReadingKind, None] = {}
    for photo in gallery.photos:
        readings = () if photo.clip is None else photo.clip.readings
        for one in readings:
            likely = one.log_prior - readings[0].log_prior >= MEANING_LEAST_LOG
            if one.kind != "saved" and one.clock == readings[0].clock and likely:
                kinds.setdefault(one.kind)
    return list(kinds)


@dataclass(frozen=True, slots=True)
class _Tie:
    """A tie between two galleries' clips as placed: by how much each lag is off as times say."""

    first: str
    second: str
    clips: tuple[Photo, Photo]
    off_s: Floats
    nats: Floats


def _ties(event: Event, offsets: Offsets, overheard: Sequence[Overheard]) -> Iterator[_Tie]:
    there = {photo.key: (one.name, photo) for one in event.galleries for photo in one.photos}
    for one in overheard:
        if one.first not in there or one.second not in there:
            continue
        (first, a), (second, b) = there[one.first], there[one.second]
        from_s, to_s = offsets[first].offset_s, offsets[second].offset_s
        if first == second or from_s is None or to_s is None:
            continue
        apart_s = b.camera_time_s + to_s - a.camera_time_s - from_s
        off_s = apart_s - np.array([lag.lag_s for lag in one.lags])
        yield _Tie(first, second, (a, b), off_s, np.array([lag.weight for lag in one.lags]))


def _score(
    event: Event, name: str, kind: ReadingKind, meant: Meanings, ties: Sequence[_Tie]
) -> float:
    """Return how well a meaning of one gallery's headers fits all that its clips have heard.

    The gallery may be a little elsewhere then, as far as its photos leave that open.
    """
    off_s, nats = [], []
    for tie in ties:
        own = 0 if tie.first == name else 1
        other = tie.second if own == 0 else tie.first
        own_s, other_s = late_s(tie.clips[own], kind), late_s(tie.clips[1 - own], meant.get(other))
        if own_s is None or other_s is None:
            continue
        sign = 1.0 if own == 1 else -1.0
        off_s.append(sign * tie.off_s + own_s - other_s)
        nats.append(tie.nats)
    prior = _log_prior(event, name, kind)
    if not off_s:
        return prior
    gallery = next(one for one in event.galleries if one.name == name)
    photos = sum(photo.clip is None for photo in gallery.photos)
    sd_s = _BY_PHOTOS_S if photos else _BY_NOTHING_S
    tried_s = np.unique(np.concatenate([[0.0], *(-off for off in off_s)]))
    tried_s = tried_s[np.abs(tried_s) <= 3 * sd_s]
    total = -((tried_s / sd_s) ** 2) / 2
    for off, says in zip(off_s, nats, strict=True):
        near = np.exp(-(((off[:, None] + tried_s[None, :]) / _HEADER_SD_S) ** 2) / 2)
        total += np.log1p((np.expm1(says)[:, None] * near).max(axis=0))
    return prior + float(total.max())


def _log_prior(event: Event, name: str, kind: ReadingKind) -> float:
    """Return the mean over a gallery's clips: they have one maker, which counts once."""
    gallery = next(one for one in event.galleries if one.name == name)
    logs = [
        one.log_prior
        for photo in gallery.photos
        if photo.clip is not None
        for one in photo.clip.readings
        if one.kind == kind and one.clock == photo.clip.readings[0].clock
    ]
    return float(np.mean(logs)) if logs else 0.0
