"""The histories of all clocks of a library: phones first, then the cameras beside them.

A clock learns from clocks that were solved before it and never the other way round, so nothing
that it says comes back to it, and an occasion counts once.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from coincide.library.evidence import NO_PHONE, Known, PhoneTrack, material_of, shown_by
from coincide.library.history.course import history_of
from coincide.library.history.material import ClockHistory, ClockMaterial
from coincide.library.history.witnesses import Reading, WitnessKind
from coincide.library.history.zones import Zones, zones_of
from coincide.library.photos import Clock, ClockId
from coincide.model import Floats
from coincide.solver.clocks.zones import split_zone

# only a clock that is as sure as this says anything to another
_SURE = 0.9


@dataclass(frozen=True, slots=True)
class Tie:
    """An occasion that two clocks were at: a photo at ``there`` by one is at ``here`` by the other.

    ``offset_s`` is what must be added to the clock of ``here`` to read that of ``there``.
    ``weight``: how likely that is, by the pictures; ``place`` is what people would call it.
    """

    occasion: str
    here: ClockId
    here_session: int
    there: ClockId
    there_session: int
    offset_s: float
    sd_s: float
    weight: float

    @property
    def turned(self) -> "Tie":
        """The same from the other side."""
        return Tie(
            *(self.occasion, self.there, self.there_session, self.here, self.here_session),
            *(-self.offset_s, self.sd_s, self.weight),
        )


@dataclass(frozen=True, slots=True)
class TimeAnswer:
    """A person knows when a photo of a session was taken, in local time, ± ``sd_s``.

    ``shown_s`` is what the clock showed at that photo.
    """

    clock: ClockId
    session: int
    shown_s: float
    true_s: float
    sd_s: float


@dataclass(frozen=True)
class Solved:
    """One clock with what its history was found from.

    ``zone_s`` and ``zone_sure``: the zone of each session, by when it was: a clock that was reset
    shows another year's summer. ``known``: readings of occasions and answers, by session.
    """

    clock: Clock
    material: ClockMaterial
    history: ClockHistory
    zone_s: Floats
    zone_sure: NDArray[np.bool_]
    known: Known = field(default_factory=dict)


@dataclass(frozen=True)
class Family:
    """What is known of a library besides its files."""

    ties: Sequence[Tie] = ()
    answers: Sequence[TimeAnswer] = ()
    home: str | None = None


# people name the wrong photo or day one time in thirty, as of single events
_ANSWER_WEIGHT = 0.97


@dataclass
class _Solving:
    """Clocks that are solved so far."""

    family: Family
    # what was solved before, where neither it nor what it hangs on has changed since
    before: Mapping[ClockId, Solved]
    done: dict[ClockId, Solved] = field(default_factory=dict)
    ties: dict[ClockId, list[Tie]] = field(default_factory=lambda: defaultdict(list))
    answers: dict[ClockId, list[TimeAnswer]] = field(default_factory=lambda: defaultdict(list))


def solve_library(
    clocks: Iterable[Clock], family: Family = Family(), before: Iterable[Solved] = ()
) -> tuple[Solved, ...]:
    """Return the history of every clock, phones first.

    ``before``: the histories of the same clocks and home with fewer answers or ties, or more.
    What these do not touch is taken from there.
    """
    every = list(clocks)
    solving = _Solving(family, {one.clock.key: one for one in before})
    for tie in family.ties:
        solving.ties[tie.here].append(tie)
        solving.ties[tie.there].append(tie.turned)
    for answer in family.answers:
        solving.answers[answer.clock].append(answer)
    phones = [clock for clock in every if clock.is_phone]
    zones = Zones(home=family.home)
    for clock in _surest_first(phones, solving):
        _solve(clock, _zones_before(clock, zones), NO_PHONE, solving)
    if any(solving.done[phone.key] is not solving.before.get(phone.key) for phone in phones):
        solving.before = {}  # cameras hang on where phones were
    zones_by_owner = _zones_by_owner(solving, {clock.owner for clock in every})
    tracks = _tracks(solving)
    for clock in _surest_first([one for one in every if not one.is_phone], solving):
        track = tracks.get(clock.owner, NO_PHONE) if clock.owner else NO_PHONE
        _solve(clock, zones_by_owner[clock.owner], track, solving)
    return tuple(solving.done.values())


def _surest_first(clocks: Sequence[Clock], solving: _Solving) -> list[Clock]:
    """Return clocks by how much they say of themselves: GPS times, answers, then size."""

    def rank(clock: Clock) -> tuple[float, int, int]:
        n_fixes = float((~np.isnan(clock.photos.gps_s)).sum())
        return n_fixes, len(solving.answers[clock.key]), len(solving.ties[clock.key])

    return sorted(clocks, key=rank, reverse=True)


def _solve(clock: Clock, zones: Zones, track: PhoneTrack, solving: _Solving) -> None:
    known = defaultdict[int, list[Reading]](list)
    for tie in solving.ties[clock.key]:
        reading = _read_tie(tie, solving.done.get(tie.there))
        if reading is not None:
            known[tie.here_session].append(reading)
    for answer in solving.answers[clock.key]:
        answered = _read_answer(answer, zones)
        if answered is not None:
            known[answer.session].append(answered)
    earlier = solving.before.get(clock.key)
    if earlier is not None and earlier.clock is clock and earlier.known == known:
        solving.done[clock.key] = earlier
        return
    material = material_of(clock, zones, track, known)
    solving.done[clock.key] = replace(_in_zones(clock, material, zones), known=known)


def _in_zones(clock: Clock, material: ClockMaterial, zones: Zones) -> Solved:
    """Return a clock's history with the zones of when its sessions were."""
    history = history_of(material)
    zone_s, sure = zones.known_at(np.nan_to_num(material.first_s + history.to_utc_s))
    known = ~np.isnan(history.to_utc_s) & (not clock.is_phone)
    return Solved(
        *(clock, material, history),
        zone_s=np.where(known, zone_s, material.zone_s),
        zone_sure=np.where(known, sure, material.zone_sure),
    )


def _read_answer(answer: TimeAnswer, zones: Zones) -> Reading | None:
    """Return what an answer says; without a zone it says nothing."""
    zone_s = float(zones.at(np.array([answer.true_s]))[0])
    if np.isnan(zone_s):
        return None
    to_utc_s = answer.true_s - zone_s - answer.shown_s
    return Reading("answer", f"answer {answer.session}", to_utc_s, answer.sd_s, _ANSWER_WEIGHT)


def _read_tie(tie: Tie, there: Solved | None) -> Reading | None:
    """Return what an occasion says of a clock by another that was there and is known."""
    if there is None or tie.weight <= 0.0:
        return None
    history, session = there.history, tie.there_session
    certain = float(history.certain[session])
    to_utc_s = float(history.to_utc_s[session])
    if certain < _SURE or np.isnan(to_utc_s):
        return None
    sd_s = float(np.hypot(tie.sd_s, history.sd_s[session]))
    kind: WitnessKind = "occasion"
    return Reading(kind, tie.occasion, tie.offset_s + to_utc_s, sd_s, tie.weight * certain)


def _zones_before(clock: Clock, zones: Zones) -> Zones:
    """Return the zones that a phone without zone tags is solved with: those its fixes tell."""
    photos = clock.photos
    fixed = np.flatnonzero(~np.isnan(photos.gps_s) & np.isnan(photos.zone_s))
    seen = []
    for row in fixed:
        split = split_zone(float(photos.gps_s[row] - photos.time_s[row]))
        if split is not None:
            seen.append((float(photos.gps_s[row]), float(split[0])))
    return zones_of(seen, zones.home) if seen else zones


def _sightings(solved: Solved) -> list[tuple[float, float]]:
    """Return where a phone was at each of its photos, as zones: (UTC, zone)."""
    photos, history, counts = solved.clock.photos, solved.history, np.diff(solved.clock.starts)
    splits = [None if np.isnan(one) else split_zone(float(one)) for one in history.to_utc_s]
    zones_s = np.array([np.nan if one is None else one[0] for one in splits], dtype=np.float64)
    zones_s = np.where(np.isnan(solved.material.zone_s), np.nan, zones_s)
    zone_s = np.where(np.isnan(photos.zone_s), np.repeat(zones_s, counts), photos.zone_s)
    utc_s = shown_by(solved.clock) + np.repeat(history.to_utc_s, counts)
    known = np.repeat(history.certain >= _SURE, counts) & ~np.isnan(utc_s) & ~np.isnan(zone_s)
    return list(zip(utc_s[known].tolist(), zone_s[known].tolist(), strict=True))


def _zones_by_owner(solving: _Solving, owners: Iterable[str]) -> Mapping[str, Zones]:
    """Return where each owner was: by their phones, else by those of the whole family."""
    seen = defaultdict[str, list[tuple[float, float]]](list)
    for one in solving.done.values():
        seen[one.clock.owner] += _sightings(one)
    everyone = zones_of([one for several in seen.values() for one in several], solving.family.home)
    home = solving.family.home or everyone.home
    return {owner: zones_of(seen[owner], home) if seen[owner] else everyone for owner in owners}


def _tracks(solving: _Solving) -> Mapping[str, PhoneTrack]:
    """Return when and where the phones of each owner took photos."""
    parts = defaultdict[str, list[tuple[Floats, Floats, Floats]]](list)
    for one in solving.done.values():
        to_utc_s = np.repeat(one.history.to_utc_s, np.diff(one.clock.starts))
        utc_s = shown_by(one.clock) + to_utc_s
        good = ~np.isnan(utc_s)
        photos = one.clock.photos
        parts[one.clock.owner].append((utc_s[good], photos.latitude[good], photos.longitude[good]))
    found = dict[str, PhoneTrack]()
    for owner, several in parts.items():
        columns = [np.concatenate(column) for column in zip(*several, strict=True)]
        order = np.argsort(columns[0])
        found[owner] = PhoneTrack(*(column[order] for column in columns))
    return found
