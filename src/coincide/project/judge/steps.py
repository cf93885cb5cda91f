"""Clocks that were set anew, and whether anything tells that it was this clock and no other.

Where two clocks drift apart by an hour in the middle of an event, one of them was set anew, and
their photos alone do not tell which. A third device that photographed before and after tells, and
so does a clock that sets itself; else it is asked, like all else that cameras alone disagree about.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from coincide.ingest.witnesses import n_witnesses, witnesses
from coincide.model import Event, Offsets, Placement
from coincide.solver.clocks import ClockBelief
from coincide.timeline.build import event_times_s

# so many devices that photographed on both sides were not all set anew at once
_ENOUGH = 2


@dataclass(frozen=True, slots=True)
class OpenStep:
    """A step of a clock that may be another's: ``gallery``'s, or the one of ``others``.

    ``doubted``: the galleries whose place depends on whose it is, these among them.
    """

    gallery: str
    others: tuple[str, ...]
    doubted: frozenset[str]


def open_steps(
    event: Event,
    offsets: Offsets,
    beliefs: Mapping[str, ClockBelief],
    told: Collection[str],
) -> tuple[OpenStep, ...]:
    """Return the steps of clocks of which nothing tells that they are not another clock's.

    ``told``: galleries of whose clock's course a person's word is final.
    """
    stepped = [
        placement
        for placement in offsets.placements
        if placement.jumps and placement.gallery not in told
    ]
    if not stepped:
        return ()
    found = _Found(event, offsets, beliefs, told)
    return tuple(step for placement in stepped for step in found.open_steps_of(placement))


class _Found:
    """The photos of an event where they were placed, by gallery."""

    def __init__(
        self,
        event: Event,
        offsets: Offsets,
        beliefs: Mapping[str, ClockBelief],
        told: Collection[str],
    ) -> None:
        self._anchor = offsets.anchor
        self._witness_of = witnesses(event.galleries)
        self._final = {
            gallery.name
            for gallery in event.galleries
            if gallery.trusted or gallery.name in told or _sets_itself(beliefs.get(gallery.name))
        }
        self._times_s = {
            gallery.name: np.array([*event_times_s(gallery, placement)], dtype=np.float64)
            for gallery, placement in zip(event.galleries, offsets.placements, strict=True)
            if placement.certain or gallery.name == offsets.anchor
        }

    def open_steps_of(self, placement: Placement) -> Iterator[OpenStep]:
        """Yield the steps of one clock that may be another's."""
        own_s = self._times_s.get(placement.gallery)
        if own_s is None:
            return
        own = placement.gallery
        for jump in placement.jumps:
            at_s = float(own_s[jump.row - 1 : jump.row + 1].mean())
            others = self._spanning(own, at_s)
            is_known = any(name in self._final for name in others)
            if not is_known and n_witnesses(others, self._witness_of) < _ENOUGH:
                yield OpenStep(own, others, self._beyond(at_s).union({own}, others))

    def _spanning(self, gallery: str, at_s: float) -> tuple[str, ...]:
        """Return the galleries of other devices that have photos before and after a moment."""
        return tuple(
            name
            for name, times_s in self._times_s.items()
            if self._witness_of[name] != self._witness_of[gallery]
            and times_s.min() < at_s < times_s.max()
        )

    def _beyond(self, at_s: float) -> frozenset[str]:
        """Return the galleries with photos on the side of a step where the reference has fewer."""
        mostly_after = float((self._times_s[self._anchor] > at_s).mean()) > 1 / 2
        return frozenset(
            name
            for name, times_s in self._times_s.items()
            if name not in self._final and bool(((times_s > at_s) != mostly_after).any())
        )


def _sets_itself(belief: ClockBelief | None) -> bool:
    return belief is not None and belief.keeps_itself
