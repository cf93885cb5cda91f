"""What speaks against a solution, and what to ask a person about it."""

import numpy as np

from coincide.model import Contradiction, Explanation, Links
from coincide.solver.joint.questions import best_questions, is_certain
from coincide.solver.joint.solve import JointSolution
from coincide.solver.joint.support import best_links, contradicting_links, supporting_links

# links of two galleries that are looked at closer, the most alike
_LINKS_PER_PAIR = 40


def explain(solution: JointSolution) -> Explanation:
    """Return the contradictions and the best questions of a solution."""
    return Explanation(
        contradictions=contradictions(solution),
        questions=best_questions(solution),
        n_hints_missing=len(solution.board.knowledge.hints.missing),
    )


def telling_links(solution: JointSolution, per_pair: int | None = None) -> Links:
    """Return the links a solution hangs on: for and against it, and the best of the uncertain.

    At most ``per_pair`` for two galleries, the most alike; each pair once, in order of its rows.
    None: as many as are looked at as a rule.
    """
    board = solution.board
    most = _LINKS_PER_PAIR if per_pair is None else per_pair
    parts = []
    for gallery in sorted(board.partners):
        parts += [supporting_links(board, gallery), contradicting_links(board, gallery)]
        if not is_certain(solution, gallery):
            parts.append(best_links(board, gallery))
    links = each_once(Links.joined(parts))
    galleries = board.evidence.table.gallery_of(np.column_stack([links.photo_a, links.photo_b]))
    _, pair = np.unique(galleries, axis=0, return_inverse=True)
    best_first = np.lexsort([-links.similarity, pair])
    starts = np.searchsorted(pair[best_first], pair[best_first], side="left")
    kept = np.sort(best_first[np.arange(len(links)) - starts < most])
    return Links(links.photo_a[kept], links.photo_b[kept], links.similarity[kept])


def each_once(links: Links) -> Links:
    """Return links in order of their rows; of two photos that chose each other one link."""
    rows = np.sort(np.column_stack([links.photo_a, links.photo_b]), axis=1)
    rows, first = np.unique(rows, axis=0, return_index=True)
    return Links(rows[:, 0], rows[:, 1], links.similarity[first])


def contradictions(solution: JointSolution) -> tuple[Contradiction, ...]:
    """Return which placed galleries look alike at different times, those with most pairs first."""
    board, table = solution.board, solution.board.evidence.table
    links = each_once(
        Links.joined([contradicting_links(board, partner) for partner in sorted(board.partners)])
    )
    rows = np.column_stack([links.photo_a, links.photo_b])
    galleries = table.gallery_of(rows)
    time_s = table.camera_time_s + np.repeat(board.offset_s, np.diff(table.starts))
    listed = []
    for a, b in np.unique(galleries, axis=0).tolist():
        if not (solution.offsets.placements[a].placed and solution.offsets.placements[b].placed):
            continue
        these = np.flatnonzero((galleries == (a, b)).all(axis=1))
        photo_a, photo_b = rows[these[np.argmax(links.similarity[these])]].tolist()
        listed.append(
            Contradiction(
                *(table.names[a], table.names[b], len(these), photo_a, photo_b),
                apart_s=float(abs(time_s[photo_a] - time_s[photo_b])),
            )
        )
    return tuple(sorted(listed, key=lambda one: -one.n_pairs))
