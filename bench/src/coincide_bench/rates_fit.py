"""How often real clocks are right, and which decisions hang on not knowing that better.

``python -m coincide_bench.rates_fit DATASETS`` prints, from the real sets alone (but those that
are only reported on), how many clocks of each kind are known to be right or wrong, with the 95 %
interval of the share that is right. Sets were collected because their cameras disagree, so of
cameras it is too low; of phones it is not. The rates of ``coincide.solver.clocks.truetime`` for
phones lie within it. Then each real event is decided again with shares from one end of the
interval to the other: printed is where that changes whether a person is asked whose clock is
right before anything is written.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
from scipy.stats import beta

from coincide.ingest import read_event
from coincide.model import Event
from coincide.model.devices import is_phone
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.verdicts import may_harm
from coincide.project import Project
from coincide.project.truetime import EventTime, event_time
from coincide.solver.clocks import GpsClock, check_by_gps, clock_beliefs
from coincide.solver.clocks.truetime import RATES, ClockKind, ErrorRates
from coincide_bench.asis.run import copy_photos
from coincide_bench.suites.context import default_cache
from coincide_bench.suites.realevents import EVENTS, RealEvent
from coincide_bench.wholeplan.pool import keep_counts, warm_project

Error = Literal["right", "hours", "minutes", "a day", "further"]

# a clock this near is right; set to a zone, it is this near whole quarters of an hour
RIGHT_S = 60.0
ZONES_APART_S = HOUR_S / 4
# whoever sets a clock by hand sets it no further off
BY_HAND_S = 2 * HOUR_S
# shares of right clocks that are tried between the ends of an interval
N_TRIED = 9
SHARE = 0.95


@dataclass(frozen=True)
class KnownClock:
    """A clock of which something else than pictures tells what it is off by."""

    event: str
    gallery: str
    is_phone: bool
    error_s: float

    @property
    def error(self) -> Error:
        """How it is wrong."""
        off_s = abs(self.error_s)
        from_zone_s = abs(off_s - round(off_s / ZONES_APART_S) * ZONES_APART_S)
        if off_s <= RIGHT_S:
            return "right"
        if off_s > DAY_S:
            return "further"
        if off_s >= HOUR_S / 2 and from_zone_s <= RIGHT_S:
            return "hours"
        return "minutes" if off_s <= BY_HAND_S else "a day"


def known_clocks(event: RealEvent, read: Event) -> Iterator[KnownClock]:
    """Yield the clocks of an event that satellites measure, and cameras that phones tell.

    A phone that nothing but the network confirms is not counted: that it is right is assumed.
    Nor are cameras alone: they are known against each other, and neither is known to be right.
    """
    told = {clock.camera: clock for clock in event.clocks}
    with_phones = any(is_phone(gallery.device) for gallery in read.galleries)
    for gallery in read.galleries:
        measured, phone = check_by_gps(gallery), is_phone(gallery.device)
        if isinstance(measured, GpsClock) and measured.error_s is not None:
            yield KnownClock(event.folder, gallery.name, phone, measured.error_s)
        elif not phone and with_phones and gallery.name in told:
            yield KnownClock(event.folder, gallery.name, phone, told[gallery.name].offset_s)


def interval(n_right: int, n: int) -> tuple[float, float]:
    """Return the shares between which the true one lies with 95 %, by Clopper and Pearson.

    >>> [round(end, 2) for end in interval(10, 10)]
    [0.69, 1.0]
    """
    tail = (1 - SHARE) / 2
    low = float(beta.ppf(tail, n_right, n - n_right + 1)) if n_right else 0.0
    high = float(beta.ppf(1 - tail, n_right + 1, n - n_right)) if n_right < n else 1.0
    return low, high


def with_right(rates: ErrorRates, right: float) -> ErrorRates:
    """Return rates of which so many clocks are right; how the others are wrong stays as it is."""
    ratio = (1 - right) / (1 - rates.right)
    return replace(
        rates,
        hours=rates.hours * ratio,
        by_hand=rates.by_hand * ratio,
        day=rates.day * ratio,
        behind=rates.behind * ratio,
        ahead=rates.ahead * ratio,
    )


def changes(time: EventTime, kinds: Iterable[ClockKind], shares: Iterable[float]) -> list[float]:
    """Return the shares of right clocks of some kinds with which an event is decided otherwise."""
    asked = may_harm(time.harm)
    varied = (
        (right, dict(RATES) | {kind: with_right(RATES[kind], right) for kind in kinds})
        for right in shares
    )
    return [
        right for right, rates in varied if may_harm(replace(time, rates=rates).harm) is not asked
    ]


def placed_clocks(source: Path, cache: Path) -> EventTime:
    """Return an event's clocks as pictures place them; the set itself is not written to."""
    with tempfile.TemporaryDirectory(prefix="coincide-bench-") as scratch:
        folder = (Path(scratch) / source.name).resolve()
        copy_photos(source, folder, lambda path: path.name)
        warm_project(folder, cache)
        solution = Project.at(folder).sync().solution
        keep_counts(folder, cache)
        beliefs = {belief.gallery: belief for belief in clock_beliefs(solution.event)}
        return event_time(solution.event, solution.offsets, beliefs)


def counted(clocks: Sequence[KnownClock]) -> str:
    """Return in a line how many clocks are wrong in which way, and the share that is right."""
    errors = Counter(clock.error for clock in clocks)
    low, high = interval(errors["right"], len(clocks))
    each = ", ".join(f"{errors[name]} {name}" for name in sorted(errors))
    return f"{len(clocks)} clocks: {each}; right: {low:.2f} to {high:.2f}"


def main(datasets: str) -> None:
    """Print what real clocks tell, and what hangs on what they do not."""
    known: list[KnownClock] = []
    placed = dict[str, EventTime]()
    for event in EVENTS:
        source = Path(datasets) / event.folder
        if source.is_dir() and not event.report_only:
            known += known_clocks(event, read_event([source]))
            placed[event.folder] = placed_clocks(source, default_cache())
    tried: dict[tuple[ClockKind, ...], list[KnownClock]] = {
        ("phone", "zoned phone"): [clock for clock in known if clock.is_phone],
        ("camera",): [clock for clock in known if not clock.is_phone],
    }
    for kinds, clocks in tried.items():
        sys.stdout.write(f"{kinds[0]}s: {counted(clocks)}\n")
        low, high = interval(sum(clock.error == "right" for clock in clocks), len(clocks))
        # a share of 1 leaves no room for any error
        shares = np.linspace(low, min(high, 0.9995), N_TRIED).tolist()
        for folder, time in placed.items():
            otherwise = changes(time, kinds, shares)
            if otherwise:
                sure = "asked" if may_harm(time.harm) else "written"
                words = ", ".join(f"{share:.3f}" for share in otherwise)
                sys.stdout.write(f"  {folder}: {sure}, and otherwise with {words} right\n")


if __name__ == "__main__":
    main(sys.argv[1])
