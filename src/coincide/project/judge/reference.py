"""Which clock is the reference, and whether anything independent says that it is right.

A reference has to be chosen to state offsets at all. That it was chosen does not make it right:
only a person, satellites, or a clock that is set by the network do. Cameras alone settle nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from coincide.ingest.witnesses import witnesses
from coincide.model import Event, Gallery, Offsets, Placement
from coincide.model.possible import impossible, written_before_s
from coincide.model.times import DAY_S, from_clock, to_text
from coincide.project.judge.truetime import EventTime
from coincide.solver.clocks import ClockBelief, Known, clock_beliefs

# clocks whose photos are this near each other's show one event
_NEAR_S = 2 * DAY_S
# a clock that begins so soon after a new year, far before another, looks like a reset one
_AFTER_RESET_S = 31 * DAY_S
_FAR_S = 30 * DAY_S
# clocks are as likely to be right as each other if they differ by no larger a share than this
_ALIKE = 0.02
# so many clocks that agree are named
_MOST_LISTED = 3
_NO_WITNESS = "no clock here is known to set itself, so it is unknown which is right"


@dataclass(frozen=True, slots=True)
class Reference:
    """The clock that the others are brought to, and why it is that one.

    ``is_final``: a person named it, or vouches for it, whatever the others show.
    """

    gallery: str
    reason: str
    is_final: bool = False


def choose_reference(
    event: Event,
    name: str | None = None,
    *,
    pinned: Collection[str] = (),
    known: Known | None = None,
) -> Reference:
    """Return the clock that is believed most before any picture is looked at.

    Not one that a person pinned, if there are others: whoever pins a clock says that it is wrong.
    ``known``: what a person knows of clocks.
    """
    wanted = name if name is not None else event.anchor
    if wanted is not None:
        return Reference(wanted, "as you said", is_final=True)
    beliefs = {belief.gallery: belief for belief in clock_beliefs(event, known=known)}
    ranked = {gallery.name: _rank(gallery, event.galleries, beliefs) for gallery in event.galleries}
    free = [gallery for gallery in event.galleries if gallery.name not in pinned]
    first = max(free or event.galleries, key=lambda gallery: (ranked[gallery.name], _tie(gallery)))
    return _told(first, event.galleries, beliefs)


def likelier_references(
    event: Event,
    offsets: Offsets,
    reference: Reference,
    beliefs: Mapping[str, ClockBelief],
    time: EventTime,
) -> tuple[Reference, ...]:
    """Return the clocks that are as likely to be right as any, as pictures have them, best first.

    Of those that are as likely, the reference stays; whichever else saw more of the event tells the
    others' clocks better. A clock that is only assumed to be right may be the one that did.
    """
    if reference.is_final:
        return (reference,)
    own, n_photos = (
        reference.gallery,
        {gallery.name: len(gallery.photos) for gallery in event.galleries},
    )
    # whoever gives a clock's offset says that it is wrong
    said = {
        item.gallery for item in offsets.placements if item.estimate and item.estimate.basis.said
    }
    likely = {
        gallery.name: time.right(gallery.name)
        for gallery in event.galleries
        if gallery.name not in said
    }
    likely.setdefault(own, time.right(own))
    for placement in offsets.placements:
        if _is_assumed_like(placement, own, beliefs):
            likely[placement.gallery] = likely[own]
    least = (1 - _ALIKE) * max(likely.values())
    alike = [name for name, right in likely.items() if right >= least]
    # of those that show the same time, a clock that sets itself shows it best
    weight = {name: _surety(belief) for name, belief in beliefs.items()}
    surest = max(weight.get(name, 0.0) for name in alike)
    best = [name for name in alike if weight.get(name, 0.0) == surest]
    best.sort(key=lambda name: (name != own, -n_photos[name]))
    device_of = witnesses(event.galleries)
    seen = {item.gallery for item in offsets.placements if item.assumed is None}
    return tuple(
        _agreeing(
            reference if name == own else by_belief(name, beliefs.get(name)),
            sorted(
                text
                for text in alike
                if text in seen and device_of[text] != device_of[name] and time.agree(text, name)
            ),
        )
        for name in best
    )


def by_belief(name: str, belief: ClockBelief | None) -> Reference:
    """Return a clock as the reference, with what is known of it as the reason."""
    sets_itself = belief is not None and belief.vouches
    return Reference(name, belief.reason if belief is not None and sets_itself else _NO_WITNESS)


def _surety(belief: ClockBelief) -> float:
    """Return how sure a clock is to tell the time to the minute, to compare clocks by.

    Those that only set themselves are as sure as each other: a rough word that confirms one says
    nothing of minutes. What is known only roughly tells none.
    """
    if belief.is_measured:
        return 1.0 + belief.weight
    return float(belief.assumed and belief.keeps_itself)


def _agreeing(reference: Reference, others: Sequence[str]) -> Reference:
    """Return a reference that says which clocks agree with it."""
    if not others:
        return reference
    more = len(others) - _MOST_LISTED
    listed = " and ".join(others[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
    agrees = f"{reference.reason}; it agrees with {listed}"
    return replace(reference, reason=agrees)


def _is_assumed_like(
    placement: Placement, reference: str, beliefs: Mapping[str, ClockBelief]
) -> bool:
    """Tell whether a clock is taken to show the reference's time though pictures do not tell."""
    belief, of_reference = beliefs.get(placement.gallery), beliefs.get(reference)
    if placement.assumed is None or belief is None or of_reference is None:
        return False
    return belief.weight == of_reference.weight and belief.offset_s == of_reference.offset_s


def _rank(
    gallery: Gallery, galleries: Sequence[Gallery], beliefs: Mapping[str, ClockBelief]
) -> tuple[float, ...]:
    belief = beliefs.get(gallery.name)
    sets_itself = belief is not None and belief.vouches
    near = [item for item in galleries if item is not gallery and _near(item, gallery)]
    themselves = [item for item in near if (of := beliefs.get(item.name)) and of.vouches]
    earlier = [item for item in galleries if _ends_far_before(item, gallery)]
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
        return Reference(gallery.name, "marked as trusted", is_final=True)
    if belief is not None and belief.vouches:
        return Reference(gallery.name, belief.reason)
    others = [item for item in galleries if item is not gallery]
    wrong = ((item, why) for item in others if (why := impossible(item)) is not None)
    other, why = next(wrong, (None, ""))
    if other is not None:
        dates = f"the dates of {other.name} are impossible: {why}"
        reason = f"no clock here is known to set itself, and {dates}"
        return Reference(gallery.name, reason)
    reset = next((item for item in others if not is_plausible(item, galleries)), None)
    if reset is None:
        return Reference(gallery.name, _NO_WITNESS)
    shown = to_text(reset.photos[0].camera_time_s).partition(" ")[0]
    guess = f"{_NO_WITNESS}; {reset.name} begins on {shown}, like a clock that was reset"
    return Reference(gallery.name, guess)


def is_plausible(gallery: Gallery, galleries: Sequence[Gallery]) -> bool:
    """Tell whether a clock's dates may be right, and do not look like those of a reset clock.

    Nor are they later than its files. What looks like a reset is a guess: it orders what is asked,
    and decides nothing.
    """
    if impossible(gallery) is not None or written_before_s(gallery) is not None:
        return False
    first_s = gallery.photos[0].camera_time_s
    new_year_s = from_clock(int(to_text(first_s)[:4]), 1, 1, 0, 0, 0)
    begins_anew = first_s - new_year_s < _AFTER_RESET_S
    return not (begins_anew and any(_ends_far_before(gallery, item) for item in galleries))


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
