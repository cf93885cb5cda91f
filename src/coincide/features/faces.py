"""Faces in photos, found by YuNet: how many there are, and how large. Nobody is recognised.

The network (Apache-2.0) is no part of Coincide: it is downloaded once when it is asked for, and
used from then on. It runs in OpenCV, which comes with ``coincide[verify]``.
"""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from coincide.errors import UsageError
from coincide.features.backbones.cache import cache_folder, cached, find_entry
from coincide.features.backbones.download import PinnedFile, download
from coincide.features.verify.pictures import load_opencv
from coincide.model import Floats

ENTRY = "yunet-n-640"
_COMMIT = "0047ac24afb1a50a0c6105001c89d1b5b805dbf1"
PIN = PinnedFile(
    url=f"https://raw.githubusercontent.com/ShiqiYu/libfacedetection.train/{_COMMIT}/onnx/yunet_n_640_640.onnx",
    size=317_466,
    sha256="25a606a145a5b6d7271ae138fbd00eba91dad8b83222ae3f2c7ecd0f4a7b0e31",
)
# what the store keeps what was found under: another recipe, another name
RECIPE = "faces-1"
# columns: faces, the largest one's share of the picture, and the share of all
N_FIGURES = 3
# pixels of the long side that is looked at, and how sure a face is at least
LONG_SIDE_PX, _LEAST_SURE = 640, 0.75
# a face below this share of the picture is of somebody who went by
_LEAST_SHARE = 0.002
_NEED_OPENCV = "Finding faces needs OpenCV, which is not installed: pip install 'coincide[verify]'."

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Finder = Callable[[Pixels], Floats]


def face_model(*, fetch: bool = False, pin: PinnedFile = PIN) -> Path | None:
    """Return where the network is; None where it is not here, or nothing could run it.

    ``fetch``: download it once where it is not here; raises ModelError where that fails.
    """
    if find_spec("cv2") is None:
        if fetch:
            raise UsageError(_NEED_OPENCV)
        return None
    folder = cache_folder()
    if not fetch:
        return find_entry(folder, ENTRY)

    def make(stream: BinaryIO) -> None:
        download(pin, stream)

    return cached(folder, ENTRY, make)


def face_finder(model: Path) -> Finder:
    """Return what finds faces in pixels (height, width, RGB): their figures, (N_FIGURES,)."""
    cv2: Any = load_opencv()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)  # it tells of its own makings
    found = cv2.FaceDetectorYN.create(str(model), "", (LONG_SIDE_PX, LONG_SIDE_PX), _LEAST_SURE)

    def figures(pixels: Pixels) -> Floats:
        height, width = pixels.shape[:2]
        found.setInputSize((width, height))
        _, faces = found.detect(np.ascontiguousarray(pixels[:, :, ::-1]))
        if faces is None:
            return np.zeros(N_FIGURES)
        shares = faces[:, 2] * faces[:, 3] / float(width * height)
        shares = shares[shares >= _LEAST_SHARE]
        if not len(shares):
            return np.zeros(N_FIGURES)
        return np.array([len(shares), shares.max(), shares.sum()], dtype=np.float64)

    return figures
