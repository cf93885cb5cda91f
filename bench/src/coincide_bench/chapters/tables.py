"""Tables of what was judged: each set by each method, and how much better than others it is."""

from collections.abc import Mapping, Sequence

import numpy as np

from coincide.model import Floats
from coincide_bench.chapters.measures import N_DRAWN, border_share, drawn_again, interval
from coincide_bench.chapters.run import CLOCKS, GAPS, METHODS, OURS, PLACE, Judged
from coincide_bench.figures.tables import Table

MEASURES = ("f1", "nmi")
MEAN = "mean of sets"


def value_of(judged: Sequence[Judged], measure: str) -> float:
    """Return the mean of a measure over the events of a set."""
    return float(np.mean([getattr(one.table, measure)() for one in judged]))


def draws_of(judged: Sequence[Judged], measure: str) -> Floats:
    """Return the measure of a set drawn again, (N,): its events, or the chapters of its only one.

    The same for every method, so that differences are paired.
    """
    rng = np.random.default_rng(0)
    if len(judged) > 1:
        values = np.array([getattr(one.table, measure)() for one in judged])
        drawn = rng.integers(len(values), size=(N_DRAWN, len(values)))
        means: Floats = values[drawn].mean(1)
        return means
    table = judged[0].table
    return np.array([getattr(table, measure)(drawn_again(table, rng)) for _ in range(N_DRAWN)])


def chosen(found: Sequence[Judged], group: str, clocks: str, method: str) -> list[Judged]:
    """Return what a method made of a set."""
    return [
        judged
        for judged in found
        if (judged.group, judged.clocks, judged.method) == (group, clocks, method)
    ]


def groups_of(found: Sequence[Judged]) -> list[str]:
    """Return the sets, in order."""
    return list(dict.fromkeys(judged.group for judged in found))


def set_table(found: Sequence[Judged], seeds: str) -> Table:
    """Return F1, mutual information and borders of every set, clocks and method."""
    rows = []
    for group in groups_of(found):
        for clocks in CLOCKS:
            for method in METHODS:
                some = chosen(found, group, clocks, method)
                rows.append((group, clocks, method, *_cells(some)))
    caption = (
        "In %, with 95 % intervals. Few: chapters of fewer than three photos, over a night: those"
        " with a night inside, of all events together. Borders: share of those found that lie"
        " within five minutes of a true one / share of the true ones that are found, where chapters"
        " are known to the minute."
    )
    header = (
        *("set", "clocks", "method", "F1", "NMI", "chapters", "true"),
        *("few", "over a night", "in none", "borders"),
    )
    return Table(f"Chapters against truth, {seeds} sets and seeds", header, tuple(rows), caption)


def _cells(some: Sequence[Judged]) -> tuple[str, ...]:
    borders = [judged.borders for judged in some]
    shares = [border_share(borders, of) for of in ("found", "true")]
    known = any(border.n_true for border in borders)
    return (
        *(_with_interval(value_of(some, text), draws_of(some, text)) for text in MEASURES),
        f"{np.mean([judged.n_chapters for judged in some]):.1f}",
        f"{np.mean([len(judged.table.counts) for judged in some]):.1f}",
        str(sum(judged.n_few for judged in some)),
        str(sum(judged.n_over_night for judged in some)),
        str(sum(judged.n_open for judged in some)),
        " / ".join(f"{100 * share:.0f}" for share in shares) if known else "–",
    )


def _with_interval(value: float, draws: Floats) -> str:
    low, high = interval(draws)
    return f"{100 * value:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def difference_table(found: Sequence[Judged], seeds: str) -> Table:
    """Return how much better than each other method ours is, set by set and in the mean."""
    rows = [
        (name, clocks, other, *(_with_interval(*told[measure]) for measure in MEASURES))
        for other in (GAPS, PLACE)
        for clocks in CLOCKS
        for name, told in differences(found, clocks, other).items()
    ]
    caption = "Ours minus the other, in points of %, paired, with 95 % intervals."
    header = ("set", "clocks", "against", "F1", "NMI")
    return Table(f"What chapters gain, {seeds} sets and seeds", header, tuple(rows), caption)


def differences(
    found: Sequence[Judged], clocks: str, other: str
) -> Mapping[str, Mapping[str, tuple[float, Floats]]]:
    """Return the difference of each measure to another method and its draws, by set."""
    told: dict[str, dict[str, tuple[float, Floats]]] = {}
    for group in groups_of(found):
        ours, theirs = (chosen(found, group, clocks, text) for text in (OURS, other))
        told[group] = {
            text: (
                value_of(ours, text) - value_of(theirs, text),
                draws_of(ours, text) - draws_of(theirs, text),
            )
            for text in MEASURES
        }
    values = list(told.values())
    rng = np.random.default_rng(1)
    told[MEAN] = {
        # draws of different sets have nothing to do with each other
        text: (
            float(np.mean([told_of[text][0] for told_of in values])),
            np.mean([rng.permutation(told_of[text][1]) for told_of in values], axis=0),
        )
        for text in MEASURES
    }
    return told


def document_of(found: Sequence[Judged], seeds: str) -> dict[str, object]:
    """Return every figure, event by event."""
    return {
        "suite": "chapters",
        "seeds": seeds,
        "events": [
            {
                "event": judged.event,
                "set": judged.group,
                "clocks": judged.clocks,
                "method": judged.method,
                **{measure: getattr(judged.table, measure)() for measure in MEASURES},
                "n_chapters": judged.n_chapters,
                "n_true": len(judged.table.counts),
                "n_in_none": judged.n_open,
                "n_few": judged.n_few,
                "n_over_night": judged.n_over_night,
                "borders": vars(judged.borders),
            }
            for judged in found
        ],
    }
