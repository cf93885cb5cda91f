"""Whose time an event is told in: chosen by what clocks are and how they agree, never by name."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from coincide.model import Event, Gallery, Offsets
from coincide.model.certainty import LIKELY
from coincide.model.times import DAY_S, from_clock, to_text
from coincide.solver.clocks import ClockBelief, clock_beliefs

Kind = Literal["named", "trusted", "gps", "phone", "agreement", "camera"]

# photos with a time in their tags are no older
_EARLIEST_S = from_clock(1995, 1, 1, 0, 0, 0)
# clocks whose photos are this near each other's show one event
_NEAR_S = 2 * DAY_S
# a clock that begins so soon after a new year, far before all others, was reset
_AFTER_RESET_S = 7 * DAY_S
FAR_S = 30 * DAY_S
# clocks that differ by less were set by the same time
AGREE_S = 120.0


@dataclass(frozen=True, slots=True)
class Reference:
    """The clock that the others are brought to, and why it is that one."""

    gallery: str
    kind: Kind
    reason: str

    @property
    def is_open(self) -> bool:
        """Whether another clock may be found to be right once the pictures are looked at."""
        return self.kind in ("phone", "camera")


def choose_reference(
    event: Event, name: str | None = None, *, pinned: Collection[str] = ()
) -> Reference:
    """Return the clock that is believed most before any picture is looked at.

    Not one that a person pinned, if there are others: whoever pins a clock says that it is wrong.
    """
    wanted = name if name is not None else event.anchor
    if wanted is not None:
        return Reference(wanted, "named", "as you said")
    beliefs = {belief.gallery: belief for belief in clock_beliefs(event)}
    ranked = {one.name: _rank(one, event.galleries, beliefs) for one in event.galleries}
    free = [one for one in event.galleries if one.name not in pinned]
    first = max(free or event.galleries, key=lambda one: (ranked[one.name], _tie(one)))
    return _told(first, event.galleries, beliefs)


def agreed_reference(event: Event, offsets: Offsets, reference: Reference) -> Reference:
    """Return a clock that others agree with, where nothing else tells whose is right.

    Among phones the one that most other clocks agree with, phones first. Cameras are asked only
    where there is no phone: a group may well be wrong alike beside one clock that sets itself.
    """
    if not reference.is_open:
        return reference
    phones = _phones(event)
    plausible = [one for one in event.galleries if _can_be_true(one, event.galleries)]
    groups = {one.name: agreeing_with(one.name, offsets, plausible) for one in plausible}
    free = [one for one in plausible if reference.kind == "camera" or one.name in phones]
    agreeing = [one for one in free if len(groups[one.name]) > 1]
    if not agreeing:
        return reference

    def support(gallery: Gallery) -> tuple[int, int]:
        return sum(one in phones for one in groups[gallery.name]), len(groups[gallery.name])

    own = [one for one in free if one.name == reference.gallery]
    best = max(agreeing, key=lambda one: (support(one), len(one.photos), _tie(one)))
    if own and support(own[0]) >= support(best):
        best = own[0]
    group = groups[best.name]
    if set(group) == {best.name}:
        return reference
    if reference.kind == "phone":
        reason = f"{phones[best.name].reason}, and agrees with {_others(best.name, group)}'s"
        return Reference(best.name, "phone", reason)
    return _agreeing(best.name, group)


def _agreeing(name: str, group: Sequence[str]) -> Reference:
    return Reference(name, "agreement", f"its clock agrees with {_others(name, group)}'s")


def _others(name: str, group: Sequence[str]) -> str:
    return " and ".join(sorted({*group} - {name}))


def equal_references(event: Event, offsets: Offsets, reference: Reference) -> tuple[Reference, ...]:
    """Return the clocks that are believed like the reference, and show its time as far as is known.

    Whichever of them saw more of the event tells the others' clocks better: those of most photos
    come first. Phones are like phones; where there is none, cameras are like each other.
    """
    if reference.kind == "phone":
        equal = _equal_phones(event, offsets, reference.gallery)
    elif reference.kind == "agreement":
        plausible = [one for one in event.galleries if _can_be_true(one, event.galleries)]
        group = agreeing_with(reference.gallery, offsets, plausible)
        equal = [_agreeing(name, group) for name in group if name != reference.gallery]
    else:
        equal = []
    n_photos = {one.name: len(one.photos) for one in event.galleries}
    return tuple(sorted(equal, key=lambda one: -n_photos[one.gallery]))


def _equal_phones(event: Event, offsets: Offsets, gallery: str) -> list[Reference]:
    own_s = offsets[gallery].offset_s or 0.0
    beliefs = _phones(event)
    return [
        Reference(name, "phone", belief.reason)
        for name, belief in beliefs.items()
        if name != gallery
        and belief.offset_s == beliefs[gallery].offset_s
        and (there_s := _offset_s(offsets, name, assumed=True)) is not None
        and abs(there_s - own_s) < AGREE_S
    ]


def _phones(event: Event) -> dict[str, ClockBelief]:
    """Return the clocks that are taken to set themselves, though nothing measured that."""
    beliefs = clock_beliefs(event)
    return {one.gallery: one for one in beliefs if one.keeps_itself and one.assumed}


def agreeing_with(name: str, offsets: Offsets, galleries: Sequence[Gallery]) -> tuple[str, ...]:
    """Return the galleries that are seen to show the same time as one, itself too."""
    own_s = _offset_s(offsets, name)
    if own_s is None:
        return ()
    near = []
    for one in galleries:
        other_s = _offset_s(offsets, one.name)
        if other_s is not None and abs(other_s - own_s) < AGREE_S:
            near.append(one.name)
    return tuple(near)


def _offset_s(offsets: Offsets, name: str, *, assumed: bool = False) -> float | None:
    """Return where a clock is by what was seen, or as is assumed, if that is likely."""
    found = offsets[name].estimate
    if found is not None and found.assumed and not assumed:
        return None
    likely = found is not None and (found.probability is None or found.probability >= LIKELY)
    return found.offset_s if found is not None and likely else None


def _rank(
    gallery: Gallery, galleries: Sequence[Gallery], beliefs: Mapping[str, ClockBelief]
) -> tuple[float, ...]:
    belief = beliefs.get(gallery.name)
    sets_itself = belief is not None and belief.keeps_itself
    near = [one for one in galleries if one is not gallery and _near(one, gallery)]
    themselves = [one for one in near if (of := beliefs.get(one.name)) and of.keeps_itself]
    return (
        float(gallery.trusted),
        float(_can_be_true(gallery, galleries)),
        belief.weight if belief is not None and sets_itself else 0.0,
        float(len(themselves)),
        float(len(near)),
        # who knows its zone may know its time, if nobody here sets itself
        float(not sets_itself and any(photo.zone_s is not None for photo in gallery.photos)),
        float(len(gallery.photos)),
    )


def _told(
    gallery: Gallery, galleries: Sequence[Gallery], beliefs: Mapping[str, ClockBelief]
) -> Reference:
    belief = beliefs.get(gallery.name)
    if gallery.trusted:
        return Reference(gallery.name, "trusted", "marked as trusted")
    if belief is not None and belief.keeps_itself:
        kind: Kind = "phone" if belief.assumed else "gps"
        return Reference(gallery.name, kind, belief.reason)
    others = [one for one in galleries if one is not gallery]
    late = [one for one in others if not _can_be_true(one, galleries)]
    why = "no clock here is known to set itself; this one fits the others' dates best"
    if late:
        shown = to_text(late[0].photos[0].camera_time_s).partition(" ")[0]
        why += f" ({late[0].name} begins on {shown})"
    return Reference(gallery.name, "camera", why)


def _can_be_true(gallery: Gallery, galleries: Sequence[Gallery]) -> bool:
    """Tell whether a clock's dates may be right: possible at all, and not those of a reset."""
    first_s, last_s = gallery.photos[0].camera_time_s, gallery.photos[-1].camera_time_s
    if first_s < _EARLIEST_S or last_s > time.time() + DAY_S:
        return False
    new_year_s = from_clock(int(to_text(first_s)[:4]), 1, 1, 0, 0, 0)
    later = [one for one in galleries if one.photos[0].camera_time_s > last_s + FAR_S]
    return not (first_s - new_year_s < _AFTER_RESET_S and later)


def _near(one: Gallery, other: Gallery) -> bool:
    """Tell whether two clocks show about the same days."""
    first_s = max(one.photos[0].camera_time_s, other.photos[0].camera_time_s)
    last_s = min(one.photos[-1].camera_time_s, other.photos[-1].camera_time_s)
    return first_s <= last_s + _NEAR_S


def _tie(gallery: Gallery) -> str:
    """Return what decides between equals: what their photos are, not what folders are called."""
    return min(photo.key for photo in gallery.photos)
