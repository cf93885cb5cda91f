"""What a device's headers mean, start or end, settled by what its clips have heard.

The clips of one device were written in one way. Where the wrong one is taken, clips of different
lengths lie beside what they heard by different amounts, and no offset mends that.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from coincide.model import ClipShift, Event, Floats, Gallery, Offsets, Photo, ReadingKind
from coincide.project.clips.evidence import Meanings, late_s, nats_of, open_readings
from coincide.project.clips.meaningfit import REACH_S, Column, Tied, settle
from coincide.solver.joint import JointSolution
from coincide.sound.model import Overheard

# a meaning that says no less than this below the one taken is still open, one in fifty: the
# interval reaches to where the gallery would be by it
_OPEN_NATS = 4.0
# meanings as numbers; of headers that can mean one thing only, whatever that is: the last
_KINDS: tuple[ReadingKind, ...] = ("start", "end")
_AS_TOLD = len(_KINDS)

# what all but sound says of a gallery's being elsewhere by some seconds, in nats
Elsewhere = Callable[[str, Floats], Floats]


@dataclass(frozen=True, slots=True)
class Settled:
    """What the headers of galleries mean, where that is open.

    ``elsewhere_s``: by how much galleries are elsewhere if headers mean something else, for each
    way in which they may that is hardly less likely.
    """

    meant: dict[str, ReadingKind]
    elsewhere_s: tuple[dict[str, float], ...]


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
    away = elsewhere or (lambda _name, shifts_s: _anywhere(shifts_s))
    columns = _columns(event, offsets, overheard)
    names = [gallery.name for gallery in event.galleries]
    tied = [
        Tied(*_meanings(event, one), columns.get(number), partial(away, one.name))
        for number, one in enumerate(event.galleries)
    ]
    state, rivals = settle(tied)
    meant: dict[str, ReadingKind] = {
        name: _KINDS[kind]
        for name, kind, one in zip(names, state.kind.tolist(), tied, strict=True)
        if len(one.kinds) > 1
    }
    apart_s = [rival.moved_s - state.moved_s for worse_by, rival in rivals if worse_by < _OPEN_NATS]
    elsewhere_s = (dict(zip(names, array.tolist(), strict=True)) for array in apart_s)
    return Settled(meant, tuple(elsewhere_s))


def _anywhere(shifts_s: Floats) -> Floats:
    return -((shifts_s / REACH_S) ** 2) / 2


def odds_but_sound(solution: JointSolution, name: str, shifts_s: Floats) -> Floats:
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


def with_open_meanings(offsets: Offsets, elsewhere_s: Sequence[Mapping[str, float]]) -> Offsets:
    """Return offsets whose intervals reach to where a gallery is if headers mean something else.

    Its own, or those of the clock that it is told against.
    """
    placements = list(offsets.placements)
    for number, placement in enumerate(placements):
        found, name = placement.estimate, placement.gallery
        if found is None or found.basis.said or found.basis.source == "anchor":
            continue
        away_s = [
            mapping.get(name, 0.0) - mapping.get(offsets.anchor, 0.0) for mapping in elsewhere_s
        ]
        wide = replace(
            found,
            low_s=found.low_s + min([0.0, *away_s]),
            high_s=found.high_s + max([0.0, *away_s]),
        )
        placements[number] = replace(placement, estimate=wide)
    return replace(offsets, placements=tuple(placements))


def with_clips(event: Event, offsets: Offsets, solution: JointSolution, meant: Meanings) -> Offsets:
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
    open_ = (reading for photo in gallery.photos for reading in open_readings(photo))
    return list(dict.fromkeys(reading.kind for reading in open_))


def _meanings(event: Event, gallery: Gallery) -> tuple[tuple[int, ...], dict[int, float]]:
    """Return what the headers of a gallery may mean, and what speaks for each."""
    kinds = _kinds(gallery)
    if len(kinds) < 2:
        return (_AS_TOLD,), {_AS_TOLD: 0.0}
    numbers = tuple(_KINDS.index(kind) for kind in kinds)
    priors = [_log_prior(event, gallery.name, kind) for kind in kinds]
    return numbers, dict(zip(numbers, priors, strict=True))


def _columns(event: Event, offsets: Offsets, overheard: Sequence[Overheard]) -> dict[int, Column]:
    """Return the ties of each gallery's clips as placed, once for each of its two galleries."""
    there = {
        photo.key: (number, photo)
        for number, one in enumerate(event.galleries)
        for photo in one.photos
    }
    found: dict[int, list[Column]] = defaultdict(list)
    for number, one in enumerate(overheard):
        if one.first not in there or one.second not in there:
            continue
        (first, a), (second, b) = there[one.first], there[one.second]
        from_s, to_s = (offsets[event.galleries[of].name].offset_s for of in (first, second))
        if first == second or from_s is None or to_s is None or not one.lags:
            continue
        apart_s = b.camera_time_s + to_s - a.camera_time_s - from_s
        off_s = apart_s - np.array([lag.lag_s for lag in one.lags])
        nats, n = np.array([nats_of(lag) for lag in one.lags]), len(one.lags)
        late_s = [np.tile(_late_s(photo), (n, 1)) for photo in (a, b)]
        tie, of_first, of_second = (np.full(n, value) for value in (number, first, second))
        no, yes = np.zeros(n, bool), np.ones(n, bool)
        found[second].append(Column(tie, off_s, nats, of_first, late_s[1], late_s[0], no))
        found[first].append(Column(tie, -off_s, nats, of_second, late_s[0], late_s[1], yes))
    return {number: Column.joined(parts) for number, parts in found.items()}


def _late_s(photo: Photo) -> Floats:
    """Return how much later than its time says a clip began, by each meaning; NaN: it has none."""
    late = [late_s(photo, kind) for kind in (*_KINDS, None)]
    return np.array([np.nan if value is None else value for value in late])


def _log_prior(event: Event, name: str, kind: ReadingKind) -> float:
    """Return the mean over a gallery's clips: they have one maker, which counts once."""
    gallery = next(item for item in event.galleries if item.name == name)
    logs = [
        reading.log_prior
        for photo in gallery.photos
        if photo.clip is not None
        for reading in photo.clip.readings
        if reading.kind == kind and reading.clock == photo.clip.readings[0].clock
    ]
    return float(np.mean(logs)) if logs else 0.0
