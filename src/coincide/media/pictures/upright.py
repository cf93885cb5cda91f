"""Open a file as a picture, upright, by whatever decodes its format."""

import io
import struct
from collections.abc import Callable
from pathlib import Path

import pillow_heif
from PIL import ExifTags, Image

from coincide.media.formats import HEAD_BYTES, format_of, is_dng, media_of
from coincide.media.isolated import need_memory
from coincide.media.pictures.raw import read_preview
from coincide.media.pictures.video import read_frame

pillow_heif.register_heif_opener()

# what Pillow and its codecs raise for files that are damaged or too large; RAW photos and
# videos raise ValueError
DECODE_ERRORS = (
    *(SyntaxError, OSError, EOFError, ValueError, OverflowError, RuntimeError, LookupError),
    *(TypeError, struct.error, MemoryError, Image.DecompressionBombError),
)

# how to undo each value of the Orientation tag; 1 is upright
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

# bytes of a pixel once it is decoded; 4 where nothing is said
_PIXEL_BYTES = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2, "I;16L": 2}
# bytes of a pixel that a decoder holds beside the picture: planes, and a copy to hand over
_DECODER_BYTES = {"HEIF": 5, "AVIF": 6, "WEBP": 12}
# coefficients of all pixels, which a progressive JPEG needs before the first is drawn
_COEFFICIENT_BYTES = 6

Size = tuple[int, int]
# before decoding: tell a JPEG how it is wanted
Draft = Callable[[Image.Image], object]


def open_picture(path: Path, draft: Draft = lambda _image: None) -> Image.Image:
    """Return the picture of a file, decoded and upright, in whatever mode it is in.

    For tasks of a worker process (``media.isolated``), which decode under limits.

    The first of several frames; of a RAW photo its preview; of a video a frame near its
    start. ``draft`` is called before a JPEG is decoded: straight to an eighth, quarter or
    half of its size costs a fraction. Raises one of DECODE_ERRORS.
    """
    with path.open("rb") as file:
        format_ = format_of(path, file.read(HEAD_BYTES))
        if format_ == "TIFF" and is_dng(file):
            format_ = "DNG"
    media = "photo" if format_ is None else media_of(format_)
    if media == "video":
        return read_frame(path)
    if media == "raw":
        return _open_raw(path, draft)
    with Image.open(path) as image:
        return _upright(image, draft)


def _open_raw(path: Path, draft: Draft) -> Image.Image:
    preview = read_preview(path)
    if preview.pixels is not None:
        return turned(Image.fromarray(preview.pixels), preview.orientation)
    with Image.open(io.BytesIO(preview.jpeg or b"")) as image:
        return _upright(image, draft, orientation=preview.orientation)


def _upright(image: Image.Image, draft: Draft, *, orientation: int | None = None) -> Image.Image:
    n_pixels = image.width * image.height
    draft(image)
    need_memory(_decoding_bytes(image, n_pixels, is_turned=(orientation or 1) != 1))
    image.load()  # the first frame, where there are several
    # after loading: TIFF and HEIC are turned by their decoders, which then drop the tag
    return turned(image, orientation or _orientation(image))


def _decoding_bytes(image: Image.Image, n_pixels: int, *, is_turned: bool) -> int:
    """Return what it takes to decode a picture of so many pixels, and to have it in RGB."""
    n_drawn = image.width * image.height
    format_, pixel_bytes = image.format or "", _PIXEL_BYTES.get(image.mode, 4)
    n_bytes = n_drawn * (pixel_bytes + _DECODER_BYTES.get(format_, 0))
    if image.info.get("progressive"):
        n_bytes += n_pixels * _COEFFICIENT_BYTES
    if is_turned or image.mode != "RGB":
        n_bytes += n_drawn * 4
    return n_bytes


def turned(image: Image.Image, orientation: int) -> Image.Image:
    """Return a picture turned as the Orientation tag's value says."""
    turn = _TURNS.get(orientation)
    return image if turn is None else image.transpose(turn)


def _orientation(image: Image.Image) -> int:
    """Return the Orientation tag; a photo whose tags are damaged still has its pixels."""
    try:
        return int(image.getexif().get(ExifTags.Base.Orientation, 1))
    except (SyntaxError, ValueError, TypeError, KeyError, OSError, struct.error):
        return 1
