"""A digest of anything that a task depends on: arrays, frozen dataclasses, and plain values."""

import hashlib
import marshal
import pkgutil
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType

import numpy as np

from coincide import model, solver
from coincide.solver import links


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
    for one in inside:
        yield from _parts(one)


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
