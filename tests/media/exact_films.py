"""Films of headers with a track of telemetry or timecode, box by box, at chosen times."""

import struct
from collections.abc import Callable, Sequence

from coincide.model.times import DAY_S, from_clock, to_datetime
from tests.media_files import box, movie_bytes

SINCE_1904_S = from_clock(1904, 1, 1, 0, 0, 0)


def klv(key: bytes, type_: bytes, size: int, count: int, value: bytes) -> bytes:
    """Return one entry of GoPro's telemetry, filled up to four bytes."""
    return key + type_ + struct.pack(">BH", size, count) + value + bytes(-len(value) % 4)


def nested(key: bytes, *entries: bytes) -> bytes:
    inside = b"".join(entries)
    return klv(key, b"\0", 1, len(inside), inside)


def gpsu(utc_s: float, *, fix: int = 3, dilution: float = 2.0, more: bytes = b"") -> bytes:
    """Return a payload as GoPros up to HERO10 write it each second."""
    moment = to_datetime(round(utc_s, 3))
    text = moment.strftime("%y%m%d%H%M%S.") + f"{moment.microsecond // 1000:03d}"
    return nested(
        b"DEVC",
        klv(b"DVID", b"L", 4, 1, struct.pack(">I", 1)),
        nested(b"STRM", klv(b"STNM", b"c", 1, 4, b"ACCL"), klv(b"ACCL", b"s", 6, 1, bytes(6))),
        nested(
            b"STRM",
            klv(b"GPSF", b"L", 4, 1, struct.pack(">I", fix)),
            klv(b"GPSU", b"U", 16, 1, text.encode()),
            klv(b"GPSP", b"S", 2, 1, struct.pack(">H", round(100 * dilution))),
            more,
        ),
    )


def gps9(utc_s: float, *, fixes: Sequence[int] = (3,) * 10, scaled: bool = True) -> bytes:
    """Return a payload of a second as GoPros from HERO11 on write it: ten positions with times."""
    since_s = utc_s - from_clock(2000, 1, 1, 0, 0, 0)
    values = b""
    for number, fix in enumerate(fixes):
        days, second = divmod(since_s + number / len(fixes), DAY_S)
        place = (480_000_000, 110_000_000, 500_000, 0, 0)
        values += struct.pack(">7i2H", *place, int(days), round(1000 * second), 200, fix)
    scales = (10_000_000, 10_000_000, 1000, 1000, 100, 1, 1000, 100, 1)
    return nested(
        b"DEVC",
        nested(
            b"STRM",
            klv(b"TYPE", b"c", 1, 9, b"lllllllSS"),
            klv(b"SCAL", b"l", 4, 9, struct.pack(">9i", *scales)) if scaled else b"",
            klv(b"GPS9", b"?", 32, len(fixes), values),
        ),
    )


def telemetry_film(
    created_s: float,
    payloads: Sequence[bytes],
    *,
    every_s: float = 1.001,
    claimed: int | None = None,
) -> bytes:
    """Return a film with a payload of telemetry for each second."""
    description = struct.pack(">I4s", 16, b"gpmd") + bytes(6) + b"\0\1"
    shown = (len(payloads), round(30_000 * every_s))
    return _film(
        created_s,
        lambda at: _track(description, 30_000, payloads, shown, at, claimed),
        b"".join(payloads),
        round(len(payloads) * every_s),
    )


def timecode_film(
    created_s: float,
    frame: int,
    *,
    frames_per_s: int = 25,
    ticks: tuple[int, int] = (25_000, 1000),
    flags: int = 2,
    sample: bytes | None = None,
) -> bytes:
    """Return a film of two seconds whose timecode begins with the number of a frame."""
    fields = struct.pack(">4xIIIBx", flags, *ticks, frames_per_s)
    description = struct.pack(">I4s", 34, b"tmcd") + bytes(6) + b"\0\1" + fields
    data = struct.pack(">I", frame) if sample is None else sample
    return _film(
        created_s, lambda at: _track(description, ticks[0], [data], (1, 2 * ticks[0]), at), data, 2
    )


def _film(
    created_s: float, track_at: Callable[[int], bytes], data: bytes, duration_s: int
) -> bytes:
    """Return a film whose second track's samples lie behind its headers."""

    def film(at: int) -> bytes:
        created = round(created_s - SINCE_1904_S)
        maker = box(b"FIRM", b"HD8.01")
        return movie_bytes(
            created,
            duration_s=duration_s,
            user=maker,
            inside=track_at(at),
            behind=box(b"mdat", data),
        )

    return film(len(film(0)) - len(data))


def _track(
    description: bytes,
    ticks_per_s: int,
    samples: Sequence[bytes],
    shown: tuple[int, int],
    at: int,
    claimed: int | None = None,
) -> bytes:
    n_samples = len(samples)
    # two samples in a chunk, as real films mix them with frames
    chunks = [at + sum(map(len, samples[:first])) for first in range(0, n_samples, 2)]
    last = n_samples % 2
    runs = [(1, 2)] if n_samples > 1 else []
    runs += [(len(chunks), 1)] if last else []
    sizes = b"".join(struct.pack(">I", len(one)) for one in samples)
    table = box(
        b"stbl",
        box(b"stsd", bytes(4) + struct.pack(">I", 1) + description)
        + box(b"stts", bytes(4) + struct.pack(">III", 1, *shown))
        + box(
            b"stsc",
            bytes(4)
            + struct.pack(">I", len(runs))
            + b"".join(struct.pack(">III", first, per, 1) for first, per in runs),
        )
        + box(b"stsz", bytes(4) + struct.pack(">II", 0, claimed or n_samples) + sizes)
        + box(
            b"stco",
            bytes(4)
            + struct.pack(">I", len(chunks))
            + b"".join(struct.pack(">I", one) for one in chunks),
        ),
    )
    header = struct.pack(">4xIIII4x", 0, 0, ticks_per_s, shown[0] * shown[1])
    handler = bytes(8) + b"meta" + bytes(12)
    media = box(b"mdhd", header) + box(b"hdlr", handler) + box(b"minf", table)
    return box(b"trak", box(b"tkhd", bytes(84)) + box(b"mdia", media))
