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
                "event": one.event.folder,
                "as_named": one.named,
                "right": one.event.right,
                "developed_on": not one.event.report_only,
                **judged_document(one.judged),
            }
            for one in found
        ],
    }
