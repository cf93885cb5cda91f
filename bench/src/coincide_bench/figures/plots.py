"""Three pictures of a result document: how far off, how honest, and how much overlap it takes."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coincide.errors import UsageError
from coincide.model import Floats
from coincide_bench.figures import charts
from coincide_bench.figures.aggregate import Interval, bootstrap_mean, gather, mean
from coincide_bench.figures.document import ALL, Document, Result
from coincide_bench.figures.groups import attendance_of
from coincide_bench.figures.tables import headline_offsets

ERROR_TICKS = {1: "1 s", 10: "10 s", 60: "1 min", 600: "10 min", 3600: "1 h", 86400: "1 day"}
ERRORS_S = np.geomspace(1.0, 86400.0, 240)  # finer than the picture's pixels where it is steep
TOLERANCES_S = (60, 300, 1800)
PLOT_NAME = re.compile(r"\bbench-(?:reliability|errors|overlap)-[\w-]+\.svg\b")


@dataclass(frozen=True)
class Point:
    """A share, and from where to where it may be, where that is known."""

    x: float
    share: float
    interval: Interval | None


@dataclass(frozen=True)
class Curve:
    """A method's points, as the legend names them."""

    method: str
    name: str
    points: tuple[Point, ...]


def write_plots(document: Document, folder: Path, page: str = "") -> list[Path]:
    """Write the plots that a page shows, or all if it shows none, and return the files."""
    plots = _plots_at_hand(document)
    shown = list(dict.fromkeys(PLOT_NAME.findall(page)))
    if missing := [name for name in shown if name not in plots]:
        raise UsageError(f"The page shows {missing[0]}, for which the results have no figures.")
    paths = [folder / name for name in shown or plots]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in paths:
            path.write_text(charts.svg_of(plots[path.name]()), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"Cannot write plots to {folder}: {error.strerror}.") from error
    return paths


def _plots_at_hand(document: Document) -> dict[str, Callable[[], Figure]]:
    """Return what draws each plot that the document has figures for, by its file's name."""
    found: dict[str, Callable[[], Figure]] = {}
    for suite in dict.fromkeys(result.suite for result in document.results):
        found[f"bench-reliability-{suite}.svg"] = partial(reliability_plot, document, suite)
        if _with_errors(document, suite):
            found[f"bench-errors-{suite}.svg"] = partial(error_plot, document, suite)
        if len(_attendances(document, suite)) > 1:
            found[f"bench-overlap-{suite}.svg"] = partial(overlap_plot, document, suite)
    return found


def error_plot(document: Document, suite: str) -> Figure:
    """Draw the share of galleries within each error; an unplaced gallery is within none."""
    figure, axes = charts.new_chart(
        f"How far off is each method? ({suite})",
        "Share of galleries whose clock offset was found to within the error below;"
        " higher is better. Unplaced: within none",
        "error of the offset (logarithmic scale)",
        "galleries within that error",
    )
    axes.set_xscale("log")
    axes.set_xlim(ERRORS_S[0], ERRORS_S[-1])
    axes.set_xticks(list(ERROR_TICKS), labels=list(ERROR_TICKS.values()))
    axes.set_xticks([], minor=True)
    for tolerance_s in TOLERANCES_S:
        charts.add_mark(axes, tolerance_s, f"{tolerance_s} s")
    curves = []
    for method, results in _by_method(_with_errors(document, suite)):
        errors = [error for result in results for error in result.errors_s or ()]
        placed = np.sort([error for error in errors if error is not None])
        curves.append(Curve(method, method, _cumulative(placed, len(errors))))
    _draw(document, axes, _highest_first(curves, _at_half_an_hour), markers=False)
    return figure


def reliability_plot(document: Document, suite: str) -> Figure:
    """Draw stated probability against what came; say so where no method states one."""
    title = f"Does a stated probability come true? ({suite})"
    curves = []
    for result in document.select(
        suite=suite, subset="all", event=ALL, offsets=headline_offsets(document, suite)
    ):
        if result.reliability:
            points = tuple(
                Point(b.stated, b.right, _wilson(b.right, b.n_galleries))
                for b in result.reliability
            )
            curves.append(Curve(result.method, _with_ece(result), points))
    if not curves:
        return charts.words_card(title, "No method of this run states how sure it is.")
    figure, axes = charts.new_chart(
        title,
        "Galleries in groups of similar stated probability, with 95 % intervals;"
        " below the dashes: too sure of itself",
        "stated probability of an error up to 300 s",
        "share that was within 300 s",
    )
    axes.set_xlim(0, 1)
    axes.set_xticks(charts.SHARES, labels=charts.share_labels(charts.SHARES))
    charts.add_diagonal(axes, "as stated")
    _draw(document, axes, curves, markers=True)
    return figure


def overlap_plot(document: Document, suite: str) -> Figure:
    """Draw P against attendance, with intervals over the events."""
    figure, axes = charts.new_chart(
        f"How much must galleries overlap? ({suite})",
        "Share of galleries placed to within 30 minutes, by how much of the event each camera"
        " attended; 95 % intervals",
        "share of the event's moments that each gallery attended",
        "P: galleries within 1800 s",
    )
    attendances = _attendances(document, suite)
    axes.set_xlim(0.2, 1.1)
    axes.set_xticks(attendances, labels=charts.share_labels(attendances))
    methods = _by_method(_leaves(document, suite))
    curves = []
    for number, (method, results) in enumerate(methods):
        aside = 0.012 * (number - (len(methods) - 1) / 2)  # so that bars do not overlap
        points = []
        for attendance in attendances:
            there = [result for result in results if attendance_of(result.event) == attendance]
            value, interval = _precision(there)
            if value is not None:
                points.append(Point(attendance + aside, value, interval))
        curves.append(Curve(method, method, tuple(points)))
    _draw(document, axes, _highest_first(curves, _mean_height), markers=True)
    return figure


def _draw(document: Document, axes: Axes, curves: Sequence[Curve], *, markers: bool) -> None:
    """Draw the curves; a method has the same colour in every plot of a document."""
    methods = sorted({result.method for result in document.results})
    for curve in curves:
        style = charts.line_style(methods.index(curve.method))
        xs, shares = [point.x for point in curve.points], [point.share for point in curve.points]
        marker = "o" if markers else ""
        axes.plot(xs, shares, label=curve.name, marker=marker, markersize=6, clip_on=False, **style)
        bars = [(point.x, point.interval) for point in curve.points if point.interval]
        axes.vlines(
            [x for x, _ in bars],
            [interval.low for _, interval in bars],
            [interval.high for _, interval in bars],
            colors=style["color"],
            linewidth=1.1,
        )
    charts.add_legend(axes)


def _leaves(document: Document, suite: str) -> list[Result]:
    """Return the results of single events with the kind of offsets that speaks for the suite."""
    offsets = headline_offsets(document, suite)
    return [
        result
        for result in document.select(suite=suite, subset="all")
        if result.per_seed is not None and offsets in (ALL, result.offsets)
    ]


def _with_errors(document: Document, suite: str) -> list[Result]:
    return [result for result in _leaves(document, suite) if result.errors_s]


def _by_method(results: Sequence[Result]) -> list[tuple[str, list[Result]]]:
    methods = dict.fromkeys(result.method for result in results)
    return [(name, [result for result in results if result.method == name]) for name in methods]


def _highest_first(curves: Sequence[Curve], height: Callable[[Curve], float]) -> list[Curve]:
    """Put the legend in the order of the curves."""
    return sorted(curves, key=lambda curve: (-height(curve), curve.name))


def _at_half_an_hour(curve: Curve) -> float:
    return max((point.share for point in curve.points if point.x <= 1800.0), default=0.0)


def _mean_height(curve: Curve) -> float:
    return sum(point.share for point in curve.points) / max(len(curve.points), 1)


def _cumulative(placed: Floats, n_galleries: int) -> tuple[Point, ...]:
    shares = np.searchsorted(placed, ERRORS_S, side="right") / n_galleries
    return tuple(Point(float(x), float(y), None) for x, y in zip(ERRORS_S, shares, strict=True))


def _wilson(share: float, n: int) -> Interval:
    """Return Wilson's 95 % interval of a share, which stays inside 0 to 1 also for few."""
    z2 = 1.96**2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = 1.96 * float(np.sqrt(share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return Interval(middle - reach, middle + reach)


def _with_ece(result: Result) -> str:
    return f"{result.method}, ECE {result.metrics['ece']:.3f}"


def _attendances(document: Document, suite: str) -> list[float]:
    found = {attendance_of(result.event) for result in _leaves(document, suite)}
    return sorted(value for value in found if value is not None)


def _precision(results: Sequence[Result]) -> tuple[float | None, Interval | None]:
    """Return P over some events of one method, and its interval clustered by event."""
    trials = [
        (result.event, cluster, seed, np.nan if value is None else value)
        for result in results
        if result.per_seed is not None
        for cluster, seed, value in zip(
            result.per_seed.cluster,
            result.per_seed.seed,
            result.per_seed.figures["P_1800"],
            strict=True,
        )
    ]
    if not trials:
        return None, None
    events, clusters, seeds, values = zip(*trials, strict=True)
    gathered = gather(events, clusters, seeds)
    precision = np.array(values, np.float64)
    return mean(gathered, precision), bootstrap_mean(gathered, precision)
