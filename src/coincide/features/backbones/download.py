"""Fetch a pinned file over the network, and accept nothing but that file."""

import hashlib
import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from coincide.errors import ModelError
from coincide.model.progress import Progress

_CHUNK = 1 << 18
_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class PinnedFile:
    """Where a file is, and what it must be."""

    url: str
    size: int
    sha256: str


def download(pin: PinnedFile, stream: BinaryIO, *, progress: Progress | None = None) -> None:
    """Write the pinned file to ``stream``; raise ModelError unless it is that very file.

    What was written before an error is no good: write to a temporary file.
    """
    digest, n_bytes = hashlib.sha256(), 0
    for chunk in _chunks(pin):
        n_bytes += len(chunk)
        if n_bytes > pin.size:
            raise _refusal(pin, f"the server sends more than the {pin.size} bytes expected")
        digest.update(chunk)
        stream.write(chunk)
        if progress is not None:
            progress(n_bytes, pin.size)
    if n_bytes < pin.size:
        raise _refusal(pin, f"it broke off after {n_bytes} of {pin.size} bytes")
    if digest.hexdigest() != pin.sha256:
        raise _refusal(pin, f"its sha256 is {digest.hexdigest()}, expected {pin.sha256}")


def _chunks(pin: PinnedFile) -> Iterator[bytes]:
    """Yield what the server sends, with its failures as ModelError."""
    try:
        with urllib.request.urlopen(pin.url, timeout=_TIMEOUT_S) as response:
            while chunk := response.read(_CHUNK):
                yield chunk
    except urllib.error.HTTPError as error:
        error.close()
        raise _refusal(pin, f"the server answers {error.code} {error.reason}") from error
    except urllib.error.URLError as error:
        raise _refusal(pin, f"no connection: {error.reason}") from error
    except (OSError, http.client.HTTPException) as error:
        raise _refusal(pin, f"the connection failed: {error}") from error


def _refusal(pin: PinnedFile, reason: str) -> ModelError:
    return ModelError(
        f"{pin.url}: cannot be downloaded ({reason}). Try again later, or fetch the file on"
        " another machine and give it with --weights FILE."
    )
