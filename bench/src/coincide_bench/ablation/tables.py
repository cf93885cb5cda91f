"""The tables of an ablation, and their places in a page of the docs.

As in the benchmark's pages, everything between two marks is written anew; the name is
"run", "beliefs" or one of the GROUPS::

    <!-- ablation:begin long -->
    <!-- ablation:end long -->
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from coincide.errors import UsageError
from coincide_bench.ablation.variants import FULL, NAMES
from coincide_bench.figures.compare import Difference, Scope, compare
from coincide_bench.figures.document import ALL, Document, Result
from coincide_bench.figures.marks import fill_marks, marked_names
from coincide_bench.figures.outcome import Subset
from coincide_bench.figures.tables import HEADLINE_OFFSETS, NONE, Table, length, run_table, share
from coincide_bench.suites.films import SUITE as FILMED
from coincide_bench.suites.tags import BelievedSet
from coincide_bench.suites.times import SUITE as TIMED

BEYOND_NOISE = "*"
# the figures that single trials have, and which so can be compared trial by trial
COMPARED: Mapping[str, str] = {"H_1800": "H", "H_300": "H 300 s", "certain": "certain"}


@dataclass(frozen=True)
class Group:
    """Trials that are looked at together, and what they are there to show."""

    title: str
    suite: str
    events: str = ALL
    offsets: str = HEADLINE_OFFSETS
    subset: Subset = "recoverable"


GROUPS: Mapping[str, Group] = {
    "long": Group("Splits of long events", "splits", f"{ALL}/long"),
    "short": Group("Splits of short events", "splits", f"{ALL}/short"),
    "hours": Group("Splits, clocks off by whole hours", "splits", offsets="hours"),
    "gps": Group("Splits with positions", "splits-gps"),
    "simulated": Group("Simulated events", "simulated"),
    "filmed": Group("Simulated events, their bursts filmed", FILMED),
    # who has nothing in common with the others can be placed by its clock alone
    "timed": Group("Simulated events, some of their clocks measured", TIMED, subset="all"),
    "jumps": Group("Simulated clocks that are set anew", "jumps"),
    "tagged": Group("Real cameras, tags allowed", "tagged"),
}


def ablation_tables(document: Document) -> Iterator[Table]:
    """Yield the tables of all groups that the document has results for."""
    for group in GROUPS.values():
        if _total(document, group, FULL) is not None:
            yield group_table(document, group)


def group_table(document: Document, group: Group) -> Table:
    """Return every variant on one group of trials, and how it differs from the full method."""
    full = _total(document, group, FULL)
    if full is None:
        raise UsageError(
            f"The ablation has no results for {group.title.lower()}: name the folder of photo"
            " sets with --datasets."
        )
    totals = [_total(document, group, name) for name in NAMES]
    rows = [_row(total, document, group) for total in totals if total is not None]
    n_differences = len(COMPARED) * (len(rows) - 1)
    n_trials, n_events = (int(full.details[name] or 0) for name in ("n_trials", "n_events"))
    whom = "Of all galleries" if group.subset == "all" else "Of galleries that could be recovered"
    compared = [cell for title in COMPARED.values() for cell in (title, "± full")]
    return Table(
        f"{group.title}: {n_events} events, {n_trials} trials, {group.offsets} offsets",
        ("variant", *compared, "median error", "right of the certain"),
        tuple(rows),
        "In %, differences in points, trial by trial, with their 95 % range of noise;"
        f" {BEYOND_NOISE} beyond noise. {whom}; right of the"
        f" certain: of all. By chance {0.05 * n_differences:.1f} of {n_differences} differences"
        " would be marked.",
    )


def beliefs_table(sets: Sequence[BelievedSet]) -> Table:
    """Return, for each set, how many of its clocks the tags speak of, and what they say."""
    rows = tuple(
        (
            believed_set.folder,
            str(believed_set.n_clocks),
            str(len(believed_set.beliefs)),
            _reasons(believed_set),
        )
        for believed_set in sets
    )
    return Table(
        "What tags say of the clocks",
        ("set", "clocks", "believed", "why"),
        rows,
        "All photos of each set, clocks as recorded; a trial has the tags of the photos it keeps.",
    )


def update_page(text: str, document: Document, sets: Sequence[BelievedSet]) -> str:
    """Return the page with the tables between its marks written anew."""
    if not marked_names(text, "ablation"):
        raise UsageError(
            "The page has no place for the tables: each needs <!-- ablation:begin NAME --> and"
            f" <!-- ablation:end NAME -->, NAME one of run, beliefs, {', '.join(GROUPS)}."
        )
    return fill_marks(text, "ablation", lambda name: _named(name, document, sets))


def update_suites(text: str, document: Document) -> str:
    """Return the page with the tables of just those suites that were run written anew."""
    tables = {
        name: group_table(document, group)
        for name, group in GROUPS.items()
        if _total(document, group, FULL) is not None
    }
    return fill_marks(text, "ablation", tables.get)


def _named(name: str, document: Document, sets: Sequence[BelievedSet]) -> Table:
    if name == "run":
        return run_table(document)
    if name == "beliefs":
        return beliefs_table(sets)
    if name not in GROUPS:
        raise UsageError(
            f"No table is called {name!r}; there are: run, beliefs, {', '.join(GROUPS)}."
        )
    return group_table(document, GROUPS[name])


def _total(
    document: Document, group: Group, method: str, subset: Subset | None = None
) -> Result | None:
    found = document.select(
        suite=group.suite,
        event=group.events,
        offsets=group.offsets,
        subset=subset or group.subset,
        method=method,
    )
    return found[0] if found else None


def _differences(document: Document, group: Group, method: str) -> dict[str, Difference]:
    """Return how a variant differs from the full method, by figure."""
    scope = Scope(
        subset=group.subset,
        offsets=group.offsets,
        events=group.events,
        metrics=tuple(COMPARED),
    )
    own = replace(document, results=document.select(suite=group.suite))
    found = compare(own, own, method_a=FULL, method_b=method, scope=scope)
    return {difference.metric: difference for difference in found}


def _row(total: Result, document: Document, group: Group) -> tuple[str, ...]:
    method = total.method
    differences = {} if method == FULL else _differences(document, group, method)
    of_all = _total(document, group, method, "all")
    right = None if of_all is None else of_all.details.get("certain_right")
    cells = [
        cell
        for metric in COMPARED
        for cell in (share(total.metrics[metric]), _difference(differences.get(metric)))
    ]
    return (method, *cells, length(total.metrics["median_error_s"]), share(right))


def _difference(found: Difference | None) -> str:
    if found is None:
        return NONE
    contrast = found.contrast
    noise = contrast.noise
    spread = "" if noise is None else f" ({100 * noise.low:+.1f} to {100 * noise.high:+.1f})"
    mark = f" {BEYOND_NOISE}" if contrast.beyond_noise else ""
    return f"{100 * contrast.difference:+.1f}{spread}{mark}"


def _reasons(believed: BelievedSet) -> str:
    """Write why each clock is believed, the same reason once."""
    reasons = Counter(belief.reason for belief in believed.beliefs)
    return "; ".join(f"{n} × {reason}" if n > 1 else reason for reason, n in reasons.items())
