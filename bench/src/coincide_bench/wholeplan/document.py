"""What a result file tells of one event."""

from dataclasses import asdict

from coincide_bench.wholeplan.figures import Judged
from coincide_bench.wholeplan.look import LookedGallery

Json = dict[str, object]


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
                "rule": gallery.rule,
                "fates": _fates(judged, gallery),
            }
            for gallery in judged.galleries
        ],
    }


def _fates(judged: Judged, gallery: LookedGallery) -> dict[str, int]:
    """Return how many photos of a gallery met which fate, and how many were called certain."""
    verdicts = [judged.verdicts[path] for path in gallery.files if path in judged.verdicts]
    fates: list[str] = [verdict.fate for verdict in verdicts]
    counted = {fate: fates.count(fate) for fate in sorted(set(fates))}
    return {
        "wrong": sum(verdict.wrong for verdict in verdicts),
        "certain": sum(verdict.certain for verdict in verdicts),
        "certain_wrong": sum(verdict.certain_wrong for verdict in verdicts),
        **counted,
    }
