"""Small but real RAW photos, videos and HEIC files with chosen times, for any test."""

import io
import os
import struct
import subprocess
import zlib
from datetime import UTC, datetime
from pathlib import Path

import av
import numpy as np
from PIL import Image, ImageDraw

from coincide.demo.dng import (
    ASCII,
    BYTE,
    HEADER,
    LONG,
    RATIONAL,
    SHORT,
    SRATIONAL,
    TiffEntry,
    append,
    append_directory,
)
from tests.photo_files import exif_bytes, write_photo


def scene(size: tuple[int, int], seed: int = 0) -> Image.Image:
    """Return a picture that tells its turn: bright above, a red mark at the upper left."""
    image = Image.linear_gradient("L").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    image = image.resize(size).convert("RGB")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size[0] // 4, size[1] // 4), fill=(220, 30, 30))
    left = zlib.crc32(str(seed).encode()) % max(size[0] // 2, 1)
    draw.ellipse((left, size[1] // 2, left + 20, size[1] // 2 + 20), fill=(30, 200, 60))
    return image


def jpeg_bytes(image: Image.Image, exif: bytes = b"") -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=90, exif=exif)
    return buffer.getvalue()


def dng_bytes(
    time: str | None = "2024:05:04 14:00:00",
    *,
    subseconds: str | None = None,
    zone: str | None = None,
    make: str = "Canon",
    model: str = "Canon EOS 40D",
    serial: str | None = None,
    orientation: int = 1,
    preview: bytes | Image.Image | None = None,
    with_preview: bool = True,
    size: tuple[int, int] = (320, 240),
    seed: int = 0,
) -> bytes:
    """Return a DNG: a mosaic of 16 bits, tags, and a JPEG preview as cameras put inside.

    ``size`` and the preview are as the sensor saw them, to be turned by ``orientation``. A
    preview that is no JPEG is stored without compression, as old cameras do.
    """
    out = bytearray(HEADER)
    shown = (preview or jpeg_bytes(scene(size, seed))) if with_preview else b""
    raw_at = append(out, _mosaic(size, seed))
    shown_at = append(out, shown if isinstance(shown, bytes) else shown.tobytes())
    exif = [TiffEntry(0x9003, ASCII, time)] if time is not None else []
    exif += [TiffEntry(0x9291, ASCII, subseconds)] if subseconds is not None else []
    exif += [TiffEntry(0x9011, ASCII, zone)] if zone is not None else []
    exif_at = append_directory(out, [*exif, TiffEntry(0x829A, RATIONAL, [(1, 125)])])
    shown_entries = _preview_entries(shown, shown_at)
    preview_at = append_directory(out, shown_entries) if with_preview else None
    raw_entries = _mosaic_entries(size, raw_at)
    main = [
        *raw_entries,
        TiffEntry(0x010F, ASCII, make),
        TiffEntry(0x0110, ASCII, model),
        TiffEntry(0x0112, SHORT, [orientation]),
        TiffEntry(0x8769, LONG, [exif_at]),
        TiffEntry(0xC612, BYTE, bytes([1, 4, 0, 0])),
        TiffEntry(0xC613, BYTE, bytes([1, 1, 0, 0])),
        TiffEntry(0xC614, ASCII, model),
        TiffEntry(0xC621, SRATIONAL, [(n, 1) for n in (1, 0, 0, 0, 1, 0, 0, 0, 1)]),
        TiffEntry(0xC628, RATIONAL, [(1, 1)] * 3),
        TiffEntry(0xC65A, SHORT, [21]),
    ]
    main += [TiffEntry(0xC62F, ASCII, serial)] if serial is not None else []
    main += [TiffEntry(0x014A, LONG, [preview_at])] if preview_at is not None else []
    struct.pack_into("<I", out, 4, append_directory(out, main))
    return bytes(out)


def _mosaic(size: tuple[int, int], seed: int) -> bytes:
    levels = np.asarray(scene(size, seed).convert("L"), np.uint16) * 200
    return levels.tobytes()


def _mosaic_entries(size: tuple[int, int], at: int) -> list[TiffEntry]:
    return [
        TiffEntry(0x00FE, LONG, [0]),
        TiffEntry(0x0100, LONG, [size[0]]),
        TiffEntry(0x0101, LONG, [size[1]]),
        TiffEntry(0x0102, SHORT, [16]),
        TiffEntry(0x0103, SHORT, [1]),
        TiffEntry(0x0106, SHORT, [32803]),
        TiffEntry(0x0111, LONG, [at]),
        TiffEntry(0x0115, SHORT, [1]),
        TiffEntry(0x0116, LONG, [size[1]]),
        TiffEntry(0x0117, LONG, [size[0] * size[1] * 2]),
        TiffEntry(0x011C, SHORT, [1]),
        TiffEntry(0x828D, SHORT, [2, 2]),
        TiffEntry(0x828E, BYTE, bytes([0, 1, 1, 2])),
        TiffEntry(0xC61D, LONG, [65535]),
    ]


def _preview_entries(shown: bytes | Image.Image, at: int) -> list[TiffEntry]:
    if not shown:
        return []
    if isinstance(shown, Image.Image):
        (width, height), n_bytes, compression = shown.size, len(shown.tobytes()), 1
        colours, channels = (1, 1) if shown.mode == "L" else (2, 3)
    else:
        with Image.open(io.BytesIO(shown)) as image:
            (width, height), n_bytes, compression = image.size, len(shown), 7
        colours, channels = 6, 3
    return [
        TiffEntry(0x00FE, LONG, [1]),
        TiffEntry(0x0100, LONG, [width]),
        TiffEntry(0x0101, LONG, [height]),
        TiffEntry(0x0102, SHORT, [8] * channels),
        TiffEntry(0x0103, SHORT, [compression]),
        TiffEntry(0x0106, SHORT, [colours]),
        TiffEntry(0x0111, LONG, [at]),
        TiffEntry(0x0115, SHORT, [channels]),
        TiffEntry(0x0116, LONG, [height]),
        TiffEntry(0x0117, LONG, [n_bytes]),
    ]


def write_dng(path: Path, time: str | None = "2024:05:04 14:00:00", **tags: object) -> Path:
    """Write a DNG that rawpy, exiv2 and ExifTool open; its picture differs by path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    seed = zlib.crc32(str(path).encode(errors="replace"))
    path.write_bytes(dng_bytes(time, **({"seed": seed} | tags)))  # type: ignore[arg-type]
    return path


def write_raw_pair(
    folder: Path, stem: str, time: str = "2024:05:04 14:00:00", **tags: object
) -> tuple[Path, Path]:
    """Write a JPEG and the DNG of the same shot beside it."""
    jpeg = write_photo(folder / f"{stem}.JPG", time, size=(320, 240), **tags)
    return jpeg, write_dng(folder / f"{stem}.DNG", time, **tags)


def write_heic(
    path: Path,
    time: str | None = "2024:05:04 14:00:00",
    zone: str | None = "+02:00",
    *,
    make: str = "Apple",
    model: str = "iPhone 13",
    seed: int = 0,
    size: tuple[int, int] = (320, 240),
    **tags: object,
) -> Path:
    """Write a HEIC as phones do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    exif = exif_bytes(time, zone=zone, make=make, model=model, **tags)  # type: ignore[arg-type]
    scene(size, seed).save(path, "HEIF", exif=exif)
    return path


def write_mp4(
    path: Path,
    time_utc: str | None = "2024-05-04T12:00:00",
    *,
    duration_s: float = 2.0,
    size: tuple[int, int] = (320, 240),
    seed: int = 0,
    dark_s: float = 0.0,
    rotation: int = 0,
    tags: dict[str, str] | None = None,
    picture: Image.Image | None = None,
) -> Path:
    """Write a video with a creation time in its header, as MP4 or by its suffix.

    ``tags`` are written as keys (com.apple.quicktime.make). The first ``dark_s`` are black.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    shown = picture or scene(size, seed)
    black = Image.new("RGB", shown.size)
    kind = {".mov": "mov", ".3gp": "3gp", ".avi": "avi", ".mkv": "matroska"}
    options = {"movflags": "use_metadata_tags"} if tags else {}
    format_ = kind.get(path.suffix.lower(), "mp4")
    with av.open(str(path), "w", format=format_, options=options) as container:
        if time_utc is not None:
            moment = datetime.fromisoformat(time_utc).replace(tzinfo=UTC)
            container.metadata["creation_time"] = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        container.metadata.update(tags or {})
        stream = container.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = *shown.size, "yuv420p"
        if rotation:
            stream.set_display_rotation(rotation)
        for number in range(round(duration_s * 10)):
            frame = av.VideoFrame.from_image(black if number < dark_s * 10 else shown)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def write_apple_mov(
    path: Path,
    time: str = "2024:05:04 14:00:00+02:00",
    *,
    content_id: str | None = None,
    **options: object,
) -> Path:
    """Write a MOV with Apple's keys, by ExifTool; ``time`` has its zone."""
    # a key that ExifTool does not write
    keys = {} if content_id is None else {"com.apple.quicktime.content.identifier": content_id}
    write_mp4(path, **({"tags": keys} | options))  # type: ignore[arg-type]
    tags = {"CreationDate": time, "Make": "Apple", "Model": "iPhone 13", "Software": "17.1"}
    args = [f"-Keys:{name}={value}" for name, value in tags.items()]
    command = ["exiftool", "-q", "-overwrite_original", *args, os.fspath(path.absolute())]
    subprocess.run(command, check=True, capture_output=True)
    return path


def box(kind: bytes, payload: bytes) -> bytes:
    """Return one box of an ISO media file."""
    return struct.pack(">I", 8 + len(payload)) + kind + payload


def movie_bytes(
    created: int,
    *,
    duration_s: int = 2,
    user: bytes = b"",
    inside: bytes = b"",
    behind: bytes = b"",
    long: bool = False,
) -> bytes:
    """Return a video of headers alone: no frames, but all a reader of times looks at.

    ``created`` counts from 1904; ``user`` are boxes of user data, ``inside`` more boxes of the
    movie, ``behind`` boxes behind it. ``long``: the headers' version with 64 bits.
    """
    layout = ">B3xQQIQ" if long else ">B3xIIII"
    header = struct.pack(layout, int(long), created, created, 1000, duration_s * 1000) + bytes(80)
    track_header = bytes(76) + struct.pack(">II", 320 << 16, 240 << 16)
    handler = bytes(8) + b"vide" + bytes(12)
    track = box(b"tkhd", track_header) + box(b"mdia", box(b"hdlr", handler))
    movie = box(b"mvhd", header) + box(b"trak", track) + box(b"udta", user) + inside
    head = box(b"ftyp", b"isom\0\0\2\0isommp42")
    return head + box(b"moov", movie) + behind
