"""Some two hundred files that are broken or odd, each in its own way, for hardness tests."""

import io
import os
import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image

from tests.photo_files import FORMATS, exif_bytes, image_bytes

Made = tuple[str, bytes]
Maker = Callable[[random.Random], Made]

_SUFFIX = {"JPEG": ".jpg", "PNG": ".png", "TIFF": ".tif", "WEBP": ".webp"} | {
    "AVIF": ".avif",
    "HEIF": ".heic",
}
_ABSURD = (
    *("0000:00:00 00:00:00", "1904:01:01 00:00:00", "9999:12:31 23:59:59", "2024:13:45 99:99:99"),
    *("    :  :     :  :  ", "yesterday at noon", "-001:01:01 00:00:00", "2024:02:30 12:00:00"),
)
_ODD_NAMES = (
    *("-rf.jpg", "--help.jpg", "a\nb.jpg", " leading and trailing .jpg", "ü🎉.JPG", "عربي.jpg"),
    *("quote'\".jpg", "percent%20%s.jpg", "[red]markup[bold].jpg", "u\u0308 composed.jpg"),
    *("x" * 200 + ".jpg", "tab\t.jpg", "semi;colon&and|pipe.jpg", "$HOME.jpg", "http:__x.jpg"),
)


def build_broken_files(directory: Path, n: int = 200, seed: int = 0) -> list[Path]:
    """Write n distinct broken or odd files into two people's folders and return them.

    Some are odd but usable (a wrong extension, CMYK, 16 bits, animated), and
    carry capture times of two devices, so that both folders have photos left.
    """
    rng = random.Random(seed)
    people = [directory / "anna", directory / "ben"]
    for person in people:
        (person / "folder.jpg").mkdir(parents=True, exist_ok=True)
    paths = _odd_paths(people[0])
    makers = _makers()
    for number in range(n - len(paths)):
        maker = makers[number % len(makers)]
        suffix, data = maker(rng)
        path = people[number % 2] / f"{number:03d}_{maker.__name__.strip('_')}{suffix}"
        path.write_bytes(data)
        paths.append(path)
    return paths


def _odd_paths(folder: Path) -> list[Path]:
    """Write files that are odd by their name or their type."""
    paths = []
    for number, name in enumerate(_ODD_NAMES):
        path = folder / name
        path.write_bytes(image_bytes("JPEG", _exif(random.Random(number)), seed=number))
        paths.append(path)
    links = {"nowhere.jpg": "not-there.jpg", "circle.jpg": "circle.jpg"}
    for name, target in links.items():
        (folder / name).symlink_to(target)
        paths.append(folder / name)
    (folder / "up").symlink_to(folder.parent, target_is_directory=True)
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.jpg")
        paths.append(folder / "pipe.jpg")
    return paths


def _makers() -> list[Maker]:
    return [
        *(_truncated, _zero_bytes, _wrong_suffix, _absurd_time, _one_pixel, _cmyk, _sixteen_bits),
        *(_animated, _huge_png, _huge_jpeg, _huge_tiff, _not_a_photo, _no_time, _scrambled),
        *(_raw, _video, _palette, _grey_alpha, _appended, _only_head, _bad_pixels, _bilevel),
    ]


def _exif(rng: random.Random, **tags: object) -> bytes:
    time = f"2024:05:04 {rng.randrange(10, 20)}:{rng.randrange(60):02d}:{rng.randrange(60):02d}"
    device = rng.choice(("EOS 40D", "EOS R5"))
    return exif_bytes(**({"time": time, "model": device} | tags))  # type: ignore[arg-type]


def _photo(rng: random.Random) -> tuple[str, bytes]:
    format_ = rng.choice(FORMATS)
    return format_, image_bytes(format_, _exif(rng), seed=rng.getrandbits(32))


def _saved(image: Image.Image, format_: str, rng: random.Random, **options: object) -> Made:
    buffer = io.BytesIO()
    image.save(buffer, format_, exif=_exif(rng), **options)
    return _SUFFIX[format_], buffer.getvalue()


def _noise(rng: random.Random, *shape: int, dtype: type = np.uint8) -> np.ndarray:
    numbers = np.random.default_rng(rng.getrandbits(32))
    return numbers.integers(0, np.iinfo(dtype).max, shape, dtype=dtype)


def _truncated(rng: random.Random) -> Made:
    format_, data = _photo(rng)
    return _SUFFIX[format_], data[: rng.randrange(1, len(data) - 2)]


def _only_head(rng: random.Random) -> Made:
    format_, data = _photo(rng)
    return _SUFFIX[format_], data[: rng.randrange(1, 40)]


def _zero_bytes(rng: random.Random) -> Made:
    return rng.choice(list(_SUFFIX.values())), b""


def _wrong_suffix(rng: random.Random) -> Made:
    format_, data = _photo(rng)
    return _SUFFIX[rng.choice([other for other in FORMATS if other != format_])], data


def _absurd_time(rng: random.Random) -> Made:
    return ".jpg", image_bytes(
        "JPEG", _exif(rng, time=rng.choice(_ABSURD)), seed=rng.getrandbits(32)
    )


def _no_time(rng: random.Random) -> Made:
    exif = _exif(rng, time=None, changed=rng.choice((None, "2020:01:01 00:00:00")))
    return ".jpg", image_bytes("JPEG", exif, seed=rng.getrandbits(32))


def _one_pixel(rng: random.Random) -> Made:
    format_ = rng.choice(("JPEG", "PNG", "TIFF", "WEBP"))
    size = (1, rng.choice((1, 1, 4000)))
    return _SUFFIX[format_], image_bytes(format_, _exif(rng), seed=rng.getrandbits(32), size=size)


def _cmyk(rng: random.Random) -> Made:
    image = Image.fromarray(_noise(rng, 48, 64, 4), "CMYK")
    return _saved(image, rng.choice(("JPEG", "TIFF")), rng)


def _sixteen_bits(rng: random.Random) -> Made:
    image = Image.fromarray(_noise(rng, 48, 64, dtype=np.uint16))
    return _saved(image, rng.choice(("PNG", "TIFF")), rng)


def _palette(rng: random.Random) -> Made:
    return _saved(Image.fromarray(_noise(rng, 48, 64)).convert("P"), "PNG", rng)


def _grey_alpha(rng: random.Random) -> Made:
    return _saved(Image.fromarray(_noise(rng, 48, 64, 2), "LA"), "PNG", rng)


def _bilevel(rng: random.Random) -> Made:
    return _saved(
        Image.fromarray(_noise(rng, 48, 64)).convert("1"), rng.choice(("PNG", "TIFF")), rng
    )


def _animated(rng: random.Random) -> Made:
    frames = [Image.fromarray(_noise(rng, 48, 64, 3)) for _ in range(3)]
    if rng.random() < 0.3:
        buffer = io.BytesIO()
        frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:])
        return ".gif", buffer.getvalue()
    format_ = rng.choice(("PNG", "WEBP", "TIFF"))
    return _saved(frames[0], format_, rng, save_all=True, append_images=frames[1:])


def _huge_png(rng: random.Random) -> Made:
    data = bytearray(image_bytes("PNG", _exif(rng), seed=rng.getrandbits(32)))
    data[16:24] = struct.pack(">II", 30_000, 30_000)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    return ".png", bytes(data)


def _huge_jpeg(rng: random.Random) -> Made:
    data = bytearray(image_bytes("JPEG", _exif(rng), seed=rng.getrandbits(32)))
    start_of_frame = data.index(b"\xff\xc0\x00\x11\x08")
    data[start_of_frame + 5 : start_of_frame + 9] = struct.pack(">HH", 30_000, 30_000)
    return ".jpg", bytes(data)


def _huge_tiff(rng: random.Random) -> Made:
    data = bytearray(image_bytes("TIFF", _exif(rng), seed=rng.getrandbits(32)))
    (at,) = struct.unpack_from("<I", data, 4)
    (n_tags,) = struct.unpack_from("<H", data, at)
    for entry in range(at + 2, at + 2 + 12 * n_tags, 12):
        if struct.unpack_from("<H", data, entry)[0] in (256, 257):
            struct.pack_into("<HII", data, entry + 2, 4, 1, 30_000)
    return ".tif", bytes(data)


def _not_a_photo(rng: random.Random) -> Made:
    texts = (b"Dear all,\n", b"<html></html>", b"%PDF-1.7\n", b"PK\x03\x04", b"\xff\xd8", b"RIFF")
    return rng.choice(list(_SUFFIX.values())), rng.choice(texts) + rng.randbytes(20)


def _scrambled(rng: random.Random) -> Made:
    """Put wrong bytes anywhere in a photo, its head included."""
    format_, data = _photo(rng)
    changed = bytearray(data)
    for _ in range(rng.randint(1, 40)):
        changed[rng.randrange(4, len(changed))] = rng.randrange(256)
    return _SUFFIX[format_], bytes(changed)


def _bad_pixels(rng: random.Random) -> Made:
    """Spoil the compressed pixels alone: only decoding can tell."""
    data = bytearray(image_bytes("PNG", _exif(rng), seed=rng.getrandbits(32)))
    start = data.index(b"IDAT") + 6
    data[start : start + 8] = rng.randbytes(8)
    return ".png", bytes(data)


def _raw(rng: random.Random) -> Made:
    heads = {".cr2": b"II*\x00\x10\x00\x00\x00CR\x02\x00", ".raf": b"FUJIFILMCCD-RAW "}
    heads |= {
        ".nef": b"MM\x00*\x00\x00\x00\x08",
        ".cr3": b"\x00\x00\x00\x18ftypcrx ",
        ".dng": b"II*\x00",
    }
    suffix = rng.choice(list(heads))
    return suffix, heads[suffix] + rng.randbytes(100)


def _video(rng: random.Random) -> Made:
    heads = {".mp4": b"\x00\x00\x00\x18ftypisom", ".mov": b"\x00\x00\x00\x14ftypqt  "}
    heads |= {".avi": b"RIFF\x00\x10\x00\x00AVI ", ".mkv": b"\x1aE\xdf\xa3"}
    suffix = rng.choice(list(heads))
    return suffix, heads[suffix] + rng.randbytes(100)


def _appended(rng: random.Random) -> Made:
    """Append a film, as phones do: a usable photo."""
    data = image_bytes("JPEG", _exif(rng), seed=rng.getrandbits(32))
    return ".jpg", data + b"\x00\x00\x00\x18ftypmp42" + rng.randbytes(500)
