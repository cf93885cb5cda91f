"""The joint method on an event: what is known of it in, placements and their reasons out."""

from collections.abc import Container
from dataclasses import dataclass, field, replace

import numpy as np

from coincide.features import vlad
from coincide.ingest.witnesses import witnesses
from coincide.model import (
    Basis,
    Estimate,
    Event,
    Explanation,
    Gallery,
    Indices,
    Offsets,
    Placement,
    Singles,
)
from coincide.model.hints import RowHints
from coincide.model.soundlags import HeardTie
from coincide.project.clips.evidence import heard_ties
from coincide.project.clips.frames import frame_rows
from coincide.project.clips.ties import as_told
from coincide.project.judge.anchor import in_event_time, is_known, pinned_against
from coincide.project.options import SyncOptions
from coincide.project.read.clockphotos import clock_pairs
from coincide.project.read.features import EventFeatures
from coincide.project.userinput.document import hints_for
from coincide.solver.clocks import (
    BeliefOptions,
    ClockBelief,
    ClockStudy,
    describe_error,
    known_clocks,
    simplest_s,
    study_clocks,
    zone_by_clocks,
)
from coincide.solver.evidence import EvidenceInputs, FrameRows, Shelf, VerifiedPairs
from coincide.solver.joint import AskAhead, JointSolution, explain, solve_joint
from coincide.sound.model import Overheard

TRUSTED_ALONE = BeliefOptions(
    use_gps=False,
    use_exact=False,
    use_phones=False,
    use_cameras=False,
    use_zone_tags=False,
)

# a clock is measured to the second by what is no less sure of it
_SECONDS_S = 2.0


@dataclass(frozen=True)
class JointProblem:
    """All that the joint method knows of an event.

    ``clock`` is what is known of the anchor's clock where it tells true time, else None.
    ``study``: what the beliefs were found with.
    """

    event: Event
    anchor: str
    options: SyncOptions
    look: Singles
    colours: Singles
    beliefs: tuple[ClockBelief, ...]
    hints: RowHints
    clock: ClockBelief | None
    overheard: tuple[Overheard, ...] = ()
    heard: tuple[HeardTie, ...] = ()
    frames: FrameRows | None = None
    study: ClockStudy = field(default_factory=ClockStudy)

    @property
    def rejected(self) -> Indices:
        """Pairs of rows whose likeness says nothing: as a person said, and photos of one clock."""
        return np.concatenate([self.hints.rejected, clock_pairs(self.event)])

    @property
    def anchor_s(self) -> float:
        """What takes the anchor's clock to event time, as far as it is known beforehand."""
        pinned = dict(self.hints.pinned)
        number = self.event.table.names.index(self.anchor)
        return pinned.get(number, 0.0 if self.clock is None else self.clock.offset_s)


def state_problem(
    features: EventFeatures,
    anchor: str,
    options: SyncOptions,
    look: Singles | None = None,
    hints: RowHints | None = None,
) -> JointProblem:
    """Return what is known of an event: its photos, its clocks, and what a person said.

    ``look``: as look_of has it of these features, where it is at hand; ``hints`` likewise are
    read from the event's project folder unless they are given.
    """
    event = features.event
    use_clocks = "clocks" in options.joint.priors
    witness_of = witnesses(event.galleries)
    known = hints_for(event) if hints is None else hints
    use_exact = use_clocks and "exact" in options.joint.priors
    study = study_clocks(
        event,
        BeliefOptions(use_exact=use_exact) if use_clocks else TRUSTED_ALONE,
        known_clocks(event, known) if use_exact else None,
    )
    beliefs = tuple(replace(belief, witness=witness_of[belief.gallery]) for belief in study.beliefs)
    of_anchor = next((belief for belief in beliefs if belief.gallery == anchor), None)
    trusted = any(gallery.trusted for gallery in event.galleries if gallery.name == anchor)
    overheard = as_told(features.overheard, known.heard)
    # whoever names an anchor wants its clock, right or wrong
    named = options.anchor is not None or (event.anchor is not None and not event.true_time)
    wants_true = trusted or not named
    return JointProblem(
        event=event,
        anchor=anchor,
        options=options,
        look=look_of(features) if look is None else look,
        colours=features.colours,
        beliefs=beliefs,
        hints=known,
        clock=of_anchor if wants_true and is_known(of_anchor) else None,
        overheard=overheard,
        heard=heard_ties(event, overheard),
        frames=frame_rows(event, features.frames),
        study=study,
    )


def look_of(features: EventFeatures) -> Singles:
    """Return what the network saw of each photo, all taps side by side: (N, D)."""
    parts = [vlad.normalise(array.astype(np.float32)) for array in features.arrays]
    look: Singles = np.concatenate(parts, axis=1)
    return look


def solve_problem(
    problem: JointProblem,
    verified: VerifiedPairs | None = None,
    shelf: Shelf | None = None,
    ahead: AskAhead | None = None,
) -> JointSolution:
    """Return the solution against the anchor's clock; ``shelf`` has what earlier ones left.

    ``ahead`` is where pairs of galleries are compared, if not here.
    """
    table = problem.event.table
    material = EvidenceInputs(
        table,
        {"look": problem.look, "colour": problem.colours},
        rejected=problem.rejected,
        verified=verified,
        heard=problem.heard,
        frames=problem.frames,
        shelf=shelf,
    )
    hints = pinned_against(problem.hints, table.names.index(problem.anchor), problem.anchor_s)
    return solve_joint(
        material,
        anchor=problem.anchor,
        options=problem.options.joint,
        beliefs=problem.beliefs,
        hints=hints,
        ahead=ahead,
    )


def read_solution(problem: JointProblem, solution: JointSolution) -> tuple[Offsets, Explanation]:
    """Return a solution in event time with the errors of the clocks in words, and its reasons."""
    names = problem.event.table.names
    pinned = {names[gallery] for gallery, _ in problem.hints.pinned}
    shift_s = _true_s(problem, solution) if problem.clock and not pinned else problem.anchor_s
    offsets = in_event_time(solution.offsets, shift_s, problem.clock, pinned)
    offsets = _rounded(offsets, solution, shift_s, _to_the_second(problem))
    offsets = named_as_corrected(problem.event, offsets)
    return name_errors(problem.event, offsets), explain(solution)


def _to_the_second(problem: JointProblem) -> frozenset[str]:
    """Return the galleries whose clocks exact times of their photos measured to seconds."""
    measured = {
        belief.gallery
        for belief in problem.beliefs
        if belief.is_measured and belief.sd_s <= _SECONDS_S
    }
    return frozenset(
        gallery.name
        for gallery in problem.event.galleries
        if gallery.name in measured and any(photo.exact is not None for photo in gallery.photos)
    )


def _rounded(
    offsets: Offsets, solution: JointSolution, shift_s: float, measured: frozenset[str]
) -> Offsets:
    """Return offsets in round numbers, but for clocks that were measured or that sound tells.

    Where sounds tell the time, errors are round beside it: the anchor's own clock may be seconds
    off. ``shift_s``: what takes the anchor's clock to event time.
    """
    tuned, names = solution.tuned, solution.board.evidence.table.names
    if tuned is None:
        return in_round_numbers(offsets, exact=measured)
    true_s = shift_s if tuned.true_s is None else tuned.true_s
    exact = measured | {names[number] for number in tuned.offset_s}
    return in_round_numbers(offsets, true_s - shift_s, exact)


def in_round_numbers(
    offsets: Offsets, true_s: float = 0.0, exact: Container[str] = frozenset()
) -> Offsets:
    """Return offsets as the simplest errors that fit what was found.

    ``true_s`` takes event time to what errors are told by; ``exact``: who needs no rounding.
    """
    placements = tuple(
        placement if placement.gallery in exact else _in_round_numbers(placement, true_s)
        for placement in offsets.placements
    )
    return replace(offsets, placements=placements)


def _in_round_numbers(placement: Placement, true_s: float) -> Placement:
    found = placement.estimate
    if found is None or placement.drift_ppm:
        return placement
    less_s, more_s = found.offset_s - found.low_s, found.high_s - found.offset_s
    # a clock that was set anew is wrong by round numbers before, after, or both
    steps_s = [jump.step_s for jump in placement.jumps]
    sides_s = np.cumsum([found.offset_s + true_s, *steps_s]).tolist()
    round_s = [
        simplest_s(side_s, side_s - less_s, side_s + more_s, or_none=bool(placement.jumps))
        for side_s in sides_s
    ]
    jumps = tuple(
        replace(jump, step_s=step_s)
        for jump, step_s in zip(placement.jumps, np.diff(round_s).tolist(), strict=True)
    )
    offset_s = round_s[0] - true_s
    low_s, high_s = min(found.low_s, offset_s), max(found.high_s, offset_s)
    estimate = replace(found, offset_s=offset_s, low_s=low_s, high_s=high_s)
    return replace(placement, estimate=estimate, jumps=jumps)


def named_as_corrected(event: Event, offsets: Offsets) -> Offsets:
    """Return offsets that say so where a gallery is held because its files were corrected."""
    corrected_s = {
        gallery.name: photo.applied_s
        for gallery in event.galleries
        for photo in gallery.photos
        if photo.applied_s is not None
    }
    placements = tuple(
        replace(
            placement, estimate=replace(placement.estimate, basis=_corrected(placement.estimate))
        )
        if placement.estimate is not None
        and placement.offset_s == corrected_s.get(placement.gallery)
        else placement
        for placement in offsets.placements
    )
    return replace(offsets, placements=placements)


def _corrected(estimate: Estimate) -> Basis:
    return Basis("corrected", said=estimate.basis.said)


def _true_s(problem: JointProblem, solution: JointSolution) -> float:
    """Return what takes the anchor's clock to true time, by all clocks that are known.

    One confirmed by GPS may be wrong, where others tell so; a person's word is final. A clock whose
    place is not certain, such as that of a scanner, tells nothing about the others' time.
    """
    if any(
        gallery.trusted for gallery in problem.event.galleries if gallery.name == problem.anchor
    ):
        return problem.anchor_s
    board = solution.board
    placements = solution.offsets.placements
    known = [
        member
        for member in board.members
        if is_known(board.knowledge.belief(member)) and placements[member].certain
    ]
    found_s = board.true_s(known)
    return problem.anchor_s if found_s is None else found_s


def name_errors(event: Event, offsets: Offsets) -> Offsets:
    """Return offsets with what kind of error each clock has, where the evidence supports it."""
    zone = zone_by_clocks(event.galleries)
    placements = tuple(
        replace(placement, error=_error(gallery, placement, offsets, zone.zone_s))
        for gallery, placement in zip(event.galleries, offsets.placements, strict=True)
    )
    return replace(offsets, placements=placements)


def _error(gallery: Gallery, placement: Placement, offsets: Offsets, zone_s: int | None) -> str:
    found = placement.estimate
    if found is None or (gallery.name == offsets.anchor and offsets.event_time == "anchor"):
        return ""
    error = describe_error(
        found.offset_s,
        low_s=found.low_s,
        high_s=found.high_s,
        camera_first_s=gallery.photos[0].camera_time_s,
        probability=found.probability,
        event_zone_s=zone_s,
    )
    return "" if error.kind == "unknown" else error.text
