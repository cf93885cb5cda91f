"""How often real clocks are right, and which decisions hang on not knowing that better.

Counted from the real sets alone (but those that are only reported on): how many clocks of each
kind are known to be right or wrong, with the 95 % interval of the share that is right. Sets were
collected because their cameras disagree, so of cameras it is too low; of phones it is not. Clocks
are few, so the rates of ``coincide.solver.clocks.truetime`` stay by hand, those of phones within
the interval. Each real event is decided again with shares from one end of the interval to the
other: recorded is where that changes whether a person is asked whose clock is right before
anything is written.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
from scipy.stats import beta

from coincide import project
from coincide.ingest import read_event
from coincide.model import Event, Floats
from coincide.model.devices import is_phone
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.verdicts import may_harm
from coincide.project import Project
from coincide.project.judge.truetime import EventTime, event_time
from coincide.project.solve.tasks.pairs import code_digest
from coincide.solver.clocks import GpsClock, check_by_gps, clock_beliefs
from coincide.solver.clocks.truetime import RATES, ClockKind, ErrorRates
from coincide_bench.asis.run import copy_photos
from coincide_bench.fitting.cache import kept
from coincide_bench.fitting.folds import by_fold, score
from coincide_bench.suites.context import BenchContext
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


def predicted(clocks: Sequence[KnownClock], by_hand: float) -> dict[str, float]:
    """Return the log loss of saying how likely clocks are right, three ways.

    By the share of the clocks of all other events, one event left out at a time; by the rate that
    is set by hand; and by a tossed coin.
    """
    of_event: dict[str, list[KnownClock]] = {}
    for clock in clocks:
        of_event.setdefault(clock.event, []).append(clock)
    shares = by_fold(of_event, _share_right)
    right = np.array([body.error == "right" for of in of_event.values() for body in of], np.float64)
    stated = {"held_out": shares, "by_hand": by_hand, "coin": 1 / 2}
    chances = {name: np.full(len(right), chance) for name, chance in stated.items()}
    return {name: round(score(values, right).log_loss, 4) for name, values in chances.items()}


def _share_right(others: Sequence[Sequence[KnownClock]]) -> Callable[[list[KnownClock]], Floats]:
    right = [clock.error == "right" for of_event in others for clock in of_event]
    # half a clock more on either side: none and all are never certain
    share = (sum(right) + 1 / 2) / (len(right) + 1)
    return lambda clocks: np.full(len(clocks), share)


def fit_rates(context: BenchContext, digest: str) -> dict[str, Any]:
    """Return what real clocks tell, and what hangs on what they do not; ``digest``: of the photos.

    By kind of device: how many clocks are right or wrong in which way, the interval of the share
    that is right, how well that predicts the clocks of an event left out, and the events that are
    decided otherwise with shares within the interval.
    """
    folders = {
        event.folder: path
        for event in EVENTS
        if not event.report_only and (path := _folder(event, context)) is not None
    }
    known = [
        clock
        for event in EVENTS
        if event.folder in folders
        for clock in known_clocks(event, read_event([folders[event.folder]]))
    ]
    clocks_of = by_device(known)
    tried = {kinds: shares_tried(clocks) for kinds, clocks in clocks_of.items()}
    what = ("rates", repr(tried), code_digest(project), digest)
    swept = kept(context.cache, what, partial(sweep, folders, tried, context))
    return {
        kinds[0]: summary(kinds, clocks) | {"decided_otherwise": swept[kinds[0]]}
        for kinds, clocks in clocks_of.items()
    }


def _folder(event: RealEvent, context: BenchContext) -> Path | None:
    folder = None if context.datasets is None else context.datasets / event.folder
    return folder if folder is not None and folder.is_dir() else None


def by_device(known: Sequence[KnownClock]) -> dict[tuple[ClockKind, ...], list[KnownClock]]:
    """Return the clocks of phones and those of cameras, by the kinds whose rates they tell of."""
    return {
        ("phone", "zoned phone"): [clock for clock in known if clock.is_phone],
        ("camera",): [clock for clock in known if not clock.is_phone],
    }


def summary(kinds: Sequence[ClockKind], clocks: Sequence[KnownClock]) -> dict[str, Any]:
    """Return how many clocks are wrong in which way, the interval, and how well rates predict."""
    errors = Counter(clock.error for clock in clocks)
    return {
        "clocks": len(clocks),
        "events": len({clock.event for clock in clocks}),
        "errors": dict(sorted(errors.items())),
        "right_95": [round(end, 4) for end in interval(errors["right"], len(clocks))],
        "log_loss": predicted(clocks, RATES[kinds[0]].right) if clocks else {},
    }


def shares_tried(clocks: Sequence[KnownClock]) -> list[float]:
    """Return shares of right clocks from one end of the interval to the other."""
    low, high = interval(sum(clock.error == "right" for clock in clocks), len(clocks))
    # a share of 1 leaves no room for any error
    tried: list[float] = np.linspace(low, min(high, 0.9995), N_TRIED).round(4).tolist()
    return tried


def sweep(
    folders: Mapping[str, Path],
    tried: Mapping[tuple[ClockKind, ...], Sequence[float]],
    context: BenchContext,
) -> dict[str, dict[str, Any]]:
    """Return the events that are decided otherwise with some shares, and with which, by device."""
    found: dict[str, dict[str, Any]] = {kinds[0]: {} for kinds in tried}
    for number, (name, folder) in enumerate(folders.items()):
        context.progress("rates", number, len(folders))
        time = placed_clocks(folder, context.cache)
        now = "asked" if may_harm(time.harm) else "written"
        for kinds, shares in tried.items():
            otherwise = changes(time, kinds, shares)
            if otherwise:
                found[kinds[0]][name] = {"now": now, "otherwise_with": otherwise}
    context.progress("rates", len(folders), len(folders))
    return found
