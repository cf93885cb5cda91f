"""What a RAW photo shows: the preview that its camera put inside."""

import io
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

if TYPE_CHECKING:
    import rawpy

NEEDS_RAWPY = 'needs coincide[raw]: pip install "coincide[raw]"'
NO_PREVIEW = "no preview inside"
# LibRaw's flip, 0 to 7, as the value of the Orientation tag
_ORIENTATION_OF_FLIP = (1, 2, 4, 3, 5, 8, 6, 7)
# what rawpy and Pillow raise beside rawpy's own errors
_BROKEN = (OSError, ValueError, RuntimeError, MemoryError, SyntaxError)


@dataclass(frozen=True)
class Preview:
    """A picture and the turn it needs to be upright; ``jpeg`` or ``pixels``, as it was found.

    pixels: (height, width, 3).
    """

    orientation: int
    jpeg: bytes | None = None
    pixels: NDArray[np.uint8] | None = None


@dataclass(frozen=True)
class RawLook:
    """The RAW's own size, not turned, and its preview; None where it has none."""

    width_px: int
    height_px: int
    preview: Preview | None


def has_rawpy() -> bool:
    """Tell whether RAW photos can be looked at on this machine."""
    return find_spec("rawpy") is not None


def look_at_raw(source: BinaryIO) -> RawLook:
    """Return what an open RAW photo holds; raise ValueError, saying why, where that fails."""
    library = _load()
    own_errors = (library.LibRawError, library.NotSupportedError)
    try:
        with library.imread(source) as raw:
            sizes = raw.sizes
            try:
                preview = _preview(library, raw)
            except (library.LibRawNoThumbnailError, library.LibRawUnsupportedThumbnailError):
                preview = None
            return RawLook(sizes.width, sizes.height, preview)
    except (*own_errors, *_BROKEN) as error:
        raise ValueError(f"broken: LibRaw cannot read it ({_text(error)})") from error


def read_preview(path: Path) -> Preview:
    """Return the preview of a RAW photo; raise ValueError where it has none."""
    with path.open("rb") as file:
        preview = look_at_raw(file).preview
    if preview is None:
        raise ValueError(NO_PREVIEW)
    return preview


def _load() -> ModuleType:
    try:
        import rawpy
    except ImportError as error:
        raise ValueError(NEEDS_RAWPY) from error
    return rawpy


def _text(error: Exception) -> str:
    detail = error.args[0] if error.args else type(error).__name__
    return detail.decode(errors="replace") if isinstance(detail, bytes) else str(detail)


def _preview(library: ModuleType, raw: "rawpy.RawPy") -> Preview:
    thumb = raw.extract_thumb()
    if thumb.format == library.ThumbFormat.JPEG:
        jpeg = bytes(thumb.data)
        return Preview(_orientation(raw, jpeg), jpeg=jpeg)
    pixels = np.asarray(thumb.data)
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] not in {1, 3}:
        raise ValueError("a preview of an unknown format")
    if pixels.shape[2] == 1:  # a grey one
        pixels = pixels.repeat(3, axis=2)
    orientation = _still_to_turn(raw, _orientation_of(raw), (pixels.shape[1], pixels.shape[0]))
    return Preview(orientation, pixels=pixels)


def _orientation(raw: "rawpy.RawPy", jpeg: bytes) -> int:
    """Return the turn of a JPEG preview: its own tag, else that of the RAW.

    LibRaw gives a JPEG that has no EXIF block one with the RAW's orientation.
    """
    with Image.open(io.BytesIO(jpeg)) as image:
        own = image.getexif().get(ExifTags.Base.Orientation)
        told = own if isinstance(own, int) and 1 <= own <= 8 else _orientation_of(raw)
        return _still_to_turn(raw, told, image.size)


def _orientation_of(raw: "rawpy.RawPy") -> int:
    flip = raw.sizes.flip
    return _ORIENTATION_OF_FLIP[flip] if flip in range(8) else 1


def _still_to_turn(raw: "rawpy.RawPy", orientation: int, size_px: tuple[int, int]) -> int:
    """Return the turn, or none where the preview lies across the RAW: it was turned already."""
    lies_across = (size_px[0] < size_px[1]) != (raw.sizes.width < raw.sizes.height)
    return 1 if orientation >= 5 and lies_across else orientation
