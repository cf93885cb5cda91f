"""The joint method on an event: by one clock or another, until it is settled whose is right."""

from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from coincide.model import Event, Explanation, Offsets
from coincide.model.hints import RowHints
from coincide.model.verdicts import is_likely
from coincide.project.clips.evidence import heard_ties
from coincide.project.clips.frames import frame_rows
from coincide.project.clips.meanings import (
    Settled,
    odds_but_sound,
    settle_meanings,
    with_clips,
    with_open_meanings,
)
from coincide.project.clips.ties import heard_pairs
from coincide.project.judge.clockquestions import with_answers_counted, worth_asking
from coincide.project.judge.gate import gated
from coincide.project.judge.reference import (
    Reference,
    by_belief,
    choose_reference,
    likelier_references,
)
from coincide.project.judge.truetime import EventTime, event_time
from coincide.project.read.features import EventFeatures
from coincide.project.solve.contradictions import Doubted, overruled, solve_doubting, with_doubts
from coincide.project.solve.featurecache import Held
from coincide.project.solve.joint import (
    JointProblem,
    read_solution,
    solve_problem,
    state_problem,
)
from coincide.project.solve.knowntimes import without_effect
from coincide.project.solve.large import check_large, solve_large_problem
from coincide.project.solve.run import SyncResult, Trace, Work
from coincide.project.solve.verify import all_certain, looks_closer, verify_solutions
from coincide.solver.clocks import ClockBelief, known_clocks
from coincide.solver.joint import JointSolution, told_against
from coincide.solver.joint.knowledge import NO_HINTS

# of clocks that are as likely to be right, so many more are tried as the reference
_MOST_TRIED = 2


@dataclass(frozen=True)
class Jointly:
    """An event to be solved, and what was found of it by each clock so far."""

    held: Held
    features: EventFeatures
    hints: RowHints
    work: Work
    _solved: dict[str, "_Solved"] = field(default_factory=dict)

    def solve(self) -> SyncResult:
        """Return the result by the clock that is right as far as one can tell."""
        event, options = self.features.event, self.work.options
        pinned = [event.galleries[number].name for number, _ in self.hints.pinned]
        use_exact = {"clocks", "exact"} <= {*options.joint.priors}
        known = known_clocks(event, self.hints) if use_exact else None
        reference = choose_reference(event, options.anchor, pinned=pinned, known=known)
        solved = self._by(reference.gallery)
        best, *alike = likelier_references(
            event, solved.offsets, reference, solved.beliefs, solved.time
        )
        offsets = self._by(best.gallery).offsets
        if best.is_final and not all_certain(offsets):
            self._try_outliers(best.gallery)
            offsets = self._by(best.gallery).offsets
            if event.anchor is None and options.anchor is None:
                alike = self._likely_right(best.gallery)
        for other in () if all_certain(offsets) else alike[:_MOST_TRIED]:
            tried = self._by(other.gallery).offsets
            if _certain_photos(tried, event) > _certain_photos(offsets, event):
                best, offsets = other, tried
        return self._result(best)

    def _by(self, gallery: str) -> "_Solved":
        """Return what is found by one gallery's clock.

        The event is solved once; members of the first solution only shift it. An outlier was asked
        about nobody, and a pin refers to the reference: either takes a solve of its own.
        """
        if gallery not in self._solved:
            problem = self._problem(gallery)
            first = next(iter(self._solved.values()), None)
            told = None if first is None or self.hints.pinned else first.told_by(problem)
            self._solved[gallery] = told or _solve_jointly(problem, self.held, self.work)
        return self._solved[gallery]

    def _problem(self, gallery: str) -> JointProblem:
        look = self.held.look(self.features.event)
        return state_problem(self.features, gallery, self.work.options, look, self.hints)

    def _try_outliers(self, reference: str) -> None:
        """Solve by clocks that are likely right and were outliers; keep what is more certain.

        Nobody is asked about an outlier unless it is the reference. So whoever vouches for one
        clock would otherwise lose what the photos of another one tell.
        """
        event, solved = self.features.event, self._by(reference)
        for name in solved.right_outliers[:_MOST_TRIED] if not self.hints.pinned else ():
            told = self._by(name).told_by(self._problem(reference))
            n_certain = _certain_photos(self._solved[reference].offsets, event)
            if told is not None and _certain_photos(told.offsets, event) > n_certain:
                self._solved[reference] = told

    def _likely_right(self, trusted: str) -> list[Reference]:
        """Return the clocks that are likely right by a trusted one, those of most photos first.

        A trusted clock that shares nothing with the others tells nobody's time but its own.
        """
        if self.hints.pinned:
            return []
        solved = self._by(trusted)
        galleries = sorted(self.features.event.galleries, key=lambda one: -len(one.photos))
        return [
            by_belief(item.name, solved.beliefs.get(item.name))
            for item in galleries
            if is_likely(solved.time.right(item.name))
        ]

    def _result(self, reference: Reference) -> SyncResult:
        """Return what is found by a clock as the result, told in its time."""
        event, solved = self.features.event, self._by(reference.gallery)
        offsets = replace(solved.offsets, reference=reference.reason)
        told = [event.galleries[number].name for number in self.hints.told]
        held_back = gated(event, offsets, reference, solved.beliefs, solved.time, told)
        offsets = with_answers_counted(held_back.offsets, event, self.hints)
        return SyncResult(
            event=event,
            offsets=offsets,
            graph=None,
            why=replace(
                solved.why,
                questions=worth_asking(event, solved.why.questions),
                overruled=overruled(event, offsets, self.hints),
                disputes=held_back.disputes,
                without_effect=without_effect(solved.problem, offsets),
            ),
            features=self.held.words,
            n_embedded=self.work.meter.photos("embed"),
            seconds=self.work.seconds,
            clocks={belief.gallery: belief.reason for belief in solved.problem.beliefs},
            heard=heard_pairs(event, offsets, self.features.overheard, self.hints.heard),
            shapes=self.features.shapes,
            trace=solved.trace,
        )


def _certain_photos(offsets: Offsets, event: Event) -> int:
    """Return how many photos have a place that is certain."""
    sure = {placement.gallery for placement in offsets.placements if placement.certain}
    return sum(len(gallery.photos) for gallery in event.galleries if gallery.name in sure)


@dataclass(frozen=True)
class _Solved:
    """What was found by one clock; ``settled``: what clips' headers mean."""

    problem: JointProblem
    offsets: Offsets
    why: Explanation
    trace: Trace | None
    settled: Settled

    @property
    def beliefs(self) -> dict[str, ClockBelief]:
        """What is believed of the clocks, by gallery."""
        return {belief.gallery: belief for belief in self.problem.beliefs}

    @cached_property
    def time(self) -> EventTime:
        """How likely each clock is to be right: for the reference, and for what is written."""
        return event_time(self.problem.event, self.offsets, self.beliefs)

    @property
    def right_outliers(self) -> tuple[str, ...]:
        """The galleries that were asked about nobody and whose clocks are likely right."""
        if self.trace is None:
            return ()
        board, event = self.trace.solution.found.board, self.problem.event
        names = [event.table.names[number] for number in board.outliers]
        return tuple(name for name in names if is_likely(self.time.right(name)))

    def told_by(self, problem: JointProblem) -> "_Solved | None":
        """Return the same by another's clock; None where that was an outlier, or not connected."""
        if self.trace is None:
            return None
        found, number = self.trace.solution.found, problem.event.table.names.index(problem.anchor)
        if number not in found.board.members:
            return None
        solved = self.trace.problem
        problem = replace(problem, heard=solved.heard, frames=solved.frames)
        return _read(problem, told_against(found, number), {}, self.settled)


def _solve_jointly(problem: JointProblem, held: Held, work: Work) -> _Solved:
    """Place all galleries together; where asked, look closer at what that hangs on, and again."""
    if check_large(problem.event.table, work.options):
        with work.timed("solve"):
            offsets, why = solve_large_problem(problem, work.engine, work.meter, work.tell)
        return _Solved(problem, offsets, why, None, Settled({}, ()))
    solution = None if held.warmth.looked else _look_closer(problem, held, work)
    if solution is None:
        with work.timed("solve"):
            closer, ahead = held.closer(problem.event), work.ahead(problem)
            solution = solve_problem(problem, closer, held.warmth.shelf, ahead)
    with work.timed("solve"):
        closer = held.closer(problem.event)
        settled = Settled({}, ())
        if problem.heard:
            event, overheard = problem.event, problem.overheard
            by_all_else = partial(odds_but_sound, solution)
            settled = settle_meanings(event, solution.offsets, overheard, by_all_else)
            problem = replace(
                problem,
                heard=heard_ties(event, overheard, settled.meant),
                frames=frame_rows(event, held.features.frames, settled.meant),
            )
            solution = solve_problem(problem, closer, held.warmth.shelf)
        solution, doubted = solve_doubting(
            problem, solution, lambda free: solve_problem(free, closer, held.warmth.shelf)
        )
    with work.timed("explain"):
        return _read(problem, solution, doubted, settled)


def _read(
    problem: JointProblem, solution: JointSolution, doubted: Doubted, settled: Settled
) -> _Solved:
    """Return a solution in event time, with all that is known besides."""
    offsets, why = read_solution(problem, solution)
    offsets = with_doubts(offsets, solution, doubted)
    if problem.heard:
        offsets = with_clips(problem.event, offsets, solution, settled.meant)
        offsets = with_open_meanings(offsets, settled.elsewhere_s)
    return _Solved(problem, offsets, why, Trace(problem, solution), settled)


def _look_closer(problem: JointProblem, held: Held, work: Work) -> JointSolution | None:
    """Compare photos closer where the event as found is not certain without that.

    Whatever a person said: so an answer changes what is solved, and not what was looked at. The
    solution is returned that this took, where it is the one of the problem itself.
    """
    warmth, options, found = held.warmth, work.options, held.features.event
    warmth.looked = True
    if not looks_closer(options, found, on_disk=work.kept is not None and work.photos.on_disk):
        return None
    reference = choose_reference(found, options.anchor)
    bare = problem
    if problem.hints.n_said or (problem.event, problem.anchor) != (found, reference.gallery):
        bare = state_problem(held.features, reference.gallery, options, hints=NO_HINTS)
    with work.timed("solve"):
        solution = solve_problem(bare, None, warmth.shelf, work.ahead(bare))
    if options.verify is None and all_certain(solution.offsets):
        return solution if bare is problem else None
    solutions = [solution]
    beliefs = {belief.gallery: belief for belief in bare.beliefs}
    time = event_time(found, solution.offsets, beliefs)
    alike = likelier_references(found, solution.offsets, reference, beliefs, time)
    for rival in [item for item in alike if item.gallery != reference.gallery][:_MOST_TRIED]:
        number = found.table.names.index(rival.gallery)
        with work.timed("solve"):
            if number in solution.board.members:
                solutions.append(told_against(solution.found, number))
            else:
                other = state_problem(held.features, rival.gallery, options, hints=NO_HINTS)
                solutions.append(solve_problem(other, None, warmth.shelf))
    with work.timed("verify"):
        warmth.closer = verify_solutions([*found.photos], solutions, work.store, work.tell)
    return None
