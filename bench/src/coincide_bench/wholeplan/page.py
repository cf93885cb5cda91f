"""Write tables of plans into a page of the docs, between marks that name them.

::

    <!-- plans:begin as-is -->
    <!-- plans:end as-is -->
"""

import re
from collections.abc import Mapping

from coincide.errors import UsageError
from coincide_bench.figures.report import to_markdown
from coincide_bench.figures.tables import Table

_MARKED = re.compile(
    r"(?P<begin><!-- plans:begin (?P<name>\S+) -->\n)"
    r".*?"
    r"(?P<end><!-- plans:end (?P=name) -->)",
    re.DOTALL,
)


def update_page(text: str, tables: Mapping[str, Table]) -> str:
    """Return the page with the tables of those names written anew; others stay as they are."""
    marked = {match["name"] for match in _MARKED.finditer(text)}
    if missing := sorted(tables.keys() - marked):
        raise UsageError(
            f"The page has no place for {', '.join(missing)}: each needs <!-- plans:begin NAME -->"
            " and <!-- plans:end NAME -->."
        )
    return _MARKED.sub(lambda match: _filled(match, tables), text)


def _filled(match: re.Match[str], tables: Mapping[str, Table]) -> str:
    if match["name"] not in tables:
        return match[0]
    return f"{match['begin']}\n{to_markdown(tables[match['name']])}\n\n{match['end']}"
