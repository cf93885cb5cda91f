"""Messages between a process and its decoding workers: pickles, with arrays beside them.

A worker has just parsed a stranger's file, so what it answers is not trusted: only plain data,
arrays and dataclasses of this package are unpickled.
"""

import io
import pickle
import struct
from dataclasses import is_dataclass
from importlib import import_module
from typing import Any, BinaryIO

# kinds of messages; TASK goes to the worker, the others come from it
TASK, READY, PROGRESS, RESULT, ERROR = b"T", b"R", b"P", b"V", b"E"

# bytes of one message: the longest is the sound of a film of two hours, 230 MB
MOST_BYTES = 1 << 29
_HEAD = struct.Struct(">cH")
_LENGTH = struct.Struct(">Q")
_PLAIN = frozenset(
    (
        ("fractions", "Fraction"),
        ("numpy", "dtype"),
        ("numpy", "ndarray"),
        ("numpy._core.multiarray", "_reconstruct"),
        ("numpy._core.multiarray", "scalar"),
        ("numpy._core.numeric", "_frombuffer"),
        ("numpy.core.multiarray", "_reconstruct"),
        ("numpy.core.multiarray", "scalar"),
        ("numpy.core.numeric", "_frombuffer"),
    )
)


def send(file: BinaryIO, kind: bytes, value: object = None) -> None:
    """Write one message; arrays are written as they lie in memory."""
    buffers: list[pickle.PickleBuffer] = []
    body = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    parts = [memoryview(body), *(buffer.raw() for buffer in buffers)]
    lengths = b"".join(_LENGTH.pack(part.nbytes) for part in parts)
    file.write(_HEAD.pack(kind, len(parts)) + lengths)
    for part in parts:
        file.write(part)
    file.flush()


def receive(file: BinaryIO, *, trusted: bool = False) -> tuple[bytes, Any]:
    """Return the kind and the value of the next message; raise EOFError where none comes.

    ``trusted``: it comes from the process that started this one.
    """
    kind, n_parts = _HEAD.unpack(_read(file, _HEAD.size))
    lengths = [length for (length,) in _LENGTH.iter_unpack(_read(file, n_parts * _LENGTH.size))]
    if sum(lengths) > MOST_BYTES or not lengths:
        raise EOFError("no message of a worker")
    body, *buffers = [_read(file, length) for length in lengths]
    reader = pickle.Unpickler if trusted else _PlainUnpickler
    try:
        return kind, reader(io.BytesIO(body), buffers=buffers).load()
    except Exception as error:
        raise EOFError(f"no message of a worker: {error}") from error


def _read(file: BinaryIO, n_bytes: int) -> bytearray:
    data = bytearray(n_bytes)
    view, n_read = memoryview(data), 0
    while n_read < n_bytes:
        n_more = file.readinto(view[n_read:])  # type: ignore[attr-defined]
        if not n_more:
            raise EOFError("the worker is gone")
        n_read += n_more
    return data


class _PlainUnpickler(pickle.Unpickler):
    """Unpickles data that can run nothing: dataclasses of ours, arrays and fractions."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        if module.startswith("coincide."):
            found = getattr(import_module(module), name, None)
            if isinstance(found, type) and is_dataclass(found):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data")
