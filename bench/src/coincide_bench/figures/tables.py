"""Tables of a result document, as text: every method on a suite, or on each of its events."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from coincide.errors import UsageError
from coincide.model.times import DAY_S, HOUR_S
from coincide_bench.figures.aggregate import Interval
from coincide_bench.figures.document import ALL, Document, Result, digest_of
from coincide_bench.figures.groups import members
from coincide_bench.figures.jumps import MIN_LINKED, WITHIN_PHOTOS, WITHIN_S

HEADLINE_OFFSETS = "continuous"  # where a whole-hour prior gains nothing
FEW_CLUSTERS = 5
NONE = "–"


@dataclass(frozen=True)
class Table:
    """Cells as text; the first column is a name, the others are figures."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class Selection:
    """What a table shows. ``offsets`` None: the headline kind, or all where it is absent.

    ``events``: all of the suite, or a group of them. ``figures``: which COLUMNS.
    """

    suite: str
    subset: str = "all"
    offsets: str | None = None
    by: str | None = None
    events: str = ALL
    figures: str = "accuracy"


def share(value: float | None) -> str:
    """Write a share as a percentage.

    >>> share(0.8412), share(None)
    ('84.1', '–')
    """
    return NONE if value is None else f"{100 * value:.1f}"


def small(value: float | None) -> str:
    """Write a small figure to three decimals."""
    return NONE if value is None else f"{value:.3f}"


def length(value: float | None) -> str:
    """Write an error in its fitting unit, with two digits or more.

    >>> length(107.4), length(754), length(8000), length(2e5), length(None)
    ('107 s', '13 min', '2.2 h', '2.3 d', '–')
    """
    if value is None:
        return NONE
    if value < 600:
        return f"{value:.0f} s"
    if value < 2 * HOUR_S:
        return f"{value / 60:.0f} min"
    return f"{value / HOUR_S:.1f} h" if value < DAY_S else f"{value / DAY_S:.1f} d"


def probability(value: float | None) -> str:
    """Write the chance of a difference.

    >>> probability(0.0471), probability(1e-9)
    ('0.047', '< 0.001')
    """
    return "< 0.001" if value is not None and value < 0.001 else small(value)


def seconds(value: float | None) -> str:
    """Write the time a method took."""
    return NONE if value is None else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def count(value: float | None) -> str:
    """Write a number of things."""
    return NONE if value is None else f"{value:.0f}"


Column = tuple[str, str, Callable[[float | None], str]]

ACCURACY: tuple[Column, ...] = (
    ("P", "P_1800", share),
    ("A", "A_1800", share),
    ("H", "H_1800", share),
    ("H 300 s", "H_300", share),
    ("H 60 s", "H_60", share),
    ("median error", "median_error_s", length),
    ("90 % below", "p90_error_s", length),
    ("placed", "placed", share),
    ("wrong", "wrong", share),
    ("certain", "certain", share),
    ("certain, wrong", "certain_wrong", share),
    ("ECE", "ece", small),
    ("seconds", "seconds", seconds),
)
CONFIDENCE: tuple[Column, ...] = (
    ("placed", "placed", share),
    ("certain", "certain", share),
    ("right of the certain", "certain_right", share),
    ("certain galleries", "n_certain", count),
    ("90 % interval holds", "coverage_90", share),
    ("intervals", "n_intervals", count),
    ("ECE", "ece", small),
    ("ECE by chance", "ece_by_chance", small),
    ("Brier skill", "brier_skill", small),
)
CLOCKS: tuple[Column, ...] = (
    ("jumps", "n_jumps", count),
    ("found", "jumps_found", share),
    ("clean galleries", "n_clean", count),
    ("split", "clean_split", share),
)
COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "accuracy": ACCURACY,
    "confidence": CONFIDENCE,
    "clocks": CLOCKS,
}
MEANING: Mapping[str, str] = {
    "accuracy": "P, A, H and shares in %; P, A, H at 1800 s unless it says otherwise.",
    "confidence": "Shares in %. Certain: a stated probability of 0.99 or more; right: within"
    " 300 s. ECE by chance: what an honest method would show on the same statements.",
    "clocks": "Shares in %. Jumps: planted, with"
    f" {MIN_LINKED} or more linked photos on either side; found: within {WITHIN_PHOTOS} photos"
    f" and {WITHIN_S:.0f} s. Split: galleries without a jump that were given one.",
}
# the others would say little more than these and make the table unreadable
WITH_INTERVAL = (
    "P_1800", "A_1800", "H_1800", "H_300", "H_60",
    "certain_right", "coverage_90", "jumps_found", "clean_split",
)  # fmt: skip


def suite_table(document: Document, selection: Selection) -> Table:
    """Return the table of one suite: every method with its intervals, best H first."""
    results = _best_first(_chosen(document, selection))
    columns = COLUMNS[selection.figures]
    header = ("method", *(title for title, _, _ in columns))
    rows = tuple((result.method, *_cells(result, columns)) for result in results)
    caption = f"{MEANING[selection.figures]} {_resampled(results[0])}"
    return Table(_title(results[0]), header, rows, caption)


def pivot_table(document: Document, selection: Selection) -> Table:
    """Return one line for each event or kind of offsets, and a column for each method.

    A cell is H at 1800 s and the median error; where nothing has a true offset, the share
    of galleries that were placed, wrongly.
    """
    total = _chosen(document, selection)
    methods = [result.method for result in _best_first(total)]
    among = members(document, selection.suite, selection.events)
    results = [
        result
        for result in document.select(suite=selection.suite, subset=selection.subset)
        if _in_pivot(result, selection, among, total[0].offsets)
    ]
    cells = {(_pivot_key(r, selection), r.method): _pivot_cell(r) for r in results}
    rows = tuple(
        (key, *(cells.get((key, method), NONE) for method in methods))
        for key in dict.fromkeys(_pivot_key(result, selection) for result in results)
    )
    header = ("event" if selection.by == "by-event" else "offsets", *methods)
    caption = "H at 1800 s in %, and the median error; or the share placed wrongly."
    return Table(_title(total[0]), header, rows, caption)


def run_table(document: Document) -> Table:
    """Return what is needed to repeat the run, and to tell whether a result file is of this run."""
    seeds = f"{document.seeds_kind}, {len(document.seeds)}"
    if document.seeds:
        seeds += f": {document.seeds[0]} to {document.seeds[-1]}"
    machine = ", ".join(f"{name} {value}" for name, value in document.machine.items())
    results = f"{len(document.results)}, digest {digest_of(document)}"
    rows = [*document.versions.items(), ("seeds", seeds), ("results", results)]
    rows.append(("machine", machine))
    return Table("The run", ("what", "value"), tuple((name, value) for name, value in rows))


def headline_offsets(document: Document, suite: str) -> str:
    """Return the kind of offsets that speaks for a suite."""
    kinds = {result.offsets for result in document.select(suite=suite)}
    return HEADLINE_OFFSETS if HEADLINE_OFFSETS in kinds else ALL


def has_results(document: Document, selection: Selection) -> bool:
    """Tell whether there is anything to show."""
    return bool(_found(document, selection))


def _chosen(document: Document, selection: Selection) -> Sequence[Result]:
    results = _found(document, selection)
    if not results:
        suites = ", ".join(dict.fromkeys(result.suite for result in document.results))
        raise UsageError(
            f"The results have nothing of {selection.suite!r} with offsets"
            f" {selection.offsets or headline_offsets(document, selection.suite)!r} and"
            f" {selection.events!r} events; their suites are: {suites}. Run that suite too."
        )
    return results


def _found(document: Document, selection: Selection) -> Sequence[Result]:
    return document.select(
        suite=selection.suite,
        subset=selection.subset,
        offsets=selection.offsets or headline_offsets(document, selection.suite),
        event=selection.events,
    )


def _best_first(results: Sequence[Result]) -> list[Result]:
    def rank(result: Result) -> tuple[float, float, str]:
        return -(result.metrics["H_1800"] or 0.0), result.metrics["wrong"] or 0.0, result.method

    return sorted(results, key=rank)


def _cells(result: Result, columns: Sequence[Column]) -> list[str]:
    figures = {**result.details, **result.metrics}
    cells = []
    for _, name, write in columns:
        text = write(figures.get(name))
        interval = result.interval.get(name) if name in WITH_INTERVAL else None
        cells.append(text if interval is None else f"{text} ({_range(interval)})")
    return cells


def _range(interval: Interval) -> str:
    return f"{100 * interval.low:.0f}–{100 * interval.high:.0f}"


def _in_pivot(result: Result, selection: Selection, among: frozenset[str], offsets: str) -> bool:
    if selection.by == "by-event":
        return result.offsets == offsets and result.event in among
    return result.event == selection.events and result.offsets != ALL


def _pivot_key(result: Result, selection: Selection) -> str:
    return result.event if selection.by == "by-event" else result.offsets


def _pivot_cell(result: Result) -> str:
    metrics = result.metrics
    if metrics["H_1800"] is None:
        return NONE if metrics["wrong"] is None else f"{share(metrics['wrong'])} wrong"
    return f"{share(metrics['H_1800'])} · {length(metrics['median_error_s'])}"


def _title(result: Result) -> str:
    counts = {name: int(result.details.get(name) or 0) for name in ("n_events", "n_trials")}
    group = result.event.removeprefix(ALL).replace("/", " ")
    galleries = "" if result.subset == "all" else ", recoverable galleries only"
    return (
        f"{result.suite}{group}: {counts['n_events']} events, {counts['n_trials']} trials,"
        f" {result.offsets} offsets{galleries}"
    )


def _resampled(result: Result) -> str:
    """Say what the intervals are about."""
    n_clusters = int(result.details.get("n_clusters") or 0)
    words = []
    if n_clusters > 1:
        words.append(f"In brackets the 95 % interval, resampled over {n_clusters} events.")
        if n_clusters < FEW_CLUSTERS:
            words.append("So few make it a rough one.")
    else:
        words.append("In brackets the 95 % interval over other seeds of this one event.")
    if "inferred" in result.truth:
        words.append("The true offsets are only inferred: P says who agrees with that.")
    return " ".join(words)
