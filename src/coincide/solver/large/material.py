"""What a large event is known by, and the small events that are made of parts of it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from coincide.model import Indices, PhotoTable, Singles
from coincide.model.hints import AnswerKind, RowHints
from coincide.solver.evidence import EvidenceInputs, VerifiedPairs

# (N, D), in memory or on disk; parts are made whole as they are read
Vectors = Singles | NDArray[np.float16]


@dataclass(frozen=True)
class LargeMaterial:
    """The table of a large event, and its vectors by name; see :class:`EvidenceInputs`."""

    table: PhotoTable
    vectors: Mapping[str, Vectors]
    rejected: Indices = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    verified: VerifiedPairs | None = None


@dataclass(frozen=True)
class EventPart:
    """Some photos of an event, by row and ascending, in galleries that may be other ones.

    ``starts``: (k + 1,), where the photos of each of ``names`` begin among ``rows``.
    """

    names: tuple[str, ...]
    starts: Indices
    rows: Indices

    @staticmethod
    def of_galleries(
        table: PhotoTable, galleries: Sequence[int], rows: Sequence[Indices]
    ) -> "EventPart":
        """Return some photos of some galleries, both ascending."""
        sizes = [len(own) for own in rows]
        return EventPart(
            names=tuple(table.names[number] for number in galleries),
            starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            rows=np.concatenate(rows),
        )

    def local(self, rows: Indices) -> Indices:
        """Return where rows of the event are in this part, −1 where they are not."""
        order = np.argsort(self.rows, kind="stable")
        if not len(order):
            return np.full(rows.shape, -1)
        at = np.minimum(np.searchsorted(self.rows, rows, sorter=order), len(order) - 1)
        place = order[at]
        return np.where(self.rows[place] == rows, place, -1)

    def pairs(self, pairs: Indices) -> tuple[Indices, Indices]:
        """Return pairs of rows of the event as pairs of this part, and which of them are there.

        The smaller row is first.
        """
        mapped, there = self._mapped(pairs)
        return np.sort(mapped, axis=1), there

    def answers(self, answers: Mapping[AnswerKind, Indices]) -> dict[AnswerKind, Indices]:
        """Return the answers that are about photos of this part."""
        found: dict[AnswerKind, list[Indices]] = defaultdict(list)
        for kind, pairs in answers.items():
            mapped, _ = self._mapped(pairs)
            ascends = mapped[:, 0] < mapped[:, 1]
            found[kind].append(mapped[ascends])
            found[kind.swapped].append(mapped[~ascends][:, ::-1])
        return {kind: np.concatenate(rows) for kind, rows in found.items()}

    def _mapped(self, pairs: Indices) -> tuple[Indices, Indices]:
        """Return pairs as rows of this part, in their order, and which of them are there."""
        mapped = self.local(pairs.reshape(-1, 2))
        gallery = np.searchsorted(self.starts, mapped, side="right")
        there = np.flatnonzero((mapped >= 0).all(axis=1) & (gallery[:, 0] != gallery[:, 1]))
        return mapped[there], there


def take(
    material: LargeMaterial, part: EventPart, camera_time_s: NDArray[np.float64]
) -> EvidenceInputs:
    """Return a part of an event as an event of its own; ``camera_time_s``: of its photos."""
    table = material.table
    verified = None
    if material.verified is not None:
        pairs, there = part.pairs(material.verified.pairs)
        verified = VerifiedPairs(pairs, material.verified.log_ratio[there])
    return EvidenceInputs(
        table=PhotoTable(
            names=part.names,
            starts=part.starts,
            camera_time_s=camera_time_s,
            position_deg=table.position_deg[part.rows],
            scene_ev=table.scene_ev[part.rows],
        ),
        vectors={
            name: vectors[part.rows].astype(np.float32)
            for name, vectors in material.vectors.items()
        },
        rejected=part.pairs(material.rejected)[0],
        verified=verified,
    )


def hints_of(hints: RowHints, part: EventPart, pinned: Mapping[int, float]) -> RowHints:
    """Return the answers that are about photos of a part; ``pinned`` by its own galleries."""
    return replace(
        hints,
        answers=part.answers(hints.answers),
        rejected=part.pairs(hints.rejected)[0],
        pinned=tuple(sorted(pinned.items())),
        said=frozenset(),
        confirmed=frozenset(),
        steady=frozenset(),  # by names, in the task
        set_right=(),  # of clusters alone, in the task
        missing=(),
    )
