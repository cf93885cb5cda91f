"""The key frames of clips as evidence: further photos, at known times from their clip's start.

They ask, and are asked, as photos are; what likeness means is learned from photos alone, since
frames of one clip are alike because they are of one clip. Whatever is told of a solution is told
of photos: frames have no rows there.
"""

from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Indices, PhotoTable, Singles
from coincide.solver.evidence.form import FrameRows
from coincide.solver.evidence.likeness import MeasuredEvidence
from coincide.solver.evidence.measures import Measure, VectorMeasure, about, unusual


@dataclass(frozen=True)
class Layout:
    """Photos and frames in one table, by time in each gallery.

    ``photo``: (M,) the photo that each row is, or the clip that it is a frame of. ``frame``: (M,)
    which frame it is, -1 of photos. ``row``: (N,) where each photo is.
    """

    table: PhotoTable
    photo: Indices
    frame: Indices
    row: Indices

    @staticmethod
    def of(table: PhotoTable, frames: FrameRows) -> "Layout":
        """Return the photos of a table and frames of its clips together."""
        n_photos = table.n_photos
        photo = np.concatenate([np.arange(n_photos), frames.clip])
        frame = np.concatenate([np.full(n_photos, -1), np.arange(len(frames.clip))])
        times_s = table.camera_time_s[photo]
        times_s[n_photos:] += frames.within_s
        order = np.lexsort((times_s, table.gallery_of(photo)))
        photo, frame = photo[order], frame[order]
        sizes = np.bincount(table.gallery_of(photo), minlength=table.n_galleries)
        together = PhotoTable(
            names=table.names,
            starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            camera_time_s=times_s[order],
            position_deg=table.position_deg[photo],
            # frames tell no exposure
            scene_ev=np.where(frame < 0, table.scene_ev[photo], np.nan),
        )
        row = np.zeros(n_photos, np.int64)
        row[photo[frame < 0]] = np.flatnonzero(frame < 0)
        return Layout(together, photo, frame, row)


class FramedMeasure:
    """A measure of photos that says of frames what it can, and of photos just what it says.

    Frames are where their clip is. ``vectors``: (M, D), of photos and frames, where these have any.
    """

    def __init__(
        self, measure: Measure, photos: PhotoTable, layout: Layout, vectors: Singles | None = None
    ) -> None:
        self.kind = measure.kind
        self._measure, self._photos, self._layout = measure, photos, layout
        self._vectors = vectors

    def block(self, a: int, b: int) -> Floats:
        """Return the likeness of all photos and frames of two galleries; see ``Measure``."""
        rows_a, rows_b = self._layout.table.rows(a), self._layout.table.rows(b)
        own_a = self._layout.photo[rows_a] - self._photos.rows(a).start
        own_b = self._layout.photo[rows_b] - self._photos.rows(b).start
        block = self._measure.block(a, b)[np.ix_(own_a, own_b)]
        if self.kind == "place":
            return block
        framed_a, framed_b = self._layout.frame[rows_a] >= 0, self._layout.frame[rows_b] >= 0
        framed = framed_a[:, None] | framed_b[None, :]
        if self._vectors is None:
            block[framed] = np.nan
        elif isinstance(self._measure, VectorMeasure):
            alike = (self._vectors[rows_a] @ self._vectors[rows_b].T).astype(np.float64)
            # against photos: sixty frames of one clip are not what is usual
            counts = np.broadcast_to(~framed_b, alike.shape).astype(np.float64)
            counts_b = np.broadcast_to(~framed_a, alike.T.shape).astype(np.float64)
            block[framed] = unusual(alike, counts, counts_b)[framed]
        return block


@dataclass(frozen=True)
class FramedEvidence:
    """Measured evidence of photos and frames, and where the photos are in it."""

    measured: MeasuredEvidence
    layout: Layout

    @property
    def table(self) -> PhotoTable:
        """Photos and frames."""
        return self.layout.table

    def bare(self) -> "FramedEvidence":
        """Return the same without what was found so far, to be sent elsewhere."""
        return FramedEvidence(self.measured.bare(), self.layout)

    def rejecting(self, rejected: Indices) -> "FramedEvidence":
        """Return the same with just these pairs of photos ruled out."""
        measured, _ = self.measured.rejecting(self.layout.row[rejected])
        return FramedEvidence(measured, self.layout)


def with_frames(measured: MeasuredEvidence, frames: FrameRows) -> FramedEvidence:
    """Return what photos and frames say, by what photos alone have taught."""
    photos = measured.table
    layout = Layout.of(photos, frames)

    def framed(measure: Measure) -> Measure:
        vectors = None
        if isinstance(measure, VectorMeasure) and measure.kind == "look":
            both = np.concatenate([measure.vectors, about(frames.look, measure.mean)])
            numbers = np.where(layout.frame < 0, layout.photo, photos.n_photos + layout.frame)
            vectors = both[numbers]
        return FramedMeasure(measure, photos, layout, vectors)

    weights = photo_weights(layout.table, measured.options.burst_s)
    return FramedEvidence(measured.over(layout.table, weights, framed, layout.row), layout)


def photo_weights(table: PhotoTable, burst_s: float) -> Floats:
    """Return what each photo counts, (N,): one over the photos of its camera around it.

    >>> table = PhotoTable(("a",), np.array([0, 3]), np.array([0.0, 5.0, 900.0]), np.zeros((3, 2)))
    >>> photo_weights(table, 60.0)
    array([0.5, 0.5, 1. ])
    """
    weights = np.zeros(table.n_photos)
    for gallery in range(table.n_galleries):
        times_s = table.camera_time_s[table.rows(gallery)]
        after = np.searchsorted(times_s, times_s + burst_s, side="right")
        before = np.searchsorted(times_s, times_s - burst_s, side="left")
        weights[table.rows(gallery)] = 1.0 / np.maximum(after - before, 1)
    return weights
