"""The joint solve of a large event: cut, clusters one by one, joined."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.model import (
    Contradiction,
    Estimate,
    Explanation,
    Floats,
    Indices,
    Neighbours,
    Offsets,
    PhotoTable,
    Placement,
    Question,
)
from coincide.model.findings import THE_ANCHOR
from coincide.model.hints import RowHints
from coincide.solver.clocks import ClockBelief, counted_on
from coincide.solver.evidence.keyframes import photo_weights
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.joint.placements import METHOD
from coincide.solver.large.clusters import (
    ClusterResult,
    Clusters,
    ClusterTask,
    Tasks,
    choose_roots,
    solve_cluster,
    whole_placement,
    whole_rows,
)
from coincide.solver.large.cut import cut
from coincide.solver.large.join import ClusterPlacements, join_options, join_problem, joined
from coincide.solver.large.material import EventPart, LargeMaterial
from coincide.solver.large.processes import TaskRunner, in_turn
from coincide.solver.large.subsample import is_foreign, strengths
from coincide.solver.options import JointOptions, LargeOptions

# questions that are told, the most telling first: nobody answers more
_QUESTIONS_TOLD = 100


@dataclass(frozen=True)
class LargeSolution:
    """The offsets of a large event, what speaks against them, and how it was cut.

    ``clusters`` by the names of their galleries; ``seconds``: wall time of each step.
    """

    offsets: Offsets
    why: Explanation
    clusters: tuple[tuple[str, ...], ...]
    seconds: Mapping[str, float]


def is_large(table: PhotoTable, options: JointOptions) -> bool:
    """Tell whether an event is too large to be solved at once."""
    most = options.large
    return table.n_galleries > most.direct_galleries or table.n_photos > most.direct_photos


def solve_large(
    material: LargeMaterial,
    neighbours: Neighbours,
    *,
    anchor: str,
    options: JointOptions = JointOptions(),
    beliefs: Sequence[ClockBelief] = (),
    hints: RowHints = NO_HINTS,
    run: TaskRunner = in_turn,
    explained: bool = True,
) -> LargeSolution:
    """Return the offsets of all galleries that can be placed against the anchor.

    ``run`` says where clusters are solved; the answer is the same anywhere.
    """
    clock = _Clock()
    known = counted_on(beliefs, options.priors)
    clusters = _make_clusters(material, neighbours, anchor, options, known, hints)
    clock.lap("cut")
    placed, reasons = _solve_clusters(clusters, run, explained=explained)
    clock.lap("clusters")
    problem = join_problem(material, placed, neighbours, options, known, hints)
    number = material.table.names.index(anchor)
    at = next(n for n, members in enumerate(placed.clusters) if number in members)
    task = ClusterTask(
        problem.material, problem.part.names[at], problem.beliefs, problem.hints, explained
    )
    (ties,) = run(solve_cluster, join_options(options), [task])
    placements = joined(placed, ties.offsets, number, dict(hints.pinned))
    reasons.append(_of_galleries(material.table, whole_rows(problem.part, ties.why)))
    clock.lap("join")
    return LargeSolution(
        offsets=Offsets(anchor, METHOD, placements),
        why=_together(reasons, len(hints.missing)),
        clusters=tuple(
            tuple(material.table.names[member] for member in members) for members in placed.clusters
        ),
        seconds=clock.seconds,
    )


def _make_clusters(
    material: LargeMaterial,
    neighbours: Neighbours,
    anchor: str,
    options: JointOptions,
    beliefs: tuple[ClockBelief, ...],
    hints: RowHints,
) -> Clusters:
    """Return the event cut into clusters."""
    table = material.table
    weights = photo_weights(table, options.evidence.burst_s)
    votes = gallery_votes(table, neighbours, weights, hints, options.large)
    galleries = cut(votes, options.large)
    cluster_of = np.zeros(table.n_galleries, np.int64)
    for number, members in enumerate(galleries):
        cluster_of[list(members)] = number
    by_photo: Indices = np.repeat(cluster_of, np.diff(table.starts))
    inside, outside = (strengths(neighbours, by_photo, inside=side) for side in (True, False))
    return Clusters(
        material=material,
        galleries=galleries,
        roots=choose_roots(votes, galleries, table.names.index(anchor), dict(hints.pinned)),
        strength=inside,
        foreign=is_foreign(inside, outside, neighbours.floor),
        beliefs=beliefs,
        hints=hints,
        options=options,
    )


def _solve_clusters(
    clusters: Clusters, run: TaskRunner, *, explained: bool
) -> tuple[ClusterPlacements, list[Explanation]]:
    """Return where all galleries are in their clusters; one alone is where it is."""
    table = clusters.material.table
    placements = {
        root: Placement(table.names[root], Estimate(0.0, 0.0, 0.0, 1.0, THE_ANCHOR))
        for root in clusters.roots
    }
    several = [n for n, members in enumerate(clusters.galleries) if len(members) > 1]
    tasks = Tasks(clusters, several, explained=explained)
    results = run(solve_cluster, clusters.options, tasks)
    reasons = []
    for number, result in zip(several, results, strict=True):
        part = clusters.part(number)
        placements |= _of_cluster(table, clusters.galleries[number], part, result)
        reasons.append(whole_rows(part, result.why))
    in_order = tuple(placements[item] for item in range(table.n_galleries))
    return ClusterPlacements(table, clusters.galleries, clusters.roots, in_order), reasons


def _of_cluster(
    table: PhotoTable, galleries: Sequence[int], part: EventPart, result: ClusterResult
) -> dict[int, Placement]:
    """Return the placements of a cluster's galleries, with jumps by their own rows."""
    return {
        gallery: whole_placement(
            table,
            gallery,
            part.rows[part.starts[nth] : part.starts[nth + 1]],
            result.offsets.placements[nth],
        )
        for nth, gallery in enumerate(galleries)
    }


def _of_galleries(table: PhotoTable, why: Explanation) -> Explanation:
    """Return what is said of clusters as said of the galleries that the photos are of."""

    def name(row: int) -> str:
        return table.names[int(table.gallery_of(np.array([row]))[0])]

    contradictions: tuple[Contradiction, ...] = tuple(
        replace(
            contradiction,
            gallery_a=name(contradiction.photo_a),
            gallery_b=name(contradiction.photo_b),
        )
        for contradiction in why.contradictions
    )
    questions: tuple[Question, ...] = tuple(
        replace(question, gallery=name(question.photo_a)) for question in why.questions
    )
    return replace(why, contradictions=contradictions, questions=questions)


def _together(parts: Sequence[Explanation], n_hints_missing: int) -> Explanation:
    """Return what several say, the most telling first."""
    contradictions = [contradiction for part in parts for contradiction in part.contradictions]
    questions = [question for part in parts for question in part.questions]
    questions.sort(key=lambda question: (question.unclear, -question.mends))
    return Explanation(
        contradictions=tuple(
            sorted(contradictions, key=lambda contradiction: -contradiction.n_pairs)
        ),
        questions=tuple(questions[:_QUESTIONS_TOLD]),
        n_hints_missing=n_hints_missing,
    )


class _Clock:
    """Wall time of one step after the other."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._since = time.perf_counter()

    def lap(self, step: str) -> None:
        """Note what the step that ends now has taken."""
        now = time.perf_counter()
        self.seconds[step], self._since = now - self._since, now


# least range between chance and 1: where chance gives any likeness it is 0, and is divided by
_LEAST_RANGE = 1e-6


def gallery_votes(
    table: PhotoTable,
    neighbours: Neighbours,
    weights: Floats,
    hints: RowHints,
    options: LargeOptions,
) -> "scipy.sparse.csr_array":
    """Return what every two galleries have in common, (k, k), the same both ways.

    ``weights``: what each photo counts in its burst. A match counts the more, the further it is
    above what chance gives. Galleries that share no match have no entry.
    """
    rows, nth = np.nonzero(neighbours.found)
    alike = neighbours.similarity[rows, nth].astype(np.float64)
    above = max(1.0 - neighbours.floor, _LEAST_RANGE)
    counts = weights[rows] * (alike - neighbours.floor) / above
    answers = hints.answered
    from_rows = np.concatenate([rows, answers[:, 0]])
    to_rows = np.concatenate([neighbours.rows[rows, nth], answers[:, 1]])
    votes = scipy.sparse.coo_array(
        (
            np.concatenate([counts, np.full(len(answers), options.answer_votes)]),
            (table.gallery_of(from_rows), table.gallery_of(to_rows)),
        ),
        shape=(table.n_galleries, table.n_galleries),
    ).tocsr()
    both: scipy.sparse.csr_array = scipy.sparse.csr_array(votes + votes.T)
    both.sort_indices()
    return both
