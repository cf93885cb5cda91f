"""Tables of a comparison of features, and their places in a page of the docs.

As in the benchmark's pages, everything between two marks is written anew; the name is
"run", "overall" or "by-event"::

    <!-- features:begin overall -->
    <!-- features:end overall -->
"""

from collections.abc import Callable, Mapping

from coincide.errors import UsageError
from coincide_bench.feature_choice.material import RENDERED, SPLITS
from coincide_bench.figures.aggregate import Interval
from coincide_bench.figures.document import ALL, Document, Result
from coincide_bench.figures.marked import fill_marks, marked_names
from coincide_bench.figures.tables import NONE, Table, run_table, share


def update_page(text: str, document: Document) -> str:
    """Return the page with the tables between its marks written anew."""
    if not marked_names(text, "features"):
        raise UsageError(
            "The page has no place for the tables: each needs <!-- features:begin NAME -->"
            f" and <!-- features:end NAME -->, NAME one of {', '.join(TABLES)}."
        )
    return fill_marks(text, "features", lambda name: _named(name, document))


def overall_table(document: Document) -> Table:
    """Return every candidate on real photos, on rendered ones, and what it costs."""
    header = (
        *("features", "near match: splits", "rendered", "AUC: splits", "rendered"),
        *("sure: splits", "rendered", "gain, near match", "gain, AUC", "gain, sure"),
        *("time", "vector", "stored"),
    )
    return Table(
        "Feature choices",
        header,
        tuple(_overall_row(document, result) for result in document.select(suite=ALL)),
        "Shares in %. Near match: how often the most similar photo of another gallery is within"
        f" 180 s, where there is one (a random photo: {_chance(document)}). AUC: how often a near"
        " pair is more similar than a far one. Sure: near pairs more similar than 99 % of the far"
        " ones. Gains over the first line in points, mean of all"
        " events; in brackets the 95 % interval, resampled over events. Time: inference and"
        " pooling of a photo, as a multiple of the first line's. Vector and stored: kB per"
        " photo, of the vector itself and of the layers as the store keeps them.",
    )


def by_event_table(document: Document) -> Table:
    """Return near match and AUC of every candidate on every event."""
    default = document.select(method=document.results[0].method)
    events = [result.event for result in default if result.event != ALL]
    rows = []
    for total in document.select(suite=ALL):
        of_event = {result.event: result.details for result in document.select(method=total.method)}
        rows.append((total.method, *(_pair(of_event[event]) for event in events)))
    chances = tuple(share(result.details["chance"]) for result in default if result.event != ALL)
    return Table(
        "Near match / AUC by event",
        ("features", *events),
        (*rows, ("a random photo", *(f"{chance} / 50.0" for chance in chances))),
        "In %.",
    )


TABLES: Mapping[str, Callable[[Document], Table]] = {
    "run": run_table,
    "overall": overall_table,
    "by-event": by_event_table,
}


def _named(name: str, document: Document) -> Table:
    if name not in TABLES:
        raise UsageError(f"No table is called {name!r}; there are: {', '.join(TABLES)}.")
    return TABLES[name](document)


def _overall_row(document: Document, result: Result) -> tuple[str, ...]:
    by_suite = {
        suite: one.details
        for suite in (SPLITS, RENDERED)
        for one in document.select(method=result.method, suite=suite, event=ALL)
    }
    cells = [
        share(by_suite[suite][figure]) if suite in by_suite else NONE
        for figure in ("near_match", "auc", "sure")
        for suite in (SPLITS, RENDERED)
    ]
    cells += [
        _gain(result.details[name], result.interval[name])
        for name in ("near_match_gain", "auc_gain", "sure_gain")
    ]
    cells.append(f"{result.seconds['photo'] / result.seconds['photo_default']:.2f}")
    cells += [_kilobytes(result.details[name]) for name in ("vector_bytes", "stored_bytes")]
    return (result.method, *cells)


def _chance(document: Document) -> str:
    return ", ".join(
        f"{suite} {share(result.details['chance'])}"
        for suite in (SPLITS, RENDERED)
        for result in document.select(suite=suite, event=ALL)[:1]
    )


def _pair(details: Mapping[str, float | None]) -> str:
    return f"{share(details['near_match'])} / {share(details['auc'])}"


def _gain(value: float | None, interval: Interval | None) -> str:
    if value is None:
        return NONE
    around = (
        "" if interval is None else f" ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"
    )
    return f"{100 * value:+.1f}{around}"


def _kilobytes(value: float | None) -> str:
    return NONE if value is None else f"{value / 1000:.1f}"
