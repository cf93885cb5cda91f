"""Evidence: what photos say about the offset of a gallery, in kinds of one form.

Every kind answers one question: how well does a gallery fit among others that are placed, for
each of several offsets it might have? See :class:`coincide.solver.evidence.form.Evidence`.
"""

from coincide.solver.evidence.form import (
    Crowd,
    Evidence,
    EvidenceInputs,
    FrameRows,
    VerifiedPairs,
    make_crowd,
)
from coincide.solver.evidence.gather import gather_evidence
from coincide.solver.evidence.shelf import Shelf

__all__ = [
    "Crowd",
    "Evidence",
    "EvidenceInputs",
    "FrameRows",
    "Shelf",
    "VerifiedPairs",
    "gather_evidence",
    "make_crowd",
]
