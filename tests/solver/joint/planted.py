"""Boards of a few galleries on which it is known beforehand what every photo says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np

from coincide.model import Floats, Offsets, PhotoTable, Placement
from coincide.solver.evidence import Crowd
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.evidence.keyframes import photo_weights
from coincide.solver.evidence.likeness import MeasuredEvidence
from coincide.solver.joint.board import Board
from coincide.solver.joint.confidence import NEAR_STEPS
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.merge import MergeResult
from coincide.solver.joint.refine import grid, widths
from coincide.solver.joint.solve import JointSolution, RelativePlacements
from coincide.solver.options import EvidenceOptions, JointOptions

NOTHING = np.zeros(0)
# the shifts of a posterior, and how wide a stretch each stands for
NEAR_S, STEP_S = (find(NEAR_STEPS) for find in (grid, widths))
# no prior says anything, and tempers are unlike each other and unlike one
BARE = JointOptions(jumps=False, priors=(), temper=0.25, interval_temper=0.75, mode_temper=0.5)


@dataclass(frozen=True)
class Planted:
    """Likeness that says just this.

    ``ratios`` by two galleries, (n, m); ``says``: of a gallery's offsets, against a crowd;
    ``by_photo``: of each photo's offset (m, n), of ``kinds`` by a word for each.
    """

    ratios: Mapping[tuple[int, int], Floats] = field(default_factory=dict)
    says: Callable[[int, Crowd, Floats], Floats] = lambda _one, _crowd, offsets_s: 0 * offsets_s
    by_photo: Callable[[int, Crowd, Floats], Floats] = lambda _one, _crowd, offsets_s: 0 * offsets_s
    by_kind: Callable[[int, Crowd, Floats], dict[str, Floats]] = lambda *_: {}
    scales_s: tuple[float, ...] = (15.0, 60.0, 240.0)
    counts: float = 1.0
    says_anything: bool = True
    look_vectors: None = None

    @property
    def kinds(self) -> Mapping[str, float]:
        """The words of the kinds that say something."""
        return getattr(self.by_kind, "here", {})

    def log_ratio(self, a: int, b: int, scale: int) -> Floats:
        """Return what two galleries say on the second scale, or the only one, and no other."""
        assert scale == min(1, len(self.scales_s) - 1)
        return self.ratios[a, b]

    def asking(self, gallery: int, crowd: Crowd) -> Callable[[Floats], Floats]:
        """Return what tells the log-odds of offsets."""
        return lambda offsets_s: self.says(gallery, crowd, offsets_s)


def evidence_of(
    table: PhotoTable, planted: Planted, options: EvidenceOptions = EvidenceOptions()
) -> AllEvidence:
    """Return evidence of likeness alone, which says what was planted."""
    weights = photo_weights(table, options.burst_s)
    measured = cast("MeasuredEvidence", planted)
    return AllEvidence(table, weights, measured, None, options)


def board_of(
    table: PhotoTable,
    planted: Planted = Planted(),
    *,
    partners: Mapping[int, tuple[int, ...]] | None = None,
    offset_s: Sequence[float] | None = None,
    knowledge: PriorKnowledge | None = None,
    options: JointOptions = BARE,
    **other: object,
) -> Board:
    """Return a board of all galleries, each of which has all others as partners."""
    everybody = tuple(range(table.n_galleries))
    everyone_else = {one: tuple(o for o in everybody if o != one) for one in everybody}
    known = {"members": everybody, "outliers": (), "anchor": 0, "candidates": {}, **other}
    known.setdefault("root", known["anchor"])
    return Board(
        evidence=evidence_of(table, planted),
        options=options,
        partners=everyone_else if partners is None else partners,
        knowledge=PriorKnowledge(table) if knowledge is None else knowledge,
        offset_s=np.zeros(len(everybody)) if offset_s is None else np.array(offset_s),
        **known,  # type: ignore[arg-type]
    )


def solution_of(placements: Sequence[Placement], board: Board) -> JointSolution:
    """Return a solution by hand: placements, and the board they were read from."""
    offsets = Offsets(board.evidence.table.names[board.anchor], "joint", tuple(placements))
    merged = MergeResult(board.offset_s, (board.members,), ())
    found = RelativePlacements(offsets, board, merged, board.evidence.table, {}, {})
    return JointSolution(offsets, board, (), {}, found)
