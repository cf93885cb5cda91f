"""Features of many photos in one temporary file: each is computed once, few are in memory."""

import tempfile
from threading import Lock
from types import TracebackType

import numpy as np

from coincide.features.verify.features import N_VALUES, LocalFeatures

POINT_BYTES = 2 * 4
DESCRIPTOR_BYTES = N_VALUES


class FeatureSpool:
    """A temporary file of features by the photo's key; safe to read from several threads.

    About 200 kB of disk for each photo, gone when the spool is closed. A photo whose file
    could not be decoded is held as None.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="coincide-verify-")  # noqa: SIM115
        self._lock = Lock()
        self._places: dict[str, tuple[int, int] | None] = {}

    def __enter__(self) -> "FeatureSpool":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, key: str, features: LocalFeatures | None) -> None:
        """Keep the features of one photo."""
        if features is None:
            self._places[key] = None
            return
        with self._lock:
            start = self._file.seek(0, 2)
            self._file.write(features.points_px.astype("<f4").tobytes())
            self._file.write(features.descriptors.tobytes())
            self._places[key] = (start, len(features))

    def get(self, key: str) -> LocalFeatures | None:
        """Return the features of one photo as they were added."""
        place = self._places[key]
        if place is None:
            return None
        start, n = place
        with self._lock:
            self._file.seek(start)
            data = self._file.read(n * (POINT_BYTES + DESCRIPTOR_BYTES))
        points = np.frombuffer(data, "<f4", count=2 * n).reshape(n, 2).astype(np.float32)
        descriptors = np.frombuffer(data, np.uint8, offset=n * POINT_BYTES)
        return LocalFeatures(points, descriptors.reshape(n, N_VALUES))
