"""Shares of all galleries together: of those a figure is about, how many hits there were.

Unlike P, A and H these are not means of trials: a trial may have none of what is counted.
"""

from collections.abc import Mapping

from coincide_bench.figures.outcome import Outcome, Subset

# each share, and the name of the number it is a share of
SHARES: Mapping[str, str] = {
    "coverage_90": "n_intervals",
    "certain_right": "n_certain",
    "jumps_found": "n_jumps",
    "clean_split": "n_clean",
}


def trial_counts(outcome: Outcome, subset: Subset) -> dict[str, tuple[int, int]]:
    """Return hits and cases of each of the SHARES in one trial.

    "coverage_90": of the stated 90 % intervals, those that hold the truth. "certain_right":
    of the certain answers, those within 300 s. "jumps_found": of the jumps that could be
    seen, those found. "clean_split": of the clocks without a jump, those said to have one.
    """
    galleries, clocks = outcome.of(subset), outcome.clocks_of(subset)
    covered = [gallery.covered for gallery in galleries if gallery.covered is not None]
    certain = [gallery.right for gallery in galleries if gallery.certain]
    clean = [clock.split for clock in clocks if not clock.n_planted]
    return {
        "coverage_90": (sum(covered), len(covered)),
        "certain_right": (sum(certain), len(certain)),
        "jumps_found": (sum(c.n_found for c in clocks), sum(c.n_visible for c in clocks)),
        "clean_split": (sum(clean), len(clean)),
    }
