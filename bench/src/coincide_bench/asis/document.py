"""The result file of the suite "as-is"."""

from collections.abc import Sequence
from dataclasses import asdict

from coincide_bench.asis.run import AsIs
from coincide_bench.wholeplan.figures import Judged

Json = dict[str, object]


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


def judged_document(judged: Judged) -> Json:
    """Return the figures of one event, and what was said of its clocks."""
    return {
        "figures": asdict(judged.figures),
        "anchor": judged.anchor,
        "galleries": [
            {
                "name": gallery.name,
                "photos": len(gallery.files),
                "state": gallery.state,
                "offset": gallery.offset,
                "reason": gallery.reason,
                "fates": _fates(judged, gallery.name),
            }
            for gallery in judged.galleries
        ],
    }


def _fates(judged: Judged, name: str) -> dict[str, int]:
    """Return how many photos of a gallery met which fate."""
    gallery = next(one for one in judged.galleries if one.name == name)
    verdicts = [judged.verdicts[path] for path in gallery.files if path in judged.verdicts]
    fates: list[str] = [verdict.fate for verdict in verdicts]
    counted = {fate: fates.count(fate) for fate in sorted(set(fates))}
    return {"wrong": sum(verdict.wrong for verdict in verdicts), **counted}
