"""Three pictures of a result document: how far off, how honest, and how much overlap it takes."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from coincide.errors import UsageError
from coincide.model import Floats
from coincide_bench.figures.aggregate import Interval, bootstrap_mean, gather, mean
from coincide_bench.figures.document import ALL, Document, Result
from coincide_bench.figures.groups import attendance_of
from coincide_bench.figures.svg import Axis, Chart, Line, Point, draw_card, draw_chart
from coincide_bench.figures.tables import headline_offsets

SHARES = Axis("", 0.0, 1.0, tuple((tick / 5, f"{20 * tick} %") for tick in range(6)))
ERRORS = Axis(
    "error of the offset (logarithmic scale)",
    1.0,
    86400.0,
    ((1, "1 s"), (10, "10 s"), (60, "1 min"), (600, "10 min"), (3600, "1 h"), (86400, "1 day")),
    logarithmic=True,
)
TOLERANCES = ((60.0, "60 s"), (300.0, "300 s"), (1800.0, "1800 s"))
N_BENDS = 240  # of a curve: finer than the picture's pixels where it is steep


def write_plots(document: Document, folder: Path) -> list[Path]:
    """Write every plot that the document has figures for, and return the files."""
    drawn: dict[str, str] = {}
    for suite in dict.fromkeys(result.suite for result in document.results):
        drawn[f"bench-reliability-{suite}.svg"] = reliability_plot(document, suite)
        if _with_errors(document, suite):
            drawn[f"bench-errors-{suite}.svg"] = error_plot(document, suite)
        if len(_attendances(document, suite)) > 1:
            drawn[f"bench-overlap-{suite}.svg"] = overlap_plot(document, suite)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in drawn.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"Cannot write plots to {folder}: {error.strerror}.") from error
    return [folder / name for name in drawn]


def error_plot(document: Document, suite: str) -> str:
    """Draw the share of galleries within each error; an unplaced gallery is within none."""
    lines = []
    for method, results in _by_method(_with_errors(document, suite)):
        errors = [error for result in results for error in result.errors_s or ()]
        placed = np.sort([error for error in errors if error is not None])
        lines.append(_line(document, method, _cumulative(placed, len(errors))))
    chart = Chart(
        title=f"How far off is each method? ({suite})",
        subtitle="Share of galleries whose clock offset was found to within the error below;"
        " higher is better. Unplaced: within none",
        x=ERRORS,
        y=_labelled("galleries within that error"),
        lines=_highest_first(lines, _at_half_an_hour),
        marks=TOLERANCES,
    )
    return draw_chart(chart)


def reliability_plot(document: Document, suite: str) -> str:
    """Draw stated probability against what came; say so where no method states one."""
    title = f"Does a stated probability come true? ({suite})"
    lines = []
    for result in document.select(
        suite=suite, subset="all", event=ALL, offsets=headline_offsets(document, suite)
    ):
        if result.reliability:
            points = tuple(
                _reliability_point(b.stated, b.right, b.n_galleries) for b in result.reliability
            )
            lines.append(_line(document, _with_ece(result), points, method=result.method))
    if not lines:
        return draw_card(title, ["No method of this run states how sure it is of its answers."])
    chart = Chart(
        title=title,
        subtitle="Galleries in groups of similar stated probability, with 95 % intervals;"
        " below the dashes: too sure of itself",
        x=Axis("stated probability of an error up to 300 s", 0.0, 1.0, SHARES.ticks),
        y=_labelled("share that was within 300 s"),
        lines=tuple(lines),
        diagonal="as stated",
    )
    return draw_chart(chart)


def overlap_plot(document: Document, suite: str) -> str:
    """Draw P against attendance, with intervals over the events."""
    attendances = _attendances(document, suite)
    methods = _by_method(_leaves(document, suite))
    lines = []
    for number, (method, results) in enumerate(methods):
        points = []
        for attendance in attendances:
            value, interval = _precision(
                [r for r in results if attendance_of(r.event) == attendance]
            )
            if value is not None:
                aside = 0.012 * (number - (len(methods) - 1) / 2)  # so that bars do not overlap
                low, high = (interval.low, interval.high) if interval else (None, None)
                points.append(Point(attendance + aside, value, low, high, 4.5))
        lines.append(_line(document, method, tuple(points)))
    ticks = tuple((value, f"{100 * value:.0f} %") for value in attendances)
    chart = Chart(
        title=f"How much must galleries overlap? ({suite})",
        subtitle="Share of galleries placed to within 30 minutes, by how much of the event each"
        " camera attended; 95 % intervals",
        x=Axis("share of the event's moments that each gallery attended", 0.2, 1.1, ticks),
        y=_labelled("P: galleries within 1800 s"),
        lines=_highest_first(lines, _mean_height),
    )
    return draw_chart(chart)


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


def _line(
    document: Document, name: str, points: tuple[Point, ...], *, method: str | None = None
) -> Line:
    """Give a method the same colour in every plot of a document."""
    methods = sorted({result.method for result in document.results})
    return Line(name, points, methods.index(method or name))


def _highest_first(lines: Sequence[Line], height: Callable[[Line], float]) -> tuple[Line, ...]:
    """Put the legend in the order of the curves."""
    return tuple(sorted(lines, key=lambda line: (-height(line), line.name)))


def _at_half_an_hour(line: Line) -> float:
    return max((point.y for point in line.points if point.x <= 1800.0), default=0.0)


def _mean_height(line: Line) -> float:
    return sum(point.y for point in line.points) / max(len(line.points), 1)


def _cumulative(placed: Floats, n_galleries: int) -> tuple[Point, ...]:
    grid = np.geomspace(ERRORS.low, ERRORS.high, N_BENDS)
    shares = np.searchsorted(placed, grid, side="right") / n_galleries
    return tuple(Point(float(x), float(y)) for x, y in zip(grid, shares, strict=True))


def _reliability_point(stated: float, right: float, n_galleries: int) -> Point:
    interval = _wilson(right, n_galleries)
    return Point(stated, right, interval.low, interval.high, 4.5)


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


def _labelled(label: str) -> Axis:
    return Axis(label, SHARES.low, SHARES.high, SHARES.ticks)
