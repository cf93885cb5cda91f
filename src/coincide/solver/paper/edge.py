"""One edge seen from its reference gallery, and what its links say of an estimate."""

from dataclasses import dataclass

import numpy as np

from coincide.model import Basis, Edge, Estimate, Finding, FindingKind, Floats, Indices, PhotoTable
from coincide.model.offsets import RIGHT_WITHIN_S
from coincide.solver.options import AgreementOptions
from coincide.solver.units import NORMAL_90

# where fewer than this share of the links agree, the estimate rests on a minority
_MINORITY = 1 / 3


@dataclass(frozen=True)
class LinkedPhotos:
    """The links of one edge: link l pairs reference[l] with other[l], rows of the PhotoTable."""

    reference: Indices
    other: Indices
    difference_s: Floats  # camera time of the reference − of the other: the offset it speaks for


def linked_photos(table: PhotoTable, edge: Edge, reference: int) -> LinkedPhotos:
    """Return an edge's links with ``reference``, one of its two galleries, on the left."""
    left, right = edge.links.photo_a, edge.links.photo_b
    if reference == edge.b:
        left, right = right, left
    elif reference != edge.a:
        raise ValueError(f"gallery {reference} is not on the edge {edge.a}–{edge.b}")
    return LinkedPhotos(left, right, table.camera_time_s[left] - table.camera_time_s[right])


@dataclass(frozen=True)
class EdgeEstimate:
    """The relative offset of an edge's galleries, and what speaks against it."""

    estimate: Estimate
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Agreement:
    """What the links of an edge say of an offset: what it rests on, and why not to trust it."""

    basis: Basis
    findings: tuple[Finding, ...]


def agreement(linked: LinkedPhotos, offset_s: float, options: AgreementOptions) -> Agreement:
    """Count the links that speak for an offset."""
    n_links = len(linked.difference_s)
    n_agree = int(np.sum(np.abs(linked.difference_s - offset_s) <= RIGHT_WITHIN_S))
    words = f"{n_agree} of {n_links} links agree within 5 min"
    findings = []
    if n_links < options.few_links:
        findings.append(Finding(FindingKind.FEW_LINKS, count=n_links))
    if n_agree < n_links * _MINORITY:
        findings.append(Finding(FindingKind.FEW_AGREE, text=words))
    return Agreement(Basis.stated(words), tuple(findings))


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
