"""How alike two photos are, as a number: one measure for each kind of evidence on pairs.

A measure gives a block of numbers for the photos of two galleries, NaN where it says nothing,
always "the larger the more alike".
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from coincide.model import Floats, PhotoTable, Singles
from coincide.solver.evidence.form import EvidenceInputs
from coincide.solver.options import EvidenceOptions
from coincide.solver.units import EARTH_RADIUS_M

# photos of one camera so close in time are one view: they would spoil what is usual for it
_SAME_VIEW_S = 10.0
# a gallery's own mean and spread count as much as what is usual in the whole block once it has
# this many photos: of three photos neither can be told
_ENOUGH_PHOTOS = 8.0
# least variance: photos that are all alike have a spread all the same, or ratios would be ∞
_LEAST_VARIANCE = 1e-6
# a position is good to ten metres: nearer than that is all the same
_FIX_M = 10.0


class Measure(Protocol):
    """One measure of likeness."""

    kind: str

    def block(self, a: int, b: int) -> Floats:
        """Return the likeness of all photos of two galleries: (n_a, n_b)."""
        ...


class VectorMeasure:
    """Likeness of vectors, expressed as how unusual it is for these two photos.

    What the whole event has in common is taken off first. Then each likeness is
    compared with what either photo has with the other's whole gallery, so that a photo of
    nothing in particular, which is like everything, says little, and so that numbers learned
    inside galleries hold between them.
    """

    def __init__(
        self,
        kind: str,
        table: PhotoTable,
        vectors: Singles,
        teachers: Sequence[int] = (),
    ) -> None:
        self.kind, self.table = kind, table
        self.mean = common(table, vectors, teachers or range(table.n_galleries))
        self.vectors = about(vectors, self.mean)

    def block(self, a: int, b: int) -> Floats:
        """Return how unusually alike photos are, in standard deviations."""
        rows_a, rows_b = self.table.rows(a), self.table.rows(b)
        alike = (self.vectors[rows_a] @ self.vectors[rows_b].T).astype(np.float64)
        counts = np.ones_like(alike)
        if a == b:
            times_s = self.table.camera_time_s[rows_a]
            apart_s = np.abs(times_s[:, None] - times_s[None, :])
            counts = (apart_s > _SAME_VIEW_S).astype(np.float64)
        return unusual(alike, counts, counts.T)


class BrightnessMeasure:
    """How alike the scenes' brightness was by the exposure tags, in negative stops."""

    kind = "brightness"

    def __init__(self, table: PhotoTable) -> None:
        self.table = table

    def block(self, a: int, b: int) -> Floats:
        """Return minus the stops between the photos."""
        ev_a, ev_b = (
            self.table.scene_ev[self.table.rows(a)],
            self.table.scene_ev[self.table.rows(b)],
        )
        apart: Floats = -np.abs(ev_a[:, None] - ev_b[None, :])
        return apart


class PlaceMeasure:
    """How near each other photos were taken, as minus the logarithm of metres."""

    kind = "place"

    def __init__(self, table: PhotoTable) -> None:
        self.table = table

    def block(self, a: int, b: int) -> Floats:
        """Return minus the decimal logarithm of the distance, no finer than a fix is."""
        radians_a = np.radians(self.table.position_deg[self.table.rows(a)])
        radians_b = np.radians(self.table.position_deg[self.table.rows(b)])
        north = radians_b[None, :, 0] - radians_a[:, None, 0]
        east = radians_b[None, :, 1] - radians_a[:, None, 1]
        chord = (
            np.sin(north / 2) ** 2
            + np.cos(radians_a[:, None, 0]) * np.cos(radians_b[None, :, 0]) * np.sin(east / 2) ** 2
        )
        metres = 2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(np.clip(chord, 0.0, 1.0)))
        nearness: Floats = -np.log10(metres + _FIX_M)
        return nearness


def unusual(alike: Floats, counts: Floats, counts_b: Floats) -> Floats:
    """Return likeness (n, m) in standard deviations from what both photos have with all others.

    Those others are told by ``counts`` (n, m) for the first, and ``counts_b`` (m, n).
    """
    mean_a, spread_a = _usual(alike, counts)
    mean_b, spread_b = _usual(alike.T, counts_b)
    found: Floats = (alike - (mean_a[:, None] + mean_b[None, :]) / 2) / np.sqrt(
        spread_a[:, None] * spread_b[None, :]
    )
    return found


def common(table: PhotoTable, vectors: Singles, galleries: Sequence[int]) -> Singles:
    """Return what some galleries have in common, (D,); each counts alike.

    A gallery's own mean is no part of that: in one of few places that would be most of what its
    photos show.
    """
    singles = np.asarray(vectors, dtype=np.float32)
    means = [singles[table.rows(gallery)].mean(axis=0) for gallery in galleries]
    mean: Singles = np.mean(means, axis=0)
    return mean


def about(vectors: Singles, mean: Singles) -> Singles:
    """Return vectors of length one, without a mean."""
    out = np.array(vectors, dtype=np.float32)
    out -= mean
    lengths = np.linalg.norm(out, axis=1, keepdims=True)
    # a photo that is just like the mean is like nothing
    out /= np.where(lengths > 0, lengths, 1.0)
    return out


def measures_of(
    material: EvidenceInputs, teachers: Sequence[int], options: EvidenceOptions
) -> list[Measure]:
    """Return the measures of the kinds asked for that have anything to go by."""
    table, vectors, kinds = material.table, material.vectors, options.kinds
    measures: list[Measure] = []
    for kind, name in (("look", "look"), ("light", "colour")):
        if kind in kinds and name in vectors:
            measures.append(VectorMeasure(name, table, vectors[name], teachers))
    if "light" in kinds and np.isfinite(table.scene_ev).sum() > 1:
        measures.append(BrightnessMeasure(table))
    if "place" in kinds and np.isfinite(table.position_deg[:, 0]).sum() > 1:
        measures.append(PlaceMeasure(table))
    return measures


def _usual(alike: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Return mean and spread of each row, drawn towards the block's where photos are few."""
    n, enough = counts.sum(axis=1), _ENOUGH_PHOTOS
    block_mean = (alike * counts).sum() / max(counts.sum(), 1.0)
    mean = ((alike * counts).sum(axis=1) + enough / 2 * block_mean) / (n + enough / 2)
    square = ((alike - mean[:, None]) ** 2 * counts).sum(axis=1)
    block_square = square.sum() / max(counts.sum(), 1.0)
    variance = (square + enough * block_square) / (n + enough)
    return mean, np.sqrt(np.maximum(variance, _LEAST_VARIANCE))
