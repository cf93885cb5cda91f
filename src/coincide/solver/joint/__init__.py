"""All galleries and all evidence together; see docs/how-it-works.md."""

from coincide.solver.joint.explain import explain, telling_links
from coincide.solver.joint.questions import best_questions
from coincide.solver.joint.solve import AskAhead, JointSolution, solve_joint, told_against

__all__ = [
    "AskAhead",
    "JointSolution",
    "best_questions",
    "explain",
    "solve_joint",
    "telling_links",
    "told_against",
]
