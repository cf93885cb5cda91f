"""Where the samples of a track lie in a film, and when each is shown: a film's table of contents.

Nothing is believed of it: a table has no more entries than its box has room for, and no sample
lies outside the file.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from coincide.media.video.boxes import Box, BoxFile

# more than a day of one sample a second, as telemetry has them; a timecode has one
_MOST_SAMPLES = 100_000
# tracks of one film; a phone writes five
_MOST_TRACKS = 32


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample of a track: from where to where it lies, and when it begins in the film."""

    start: int
    end: int
    time_s: float
    length_s: float


@dataclass(frozen=True, slots=True)
class SampleTrack:
    """A track of one format: its description as the format defines it, and its samples' table."""

    table: Box
    description: bytes
    ticks_per_s: int


def track_of(boxes: BoxFile, format_: bytes) -> SampleTrack | None:
    """Return the first track whose samples are of a format, such as ``gpmd``; None without one."""
    movie = boxes.find(b"moov")
    for track in _tracks(boxes, movie):
        table = boxes.find(b"mdia", b"minf", b"stbl", within=track)
        header = boxes.find(b"mdia", b"mdhd", within=track)
        described = None if table is None else boxes.find(b"stsd", within=table)
        if table is None or header is None or described is None:
            continue
        description = boxes.payload(described, most=512)[8:]
        if description[4:8] == format_:
            return SampleTrack(table, description, _ticks_per_s(boxes.payload(header, most=64)))
    return None


def samples_of(boxes: BoxFile, track: SampleTrack) -> list[Sample]:
    """Return the samples of a track in order; raise ValueError for a table that is no good."""
    if track.ticks_per_s == 0:
        raise ValueError("a track of the film has no clock")
    sizes = _sizes(_payload(boxes, track, b"stsz"))
    starts = _starts(sizes, _chunks(boxes, track), _payload(boxes, track, b"stsc"))
    shown = _shown(_payload(boxes, track, b"stts"), len(sizes))
    found = []
    for size, start, (ticks, length) in zip(sizes, starts, shown, strict=False):
        if start + size > boxes.size:
            raise ValueError("a track of the film has samples outside of it")
        time_s, length_s = ticks / track.ticks_per_s, length / track.ticks_per_s
        found.append(Sample(start, start + size, time_s, length_s))
    return found


def _tracks(boxes: BoxFile, movie: Box | None) -> Iterator[Box]:
    n_tracks = 0
    for box in () if movie is None else boxes.inside(movie):
        if box.kind == b"trak" and n_tracks < _MOST_TRACKS:
            n_tracks += 1
            yield box


def _ticks_per_s(header: bytes) -> int:
    at = 20 if header[:1] == b"\1" else 12
    return int.from_bytes(header[at : at + 4], "big")


def _payload(boxes: BoxFile, track: SampleTrack, kind: bytes) -> bytes:
    box = boxes.find(kind, within=track.table)
    if box is None:
        raise ValueError(f"a track of the film lacks its {kind.decode()} table")
    return boxes.payload(box)


def _sizes(payload: bytes) -> list[int]:
    """Return the size of each sample; all may be of one size, told once."""
    if len(payload) < 12:
        raise ValueError("a track of the film does not state the sizes of its samples")
    one, n_samples = struct.unpack_from(">II", payload, 4)
    if n_samples > _MOST_SAMPLES:
        raise ValueError(f"a track of the film claims {n_samples} samples")
    if one:
        return [one] * n_samples
    if len(payload) < 12 + 4 * n_samples:
        raise ValueError("the table of a track's samples is cut short")
    return list(struct.unpack_from(f">{n_samples}I", payload, 12))


def _chunks(boxes: BoxFile, track: SampleTrack) -> list[int]:
    """Return where each chunk of samples begins."""
    is_long = boxes.find(b"co64", within=track.table) is not None
    payload = _payload(boxes, track, b"co64" if is_long else b"stco")
    width, letter = (8, "Q") if is_long else (4, "I")
    n_chunks = min(int.from_bytes(payload[4:8], "big"), (len(payload) - 8) // width)
    return list(struct.unpack_from(f">{max(n_chunks, 0)}{letter}", payload, 8)) if payload else []


def _starts(sizes: list[int], chunks: list[int], payload: bytes) -> Iterator[int]:
    """Yield where each sample begins: chunk by chunk, of which runs have as many samples each."""
    runs = _pairs(payload, 12)
    left, run = iter(sizes), 0
    for number, chunk_at in enumerate(chunks, start=1):
        while run + 1 < len(runs) and runs[run + 1][0] <= number:
            run += 1
        per_chunk = runs[run][1] if runs else 0
        sample_at = chunk_at
        for _, size in zip(range(min(per_chunk, len(sizes))), left, strict=False):
            yield sample_at
            sample_at += size


def _shown(payload: bytes, n_samples: int) -> Iterator[tuple[int, int]]:
    """Yield when each sample begins and how long it lasts, in ticks."""
    ticks, n_left = 0, n_samples
    for count, length in _pairs(payload, 8):
        for _ in range(min(count, n_left)):
            yield ticks, length
            ticks += length
        n_left -= min(count, n_left)


def _pairs(payload: bytes, width: int) -> list[tuple[int, int]]:
    """Return the first two numbers of each entry of a table."""
    n_entries = min(int.from_bytes(payload[4:8], "big"), max(len(payload) - 8, 0) // width)
    return [struct.unpack_from(">II", payload, 8 + width * entry) for entry in range(n_entries)]
