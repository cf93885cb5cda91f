"""Tables of a result document, as text: every method on a suite, and what a comparison says."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from coincide.bench.figures.aggregate import Interval
from coincide.bench.figures.compare import Difference
from coincide.bench.figures.document import ALL, Document, Result
from coincide.bench.figures.significance import Contrast
from coincide.errors import UsageError
from coincide.times import DAY_S, HOUR_S

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
    """What a table shows. ``offsets`` None: the headline kind, or all where it is absent."""

    suite: str
    subset: str = "all"
    offsets: str | None = None
    by: str | None = None


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


COLUMNS: tuple[tuple[str, str, Callable[[float | None], str]], ...] = (
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
# the others would say little more than these and make the table unreadable
WITH_INTERVAL = ("P_1800", "A_1800", "H_1800", "H_300", "H_60")


COMPARISON_HEADER = (
    "suite", "method", "figure", "first", "second", "difference", "p", "verdict", "other events",
)  # fmt: skip


def suite_table(document: Document, selection: Selection) -> Table:
    """Return the table of one suite: every method with its intervals, best H first."""
    results = _best_first(_chosen(document, selection, event=ALL))
    header = ("method", *(title for title, _, _ in COLUMNS))
    rows = tuple((result.method, *_cells(result)) for result in results)
    return Table(_title(results[0]), header, rows, _caption(results[0]))


def pivot_table(document: Document, selection: Selection) -> Table:
    """Return one line for each event or kind of offsets, and a column for each method.

    A cell is H at 1800 s and the median error; where nothing has a true offset, the share
    of galleries that were placed, wrongly.
    """
    total = _chosen(document, selection, event=ALL)
    methods = [result.method for result in _best_first(total)]
    results = [
        result
        for result in document.select(suite=selection.suite, subset=selection.subset)
        if _in_pivot(result, selection, total[0].offsets)
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
    """Return what is needed to repeat the run."""
    seeds = f"{document.seeds_kind}, {len(document.seeds)}"
    if document.seeds:
        seeds += f": {document.seeds[0]} to {document.seeds[-1]}"
    machine = ", ".join(f"{name} {value}" for name, value in document.machine.items())
    rows = [*document.versions.items(), ("seeds", seeds), ("machine", machine)]
    return Table("The run", ("what", "value"), tuple((name, value) for name, value in rows))


def comparison_table(differences: Iterable[Difference]) -> Table:
    """Return one line for each difference, in points, and whether it is beyond noise."""
    rows = tuple(_comparison_row(difference) for difference in differences)
    expected = 0.05 * len(rows)
    return Table(
        "Second minus first, in points",
        COMPARISON_HEADER,
        rows,
        "In brackets the 95 % range of noise over seeds. At 5 % a line,"
        f" {expected:.1f} of {len(rows)} lines would be marked by chance alone."
        ' "Other events": at least as good if a loss of 2 points can be ruled out.',
    )


def headline_offsets(document: Document, suite: str) -> str:
    """Return the kind of offsets that speaks for a suite."""
    kinds = {result.offsets for result in document.select(suite=suite)}
    return HEADLINE_OFFSETS if HEADLINE_OFFSETS in kinds else ALL


def _chosen(document: Document, selection: Selection, *, event: str) -> Sequence[Result]:
    offsets = selection.offsets or headline_offsets(document, selection.suite)
    results = document.select(
        suite=selection.suite, subset=selection.subset, offsets=offsets, event=event
    )
    if not results:
        suites = ", ".join(dict.fromkeys(result.suite for result in document.results))
        raise UsageError(
            f"The results have nothing of {selection.suite!r} with offsets {offsets!r};"
            f" their suites are: {suites}. Run that suite too."
        )
    return results


def _best_first(results: Sequence[Result]) -> list[Result]:
    def rank(result: Result) -> tuple[float, float, str]:
        return -(result.metrics["H_1800"] or 0.0), result.metrics["wrong"] or 0.0, result.method

    return sorted(results, key=rank)


def _cells(result: Result) -> list[str]:
    cells = []
    for _, metric, write in COLUMNS:
        text = write(result.metrics[metric])
        interval = result.interval.get(metric) if metric in WITH_INTERVAL else None
        cells.append(text if interval is None else f"{text} ({_range(interval)})")
    return cells


def _range(interval: Interval) -> str:
    return f"{100 * interval.low:.0f}–{100 * interval.high:.0f}"


def _in_pivot(result: Result, selection: Selection, offsets: str) -> bool:
    if selection.by == "by-event":
        return result.offsets == offsets and result.event != ALL
    return result.event == ALL and result.offsets != ALL


def _pivot_key(result: Result, selection: Selection) -> str:
    return result.event if selection.by == "by-event" else result.offsets


def _pivot_cell(result: Result) -> str:
    metrics = result.metrics
    if metrics["H_1800"] is None:
        return NONE if metrics["wrong"] is None else f"{share(metrics['wrong'])} wrong"
    return f"{share(metrics['H_1800'])} · {length(metrics['median_error_s'])}"


def _title(result: Result) -> str:
    counts = {name: int(result.details.get(name) or 0) for name in ("n_events", "n_trials")}
    galleries = "" if result.subset == "all" else ", recoverable galleries only"
    return (
        f"{result.suite}: {counts['n_events']} events, {counts['n_trials']} trials,"
        f" {result.offsets} offsets{galleries}"
    )


def _caption(result: Result) -> str:
    n_clusters = int(result.details.get("n_clusters") or 0)
    words = ["P, A, H and shares in %; P, A, H at 1800 s unless it says otherwise."]
    if n_clusters > 1:
        words.append(f"In brackets the 95 % interval, resampled over {n_clusters} events.")
        if n_clusters < FEW_CLUSTERS:
            words.append("So few make it a rough one.")
    else:
        words.append("In brackets the 95 % interval over other seeds of this one event.")
    if "inferred" in result.truth:
        words.append("The true offsets are only inferred: P says who agrees with that.")
    return " ".join(words)


def _comparison_row(difference: Difference) -> tuple[str, ...]:
    one, other = difference.method_a, difference.method_b
    contrast = difference.contrast
    noise = contrast.noise
    spread = "" if noise is None else f" ({100 * noise.low:+.1f} to {100 * noise.high:+.1f})"
    verdicts = {True: "at least as good", False: "may be worse", None: NONE}
    return (
        difference.suite,
        one if one == other else f"{one} → {other}",
        difference.metric,
        share(difference.mean_a),
        share(difference.mean_b),
        f"{100 * contrast.difference:+.1f}{spread}",
        probability(contrast.p_value),
        _verdict(contrast),
        verdicts[difference.at_least_as_good],
    )


def _verdict(contrast: Contrast) -> str:
    if contrast.p_value is None:
        return "too few trials"
    return "beyond noise" if contrast.beyond_noise else "within noise"
