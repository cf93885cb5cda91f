"""What a comparison says, as a table of text."""

from collections.abc import Sequence

from coincide_bench.figures.compare import Difference
from coincide_bench.figures.document import ALL
from coincide_bench.figures.significance import Contrast
from coincide_bench.figures.tables import NONE, Table, probability, share

HEADER = ("suite", "method", "figure", "first", "second", "difference", "p", "verdict")


def comparison_table(differences: Sequence[Difference]) -> Table:
    """Return one line for each difference, in points, and whether it is beyond noise."""
    by_event = any(difference.event != ALL for difference in differences)
    others = "other seeds" if by_event else "other events"
    n_lines = len(differences)
    n_as_good = sum(difference.at_least_as_good is True for difference in differences)
    return Table(
        "Second minus first, in points",
        (*HEADER, others),
        tuple(_row(difference) for difference in differences),
        "In brackets the 95 % range of noise over seeds. At 5 % a line,"
        f" {0.05 * n_lines:.1f} of {n_lines} lines would be marked by chance alone."
        f' "{others.capitalize()}": at least as good if a loss of 2 points can be ruled out,'
        f" as on {n_as_good} of {n_lines} lines.",
    )


def _row(difference: Difference) -> tuple[str, ...]:
    one, other = difference.method_a, difference.method_b
    contrast = difference.contrast
    noise = contrast.noise
    spread = "" if noise is None else f" ({100 * noise.low:+.1f} to {100 * noise.high:+.1f})"
    verdicts = {True: "at least as good", False: "may be worse", None: NONE}
    where = difference.suite
    return (
        where if difference.event == ALL else f"{where}: {difference.event}",
        one if one == other else f"{one} → {other}",
        difference.metric,
        share(difference.mean_a),
        share(difference.mean_b),
        f"{100 * contrast.difference:+.1f}{spread}",
        probability(contrast.p_value),
        _verdict(contrast),
        verdicts[difference.at_least_as_good],
    )


def _verdict(contrast: Contrast) -> str:
    if contrast.p_value is None:
        return "too few trials"
    return "beyond noise" if contrast.beyond_noise else "within noise"
