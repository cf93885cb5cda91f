"""The joint method on an event too large to be solved at once: neighbours, clusters, joined."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from coincide.engine import Engine
from coincide.engine.form import I, R, S
from coincide.errors import UsageError
from coincide.model import Explanation, Offsets, PhotoTable, Url
from coincide.model.places import shared_place
from coincide.model.progress import StageProgress
from coincide.project.costs import Meter
from coincide.project.judge.anchor import in_event_time, is_known, pinned_against
from coincide.project.options import SyncOptions
from coincide.project.solve.joint import JointProblem, name_errors, named_as_corrected
from coincide.project.solve.tasks import TileTasks, keeping
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.large import (
    LargeMaterial,
    TaskRunner,
    counted,
    in_processes,
    is_large,
    solve_large,
)
from coincide.solver.links.index import load_faiss
from coincide.solver.links.neighbours import find_neighbours


def check_large(table: PhotoTable, options: SyncOptions) -> bool:
    """Tell whether an event is large; raise UsageError where that cannot be done as asked."""
    if not is_large(table, options.joint):
        return False
    if options.verify:
        most = options.joint.large
        raise UsageError(
            f"--verify is for events of up to {most.direct_galleries} galleries and"
            f" {most.direct_photos:,} photos: leave it out for this one."
        )
    if table.n_photos > options.link.neighbours.exact_photos:
        load_faiss(table.n_photos)
    return True


def solve_large_problem(
    problem: JointProblem, engine: Engine, meter: Meter, progress: StageProgress
) -> tuple[Offsets, Explanation]:
    """Return the offsets of a large event in event time, and what speaks against them."""
    table, project = problem.event.table, shared_place(problem.event.project)
    neighbours = find_neighbours(
        table,
        problem.look,
        problem.options.link.neighbours,
        progress=partial(progress, "link"),
        run=None if engine.in_process else TileTasks(engine, meter, project),
    )
    hints = pinned_against(problem.hints, table.names.index(problem.anchor), problem.anchor_s)
    vectors = {"look": problem.look, "colour": problem.colours}
    solution = solve_large(
        LargeMaterial(table, vectors, rejected=problem.rejected),
        neighbours,
        anchor=problem.anchor,
        options=problem.options.joint,
        beliefs=problem.beliefs,
        hints=hints,
        run=counted(on_engine(engine, meter, project), partial(progress, "solve")),
    )
    pinned = {table.names[gallery] for gallery, _ in problem.hints.pinned}
    true = problem.clock and not pinned
    shift_s = _true_s(problem, solution.offsets) if true else problem.anchor_s
    offsets = in_event_time(solution.offsets, shift_s, problem.clock, pinned)
    offsets = named_as_corrected(problem.event, offsets)
    return name_errors(problem.event, offsets), solution.why


def on_engine(engine: Engine, meter: Meter, project: Url | None) -> TaskRunner:
    """Return what solves clusters on an engine; where it has this process only, in several.

    With a project folder at a URL each result is kept there, for a driver that comes after.
    """
    if engine.in_process:
        return in_processes()

    def run(task: Callable[[S, I], R], shared: S, items: Sequence[I], /) -> Iterator[R]:
        kept = task if project is None else keeping(task, project)
        for done in engine.map(kept, shared, items):
            meter.add_task("solve", engine, done)
            yield done.value

    return run


def _true_s(problem: JointProblem, offsets: Offsets) -> float:
    """Return what takes the anchor's clock to true time, by all clocks that are known."""
    if any(
        gallery.trusted for gallery in problem.event.galleries if gallery.name == problem.anchor
    ):
        return problem.anchor_s
    knowledge = PriorKnowledge(problem.event.table, problem.hints, problem.beliefs)
    known = {
        number: (belief.offset_s, placement.offset_s)
        for number, placement in enumerate(offsets.placements)
        if (belief := knowledge.belief(number)) is not None
        and is_known(belief)
        and placement.offset_s is not None
        and placement.certain
    }
    if not known:
        return problem.anchor_s
    tried = np.array([believed_s - placed_s for believed_s, placed_s in known.values()])
    odds = [
        knowledge.clock_odds(known_gallery, placed_s + tried)
        for known_gallery, (_, placed_s) in known.items()
    ]
    return float(tried[np.argmax(np.sum(odds, axis=0))])
