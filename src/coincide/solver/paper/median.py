"""The simpler variant: the median of the links' time differences ("Median" in the paper)."""

import numpy as np

from coincide.model import Edge, Estimate, PhotoTable
from coincide.solver.options import AgreementOptions
from coincide.solver.paper.edge import EdgeEstimate, agreement, linked_photos
from coincide.solver.units import NORMAL_90


def estimate_edge_median(
    table: PhotoTable,
    edge: Edge,
    reference: int,
    trust: AgreementOptions = AgreementOptions(),
) -> EdgeEstimate:
    """Return the relative offset (reference, other) as the median of the links' differences.

    Median, not mean: one false link may be hours off. The interval is the
    median's own, from order statistics (normal approximation of the binomial).
    """
    linked = linked_photos(table, edge, reference)
    differences = np.sort(linked.difference_s)
    n = len(differences)
    reach = NORMAL_90 * np.sqrt(n) / 2
    low = max(0, int(np.floor(n / 2 - reach)))
    high = min(n - 1, int(np.ceil(n / 2 + reach)) - 1)
    offset_s = float(np.median(differences))
    links = agreement(linked, offset_s, trust)
    estimate = Estimate(
        offset_s=offset_s,
        low_s=min(float(differences[low]), offset_s),
        high_s=max(float(differences[high]), offset_s),
        basis=links.basis,
    )
    return EdgeEstimate(estimate, links.findings)
