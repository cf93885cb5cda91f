"""The result file of the suite "as-is"."""

from collections.abc import Sequence

from coincide_bench.asis.run import AsIs
from coincide_bench.wholeplan.document import Json, judged_document


def as_is_document(found: Sequence[AsIs]) -> Json:
    """Return all figures of all events, and what was said of every clock."""
    return {
        "suite": "as-is",
        "events": [
            {
                "event": as_is.event.folder,
                "as_named": as_is.named,
                "right": as_is.event.right,
                "developed_on": not as_is.event.report_only,
                **judged_document(as_is.judged),
            }
            for as_is in found
        ],
    }
