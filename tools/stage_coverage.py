"""Branch coverage per package, from coverage's JSON reports of the CI tests and of all tests.

    python -m tools.stage_coverage build/coverage-ci.json build/coverage-all.json

Ends with 1 where a core package is below the bar, or where the slow tests alone cover too much.
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
    *("ingest", "media", "features", "model", "timeline"),
    *("solver/clocks", "solver/evidence", "solver/links", "solver/joint", "solver/paper"),
    *("solver/large", "writing/plan", "writing/apply"),
)
BAR = 0.95
# of a package's branches, so many may be covered by tests that CI does not run
MOST_ONLY_SLOW = 0.03
# rooms whose own rooms are told one by one
_TOLD_APART = ("solver", "writing", "app")


@dataclass(frozen=True)
class Share:
    """How many branches there are, how many were taken."""

    n_branches: int
    n_taken: int

    @property
    def share(self) -> float:
        """From 0 to 1; all of nothing is 1."""
        return self.n_taken / self.n_branches if self.n_branches else 1.0


def room_of(path: str) -> str:
    """Return the room that a file belongs to: a package or module right below coincide.

    >>> room_of("src/coincide/solver/joint/board.py"), room_of("src/coincide/errors.py")
    ('solver/joint', 'errors')
    """
    parts = PurePath(path).parts
    inside = parts[len(parts) - parts[::-1].index("coincide") :]
    depth = 2 if inside[0] in _TOLD_APART and len(inside) > 2 else 1
    return "/".join(inside[:depth]).removesuffix(".py")


def shares(report: Mapping[str, Any]) -> dict[str, Share]:
    """Return the share of every room, by its name."""
    there, taken = Counter[str](), Counter[str]()
    for path, file in report["files"].items():
        there[room_of(path)] += file["summary"]["num_branches"]
        taken[room_of(path)] += file["summary"]["covered_branches"]
    return {room: Share(there[room], taken[room]) for room in sorted(there)}


def below_the_bar(found: Mapping[str, Share]) -> list[str]:
    """Return the core packages with too many untested branches, or without a figure."""
    return [room for room in CORE if room not in found or found[room].share < BAR]


def only_by_slow(ci: Mapping[str, Share], everything: Mapping[str, Share]) -> list[str]:
    """Return the packages of which CI's tests leave too much to the slow ones."""
    return [
        room
        for room, share in everything.items()
        if share.share - ci.get(room, Share(1, 0)).share > MOST_ONLY_SLOW
    ]


def main() -> int:
    """Print the table, and what is below a bar."""
    ci, everything = (
        shares(json.loads(Path(path).read_text(encoding="utf-8"))) for path in sys.argv[1:3]
    )
    print(f"{'':16}{'branches':>10}{'by CI':>9}{'by all':>9}")
    for room, share in everything.items():
        core = "" if room in CORE else "  (not a core package)"
        print(f"{room:16}{share.n_branches:>10}{ci[room].share:>9.1%}{share.share:>9.1%}{core}")
    low, slow = below_the_bar(everything), only_by_slow(ci, everything)
    if low:
        print(f"below {BAR:.0%}: {', '.join(low)}")
    if slow:
        print(f"more than {MOST_ONLY_SLOW:.0%} by slow tests alone: {', '.join(slow)}")
    return 1 if low or slow else 0


if __name__ == "__main__":
    sys.exit(main())
