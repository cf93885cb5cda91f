"""What pairs of galleries say of each other, found as tasks and kept by what it depends on.

The solver asks the same questions again and finds them answered: nothing else changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coincide.engine import Engine
from coincide.model import Floats, Indices, Singles, Url
from coincide.model.places import url_of
from coincide.project.costs import Meter
from coincide.project.solve.tasks.digest import digest_of, solver_code
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.pairs import by_photos, photos_key
from coincide.solver.options import JointOptions
from coincide.storage.objectstore import ObjectStore
from coincide.storage.projectstore import ProjectStore

STAGE = "solve"
KIND = "solved"
# pairs of one task: seconds of work
CHUNK = 16


@dataclass(frozen=True, slots=True)
class Pair:
    """Two galleries, and the relative offsets of them that are known beside the photos."""

    a: int
    b: int
    known_s: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some pairs, and the name under which what they say is kept."""

    name: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Asked:
    """What all chunks share: the evidence, and where answers go."""

    project: Url
    evidence: AllEvidence
    options: JointOptions


@dataclass(frozen=True)
class PairTasks:
    """Asks pairs on an engine. ``digest`` is of the photos: what they show, what was rejected."""

    engine: Engine
    meter: Meter
    store: ProjectStore
    digest: str
    chunk: int = CHUNK

    def __call__(
        self,
        evidence: AllEvidence,
        knowledge: PriorKnowledge,
        pairs: Sequence[tuple[int, int]],
        options: JointOptions,
    ) -> None:
        """Put what pairs say into the evidence, where it is not known yet."""
        wanted = [Pair(a, b, tuple(knowledge.relative_s(a, b).tolist())) for a, b in pairs]
        wanted = [pair for pair in wanted if _key(pair, options) not in evidence.asked]
        about = (solver_code(), self.digest, evidence.table, evidence.apart, options)
        name = digest_of("pairs", *about)
        parts = [tuple(wanted[at : at + self.chunk]) for at in range(0, len(wanted), self.chunk)]
        new: list[Chunk] = []
        for part in parts:
            chunk = Chunk(digest_of(name, part), part)
            known = self.store.load_document(KIND, chunk.name)
            if known is None:
                new.append(chunk)
            else:
                _put(evidence, chunk, options, [np.array(one) for one in known["answers"]])
        shared = Asked(url_of(self.store.folder), evidence.bare(), options)
        for chunk, done in zip(new, self.engine.map(ask_chunk, shared, new), strict=True):
            self.meter.add_task(STAGE, self.engine, done)
            _put(evidence, chunk, options, done.value)


def ask_chunk(asked: Asked, chunk: Chunk) -> list[Floats]:
    """Return offsets and log-odds of each pair, (2, m), and keep them."""
    answers = [
        np.array(by_photos(asked.evidence, pair.a, pair.b, np.array(pair.known_s), asked.options))
        for pair in chunk.pairs
    ]
    with ObjectStore(asked.project) as store:
        store.save_document(KIND, chunk.name, {"answers": [answer.tolist() for answer in answers]})
    return answers


def photos_digest(vectors: Sequence[Singles], rejected: Indices, *frames: str) -> str:
    """Return a digest of what photos and frames show, and of the pairs that were ruled out."""
    return digest_of(vectors, rejected, *frames)


def _key(pair: Pair, options: JointOptions) -> tuple[object, ...]:
    return photos_key(pair.a, pair.b, np.array(pair.known_s), options)


def _put(
    evidence: AllEvidence, chunk: Chunk, options: JointOptions, answers: Sequence[Floats]
) -> None:
    for pair, answer in zip(chunk.pairs, answers, strict=True):
        evidence.once(_key(pair, options), lambda found=answer: found)  # type: ignore[misc]
