"""What a person said and the photos deny: obeyed, told, and kept from misleading the others."""

from collections.abc import Callable, Collection
from dataclasses import replace

from coincide.model import Contradicted, Event, Offsets, OverruledAnswer, Placement
from coincide.model.hints import RowHints
from coincide.model.verdicts import may_harm
from coincide.project.judge.anchor import is_known
from coincide.project.solve.joint import JointProblem
from coincide.solver.joint import JointSolution
from coincide.solver.joint.answers import is_overruled
from coincide.solver.joint.refine import wanted_shift_s
from coincide.solver.joint.support import supporting_links
from coincide.timeline import build_timeline

# of the offsets that people give so many are wrong, by a sign, an hour or a day
_WRONG_PINS = 0.01
# a pin is contradicted where it lies so many times the interval away, and by so many seconds
INTERVALS, LEAST_S = 3.0, 60.0


Doubted = dict[int, Contradicted]


def solve_doubting(
    problem: JointProblem, solution: JointSolution, solve: Callable[[JointProblem], JointSolution]
) -> tuple[JointSolution, Doubted]:
    """Return a solution that no contradicted pin has misled, and those pins, by gallery.

    Where photos seem to want a gallery elsewhere than it was said to be, all is solved once more
    without that. If it ends up elsewhere, the others are as they are then, and it is as was said.
    """
    wanted = [
        number for number in problem.hints.said if _may_be_elsewhere(problem, solution, number)
    ]
    if not wanted:
        return solution, {}
    free = solve(_unpinned(problem, wanted))
    found = {number: _contradicted(problem, solution, free, number) for number in wanted}
    doubted = {gallery: told for gallery, told in found.items() if told is not None}
    unconfirmed = [gallery for gallery, told in doubted.items() if not told.confirmed]
    if set(wanted) != set(unconfirmed):  # what was said of the others counts for all
        free = solve(_unpinned(problem, unconfirmed)) if unconfirmed else solution
    return _as_said(solution, free, unconfirmed), doubted


def _unpinned(problem: JointProblem, galleries: Collection[int]) -> JointProblem:
    """Return the problem as if nothing had been said of where some galleries are.

    Who says how far a clock is off has said that it is: that such clocks are usually right does
    not count against that; that wrong ones are whole hours off does, and what GPS tells.
    """
    names = {problem.event.table.names[gallery] for gallery in galleries}
    pinned = tuple(pin for pin in problem.hints.pinned if pin[0] not in galleries)
    beliefs = tuple(
        belief if belief.gallery not in names or is_known(belief) else replace(belief, weight=0.0)
        for belief in problem.beliefs
    )
    return replace(problem, hints=replace(problem.hints, pinned=pinned), beliefs=beliefs)


def _may_be_elsewhere(problem: JointProblem, solution: JointSolution, gallery: int) -> bool:
    if problem.event.table.names[gallery] == problem.anchor:
        return False  # what is said of the anchor moves all alike, and no photo tells
    return wanted_shift_s(solution.board, gallery, least_s=LEAST_S) is not None


def _contradicted(
    problem: JointProblem, solution: JointSolution, free: JointSolution, gallery: int
) -> Contradicted | None:
    """Return what the photos say of a gallery, if they deny what was said of it."""
    placement = free.offsets.placements[gallery]
    estimate = placement.estimate
    if estimate is None or not denies(placement, float(solution.board.offset_s[gallery])):
        return None
    return Contradicted(
        estimate.offset_s,
        estimate.low_s,
        estimate.high_s,
        n_pairs=placement.n_links,
        confirmed=gallery in problem.hints.confirmed,
    )


def denies(found: Placement, said_s: float) -> bool:
    """Tell whether photos, left alone, make a person's offset too likely wrong to be written.

    That is where they are likelier elsewhere than not: people are as seldom wrong as a plan may be.
    """
    estimate = found.estimate
    if estimate is None or estimate.probability is None:
        return False
    apart_s = abs(estimate.offset_s - said_s)
    far = apart_s > max(LEAST_S, INTERVALS * estimate.reach_s)
    return far and may_harm(chance_wrong(estimate.probability))


def chance_wrong(elsewhere: float) -> float:
    """Return the probability that a person's offset is wrong.

    ``elsewhere``: the probability of another place by all but what the person said.

    >>> [round(chance_wrong(share), 3) for share in (0.0, 0.6, 0.93)]
    [0.0, 0.015, 0.118]
    """
    wrong, right = _WRONG_PINS * elsewhere, (1 - _WRONG_PINS) * (1 - elsewhere)
    return wrong / (wrong + right)


def _as_said(solution: JointSolution, free: JointSolution, galleries: list[int]) -> JointSolution:
    """Return a solution with some galleries where they were said to be."""
    if not galleries:
        return free
    placements = list(free.offsets.placements)
    board = replace(free.board, offset_s=free.board.offset_s.copy())
    for number in galleries:
        board.offset_s[number] = solution.board.offset_s[number]
    for gallery in galleries:
        n_links = len(supporting_links(board, gallery))
        placements[gallery] = replace(solution.offsets.placements[gallery], n_links=n_links)
    offsets = replace(free.offsets, placements=tuple(placements))
    return replace(free, offsets=offsets, board=board)


def with_doubts(offsets: Offsets, solution: JointSolution, doubted: Doubted) -> Offsets:
    """Return offsets in event time that say which pins the photos contradict."""
    placements = list(offsets.placements)
    for one, told in doubted.items():
        # event time is the board's clock shifted as a whole
        event_s = (placements[one].offset_s or 0.0) - float(solution.board.offset_s[one])
        shifted = replace(
            told,
            offset_s=told.offset_s + event_s,
            low_s=told.low_s + event_s,
            high_s=told.high_s + event_s,
        )
        placements[one] = replace(placements[one], contradicted=shifted)
    return replace(offsets, placements=tuple(placements))


def overruled(event: Event, offsets: Offsets, hints: RowHints) -> tuple[OverruledAnswer, ...]:
    """Return the answers that a result makes unlikely, those of the farthest photos first."""
    if not len(hints.answered):
        return ()
    placed = {entry.photo.path: entry.event_time_s for entry in build_timeline(event, offsets)}
    times_s = [placed[photo.path] for photo in event.photos]
    found = [
        OverruledAnswer(a, b, abs(time_b - time_a), kind.moment)
        for kind, pairs in hints.answers.items()
        for a, b in pairs.tolist()
        if (time_a := times_s[a]) is not None
        and (time_b := times_s[b]) is not None
        and is_overruled(kind, time_b - time_a)
    ]
    return tuple(sorted(found, key=lambda one: -one.apart_s))
