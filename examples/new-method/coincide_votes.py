"""A method in one file: every photo votes for an offset with the anchor's photo most like it."""

import numpy as np

from coincide import Estimate, Offsets, Placement
from coincide.model import Basis, Finding
from coincide.solver.methods import Problem

NEAR_S = 120.0  # votes so close together agree
TOO_FEW = Finding.stated("too few photos agree with the anchor's")


def solve(problem: Problem) -> Offsets:
    """Place each gallery against the anchor where most votes agree."""
    placements = tuple(place(problem, gallery) for gallery in problem.table.names)
    return Offsets(problem.anchor, "votes", placements)


def place(problem: Problem, gallery: str) -> Placement:
    """Return where the votes of one gallery's photos are densest; unplaced where they are few."""
    if gallery == problem.anchor:
        return Placement(gallery, Estimate(0.0, 0.0, 0.0))
    table, look = problem.table, problem.vectors["look"] - problem.vectors["look"].mean(axis=0)
    look /= np.linalg.norm(look, axis=1, keepdims=True) + 1e-9
    rows, hers = (table.rows(table.names.index(name)) for name in (gallery, problem.anchor))
    partner = (look[rows] @ look[hers].T).argmax(axis=1)
    votes_s = table.camera_time_s[hers][partner] - table.camera_time_s[rows]
    agree = np.abs(votes_s[:, None] - votes_s[None, :]) < NEAR_S
    best = votes_s[agree[agree.sum(axis=1).argmax()]]
    if len(best) < 3:
        return Placement(gallery, None, len(best), findings=(TOO_FEW,))
    low_s, offset_s, high_s = np.quantile(best, [0.05, 0.5, 0.95]).tolist()
    votes = Basis.stated(f"votes of {len(best)} of its {len(votes_s)} photos")
    found = Estimate(offset_s, low_s, high_s, basis=votes)
    return Placement(gallery, found, len(best), via=problem.anchor)
