"""Tables of what default plans do: figures as columns, stated chances beside what was so, pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from coincide.errors import UsageError
from coincide_bench.figures.marks import fill_marks, marked_names
from coincide_bench.figures.tables import NONE, Table, share
from coincide_bench.wholeplan.figures import Figures
from coincide_bench.wholeplan.words import Chance

# upper edges; what a plan writes is stated to be harmed in at most 1 of 100
HARM_EDGES = (0.0001, 0.001, 0.01, 0.03, 0.1, 0.3, 0.5, 1.0)
RIGHT_EDGES = (0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0)


def part(count: int, of: int) -> float | None:
    """Return a share of some things; None of none."""
    return count / of if of else None


# counts and shares of figures, by the heading of their column
COLUMNS: Mapping[str, Callable[[Figures], int | float | None]] = {
    "photos": lambda f: f.photos,
    "wrong": lambda f: f.wrong,
    "knowable": lambda f: f.knowable,
    "harmed": lambda f: f.harmed,
    "harmed %": lambda f: part(f.harmed, f.judged),
    "mended": lambda f: f.mended,
    "of the wrong %": lambda f: part(f.mended, f.wrong),
    "of the knowable %": lambda f: part(f.mended_knowable, f.knowable),
    "left alone": lambda f: f.left_alone,
    "false jumps": lambda f: f.false_jumps,
    "hour steps": lambda f: f.hour_steps,
    "certain": lambda f: f.certain,
    "of these wrong": lambda f: f.certain_wrong,
    "confirmed phones": lambda f: f.confirmed,
    "moved": lambda f: f.confirmed_moved,
    "asked": lambda f: f.questions,
}


def cells(figures: Figures, columns: Sequence[str]) -> tuple[str, ...]:
    """Return some columns of an event, or of several, as text."""
    return tuple(
        share(COLUMNS[name](figures)) if name.endswith("%") else str(COLUMNS[name](figures))
        for name in columns
    )


def reliability_table(
    title: str, events: Iterable[Sequence[Chance]], edges: Sequence[float], caption: str
) -> Table:
    """Return for each bin how many events and cases fall into it, what is stated, and what is."""
    rows = []
    told = [(number, chance) for number, event in enumerate(events) for chance in event]
    bins = np.searchsorted(edges, [answer.stated for _, answer in told])
    for number, edge in enumerate(edges):
        inside = [told[index] for index in np.flatnonzero(bins == number).tolist()]
        if inside:
            stated = float(np.mean([answer.stated for _, answer in inside]))
            true = float(np.mean([answer.true for _, answer in inside]))
            n_events = len({event for event, _ in inside})
            rows.append(
                (f"≤ {edge:g}", str(n_events), str(len(inside)), f"{stated:.4f}", f"{true:.4f}")
            )
    return Table(title, ("stated", "events", "n", "mean stated", "was so"), tuple(rows), caption)


def bar(value: float | None) -> str:
    """Write a share that is held against a bar, to a hundredth of a percent."""
    return NONE if value is None else f"{100 * value:.2f} %"


def update_page(text: str, tables: Mapping[str, Table]) -> str:
    """Return a page with the tables of those names written anew; others stay as they are."""
    if missing := sorted(tables.keys() - marked_names(text, "plans")):
        raise UsageError(
            f"The page has no place for {', '.join(missing)}: each needs <!-- plans:begin NAME -->"
            " and <!-- plans:end NAME -->."
        )
    return fill_marks(text, "plans", tables.get)
