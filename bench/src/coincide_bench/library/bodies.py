"""Real clocks over days: what satellites say of each body that has its own GPS times."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from scipy.stats import binomtest

from coincide.library.clocks import load_clocks
from coincide.library.history.witnesses import Reading
from coincide.library.scan.folders import roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import scan_library
from coincide.library.solve import Solved, solve_library
from coincide.model.times import DAY_S
from coincide_bench.figures.tables import Table

# off from the time of the place by more than this is wrong
_WRONG_S = 300.0
# fixes of one session that agree, so that nobody need doubt them
_LEAST_WEIGHT = 0.9


@dataclass(frozen=True, slots=True)
class MeasuredBody:
    """One body with its own GPS times: over how many days, and how its clock was off.

    ``off_s``: the median of what must be added, in local time. ``n_wrong`` of ``n_sessions`` that
    satellites measured are wrong; ``n_borders`` are where the clock was set, as it was found.
    """

    name: str
    kind: Literal["camera", "phone"]
    days: float
    n_sessions: int
    n_wrong: int
    off_s: float
    n_borders: int

    @property
    def is_wrong(self) -> bool:
        """Whether it was ever wrong."""
        return self.n_wrong > 0


def measured_bodies(folder: Path, store: Path) -> list[MeasuredBody]:
    """Scan a folder of photo sets, solve it as one library, and return what was measured."""
    roots = roots_of([folder])
    with LibraryStore(store) as opened:
        scan_library(opened, roots)
        every = solve_library(load_clocks(opened))
    return sorted(
        (body for solved in every for body in _measured(solved)), key=lambda one: -one.days
    )


def _measured(solved: Solved) -> Iterator[MeasuredBody]:
    known = [
        (session, one)
        for session, one in solved.material.readings
        if one.kind == "GPS" and one.weight >= _LEAST_WEIGHT
    ]
    if not known:
        return
    errors_s = np.array([_off_s(solved, session, one) for session, one in known])
    errors_s = errors_s[~np.isnan(errors_s)]
    if len(errors_s) == 0:
        return
    first_s = solved.material.first_s
    days = float(first_s[known[-1][0]] - first_s[known[0][0]]) / DAY_S
    yield MeasuredBody(
        solved.clock.name,
        "phone" if solved.clock.is_phone else "camera",
        days,
        len(errors_s),
        int((np.abs(errors_s) > _WRONG_S).sum()),
        float(np.median(errors_s)),
        len(solved.history.starts) - 1,
    )


def _off_s(solved: Solved, session: int, reading: Reading) -> float:
    """Return what makes a session right in local time; of a phone that writes zones, in UTC."""
    return reading.to_utc_s + float(solved.zone_s[session])


def bodies_table(bodies: Sequence[MeasuredBody]) -> Table:
    """Return the table of bodies."""
    return Table(
        title="bodies with their own GPS times",
        caption="off: the median of what must be added, in local time; wrong: beyond 5 min",
        header=("", "kind", "days", "sessions", "of them wrong", "off", "set"),
        rows=tuple(
            (
                body.name,
                body.kind,
                f"{body.days:.0f}",
                f"{body.n_sessions}",
                f"{body.n_wrong}",
                f"{body.off_s:.0f} s",
                f"{body.n_borders}",
            )
            for body in bodies
        ),
    )


def rates_table(bodies: Sequence[MeasuredBody]) -> Table:
    """Return the table of how many bodies were ever wrong, with intervals."""
    rows = []
    for kind in ("camera", "phone"):
        of_kind = [body for body in bodies if body.kind == kind]
        if of_kind:
            n_wrong = sum(body.is_wrong for body in of_kind)
            interval = binomtest(n_wrong, len(of_kind)).proportion_ci(method="wilson")
            share = f"{interval.low:.0%} to {interval.high:.0%}"
            rows.append((kind, f"{len(of_kind)}", f"{n_wrong}", share))
    return Table(
        title="bodies that were ever wrong",
        caption="by more than 5 min; intervals of 95 %",
        header=("", "bodies", "wrong", "share"),
        rows=tuple(rows),
    )
