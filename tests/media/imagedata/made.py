"""Files of every format the digest knows, each small and made here."""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageCms

from tests.media_files import dng_bytes, scene, write_heic, write_mp4
from tests.photo_files import exif_bytes

SIZE = (96, 64)
_PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def _saved(format_: str, image: Image.Image | None = None, **options: object) -> bytes:
    buffer = io.BytesIO()
    (image or scene(SIZE)).save(buffer, format_, **options)
    return buffer.getvalue()


def _noise(mode: str = "RGB") -> Image.Image:
    values = np.random.default_rng(1).integers(0, 256, (64, 96, len(mode)), dtype=np.uint8)
    return Image.fromarray(values, mode)


def _frames() -> dict[str, object]:
    return {"save_all": True, "append_images": [scene(SIZE, 1), scene(SIZE, 2)]}


def _written(write: Callable[[Path], object], folder: Path, suffix: str) -> bytes:
    path = folder / f"made{suffix}"
    write(path)
    return path.read_bytes()


def _motion_photo(folder: Path) -> bytes:
    return _saved("JPEG", exif=exif_bytes()) + _written(write_mp4, folder, ".mp4")


def _tiff_raw(make: str, head: bytes = b"II*\0") -> bytes:
    """Return a RAW that is TIFF inside, as ExifTool tells it: by name, maker and first bytes."""
    data = bytearray(dng_bytes(size=SIZE, make=make, model="One"))
    version = data.rindex(b"\x12\xc6\x01\0\x04\0")
    data[version : version + 2] = b"\x16\xc6"  # without a version it is no DNG
    data[:4] = head
    return bytes(data)


_RAW_MAKERS: dict[str, Callable[[Path], bytes]] = {
    "photo.cr2": lambda _: _tiff_raw("Canon"),
    "photo.nef": lambda _: _tiff_raw("NIKON CORPORATION"),
    "photo.nrw": lambda _: _tiff_raw("NIKON"),
    "photo.arw": lambda _: _tiff_raw("SONY"),
    "photo.pef": lambda _: _tiff_raw("PENTAX"),
    "photo.srw": lambda _: _tiff_raw("SAMSUNG"),
    "photo.orf": lambda _: _tiff_raw("OLYMPUS", b"IIRO"),
}
RAW_NAMES = tuple(_RAW_MAKERS)
_MAKERS: dict[str, Callable[[Path], bytes]] = {
    "plain.jpg": lambda _: _saved("JPEG"),
    "tagged.jpg": lambda _: _saved("JPEG", exif=exif_bytes(), comment=b"hello"),
    "progressive.jpg": lambda _: _saved("JPEG", _noise(), progressive=True, icc_profile=_PROFILE),
    "cmyk.jpg": lambda _: _saved("JPEG", _noise("CMYK")),
    "motion.jpg": _motion_photo,
    "pictures.mpo": lambda _: _saved("MPO", exif=exif_bytes(), **_frames()),
    "plain.png": lambda _: _saved("PNG", _noise()),
    "palette.png": lambda _: _saved("PNG", scene(SIZE).quantize(16), transparency=3),
    "animated.png": lambda _: _saved("PNG", exif=exif_bytes(), **_frames()),
    "lossy.webp": lambda _: _saved("WEBP"),
    "tagged.webp": lambda _: _saved("WEBP", exif=exif_bytes(), icc_profile=_PROFILE),
    "lossless.webp": lambda _: _saved("WEBP", _noise("RGBA"), lossless=True),
    "transparent.webp": lambda _: _saved("WEBP", _noise("RGBA")),
    "animated.webp": lambda _: _saved("WEBP", **_frames()),
    "plain.tif": lambda _: _saved("TIFF", _noise()),
    "pages.tif": lambda _: _saved("TIFF", compression="tiff_lzw", **_frames()),
    "tagged.tif": lambda _: _saved("TIFF", exif=exif_bytes()),
    "jpeg.tif": lambda _: _saved("TIFF", compression="jpeg", icc_profile=_PROFILE),
    "photo.dng": lambda _: dng_bytes(size=SIZE),
    "plain.avif": lambda _: _saved("AVIF"),
    "tagged.avif": lambda _: _saved("AVIF", exif=exif_bytes()),
    "animated.avif": lambda _: _saved("AVIF", **_frames()),
    "animated_tagged.avif": lambda _: _saved("AVIF", exif=exif_bytes(), **_frames()),
    "phone.heic": lambda folder: _written(write_heic, folder, ".heic"),
    "untagged.heic": lambda _: _saved("HEIF"),
    "film.mp4": lambda folder: _written(write_mp4, folder, ".mp4"),
    "film.mov": lambda folder: _written(write_mp4, folder, ".mov"),
    "film.3gp": lambda folder: _written(write_mp4, folder, ".3gp"),
    "big.tiff": lambda _: _saved("TIFF", _noise(), big_tiff=True),
}
NAMES = tuple(_MAKERS)
# ExifTool writes no BigTIFF, and no EXIF of a track
UNWRITABLE = ("big.tiff", "animated_tagged.avif")


def make(name: str, folder: Path) -> Path:
    """Write the file of a name."""
    data = (_MAKERS | _RAW_MAKERS)[name](folder)
    path = folder / name
    path.write_bytes(data)
    return path
