"""Read photos of clock pages, and count: found, wrong, how far off, how long it took."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from coincide.features.clockcode import ClockCode, DetectedCode, parse_clock_code, reading_of
from coincide.features.clockcode.payload import clock_codes
from coincide.features.verify.pictures import read_grey
from coincide.media.records import read_file
from coincide_bench.clockphoto.taken import Taken

Reader = Callable[[Path], Sequence[DetectedCode]]
# a reading that is further from the shutter than this was misread
_WRONG_S = 1.0
# long side of the pictures that OpenCV looks at: at twice this it takes four times as long, and
# finds less
_OPENCV_PX = 2016


@dataclass(frozen=True, slots=True)
class Judged:
    """One photo: what its clock told, beside the truth. ``error_s`` is None where nothing was read.

    ``offset_error_s``: by how much the camera's clock is then known wrongly, from its file.
    """

    share: float
    exposure_s: float
    error_s: float | None
    offset_error_s: float | None
    seconds: float

    @property
    def is_wrong(self) -> bool:
        """Whether it tells another time than that of the photo."""
        return self.error_s is not None and abs(self.error_s) > _WRONG_S


def judge(photos: Sequence[Taken], reader: Reader) -> Iterator[Judged]:
    """Yield what a reader makes of each photo."""
    for taken in photos:
        start_s = time.perf_counter()
        reading = reading_of(reader(taken.path))
        seconds = time.perf_counter() - start_s
        error_s = offset_error_s = None
        if reading is not None:
            error_s = reading.utc_s - taken.utc_s - taken.given.exposure_s / 2
            camera_s = read_file(taken.path).recorded_time_s
            if camera_s is None:
                raise ValueError(f"{taken.path} has no time")
            # a camera that writes no fractions cuts them off: half a second on average
            cut_s = 0.0 if taken.precise else 0.5
            offset_error_s = reading.utc_s - camera_s - cut_s - taken.to_true_s
        given = taken.given
        yield Judged(given.share, given.exposure_s, error_s, offset_error_s, seconds)


def readers() -> dict[str, Reader]:
    """Return what can read codes: the product's reader, and OpenCV's two where it is there."""
    found: dict[str, Reader] = {"zxing-cpp": clock_codes}
    if find_spec("cv2") is not None:
        found |= {"OpenCV": _by_opencv, "OpenCV, ArUco": _by_aruco}
    return found


def _by_opencv(path: Path) -> tuple[DetectedCode, ...]:
    import cv2

    return _detected(cv2.QRCodeDetector(), path)


def _by_aruco(path: Path) -> tuple[DetectedCode, ...]:
    import cv2

    return _detected(cv2.QRCodeDetectorAruco(), path)


def _detected(detector: object, path: Path) -> tuple[DetectedCode, ...]:
    grey = read_grey(path, _OPENCV_PX)
    found, texts, corners, _ = detector.detectAndDecodeMulti(grey)  # type: ignore[attr-defined]
    if not found:
        return ()
    codes: list[ClockCode | None] = [parse_clock_code(text) for text in texts]
    size = np.array(grey.shape[::-1])
    return tuple(
        DetectedCode(code, tuple(map(tuple, (box / size).tolist())))
        for code, box in zip(codes, corners, strict=True)
        if code is not None
    )
