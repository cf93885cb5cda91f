"""Pictures of codes as the clock page shows them: flat, and as sharp as can be."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import zxingcpp
from PIL import Image

from coincide.features.clockcode import ClockCode


def code_modules(text: str) -> np.ndarray:
    """A code with its quiet zone, by an encoder that is not ours: 255 where it is light."""
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="Q")
    light = np.array(code.to_image(scale=1, add_quiet_zones=False)) > 0
    return np.pad(light, 4, constant_values=True).astype(np.uint8) * 255


def clock_picture(
    texts: Sequence[str], *, size: tuple[int, int] = (800, 600), module_px: int = 6
) -> Image.Image:
    """Codes beside each other in the middle of a grey picture."""
    codes = [Image.fromarray(np.kron(code_modules(text), np.ones((module_px,) * 2, np.uint8)))
             for text in texts]  # fmt: skip
    image = Image.new("L", size, 128)
    left = (size[0] - sum(code.width + 8 for code in codes)) // 2
    for code in codes:
        image.paste(code, (left, (size[1] - code.height) // 2))
        left += code.width + 8
    return image.convert("RGB")


def write_clock(
    path: Path,
    codes: Sequence[ClockCode],
    *,
    size: tuple[int, int] = (800, 600),
    module_px: int = 6,
    exif: bytes = b"",
) -> Path:
    """Write a picture of codes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = clock_picture([code.text for code in codes], size=size, module_px=module_px)
    picture.save(path, exif=exif)
    return path
