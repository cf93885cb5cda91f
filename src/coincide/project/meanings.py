"""What a device's headers mean, start or end, settled by what its clips have heard.

The clips of one device were written in one way. Where the wrong one is taken, clips of different
lengths lie beside what they heard by different amounts, and no offset mends that.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from coincide.model import ClipShift, Event, Floats, Gallery, Offsets, Photo, ReadingKind
from coincide.project.heard import Meanings, late_s, open_readings
from coincide.solver.joint import Solution
from coincide.sound.overheard import Overheard

# so near two clips are where their headers say: each tells whole seconds, and recording begins a
# moment after, 0.6 s of each and the root of two
_MEANING_SD_S = 0.9
# a clock may be so far from where it was solved to be, with its clips' headers misread: no phone's
# clip is longer as a rule
_MEANING_REACH_S = 600.0
# a meaning that is not the maker's usual one is taken when it says so much more (nats): equals are
# not swapped
_UNUSUAL_GAIN = 0.5
# a meaning that says no less than this below the one taken is still open, one in fifty: the
# interval reaches to where the gallery would be by it
_OPEN_NATS = 4.0
# rounds of settling each gallery by the others: more change nothing
_MEANING_ROUNDS = 5

# what all but sound says of a gallery's being elsewhere by some seconds, in nats
Elsewhere = Callable[[str, Floats], Floats]


@dataclass(frozen=True, slots=True)
class Settled:
    """What the headers of galleries mean, where that is open.

    ``other_s``: where a gallery would be, from where it is, if its headers meant something else,
    of those of which that is hardly less likely.
    """

    meant: dict[str, ReadingKind]
    other_s: dict[str, float]


def settle_meanings(
    event: Event,
    offsets: Offsets,
    overheard: Sequence[Overheard],
    elsewhere: Elsewhere | None = None,
) -> Settled:
    """Return what the headers of each gallery's clips mean, by gallery, where that is open.

    By what clips have heard, with galleries about where ``offsets`` have them: one whose headers
    mean something else is elsewhere too, as far as ``elsewhere`` lets it; None: nothing is known.
    """
    asked = {one.name: _kinds(one) for one in event.galleries}
    asked = {name: kinds for name, kinds in asked.items() if len(kinds) > 1}
    meant: dict[str, ReadingKind] = {name: kinds[0] for name, kinds in asked.items()}
    moved_s, other_s = dict.fromkeys(asked, 0.0), dict[str, float]()
    ties = list(_ties(event, offsets, overheard))
    for _ in range(_MEANING_ROUNDS):
        before = dict(meant)
        for name, kinds in asked.items():
            own = [tie for tie in ties if name in (tie.first, tie.second)]
            away = _anywhere if elsewhere is None else partial(elsewhere, name)
            state = _State(meant, moved_s)
            found = {kind: _score(event, name, kind, state, own, away) for kind in kinds}
            best = max(kinds, key=lambda kind: found[kind].nats)
            if found[best].nats < found[kinds[0]].nats + _UNUSUAL_GAIN:
                best = kinds[0]
            meant[name], moved_s[name] = best, found[best].shift_s
            rivals = [
                one
                for kind, one in found.items()
                if kind != best and one.nats > found[best].nats - _OPEN_NATS and own
            ]
            other_s.pop(name, None)
            if rivals:
                other_s[name] = max(rivals, key=lambda one: one.nats).shift_s - moved_s[name]
        if meant == before:
            break
    return Settled(meant, other_s)


def _anywhere(shifts_s: Floats) -> Floats:
    return -((shifts_s / _MEANING_REACH_S) ** 2) / 2


def odds_but_sound(solution: Solution, name: str, shifts_s: Floats) -> Floats:
    """Return what clocks and photos say of a gallery's being elsewhere than it was solved to be.

    Beside the others where sound has them: that may be seconds from where they were before.
    """
    board = solution.board
    number = board.evidence.table.names.index(name)
    if number not in (*board.members, *board.outliers) or len(board.members) < 2:
        return _anywhere(shifts_s)
    at_s = board.offset_s.copy()
    for one, placement in enumerate(solution.offsets.placements):
        # on the board clocks are as if they had never jumped
        if placement.offset_s is not None and not placement.jumps:
            at_s[one] = placement.offset_s
    deaf = replace(board, knowledge=replace(board.knowledge, heard=None), offset_s=at_s)
    return deaf.odds((number,), shifts_s)


def with_open_meanings(offsets: Offsets, other_s: Mapping[str, float]) -> Offsets:
    """Return offsets whose intervals reach to where a gallery is if its headers mean another."""
    placements = list(offsets.placements)
    for number, placement in enumerate(placements):
        found, away_s = placement.estimate, other_s.get(placement.gallery)
        if found is None or not away_s or found.basis.said or found.basis.source == "anchor":
            continue
        wide = replace(
            found,
            low_s=min(found.low_s, found.low_s + away_s),
            high_s=max(found.high_s, found.high_s + away_s),
        )
        placements[number] = replace(placement, estimate=wide)
    return replace(offsets, placements=tuple(placements))


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
    open_ = (one for photo in gallery.photos for one in open_readings(photo))
    return list(dict.fromkeys(one.kind for one in open_))


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


@dataclass(frozen=True, slots=True)
class _State:
    """What headers mean so far, and by how much galleries are elsewhere by that."""

    meant: Meanings
    moved_s: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Fit:
    """How well a meaning fits, and where its gallery is then."""

    nats: float
    shift_s: float


def _score(
    event: Event,
    name: str,
    kind: ReadingKind,
    state: _State,
    ties: Sequence[_Tie],
    elsewhere: Callable[[Floats], Floats],
) -> _Fit:
    """Return how well a meaning of one gallery's headers fits all that its clips have heard."""
    off_s, nats = [], []
    for tie in ties:
        own = 0 if tie.first == name else 1
        other = tie.second if own == 0 else tie.first
        own_s = late_s(tie.clips[own], kind)
        other_s = late_s(tie.clips[1 - own], state.meant.get(other))
        if own_s is None or other_s is None:
            continue
        sign = 1.0 if own == 1 else -1.0
        off_s.append(sign * tie.off_s + own_s - other_s - state.moved_s.get(other, 0.0))
        nats.append(tie.nats)
    prior = _log_prior(event, name, kind)
    if not off_s:
        return _Fit(prior, 0.0)
    tried_s = np.unique(np.concatenate([[0.0], *(-off for off in off_s)]))
    tried_s = tried_s[np.abs(tried_s) <= _MEANING_REACH_S]
    total = elsewhere(tried_s)
    for off, says in zip(off_s, nats, strict=True):
        near = np.exp(-(((off[:, None] + tried_s[None, :]) / _MEANING_SD_S) ** 2) / 2)
        total = total + np.log1p((np.expm1(says)[:, None] * near).max(axis=0))
    best = int(np.argmax(total))
    return _Fit(prior + float(total[best]), float(tried_s[best]))


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
