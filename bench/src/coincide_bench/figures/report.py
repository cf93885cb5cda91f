"""Write the tables of a result document into a page of the docs; never typed by hand.

A page says where its tables go, and everything between the marks is written anew::

    <!-- bench:begin splits -->
    <!-- bench:end splits -->

The name is "run" (versions and seeds) or a suite, with any of these behind it, separated by
slashes: "recoverable" (only galleries that could be found), a kind of offsets, "long" or
"short" events and an attendance such as "a0.6", "confidence" or "clocks" (figures about these
instead of accuracy), and "by-event" or "by-offsets" (one line for each, methods side by side).
"""

import re
from collections.abc import Iterable, Iterator

from coincide.errors import UsageError
from coincide_bench.event import OFFSETS_KINDS
from coincide_bench.figures.document import ALL, Document
from coincide_bench.figures.groups import ATTENDANCE, LENGTHS
from coincide_bench.figures.marks import fill_marks, marked_names
from coincide_bench.figures.tables import (
    COLUMNS,
    Selection,
    Table,
    has_results,
    pivot_table,
    run_table,
    suite_table,
)


def update_page(text: str, document: Document) -> str:
    """Return the page with the tables between its marks written anew from the document."""
    n_marks = len(re.findall(r"<!-- bench:(?:begin|end)\b", text))
    if n_marks != 2 * len(marked_names(text, "bench")):
        raise UsageError(
            "The page's bench:begin and bench:end marks do not pair up: each needs"
            " <!-- bench:begin NAME --> before and <!-- bench:end NAME --> after it."
        )
    return fill_marks(text, "bench", lambda name: named_table(document, name))


def named_table(document: Document, name: str) -> Table:
    """Return the table of that name, as the marks of a page name them."""
    if name == "run":
        return run_table(document)
    selection = named_selection(name)
    return (pivot_table if selection.by else suite_table)(document, selection)


def tables_at_hand(document: Document, names: Iterable[str]) -> Iterator[Table]:
    """Yield the tables of those names that the document has any results for."""
    for name in names:
        if has_results(document, named_selection(name)):
            yield named_table(document, name)


def named_selection(name: str) -> Selection:
    """Return what the table of that name shows."""
    suite, *words = name.split("/")
    chosen: dict[str, str] = {}
    group: list[str] = []
    for word in words:
        if word in ("all", "recoverable"):
            chosen["subset"] = word
        elif word in OFFSETS_KINDS:
            chosen["offsets"] = word
        elif word in ("by-event", "by-offsets"):
            chosen["by"] = word
        elif word in COLUMNS:
            chosen["figures"] = word
        elif word in LENGTHS or ATTENDANCE.fullmatch(word):
            group.append(word)
        else:
            raise UsageError(f"No table is called {name!r}: what is {word!r}?")
    return Selection(suite, events="/".join((ALL, *group)), **chosen)
