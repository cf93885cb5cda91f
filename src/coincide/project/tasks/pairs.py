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
from coincide.project.tasks.digest import digest_of, solver_code
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.pairs import by_photos, photos_key
from coincide.solver.joint.told import Told
from coincide.solver.options import JointOptions
from coincide.storage.objectstore import ObjectStore
from coincide.storage.projectstore import ProjectStore

STAGE = "solve"
KIND = "solved"
# pairs of one task: seconds of work
CHUNK = 16


@dataclass(frozen=True, slots=True)
class Pair:
    """Two galleries, and the relative offsets of them that were told."""

    a: int
    b: int
    told_s: tuple[float, ...]


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
    n_best: int


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
        told: Told,
        pairs: Sequence[tuple[int, int]],
        options: JointOptions,
    ) -> None:
        """Put what pairs say into the evidence, where it is not known yet."""
        n_best = options.candidates
        wanted = [Pair(a, b, tuple(told.relative_s(a, b).tolist())) for a, b in pairs]
        wanted = [pair for pair in wanted if _key(pair, n_best) not in evidence.asked]
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
                _put(evidence, chunk, n_best, [np.array(one) for one in known["answers"]])
        shared = Asked(url_of(self.store.folder), evidence.bare(), n_best)
        for chunk, done in zip(new, self.engine.map(ask_chunk, shared, new), strict=True):
            self.meter.add_task(STAGE, self.engine, done)
            _put(evidence, chunk, n_best, done.value)


def ask_chunk(asked: Asked, chunk: Chunk) -> list[Floats]:
    """Return offsets and log-odds of each pair, (2, m), and keep them."""
    answers = [
        np.array(by_photos(asked.evidence, one.a, one.b, np.array(one.told_s), asked.n_best))
        for one in chunk.pairs
    ]
    with ObjectStore(asked.project) as store:
        store.save_document(KIND, chunk.name, {"answers": [one.tolist() for one in answers]})
    return answers


def photos_digest(vectors: Sequence[Singles], rejected: Indices) -> str:
    """Return a digest of what photos show, and of the pairs that a person ruled out."""
    return digest_of(vectors, rejected)


def _key(pair: Pair, n_best: int) -> tuple[object, ...]:
    return photos_key(pair.a, pair.b, np.array(pair.told_s), n_best)


def _put(evidence: AllEvidence, chunk: Chunk, n_best: int, answers: Sequence[Floats]) -> None:
    for pair, answer in zip(chunk.pairs, answers, strict=True):
        evidence.once(_key(pair, n_best), lambda found=answer: found)  # type: ignore[misc]
