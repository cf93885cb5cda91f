"""What pairs of galleries say of each other, found as tasks and kept by what it depends on.

The solver asks the same questions again and finds them answered: nothing else changes.
"""

import hashlib
import marshal
import pkgutil
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType

import numpy as np

from coincide import model, solver
from coincide.engine import Engine
from coincide.model import Floats, Indices, Singles, Url
from coincide.model.places import url_of
from coincide.project.costs import Meter
from coincide.solver import links
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
class GalleryPair:
    """Two galleries, and the relative offsets of them that are known beside the photos."""

    a: int
    b: int
    known_s: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some pairs, and the name under which what they say is kept."""

    name: str
    pairs: tuple[GalleryPair, ...]


@dataclass(frozen=True)
class PairInputs:
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
        wanted = [GalleryPair(a, b, tuple(knowledge.relative_s(a, b).tolist())) for a, b in pairs]
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
                _put(evidence, chunk, options, [np.array(item) for item in known["answers"]])
        shared = PairInputs(url_of(self.store.folder), evidence.bare(), options)
        for chunk, done in zip(new, self.engine.map(ask_chunk, shared, new), strict=True):
            self.meter.add_task(STAGE, self.engine, done)
            _put(evidence, chunk, options, done.value)


def ask_chunk(asked: PairInputs, chunk: Chunk) -> list[Floats]:
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


def _key(pair: GalleryPair, options: JointOptions) -> tuple[object, ...]:
    return photos_key(pair.a, pair.b, np.array(pair.known_s), options)


def _put(
    evidence: AllEvidence, chunk: Chunk, options: JointOptions, answers: Sequence[Floats]
) -> None:
    for pair, answer in zip(chunk.pairs, answers, strict=True):
        evidence.once(_key(pair, options), lambda found=answer: found)  # type: ignore[misc]


def digest_of(*values: object) -> str:
    """Return a digest of values: equal ones have the same, whatever made them.

    >>> digest_of(1, (2.0, "a")) == digest_of(1, [2.0, "a"])
    True
    >>> digest_of("ab", "c") == digest_of("a", "bc")
    False
    """
    what = hashlib.sha256()
    for part in _parts(values):
        what.update(len(part).to_bytes(8, "big"))
        what.update(part)
    return what.hexdigest()[:32]


def _parts(value: object) -> Iterator[bytes]:
    if isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.shape}".encode()
        yield np.ascontiguousarray(value).tobytes()
        return
    inside = _inside(value)
    if inside is None:
        yield _plain(value)
        return
    yield f"({len(inside)}".encode()  # no plain value begins so
    for item in inside:
        yield from _parts(item)


def _inside(value: object) -> Sequence[object] | None:
    """Return what a value consists of, in an order of its own; None for a plain one."""
    if is_dataclass(value) and not isinstance(value, type):
        # what has no part in comparing has none in the answer
        names = [field.name for field in fields(value) if field.compare]
        return [type(value).__name__, *((name, getattr(value, name)) for name in names)]
    if isinstance(value, Mapping):
        return [(key, value[key]) for key in sorted(value)]
    if isinstance(value, Set):
        return sorted(value)
    return value if isinstance(value, Sequence) and not isinstance(value, str | bytes) else None


def _plain(value: object) -> bytes:
    value = value.item() if isinstance(value, np.generic) else value
    if value is not None and not isinstance(value, str | bytes | int | float | Path):
        raise TypeError(f"no digest of {type(value).__name__}")
    return repr(value).encode(errors="replace")


@cache
def solver_code() -> str:
    """Return a digest of the programs that solve, and of their words: who changes them solves anew.

    That is all of ``coincide.solver`` and ``coincide.model``.
    """
    return code_digest(solver, model)


@cache
def link_code() -> str:
    """Return a digest of the programs that find matches."""
    return code_digest(links)


def code_digest(*packages: ModuleType) -> str:
    """Return a digest of all modules of some packages, however deep they lie."""
    what = hashlib.sha256()
    for package in packages:
        modules = dict(_sources(package)) or dict(_compiled(package))
        if not modules:
            raise ImportError(f"nothing tells what the code of {package.__name__} is")
        for name in sorted(modules):
            what.update(f"{name} {len(modules[name])}\n".encode())
            what.update(modules[name])
    return what.hexdigest()


def _sources(package: ModuleType) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of a package as they are written, where its files are there."""
    for folder in map(Path, package.__path__):
        for path in folder.rglob("*.py"):
            yield path.relative_to(folder.parent).as_posix(), path.read_bytes()


def _compiled(package: ModuleType) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of a package as they are run: a program in one piece has no others."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        spec = find_spec(found.name)
        code = getattr(spec and spec.loader, "get_code", lambda _: None)(found.name)
        if isinstance(code, CodeType):
            yield found.name, marshal.dumps(code)
