"""Links between photos, and the offsets that are found: how sure, and why."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from coincide.model.arrays import Floats, Indices
from coincide.model.certainty import CERTAIN, NOT_SEEN

# how it is asked whether photos taken for one clock's are of two
TWO_DEVICES = "are they of two devices?"
SET_RIGHT = "its clock may have been set right before its last photos, and nobody else's tell"


@dataclass(frozen=True)
class Links:
    """Accepted pairs of photos as columns, rows of a PhotoTable; best first."""

    photo_a: Indices
    photo_b: Indices
    similarity: Floats

    def __len__(self) -> int:
        return len(self.photo_a)

    @staticmethod
    def joined(parts: Sequence["Links"]) -> "Links":
        """Return several sets of links as one, in their order; of none, no links."""
        no_rows = np.zeros(0, np.int64)
        return Links(
            np.concatenate([no_rows, *(part.photo_a for part in parts)]),
            np.concatenate([no_rows, *(part.photo_b for part in parts)]),
            np.concatenate([np.zeros(0), *(part.similarity for part in parts)]),
        )


@dataclass(frozen=True)
class Edge:
    """All links between galleries a < b; their photo_a are of a. Weight: median similarity."""

    a: int
    b: int
    links: Links
    weight: float


@dataclass(frozen=True)
class GalleryGraph:
    """Galleries as nodes 0..n_galleries − 1, at most one edge for each pair."""

    n_galleries: int
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class Estimate:
    """A relative offset with its uncertainty; an empty ``reasons`` means: trust it.

    ``low_s`` to ``high_s`` is the 90 % credible interval; ``probability`` is
    P(|error| ≤ 300 s), None where the method has no such figure. ``basis`` says in
    words what the estimate rests on. ``assumed`` says why a clock is taken to be right of which
    nothing was seen; it is empty of all others. What is assumed is never certain.
    """

    offset_s: float
    low_s: float
    high_s: float
    probability: float | None = None
    reasons: tuple[str, ...] = ()
    basis: str = ""
    assumed: str = ""

    @property
    def certain(self) -> bool:
        """Whether it is called certain; where the method states no probability, it is not."""
        return self.probability is not None and self.probability >= CERTAIN


@dataclass(frozen=True, slots=True)
class Jump:
    """A clock that was set anew: from photo ``row`` of its gallery on, ``step_s`` more is added.

    Where that was is known to some photos: the ``early`` ones before ``row`` may be of the later
    side, and the ``late`` ones from it on of the earlier.
    """

    row: int  # from this photo of the gallery on, counted from 0
    step_s: float  # so many seconds more are added
    early: int = 0  # so many photos before it may be of the later side
    late: int = 0  # so many photos from it on may be of the earlier side

    def leaves_open(self, row: int) -> bool:
        """Tell whether it is not known on which side of the step a photo is."""
        return self.row - self.early <= row < self.row + self.late


@dataclass(frozen=True, slots=True)
class Contradicted:
    """What the photos say of a gallery where that is not what a person said.

    ``n_pairs`` of photos speak for it; ``confirmed``: the person said it again.
    """

    offset_s: float  # where the photos have it
    low_s: float  # the 90 % interval
    high_s: float
    n_pairs: int  # pairs of photos that say so
    confirmed: bool = False  # whether the person said it again


@dataclass(frozen=True, slots=True)
class ClipShift:
    """What is added to one clip's time beside its gallery's offset.

    Its header tells whole seconds, or when it ended; its sound tells when it began.
    """

    key: str  # of its file
    shift_s: float


@dataclass(frozen=True)
class Placement:
    """Where one gallery ended up; unplaced when ``estimate`` is None, with the reasons.

    ``estimate`` holds for the gallery's first photo; ``jumps`` and ``drift_ppm`` say what its
    clock did after that; ``clips`` what is known of single clips beyond that. ``error`` names the
    kind of error its clock has, in words, where the evidence supports it; else it is empty.
    ``contradicted``: it is where a person said, and the photos say otherwise.
    """

    gallery: str
    estimate: Estimate | None
    n_links: int = 0
    via: str | None = None  # the gallery it was placed against
    reasons: tuple[str, ...] = ()
    jumps: tuple[Jump, ...] = ()
    drift_ppm: float = 0.0
    error: str = ""
    contradicted: Contradicted | None = None
    clips: tuple[ClipShift, ...] = ()
    open_from: int | None = None  # from this photo on its clock may have been set right

    def leaves_open(self, row: int) -> bool:
        """Tell whether it is not known by how much a photo's time is off, by its row."""
        after = self.open_from is not None and row >= self.open_from
        return after or any(jump.leaves_open(row) for jump in self.jumps)

    def doubted(self, *reasons: str) -> "Placement":
        """Return it no longer certain, and why; as it is where it was not."""
        if self.estimate is None or not self.estimate.certain:
            return self
        told = (*self.estimate.reasons, *reasons)
        estimate = replace(self.estimate, probability=NOT_SEEN, reasons=told)
        return replace(self, estimate=estimate, reasons=told)

    @property
    def of_two(self) -> bool:
        """Whether its photos seem to be of two devices, and a person is asked that."""
        return any(TWO_DEVICES in reason for reason in self.reasons)

    @property
    def maybe_set_right(self) -> int | None:
        """The photo before which its clock may have been set right, where that alone is open."""
        return self.open_from if self.certain else None

    @property
    def placed(self) -> bool:
        """Whether the gallery has an offset."""
        return self.estimate is not None

    @property
    def certain(self) -> bool:
        """Whether the gallery has a place that is called certain."""
        return self.estimate is not None and self.estimate.certain

    @property
    def offset_s(self) -> float | None:
        """Seconds to add to the camera time, or None when unplaced."""
        return None if self.estimate is None else self.estimate.offset_s


@dataclass(frozen=True)
class Offsets:
    """The answer: one placement per gallery, in the event's order, and what time it is in."""

    anchor: str
    method: str
    placements: tuple[Placement, ...]
    event_time: Literal["true", "anchor"] = "anchor"
    reference: str = ""  # why the others are brought to the anchor's clock, in words
    # whether anything tells that the anchor's clock is right, rather than any of the others
    settled: bool = True

    def __getitem__(self, gallery: str) -> Placement:
        for placement in self.placements:
            if placement.gallery == gallery:
                return placement
        raise KeyError(gallery)


@dataclass(frozen=True, slots=True)
class Question:
    """Do two photos, rows of a PhotoTable, show the same moment? ``photo_a`` is of ``gallery``.

    ``gain``: by how many nats the answer is expected to make places surer, over all galleries.
    """

    gallery: str
    photo_a: int
    photo_b: int
    gain: float


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Photos of two galleries that look like one moment but are far apart in the result.

    ``n_pairs`` of them; the most alike are rows ``photo_a`` and ``photo_b``, ``apart_s`` apart.
    """

    gallery_a: str
    gallery_b: str
    n_pairs: int
    photo_a: int
    photo_b: int
    apart_s: float


@dataclass(frozen=True, slots=True)
class OverruledAnswer:
    """Two photos, rows, that a person said show the same moment, and the result has apart."""

    photo_a: int
    photo_b: int
    apart_s: float


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two clocks of which the pictures tell how they differ, and nothing tells which is right.

    ``off_s``: what the rival's clock is ahead by, if the reference's is right. ``moves``: how many
    photos are moved if the reference is right, and if the rival is.
    """

    reference: str
    rival: str
    off_s: float
    moves: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Explanation:
    """What speaks against a result, and what to ask a person, the most telling first.

    ``n_hints_missing``: hints that were given but say nothing of the photos that are there.
    ``overruled``: answers that all the rest outweighs. ``disputes``: whose clock to ask about.
    """

    contradictions: tuple[Contradiction, ...] = ()
    questions: tuple[Question, ...] = ()
    n_hints_missing: int = 0
    overruled: tuple[OverruledAnswer, ...] = ()
    disputes: tuple[Dispute, ...] = ()
