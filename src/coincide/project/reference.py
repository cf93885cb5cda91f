"""Which clock is the reference, and whether anything independent says that it is right.

A reference has to be chosen to state offsets at all. That it was chosen does not make it right:
only a person, satellites, or a clock that is set by the network do. Cameras alone settle nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from coincide.ingest.witnesses import n_witnesses, witnesses
from coincide.model import Event, Gallery, Offsets
from coincide.model.possible import impossible
from coincide.model.times import DAY_S, from_clock, to_text
from coincide.model.verdicts import is_likely
from coincide.solver.clocks import ClockBelief, clock_beliefs

Kind = Literal["named", "trusted", "gps", "phone", "agreement", "camera"]

# clocks whose photos are this near each other's show one event
_NEAR_S = 2 * DAY_S
# a clock that begins so soon after a new year, far before another, looks like a reset one
_AFTER_RESET_S = 31 * DAY_S
_FAR_S = 30 * DAY_S
# clocks that differ by less were set by the same time
AGREE_S = 120.0
_NO_WITNESS = "no clock here is known to set itself, so nothing tells which is right"


@dataclass(frozen=True, slots=True)
class Reference:
    """The clock that the others are brought to, and why it is that one."""

    gallery: str
    kind: Kind
    reason: str

    @property
    def is_independent(self) -> bool:
        """Whether more than cameras speaks for it: a person, satellites, or a phone's network."""
        return self.kind not in ("agreement", "camera")

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
    """Return the clock that most other devices are seen to agree with, of those believed alike.

    Phones are compared with phones, by the number of phones that agree and then of all clocks;
    cameras with each other where there is no phone. Only galleries that are certain count, and a
    device counts once, however many galleries it has: a clock does not agree with itself.
    """
    if not reference.is_open:
        return reference
    phones, witness_of = _phones(event), witnesses(event.galleries)
    plausible = [gallery for gallery in event.galleries if is_plausible(gallery, event.galleries)]
    groups = {
        gallery.name: agreeing_with(gallery.name, offsets, plausible) for gallery in plausible
    }
    free = [one for one in plausible if reference.kind == "camera" or one.name in phones]

    def support(gallery: Gallery) -> tuple[int, int]:
        group = groups[gallery.name]
        agreeing_phones = [name for name in group if name in phones]
        return n_witnesses(agreeing_phones, witness_of), n_witnesses(group, witness_of)

    agreeing = [gallery for gallery in free if support(gallery)[1] > 1]
    if not agreeing:
        return reference
    own = [gallery for gallery in free if gallery.name == reference.gallery]
    best = max(agreeing, key=lambda one: (support(one), len(one.photos), _tie(one)))
    if own and support(own[0]) >= support(best):
        best = own[0]
    others = [name for name in groups[best.name] if witness_of[name] != witness_of[best.name]]
    if not others:
        return reference
    if reference.kind == "phone":
        reason = f"{phones[best.name].reason}, and agrees with {_listed(others)}'s"
        return Reference(best.name, "phone", reason)
    return _agreeing(best.name, others)


def _agreeing(name: str, others: Sequence[str]) -> Reference:
    reason = f"{_NO_WITNESS}; this one agrees with {_listed(others)}'s"
    return Reference(name, "agreement", reason)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(sorted(names))


def is_settled(event: Event, offsets: Offsets, reference: Reference) -> bool:
    """Tell whether something independent says that the reference's clock is right.

    Among cameras alone that is so only where every clock that was found to disagree shows dates
    that cannot be, and the reference's own can be.
    """
    if reference.is_independent:
        return True
    by_name = {gallery.name: gallery for gallery in event.galleries}
    if impossible(by_name[reference.gallery]) is not None:
        return False
    same = set(agreeing_with(reference.gallery, offsets, event.galleries))
    apart = [
        placement.gallery
        for placement in offsets.placements
        if placement.certain and placement.gallery not in same
    ]
    return all(impossible(by_name[name]) is not None for name in apart)


def equal_references(event: Event, offsets: Offsets, reference: Reference) -> tuple[Reference, ...]:
    """Return the clocks that are believed like the reference, and show its time as far as is known.

    Whichever of them saw more of the event tells the others' clocks better: those of most photos
    come first. Phones are like phones; where there is none, cameras are like each other.
    """
    if reference.kind == "phone":
        equal = _equal_phones(event, offsets, reference.gallery)
    elif reference.kind == "agreement":
        plausible = [one for one in event.galleries if is_plausible(one, event.galleries)]
        group = agreeing_with(reference.gallery, offsets, plausible)
        equal = [
            _agreeing(name, [other for other in group if other != name])
            for name in group
            if name != reference.gallery
        ]
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
        and (there_s := _likely_s(offsets, name)) is not None
        and abs(there_s - own_s) < AGREE_S
    ]


def _phones(event: Event) -> dict[str, ClockBelief]:
    """Return the clocks that are taken to set themselves, though nothing measured that."""
    beliefs = clock_beliefs(event)
    return {one.gallery: one for one in beliefs if one.keeps_itself and one.assumed}


def agreeing_with(name: str, offsets: Offsets, galleries: Sequence[Gallery]) -> tuple[str, ...]:
    """Return the galleries that are certain to show the same time as one, itself too."""
    own_s = _certain_s(offsets, name)
    if own_s is None:
        return ()
    near = []
    for gallery in galleries:
        other_s = _certain_s(offsets, gallery.name)
        if other_s is not None and abs(other_s - own_s) < AGREE_S:
            near.append(gallery.name)
    return tuple(near)


def _certain_s(offsets: Offsets, name: str) -> float | None:
    """Return the offset of a gallery that is certain: what is only likely vouches for nobody."""
    placement = offsets[name]
    return placement.offset_s if placement.certain or name == offsets.anchor else None


def _likely_s(offsets: Offsets, name: str) -> float | None:
    """Return the offset of a gallery where it is likely, seen or assumed."""
    found = offsets[name].estimate
    if found is None or (found.probability is not None and not is_likely(found.probability)):
        return None
    return found.offset_s


def _rank(
    gallery: Gallery, galleries: Sequence[Gallery], beliefs: Mapping[str, ClockBelief]
) -> tuple[float, ...]:
    belief = beliefs.get(gallery.name)
    sets_itself = belief is not None and belief.keeps_itself
    near = [one for one in galleries if one is not gallery and _near(one, gallery)]
    themselves = [one for one in near if (of := beliefs.get(one.name)) and of.keeps_itself]
    earlier = [one for one in galleries if _ends_far_before(one, gallery)]
    return (
        float(gallery.trusted),
        float(impossible(gallery) is None),
        belief.weight if belief is not None and sets_itself else 0.0,
        float(is_plausible(gallery, galleries)),
        float(len(themselves)),
        float(len(near)),
        # who knows its zone may know its time, if nobody here sets itself
        float(not sets_itself and any(photo.zone_s is not None for photo in gallery.photos)),
        # a clock that is reset goes back, not forth
        float(len(earlier)),
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
    wrong = ((one, why) for one in others if (why := impossible(one)) is not None)
    other, why = next(wrong, (None, ""))
    if other is not None:
        reason = f"no clock here is known to set itself, and {other.name}'s dates cannot be: {why}"
        return Reference(gallery.name, "camera", reason)
    reset = next((one for one in others if not is_plausible(one, galleries)), None)
    if reset is None:
        return Reference(gallery.name, "camera", _NO_WITNESS)
    shown = to_text(reset.photos[0].camera_time_s).partition(" ")[0]
    guess = f"{_NO_WITNESS}; {reset.name} begins on {shown}, as a clock does that was reset"
    return Reference(gallery.name, "camera", guess)


def is_plausible(gallery: Gallery, galleries: Sequence[Gallery]) -> bool:
    """Tell whether a clock's dates may be right, and do not look like those of a reset clock.

    What looks like a reset is a guess: it orders what is asked, and decides nothing.
    """
    if impossible(gallery) is not None:
        return False
    first_s = gallery.photos[0].camera_time_s
    new_year_s = from_clock(int(to_text(first_s)[:4]), 1, 1, 0, 0, 0)
    begins_anew = first_s - new_year_s < _AFTER_RESET_S
    return not (begins_anew and any(_ends_far_before(gallery, one) for one in galleries))


def _ends_far_before(gallery: Gallery, other: Gallery) -> bool:
    return other.photos[0].camera_time_s > gallery.photos[-1].camera_time_s + _FAR_S


def _near(one: Gallery, other: Gallery) -> bool:
    """Tell whether two clocks show about the same days."""
    first_s = max(one.photos[0].camera_time_s, other.photos[0].camera_time_s)
    last_s = min(one.photos[-1].camera_time_s, other.photos[-1].camera_time_s)
    return first_s <= last_s + _NEAR_S


def _tie(gallery: Gallery) -> str:
    """Return what decides between equals: what their photos are, not what folders are called."""
    return min(photo.key for photo in gallery.photos)
