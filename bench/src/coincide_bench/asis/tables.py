"""The tables of the suite "as-is"."""

from collections.abc import Sequence

from coincide_bench.asis.run import AsIs
from coincide_bench.figures.tables import Table, share
from coincide_bench.suites.realevents import MENDABLE
from coincide_bench.wholeplan.figures import total
from coincide_bench.wholeplan.tables import cells

COLUMNS = (
    *("photos", "wrong", "knowable", "harmed", "mended", "left alone", "false jumps"),
    *("hour steps", "certain", "of these wrong", "confirmed phones", "moved", "asked"),
)
MUST_MEND = 0.75


def event_table(found: Sequence[AsIs]) -> Table:
    """Return one line for each event, and their sums."""
    counted = [as_is for as_is in found if not as_is.named]
    groups = (
        ("developed on, together", [as_is for as_is in counted if not as_is.event.report_only]),
        ("reported only, together", [as_is for as_is in counted if as_is.event.report_only]),
        ("all, together", counted),
    )
    rows = [(as_is.name, *cells(as_is.judged.figures, COLUMNS)) for as_is in found]
    for name, members in groups:
        if members:
            figures = total([member.judged.figures for member in members])
            rows.append((name, *cells(figures, COLUMNS)))
    caption = (
        "Photos, but for jumps, confirmed phones (their GPS times say that they are right) and"
        " what is asked. Of events as named nothing is counted in the sums."
    )
    return Table("Real events as they are", ("event", *COLUMNS), tuple(rows), caption)


def bar_table(found: Sequence[AsIs]) -> Table:
    """Return what must be shown beside what is."""
    counted = [as_is for as_is in found if not as_is.named]
    figures = total([as_is.judged.figures for as_is in counted])
    mendable = [as_is.judged.figures for as_is in counted if as_is.event.folder in MENDABLE]
    n_wrong, n_mended = total(mendable).wrong, total(mendable).mended
    mended = f"{share(n_mended / n_wrong)} % ({n_mended} of {n_wrong})" if n_wrong else "–"
    rows = (
        ("photos harmed", "0", str(figures.harmed)),
        ("false jumps", "0", str(figures.false_jumps)),
        ("phones confirmed by GPS and moved", "0", str(figures.confirmed_moved)),
        (f"mended, of the wrong in {len(mendable)} events", f"{share(MUST_MEND)} %", mended),
    )
    return Table("Real events as they are: what must be", ("what", "must be", "is"), rows)


def clock_table(found: Sequence[AsIs]) -> Table:
    """Return what was said of every clock, in words."""
    rows = tuple(
        (f"{as_is.name}: {gallery.name}", gallery.state, gallery.offset, gallery.reason)
        for as_is in found
        for gallery in as_is.judged.galleries
    )
    return Table("What was said of each clock", ("clock", "state", "offset", "why"), rows)
