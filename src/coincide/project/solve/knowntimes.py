"""Exact times that change nothing, and why: nothing that a person says is dropped in silence."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from coincide.model import Event, Gallery, Offsets, Placement, WithoutEffect
from coincide.model.hints import RowHints
from coincide.model.knowntimes import KnownClock, KnownTime, known_in_words
from coincide.model.times import offset_in_words, to_text
from coincide.project.solve.joint import JointProblem
from coincide.timeline.build import event_times_s

# what is off by no more than this, or than twice of what was given or taken, is as it was said
_MATTERS_S, _TIMES_WITHIN = 60.0, 2.0


def without_effect(problem: JointProblem, offsets: Offsets) -> tuple[WithoutEffect, ...]:
    """Return what was measured or said of exact times and is not in a result, in the event's order.

    That is what contradicts itself, what nothing can be made of, and what all the rest outweighs.
    """
    return tuple(_found(problem, offsets))


def noting_unused(event: Event, hints: RowHints) -> Event:
    """Return an event whose galleries say that what is known of their times is not used.

    For methods that ask for links alone.
    """
    said = {_gallery_at(event, row)[0].name for row, _ in hints.times}
    said |= {event.table.names[number] for number, _ in hints.clocks}
    if not said:
        return event
    note = "your known times are not used: they need --method joint"
    galleries = tuple(
        replace(gallery, notes=(*gallery.notes, note)) if gallery.name in said else gallery
        for gallery in event.galleries
    )
    return replace(event, galleries=galleries)


def _found(problem: JointProblem, offsets: Offsets) -> Iterator[WithoutEffect]:
    if not {"clocks", "exact"} <= {*problem.options.joint.priors}:
        for name, photo in _said_of(problem):
            yield WithoutEffect(name, "not used, since exact times are left out", photo)
        return
    for unmeasured in problem.study.unmeasured:
        for photo in _photos_said(problem, unmeasured.gallery):
            yield WithoutEffect(unmeasured.gallery, unmeasured.reason, photo)
    yield from _elsewhere(problem, offsets)


def _elsewhere(problem: JointProblem, offsets: Offsets) -> Iterator[WithoutEffect]:
    """Yield what was said and could be used, and is not as it was said."""
    event, hints = problem.event, problem.hints
    silent = {unmeasured.gallery for unmeasured in problem.study.unmeasured}
    pinned = {event.galleries[number].name for number, _ in hints.pinned}
    for row, known in hints.times:
        gallery, nth = _gallery_at(event, row)
        why = _why_not_time(known, gallery, nth, offsets, pinned)
        if why is not None and gallery.name not in silent:
            yield WithoutEffect(gallery.name, why, known.photo)
    for _, statement in hints.clocks:
        why = _why_not_clock(statement, problem, offsets, pinned)
        if why is not None and statement.gallery not in silent:
            yield WithoutEffect(statement.gallery, why)


def _said_of(problem: JointProblem) -> Iterator[tuple[str, str]]:
    """Yield the gallery and the photo of everything that was said; no photo of a clock."""
    for row, known in problem.hints.times:
        yield _gallery_at(problem.event, row)[0].name, known.photo
    for number, _ in problem.hints.clocks:
        yield problem.event.galleries[number].name, ""


def _photos_said(problem: JointProblem, gallery: str) -> list[str]:
    """Return what a refusal of exact times is about: what was said, or what files tell."""
    said = [photo for name, photo in _said_of(problem) if name == gallery]
    return sorted(set(said)) or [""]


def _gallery_at(event: Event, row: int) -> tuple[Gallery, int]:
    number = int(event.table.gallery_of(np.array([row]))[0])
    return event.galleries[number], row - int(event.table.starts[number])


def _why_not_time(
    known: KnownTime, gallery: Gallery, nth: int, offsets: Offsets, pinned: set[str]
) -> str | None:
    """Return why a known time is not in a result; None where it is, as nearly as it was said."""
    said = f"you said that {gallery.photos[nth].path.name} was taken at {to_text(known.time_s)}"
    shown_s = list(event_times_s(gallery, offsets[gallery.name]))[nth]
    if shown_s is None:
        return f"{said}, which alone does not place it"
    if abs(shown_s - known.time_s) <= max(_MATTERS_S, _TIMES_WITHIN * known.within_s):
        return None
    return f"{said}; {_outweighed(gallery.name, offsets, pinned)} at {to_text(shown_s)}"


def _why_not_clock(
    known: KnownClock, problem: JointProblem, offsets: Offsets, pinned: set[str]
) -> str | None:
    """Return the same of how wrong a clock was."""
    placement: Placement = offsets[known.gallery]
    said = f"you said that {known_in_words(known, '').removeprefix('known clock: ')}"
    if placement.offset_s is None:
        return f"{said}, which alone does not place it"
    wanted_s = -known.ahead_s if known.ahead_s is not None else _in_zone_s(known, problem)
    if wanted_s is None:
        return f"{said}, but not used, since the event's zone is not known"
    last_s = sum(jump.step_s for jump in placement.jumps)
    off_s = min(abs(placement.offset_s + step_s - wanted_s) for step_s in (0.0, last_s))
    if off_s <= max(_MATTERS_S, _TIMES_WITHIN * known.within_s):
        return None
    found = offset_in_words(placement.offset_s)
    return f"{said}; {_outweighed(known.gallery, offsets, pinned)} with an offset of {found}"


def _in_zone_s(known: KnownClock, problem: JointProblem) -> float | None:
    zone_s = problem.study.zone.zone_s
    return None if zone_s is None or known.zone_s is None else float(zone_s - known.zone_s)


def _outweighed(gallery: str, offsets: Offsets, pinned: set[str]) -> str:
    """Say what keeps a word from counting, in words that end with where it is instead."""
    if gallery in pinned:
        return "its offset is pinned, which takes precedence: it is"
    if offsets.event_time == "anchor":
        return f"event times are those of {offsets.anchor}, by which it is"
    return "other evidence outweighs that: here it is"
