"""P, A and H: how many galleries were synchronised, how closely, and both in one (eq. 14-16)."""

from collections.abc import Mapping
from dataclasses import dataclass

from coincide.model import Offsets

MAX_ERROR_S = 1800.0  # the paper's tolerance


@dataclass(frozen=True)
class Score:
    """Shares between 0 and 1; ``errors_s`` of the placed galleries, the anchor left out."""

    precision: float
    accuracy: float
    errors_s: Mapping[str, float]

    @property
    def harmonic_mean(self) -> float:
        """H = 2 P A / (P + A), 0 where both are."""
        total = self.precision + self.accuracy
        return 2 * self.precision * self.accuracy / total if total else 0.0


def score(
    offsets: Offsets, truth: Mapping[str, float], *, max_error_s: float = MAX_ERROR_S
) -> Score:
    """Score offsets against the true ones, both taken relative to the anchor.

    An unplaced gallery counts as not synchronised. A is 0 when nothing was synchronised.
    """
    anchor_s = offsets[offsets.anchor].offset_s or 0.0
    others = [placement for placement in offsets.placements if placement.gallery != offsets.anchor]
    errors_s = {
        placement.gallery: abs(
            (placement.offset_s - anchor_s) - (truth[placement.gallery] - truth[offsets.anchor])
        )
        for placement in others
        if placement.offset_s is not None
    }
    synchronised = [error for error in errors_s.values() if error < max_error_s]
    precision = len(synchronised) / len(others) if others else 0.0
    mean_error_s = sum(synchronised) / len(synchronised) if synchronised else max_error_s
    return Score(precision, 1.0 - mean_error_s / max_error_s, errors_s)
