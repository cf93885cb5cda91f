"""Which galleries have something in common: every photo votes for those of its best matches."""

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.model import Floats, Neighbours, PhotoTable
from coincide.model.hints import RowHints
from coincide.solver.options import LargeOptions

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
