"""True time of a solved event: what each clock shows, and how likely each is to be right."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from math import inf

import numpy as np

from coincide.ingest.witnesses import witnesses
from coincide.model import Event, Gallery, Offsets, Placement
from coincide.model.devices import is_phone
from coincide.model.offsets import AGREE_S, RIGHT_WITHIN_S
from coincide.model.possible import possible_between, written_before_s
from coincide.model.times import HOUR_S
from coincide.model.verdicts import is_likely
from coincide.solver.clocks import GPS_WEIGHT, ClockBelief, RoughWord, zone_by_clocks
from coincide.solver.clocks.sun import DAYLIGHT_EV, Daylight
from coincide.solver.clocks.truetime import (
    RATES,
    ClockKind,
    ErrorRates,
    PlacedClock,
    TrueTime,
    true_time,
)
from coincide.solver.clocks.zones import tagged_zone_s
from coincide.solver.units import NORMAL_90
from coincide.timeline.build import event_times_s

# of photos in broad daylight so few may be of a lamp, and more than so many tell no more
_LEAST_LIT, _MOST_LIT = 3, 40


@dataclass(frozen=True)
class EventTime:
    """How likely the clocks of an event are to be right, where pictures have them.

    ``clocks`` by gallery: those that are likely to be where they are placed. ``rates``: how often
    clocks of each kind are wrong. ``light``: photos of broad daylight, where their places and the
    zone are known.
    """

    clocks: Mapping[str, PlacedClock]
    rates: Mapping[ClockKind, ErrorRates] = field(default_factory=lambda: RATES)
    light: Daylight | None = None

    @cached_property
    def posterior(self) -> TrueTime:
        """What event time is off by."""
        return true_time([*self.clocks.values()], self.rates, self.light)

    def off_s(self, gallery: str) -> float | None:
        """Return what a gallery's clock is wrong by if event time is true; None if not placed."""
        clock = self.clocks.get(gallery)
        return None if clock is None else clock.off_s

    def agree(self, gallery: str, other: str) -> bool:
        """Tell whether pictures have two clocks show the same time."""
        off_s, others_s = self.off_s(gallery), self.off_s(other)
        return off_s is not None and others_s is not None and abs(off_s - others_s) <= AGREE_S

    def right(self, gallery: str) -> float:
        """Return the probability that a gallery's clock is right; 0 where that is not placed."""
        clock = self.clocks.get(gallery)
        return 0.0 if clock is None else self.posterior.right(clock)

    @property
    def harm(self) -> float:
        """The probability that bringing clocks to event time makes one of them worse.

        Where true time rests on what is known roughly, photos would be written as roughly.
        """
        is_rough = any(clock.rough for clock in self.clocks.values())
        most_s = RIGHT_WITHIN_S if is_rough else inf
        moved = self.apart(AGREE_S)
        return max((self.posterior.harm(item.off_s, most_s) for item in moved), default=0.0)

    def apart(self, least_s: float) -> list[PlacedClock]:
        """Return the clocks that are certain to differ by more from the reference's."""
        clocks = self.clocks.values()
        return [clock for clock in clocks if not clock.doubt and abs(clock.off_s) > least_s]


def event_time(event: Event, offsets: Offsets, beliefs: Mapping[str, ClockBelief]) -> EventTime:
    """Return what the clocks of a solved event tell of true time."""
    device_of = witnesses(event.galleries)
    ahead_s = _ahead_by_tags(event, offsets, beliefs)
    clocks = {}
    for gallery, placement in zip(event.galleries, offsets.placements, strict=True):
        doubt = _doubt(placement, offsets)
        if doubt is None or placement.estimate is None:
            continue
        belief, found = beliefs.get(gallery.name), placement.estimate
        off_s = found.offset_s - _expected_s(gallery.name, offsets, beliefs)
        measured = belief is not None and not belief.assumed
        earliest_s, latest_s = possible_between(gallery)
        written_s = written_before_s(gallery)
        clocks[gallery.name] = PlacedClock(
            gallery.name,
            device_of[gallery.name],
            _kind(gallery),
            -ahead_s[gallery.name] if gallery.name in ahead_s else off_s,
            (found.high_s - found.low_s) / (2 * NORMAL_90),
            doubt,
            measured=measured,
            vouched=_vouched(belief),
            told_sd_s=belief.sd_s if measured and belief is not None else 0.0,
            earliest_s=earliest_s - found.offset_s,
            latest_s=latest_s - found.offset_s,
            rough=_rough(belief),
            written_s=inf if written_s is None else written_s - found.offset_s,
        )
    return EventTime(clocks, light=_daylight(event, offsets, clocks))


def _daylight(event: Event, offsets: Offsets, clocks: Mapping[str, PlacedClock]) -> Daylight | None:
    """Return the photos of broad daylight of clocks whose place is certain, evenly chosen."""
    found = [
        (time_s, photo.position)
        for gallery, placement in zip(event.galleries, offsets.placements, strict=True)
        if gallery.name in clocks and not clocks[gallery.name].doubt
        for photo, time_s in zip(gallery.photos, event_times_s(gallery, placement), strict=True)
        if photo.scene_ev is not None
        and photo.scene_ev >= DAYLIGHT_EV
        and photo.position is not None
        and time_s is not None
    ]
    zone_s = zone_by_clocks(event.galleries).zone_s if len(found) >= _LEAST_LIT else None
    if zone_s is None:
        return None
    some = found[:: -(-len(found) // _MOST_LIT)]
    return Daylight(
        np.array([time_s - zone_s for time_s, _ in some]),
        np.array([place.latitude_deg for _, place in some]),
        np.array([place.longitude_deg for _, place in some]),
    )


def _rough(belief: ClockBelief | None) -> tuple[RoughWord, ...]:
    """Return what is known roughly of a clock, as of its error against what is usual."""
    if belief is None:
        return ()
    return tuple(replace(word, offset_s=word.offset_s - belief.offset_s) for word in belief.rough)


def _vouched(belief: ClockBelief | None) -> float | None:
    """Return how likely what measured a clock is right, None where satellites or a person did."""
    if belief is None or belief.weight >= GPS_WEIGHT:
        return None
    return belief.weight


def _doubt(placement: Placement, offsets: Offsets) -> float | None:
    """Return the probability that a clock is misplaced; None where it says nothing of the others.

    Event time is the anchor's, so the anchor is where it is.
    """
    if placement.gallery == offsets.anchor or placement.certain:
        return 0.0
    if placement.assumed is not None or not is_likely(placement.verdict.sureness):
        return None
    return 1.0 - placement.verdict.sureness


def _kind(gallery: Gallery) -> ClockKind:
    if not is_phone(gallery.device):
        return "camera"
    zoned = any(photo.zone_s is not None for photo in gallery.photos)
    return "zoned phone" if zoned else "phone"


def _expected_s(gallery: str, offsets: Offsets, beliefs: Mapping[str, ClockBelief]) -> float:
    """Return what takes a clock to event time if it and the anchor are as they are believed."""
    belief, of_anchor = beliefs.get(gallery), beliefs.get(offsets.anchor)
    believed_s = 0.0 if belief is None else belief.offset_s
    if offsets.event_time == "true" or of_anchor is None:
        return believed_s
    return believed_s - of_anchor.offset_s + (offsets[offsets.anchor].offset_s or 0.0)


def _ahead_by_tags(
    event: Event, offsets: Offsets, beliefs: Mapping[str, ClockBelief]
) -> dict[str, float]:
    """Return what phones are ahead of the reference by whose zone tags differ from its own.

    Their instants agree, and the pictures say so: whose zone is the place's is what is open. Where
    a phone is confirmed by GPS, its zone is.
    """
    phones = [
        gallery
        for gallery in event.galleries
        if (belief := beliefs.get(gallery.name)) is not None and belief.keeps_itself
    ]
    if any(not beliefs[phone.name].assumed for phone in phones):
        return {}
    zones_s = {phone.name: tagged_zone_s(phone) for phone in phones}
    own_s = beliefs[offsets.anchor].offset_s if offsets.anchor in beliefs else 0.0
    return {
        name: own_s - beliefs[name].offset_s
        for name in sorted(frozenset[str]().union(*zone_conflicts(phones)))
        if zones_s[name] is not None and beliefs[name].offset_s != own_s
    }


# Phones whose zone tags differ at the same moments: nothing in the pictures tells which is right.
#
# A phone that is set to another zone writes a right instant and a wrong wall time. Tags that
# change together, as on a journey, are no conflict.

# photos of two phones this near in time were taken in one place
_TOGETHER_S = 3 * HOUR_S


def zone_conflicts(galleries: Sequence[Gallery]) -> frozenset[frozenset[str]]:
    """Return the pairs of galleries whose zone tags mostly differ where they follow each other.

    Photos are put in order by instant (recorded time minus zone), and those next to each other
    are compared, so the cost grows with the number of photos and not of pairs of galleries.
    """
    tagged = sorted(
        (photo.recorded_time_s - photo.zone_s, photo.zone_s, gallery.name)
        for gallery in galleries
        for photo in gallery.photos
        if photo.zone_s is not None
    )
    differing: Counter[frozenset[str]] = Counter()
    agreeing: Counter[frozenset[str]] = Counter()
    for (before_s, zone_a_s, a), (after_s, zone_b_s, b) in pairwise(tagged):
        if a != b and after_s - before_s <= _TOGETHER_S:
            counts = differing if zone_a_s != zone_b_s else agreeing
            counts[frozenset((a, b))] += 1
    return frozenset(pair for pair, n in differing.items() if n > agreeing[pair])
