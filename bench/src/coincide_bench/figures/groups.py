"""Groups of events that are reported together: the long and the short, and by attendance.

A total over a group stands in a document beside that over all events: its ``event`` is
"all/long" or "all/long/a0.6".
"""

import re

from coincide.model.times import HOUR_S
from coincide_bench.figures.document import ALL, Document, Result

# where a day's programme begins to tell one hour from another
LONG_S = 3 * HOUR_S
# the end of a split's name: how many galleries, and how much of the event each attended
LENGTHS = ("long", "short")
ATTENDANCE = re.compile(r"a\d+(?:\.\d+)?")
DEAL = re.compile(rf"/k\d+/(?P<attendance>{ATTENDANCE.pattern})$")


def groups_of(event: str, span_s: float) -> tuple[str, ...]:
    """Return the groups an event belongs to, given how long it is.

    >>> groups_of("jiuzhaigou_2016/k5/a0.6", 100_000.0), groups_of("photowalk_2024", 1800.0)
    (('long', 'long/a0.6'), ('short',))
    """
    length = LENGTHS[0] if span_s > LONG_S else LENGTHS[1]
    dealt = DEAL.search(event)
    return (length,) if dealt is None else (length, f"{length}/{dealt['attendance']}")


def attendance_of(event: str) -> float | None:
    """Return how much of the event each gallery attended, where the name tells.

    >>> attendance_of("jiuzhaigou_2016/k5/a0.6"), attendance_of("met_2017")
    (0.6, None)
    """
    dealt = DEAL.search(event)
    return None if dealt is None else float(dealt["attendance"][1:])


def occasion_of(event: str) -> str:
    """Return the event behind a deal: all deals of one set are of one occasion.

    >>> occasion_of("jiuzhaigou_2016/k5/a0.6"), occasion_of("simulated/easy")
    ('jiuzhaigou_2016', 'simulated/easy')
    """
    return DEAL.sub("", event)


def is_event(name: str) -> bool:
    """Tell one event from a total over several.

    >>> is_event("met_2017"), is_event("all"), is_event("all/long")
    (True, False, False)
    """
    return name.split("/", maxsplit=1)[0] != ALL


def members(document: Document, suite: str, total: str) -> frozenset[str]:
    """Return the events that a total is over: "all", or a group such as "all/long/a0.6"."""
    return frozenset(
        result.event
        for result in document.select(suite=suite, offsets=ALL)
        if is_event(result.event)
        and (total == ALL or total.removeprefix(f"{ALL}/") in _groups(result))
    )


def _groups(result: Result) -> tuple[str, ...]:
    span_s = result.details.get("span_s")
    return () if span_s is None else groups_of(result.event, span_s)
