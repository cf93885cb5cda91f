"""Tell which share of each stage's branches the tests took, from coverage's JSON report.

    python -m tools.stage_coverage build/coverage.json

Ends with 1 where a core stage is below the bar.
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

# what turns folders into corrected times, and its share of branches that tests must take
CORE = (
    *("ingest", "clocks", "embed", "link", "evidence", "graph", "offsets", "timeline", "plan"),
    *("apply", "times"),
)
BAR = 0.95


@dataclass(frozen=True)
class Share:
    """How many branches there are, how many were taken."""

    n_branches: int
    n_taken: int

    @property
    def share(self) -> float:
        """From 0 to 1; all of nothing is 1."""
        return self.n_taken / self.n_branches if self.n_branches else 1.0


def stage_of(path: str) -> str:
    """Return the package or module right below coincide that a file belongs to."""
    parts = PurePath(path).parts
    return parts[parts.index("coincide") + 1].removesuffix(".py")


def shares(report: Mapping[str, Any]) -> dict[str, Share]:
    """Return the share of every stage, by its name."""
    there, taken = Counter[str](), Counter[str]()
    for path, file in report["files"].items():
        there[stage_of(path)] += file["summary"]["num_branches"]
        taken[stage_of(path)] += file["summary"]["covered_branches"]
    return {stage: Share(there[stage], taken[stage]) for stage in sorted(there)}


def below_the_bar(found: Mapping[str, Share]) -> list[str]:
    """Return the core stages with too many branches that no test took, or without a figure."""
    return [stage for stage in CORE if stage not in found or found[stage].share < BAR]


def main() -> int:
    """Print the table, and what is below the bar."""
    found = shares(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    print(f"{'':14}{'branches':>10}{'taken':>9}")
    for stage, share in found.items():
        core = "" if stage in CORE else "  (not a core stage)"
        print(f"{stage:14}{share.n_branches:>10}{share.share:>9.1%}{core}")
    low = below_the_bar(found)
    if low:
        print(f"below {BAR:.0%}: {', '.join(low)}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
