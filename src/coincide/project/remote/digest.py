"""A digest of anything that a task depends on: arrays, frozen dataclasses, and plain values."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from coincide.solver import clocks as clocks_code
from coincide.solver import evidence as evidence_code
from coincide.solver import joint as joint_code
from coincide.solver import links as links_code


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
    """Return a digest of the programs that solve: whoever changes them solves anew."""
    return _code_of(clocks_code, evidence_code, joint_code)


@cache
def link_code() -> str:
    """Return a digest of the programs that find matches."""
    return _code_of(links_code)


def _code_of(*packages: ModuleType) -> str:
    what = hashlib.sha256()
    for package in packages:
        for path in sorted(Path(package.__path__[0]).glob("*.py")):
            what.update(path.read_bytes())
    return what.hexdigest()
