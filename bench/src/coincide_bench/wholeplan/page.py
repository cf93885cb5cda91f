"""Write tables of plans into a page of the docs: marks "plans", by the names of the tables."""

from collections.abc import Mapping

from coincide.errors import UsageError
from coincide_bench.figures.marked import fill_marks, marked_names
from coincide_bench.figures.tables import Table


def update_page(text: str, tables: Mapping[str, Table]) -> str:
    """Return the page with the tables of those names written anew; others stay as they are."""
    if missing := sorted(tables.keys() - marked_names(text, "plans")):
        raise UsageError(
            f"The page has no place for {', '.join(missing)}: each needs <!-- plans:begin NAME -->"
            " and <!-- plans:end NAME -->."
        )
    return fill_marks(text, "plans", tables.get)
