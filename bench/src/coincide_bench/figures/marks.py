"""Tables in a page of the docs: everything between two marks is written anew, never by hand.

::

    <!-- bench:begin splits -->
    <!-- bench:end splits -->

The first word says whose tables these are, the name which one.
"""

import re
from collections.abc import Callable, Sequence

from coincide_bench.figures.tables import Table


def to_markdown(table: Table) -> str:
    """Write a table as markdown: title, table, caption."""
    lines = [f"**{table.title}**", "", _line(table.header)]
    lines.append(_line(["---", *["---:"] * (len(table.header) - 1)]))
    lines.extend(_line(row) for row in table.rows)
    if table.caption:
        lines.extend(["", table.caption])
    return "\n".join(lines)


def marked_names(text: str, family: str) -> list[str]:
    """Return the names of the tables that a page has places for."""
    return [match["name"] for match in _marks(family).finditer(text)]


def fill_marks(text: str, family: str, table_of: Callable[[str], Table | None]) -> str:
    """Return a page with the table of each name in its place; of None, what is there stays."""

    def filled(match: re.Match[str]) -> str:
        table = table_of(match["name"])
        if table is None:
            return match[0]
        return f"{match['begin']}\n{to_markdown(table)}\n\n{match['end']}"

    return _marks(family).sub(filled, text)


def _marks(family: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<begin><!-- {family}:begin (?P<name>\S+) -->\n)"
        r".*?"
        rf"(?P<end><!-- {family}:end (?P=name) -->)",
        re.DOTALL,
    )


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
