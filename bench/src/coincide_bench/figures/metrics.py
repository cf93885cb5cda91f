"""P, A and H: how many galleries were synchronised, how closely, and both in one (eq. 14-16).

The figures of one trial; :mod:`coincide_bench.figures.aggregate` makes means of many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coincide.model import Offsets
from coincide_bench.figures.outcome import GalleryOutcome, Outcome, Subset

MAX_ERROR_S = 1800.0  # the paper's tolerance
# the paper's; what a person sorting photos notices; what puts photos of one scene in order
TOLERANCES_S = (1800, 300, 60)

SHARES = ("placed", "wrong", "certain", "certain_wrong")
# every figure a single trial has
TRIAL_FIGURES = (*(f"{figure}_{t}" for t in TOLERANCES_S for figure in "PAH"), *SHARES)


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
    return score_errors(errors_s, len(others), max_error_s=max_error_s)


def score_errors(errors_s: Mapping[str, float], n_galleries: int, *, max_error_s: float) -> Score:
    """Score the errors of the placed galleries among all that there were to place."""
    synchronised = [error for error in errors_s.values() if error < max_error_s]
    precision = len(synchronised) / n_galleries if n_galleries else 0.0
    mean_error_s = sum(synchronised) / len(synchronised) if synchronised else max_error_s
    return Score(precision, 1.0 - mean_error_s / max_error_s, errors_s)


def trial_figures(outcome: Outcome, subset: Subset, *, confident: bool) -> dict[str, float | None]:
    """Return TRIAL_FIGURES of one trial; None where there is nothing to take a share of.

    P, A and H are about galleries with a true offset, so not about strangers. Their errors
    are what is beyond the truth's own tolerance: P counts error < maxError + tolerance_s.
    The other figures are shares of all galleries, strangers too; ``confident`` says whether
    the method states probabilities at all, without which it has no "certain".
    """
    galleries = outcome.of(subset)
    figures: dict[str, float | None] = {}
    for tolerance_s in TOLERANCES_S:
        figures |= _score_figures(galleries, outcome.tolerance_s, tolerance_s)
    figures["placed"] = _share([gallery.placed for gallery in galleries])
    figures["wrong"] = _share([gallery.wrong for gallery in galleries])
    certain = [gallery.certain for gallery in galleries]
    certain_wrong = [gallery.certain and gallery.wrong for gallery in galleries]
    figures["certain"] = _share(certain) if confident else None
    figures["certain_wrong"] = _share(certain_wrong) if confident else None
    return figures


def counted_errors_s(outcome: Outcome, subset: Subset) -> list[float]:
    """Return the errors of one trial; an unplaced gallery counts as the event's span."""
    return [
        outcome.span_s if gallery.error_s is None else gallery.error_s
        for gallery in outcome.of(subset)
        if not gallery.stranger
    ]


def _score_figures(
    galleries: Sequence[GalleryOutcome], truth_tolerance_s: float, max_error_s: int
) -> dict[str, float | None]:
    own = [gallery for gallery in galleries if not gallery.stranger]
    if not own:
        return {f"{figure}_{max_error_s}": None for figure in "PAH"}
    beyond_s = {
        gallery.gallery: max(gallery.error_s - truth_tolerance_s, 0.0)
        for gallery in own
        if gallery.error_s is not None
    }
    result = score_errors(beyond_s, len(own), max_error_s=max_error_s)
    values = (result.precision, result.accuracy, result.harmonic_mean)
    return {f"{figure}_{max_error_s}": value for figure, value in zip("PAH", values, strict=True)}


def _share(flags: Sequence[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None
