"""Read a state dict in torch's old, pre-zip file format, without torch and without trust.

The format is five pickles (magic number, protocol, byte order, the state dict, the
storage keys) and then the storages as raw numbers. A pickle can run any code it
names, so (1) nothing is read before the whole file matches a pinned sha256, and
(2) the four names a state dict needs are mapped to functions of this module and
every other name is refused.
"""

import hashlib
import io
import math
import pickle
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coincide.errors import ModelError

_MAGIC = 0x1950A86A20F9469CFC6C
_PROTOCOL = 1001

Array = NDArray[Any]


@dataclass
class _Storage:
    """A flat run of numbers that tensors are cut from; filled after the state dict is read."""

    dtype: np.dtype[Any]
    length: int
    values: Array | None = None


@dataclass(frozen=True)
class _Tensor:
    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def array(self) -> Array:
        """Cut the tensor out of its storage; refuse one that reaches beyond it."""
        values = self.storage.values
        numbers = (self.offset, *self.shape, *self.strides)
        if values is None or len(self.shape) != len(self.strides) or min(numbers) < 0:
            raise ValueError("malformed tensor")
        last = sum((n - 1) * step for n, step in zip(self.shape, self.strides, strict=True))
        # a stride of 0 would repeat numbers, which no weights do, and could fill the memory
        too_many = math.prod(self.shape) > len(values)
        if too_many or 0 in self.shape or self.offset + last >= len(values):
            raise ValueError("tensor reaches beyond its storage")
        steps = tuple(step * values.itemsize for step in self.strides)
        view = np.lib.stride_tricks.as_strided(values[self.offset :], self.shape, steps)
        return np.array(view, order="C")  # a copy: the storage may be shared, and is read-only


def _rebuild_tensor(
    storage: _Storage, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *_: object
) -> _Tensor:
    return _Tensor(storage, offset, shape, strides)


_ALLOWED: dict[tuple[str, str], Any] = {
    ("collections", "OrderedDict"): OrderedDict,
    ("torch._utils", "_rebuild_tensor_v2"): _rebuild_tensor,
    ("torch", "FloatStorage"): np.dtype("<f4"),
    ("torch", "LongStorage"): np.dtype("<i8"),
}


@dataclass
class _Storages:
    """The storages a state dict named, by key."""

    by_key: dict[str, _Storage] = field(default_factory=dict)

    def find(self, identity: tuple[Any, ...]) -> _Storage:
        """Return the storage of a persistent id; views into another storage are not read."""
        kind, dtype, key, _device, length, view = identity
        if kind != "storage" or not isinstance(dtype, np.dtype) or view is not None:
            raise pickle.UnpicklingError(f"unknown persistent object {kind!r}")
        return self.by_key.setdefault(key, _Storage(dtype, int(length)))


class _Unpickler(pickle.Unpickler):
    """An unpickler that knows four names and calls nothing else."""

    def __init__(self, stream: io.BytesIO, storages: _Storages) -> None:
        super().__init__(stream)
        self._storages = storages

    def find_class(self, module: str, name: str) -> Any:
        try:
            return _ALLOWED[module, name]
        except KeyError:
            raise pickle.UnpicklingError(f"refused name {module}.{name}") from None

    def persistent_load(self, identity: tuple[Any, ...]) -> _Storage:
        return self._storages.find(identity)


def load_state_dict(path: Path, *, sha256: str) -> dict[str, Array]:
    """Return the tensors of a weights file by name; ``sha256`` is that of the whole file."""
    return parse_state_dict(read_checked(path, sha256=sha256), source=path)


def read_checked(path: Path, *, sha256: str) -> bytes:
    """Return the bytes of a weights file, if they are the right ones."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: cannot read the weights ({error.strerror}).") from error
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise ModelError(
            f"{path}: not the expected weights (sha256 {found}, expected {sha256}). "
            "Install the package again, or give the right file with --weights."
        )
    return content


def parse_state_dict(content: bytes, *, source: Path) -> dict[str, Array]:
    """Return the tensors in the bytes of a weights file; ``source`` is for messages only.

    Callers check the bytes first, as load_state_dict does: refusing names
    keeps code from running, not memory from being eaten.
    """
    stream, storages = io.BytesIO(content), _Storages()
    try:
        magic, protocol, system, state, keys = (
            _Unpickler(stream, storages).load() for _ in range(5)
        )
        if magic != _MAGIC or protocol != _PROTOCOL or system["little_endian"] is not True:
            raise ValueError("not torch's old little-endian format")
        _fill(stream, [storages.by_key[key] for key in keys])
        return {name: tensor.array() for name, tensor in state.items()}
    except (
        *(pickle.UnpicklingError, EOFError, ValueError, KeyError, IndexError),
        *(TypeError, AttributeError, OverflowError, UnicodeDecodeError),
    ) as error:
        raise ModelError(f"{source}: not a weights file that can be read ({error}).") from error


def _fill(stream: io.BytesIO, storages: list[_Storage]) -> None:
    """Read the storages, each a 64-bit length and then its numbers, to the end of the file."""
    for storage in storages:
        length = int.from_bytes(stream.read(8), "little")
        if length != storage.length:
            raise ValueError(f"storage of {length} numbers, expected {storage.length}")
        raw = stream.read(length * storage.dtype.itemsize)
        if len(raw) != length * storage.dtype.itemsize:
            raise ValueError("file ends too early")
        storage.values = np.frombuffer(raw, dtype=storage.dtype)
    if stream.read(1):
        raise ValueError("more bytes than the format has")
