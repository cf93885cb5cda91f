"""From a photo's file to the codes of a clock page that it shows."""

from pathlib import Path

import numpy as np
import zxingcpp
from PIL import Image

from coincide.features.clockcode.payload import parse_clock_code
from coincide.features.clockcode.reading import Seen
from coincide.features.verify.pictures import Grey, grey_of
from coincide.media.isolated import isolated
from coincide.media.pictures import open_picture

# a JPEG is decoded to no less than this on its long side: a code of a twentieth of the width then
# has four pixels for each module, and half of that can still be read
_LEAST_PX = 3000
# nor is any picture looked at with more: so large a code is found all the same, and the time that
# a look takes has a bound
_MOST_PX = 6000
# a picture of no more is also looked at in double size, if it shows no code as it is: small codes
# have too few pixels for each module
_SMALL_PX = 2000
# codes of one photo: the page has two, a wall of pages is no photo of a clock
_MOST_CODES = 16


@isolated
def clock_codes(path: Path) -> tuple[Seen, ...]:
    """Return the codes of clock pages that a photo shows, in the order they are found.

    It is looked at as it is and at half, a quarter, … of its size, so that small codes are found
    and large ones are not lost in their noise.
    """
    picture = open_picture(path, lambda image: image.draft("L", _drafted(image)))
    grey = grey_of(picture, _MOST_PX)
    return codes_in(grey) or (codes_in(_doubled(grey)) if max(grey.shape) <= _SMALL_PX else ())


def codes_in(grey: Grey) -> tuple[Seen, ...]:
    """Return the codes of clock pages in a picture, (height, width)."""
    height, width = grey.shape
    seen: list[Seen] = []
    wanted = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for barcode in zxingcpp.read_barcodes(grey, formats=wanted):
        code = parse_clock_code(barcode.text)
        if code is not None and len(seen) < _MOST_CODES:
            at = barcode.position
            corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
            seen.append(
                Seen(code, tuple((corner.x / width, corner.y / height) for corner in corners))
            )
    return tuple(seen)


def _doubled(grey: Grey) -> Grey:
    height, width = grey.shape
    size = (2 * width, 2 * height)
    return np.asarray(Image.fromarray(grey).resize(size, Image.Resampling.BICUBIC))


def _drafted(image: Image.Image) -> tuple[int, int]:
    """Return the least size that a picture is decoded to."""
    scale = min(1.0, _LEAST_PX / max(image.size))
    return round(image.width * scale), round(image.height * scale)
