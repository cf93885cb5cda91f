"""What ``coincide library find`` prints: a row for each occasion, and what the search cost."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from coincide.app.cli.output.tables import counted, print_prose, shown
from coincide.model.times import to_text

if TYPE_CHECKING:
    from coincide.library.occasions.occasion import FoundOccasion
    from coincide.library.occasions.search import SearchCounts
    from coincide.library.photos import Clock

_HEADINGS = ("occasion", "clocks", "photos", "how likely")


def print_occasions(
    out: Console,
    occasions: "Sequence[FoundOccasion]",
    clocks: "Sequence[Clock]",
    counts: "SearchCounts",
) -> None:
    """Print all occasions that are known by now, and what the search looked at."""
    names = {clock.key: clock.name for clock in clocks}
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in _HEADINGS:
        table.add_column(heading, justify="left" if heading in _HEADINGS[:2] else "right")
    for occasion in sorted(occasions, key=_first_s):
        who = ", ".join(names[key] for key in occasion.clocks)
        cells = _days(occasion), who, f"{occasion.n_photos:,}", f"{occasion.weight:.0%}"
        table.add_row(*map(shown, cells))
    if table.row_count:
        out.print(table)
    sessions = counted(counts.sessions, "session")
    print_prose(
        out,
        f"{sessions} new or changed, {counted(counts.pairs, 'pair')} that may have been at once,"
        f" {counts.alike:,} alike, {counts.trials:,} tried: {counted(counts.found, 'occasion')}"
        " found.",
    )
    if counts.found:
        print_prose(out, "What they decide: coincide library clocks FOLDER")


def _first_s(occasion: "FoundOccasion") -> float:
    first_s = occasion.first_utc_s
    return occasion.sessions[0].shown_s if first_s is None else first_s


def _days(occasion: "FoundOccasion") -> str:
    """Write when an occasion was; by its first clock, whether that is right or not, if need be."""
    if occasion.first_utc_s is None or occasion.last_utc_s is None:
        return f"{to_text(occasion.sessions[0].shown_s)[:16]}?"
    first, last = (to_text(at_s)[:16] for at_s in (occasion.first_utc_s, occasion.last_utc_s))
    return f"{first} to {last[11:] if first[:10] == last[:10] else last} UTC"
