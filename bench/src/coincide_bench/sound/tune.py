"""Measure what the limits of sound rest on, with seeds that nothing is reported on.

    python -m coincide_bench.sound.tune

For each kind of pair: how alike its clips are to themselves (beyond the limit it is music), how
alike its two clips are (a song played again stays below the limit), and how far phases agree.
"""

import sys
from collections.abc import Sequence

import numpy as np

from coincide_bench.sound.measure import Judged, judge_all, tasks
from coincide_bench.suites.registry import DEV_SEEDS

SHARES = (0.0, 0.01, 0.05, 0.5, 0.95, 0.99, 1.0)


def quantile_lines(found: Sequence[Judged]) -> list[str]:
    """Return the spread of each measure, of each kind of pair and of what was heard."""
    lines = []
    for what in sorted({judged.what for judged in found}):
        group = [judged for judged in found if judged.what == what and judged.z > 0]
        for name in ("music", "likeness", "z"):
            if group:
                cuts = np.quantile([getattr(judged, name) for judged in group], SHARES)
                lines.append(f"{what:10} {name:9} " + " ".join(f"{cut:7.3f}" for cut in cuts))
    return lines


def main(share: float = 0.5) -> None:
    """Print the spread of all measures."""
    found = list(judge_all(tasks(DEV_SEEDS, share), workers=1, tell=lambda *_: None))
    sys.stdout.write("\n".join(quantile_lines(found)) + "\n")


if __name__ == "__main__":
    main()
