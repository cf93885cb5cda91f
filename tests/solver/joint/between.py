"""Three galleries of which is known how their posteriors lie, and where the second is placed."""

from dataclasses import dataclass, field

import numpy as np

from coincide.model import Floats, Placement
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint.confidence import LEAST_DOUBT, log_odds_of
from coincide.solver.joint.placements import place_all, with_basis
from tests.conftest import make_table
from tests.solver.joint.planted import Planted, board_of


@dataclass(frozen=True)
class Between:
    """A posterior of which only is known between which shifts nine tenths of it lie."""

    low_s: float
    high_s: float
    chance: float = 0.9999
    # what lies within the half hour that decides whether a gallery is placed
    near: float = 0.9999
    at_mode: float = 0.5
    other: Floats = field(default_factory=lambda: np.zeros(0))
    other_s: Floats = field(default_factory=lambda: np.zeros(0))
    anywhere: float = 0.0
    # by what was seen in this event alone; None: all of it was
    seen: float | None = None

    def interval_s(self, share: float) -> tuple[float, float]:
        assert share == 0.9
        return self.low_s, self.high_s

    def within(self, limit_s: float) -> float:
        return self.chance if limit_s == 300.0 else self.near

    @property
    def log_odds(self) -> float:
        return log_odds_of(self.chance, LEAST_DOUBT)

    @property
    def seen_odds(self) -> float:
        return log_odds_of(self.chance if self.seen is None else self.seen, LEAST_DOUBT)


THREE = make_table([0.0, 3600.0], [0.0, 3600.0], [0.0, 3600.0])
SILENT = {(1, 0): np.zeros((2, 2)), (1, 2): np.array([[9.0, 0.0], [0.0, 9.0]])}
ALIKE = {**SILENT, (2, 0): np.zeros((2, 2)), (2, 1): np.zeros((2, 2))}


def placed(
    *way: Between,
    own: Between = Between(0.0, 0.0),
    anchor: Between = Between(0.0, 0.0),
    **how: object,
) -> Placement:
    """Return where the second of three galleries is, by profiles of which that is known."""
    board = board_of(THREE, Planted(ALIKE), offset_s=[0.0, 1000.0, 1000.0], **how)  # type: ignore[arg-type]
    blocks = tuple((1, *range(3, 3 + n)) for n in range(1, len(way) + 1))
    profiles = {(0,): anchor, (1,): own, (2,): Between(-1e6, 1e6, 0.0, 0.0)}
    known = {**profiles, **dict(zip(blocks, way, strict=True)), (2, 9): Between(-9e9, 9e9, 0.0)}
    offsets = place_all(board, (*blocks, (2, 9)), known)  # type: ignore[arg-type]
    return with_basis(board, offsets).placements[1]


def usual(gallery: int, offset_s: float, *, keeps_itself: bool = True) -> ClockBelief:
    reason = "a phone, set by the network"
    return ClockBelief(
        f"g{gallery}", offset_s, 2.0, 0.9, reason, assumed=True, keeps_itself=keeps_itself
    )
