"""Read what a video of boxes (MP4, MOV, 3GP) says of itself: time, device, place, size."""

import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

from coincide.media.video.boxes import Box, BoxFile
from coincide.model.times import from_clock

# QuickTime counts from here
_START_S = from_clock(1904, 1, 1, 0, 0, 0)
_CANON_UUID = bytes.fromhex("85c0b687820f11e08111f4ce462b6a48")
_MOST_TRACKS = 32
# boxes of user data that only one maker writes, and where another puts its name
_MAKER_BOXES = {
    **{b"FIRM": "GoPro", b"GPMF": "GoPro", b"CNCV": "Canon", b"CNMN": "Canon"},
    **{b"NCDT": "NIKON CORPORATION", b"PANA": "Panasonic", b"MVTG": "FUJIFILM"},
}
_MAKER_TEXT = b"TAGS"
# Sony writes a description of the clip beside it, as XML
_SONY_DATE = re.compile(r'<CreationDate\s+value="([^"]{10,40})"')
_SONY_DEVICE = re.compile(r'<Device\s+manufacturer="([^"]{1,60})"\s+modelName="([^"]{1,60})"')


@dataclass(frozen=True)
class VideoTags:
    """What a video says. ``created_s``: the header's time, ``texts``: what it names by keys.

    Keys are Apple's and Android's names (com.apple.quicktime.make), QuickTime's four letters
    (©mak), canon.model, and of Sony's description sony.date, sony.make, sony.model. ``canon``
    holds Canon's tags as a file that exiv2 reads, ``maker`` the maker by the boxes it wrote.
    """

    created_s: float | None
    duration_s: float | None
    width_px: int | None = None
    height_px: int | None = None
    has_picture: bool = False
    has_sound: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)
    maker: str | None = None
    canon: bytes | None = None


def read_video_tags(file: BinaryIO) -> VideoTags:
    """Return what a video says of itself; raise ValueError for what is no video of boxes."""
    boxes = BoxFile(file)
    movie = boxes.find(b"moov")
    header = None if movie is None else boxes.find(b"mvhd", within=movie)
    if movie is None or header is None:
        raise ValueError("broken: it has no movie header; was recording cut short?")
    created_s, duration_s, scale = _movie_header(boxes.payload(header))
    if duration_s is None:
        duration_s = _in_pieces(boxes, movie, scale)
    else:
        duration_s = max(duration_s - _begins_s(boxes, movie, scale), 0.0) or None
    size = _picture_size(boxes, movie)
    user = boxes.find(b"udta", within=movie)
    texts = _key_texts(boxes, movie) | _user_texts(boxes, user) | _sony_texts(boxes)
    return VideoTags(
        created_s=created_s,
        duration_s=duration_s,
        width_px=size[0] if size else None,
        height_px=size[1] if size else None,
        has_picture=size is not None,
        has_sound=any(_shows(boxes, track) == b"soun" for track in _tracks(boxes, movie)),
        texts=texts,
        maker=_maker(boxes, user),
        canon=canon_tags(boxes),
    )


def canon_tags(boxes: BoxFile) -> bytes | None:
    """Return Canon's tags, of a CR3 or a video, as a small file that exiv2 reads."""
    movie = boxes.find(b"moov")
    for box in () if movie is None else boxes.inside(movie):
        payload = boxes.payload(box) if box.kind == b"uuid" else b""
        if payload.startswith(_CANON_UUID):
            return _boxed(b"ftyp", b"crx \0\0\0\1crx isom") + _boxed(
                b"moov", _boxed(b"uuid", payload)
            )
    return None


def _boxed(kind: bytes, payload: bytes) -> bytes:
    return struct.pack(">I", 8 + len(payload)) + kind + payload


def _movie_header(payload: bytes) -> tuple[float | None, float | None, int]:
    """Return creation time, duration and ticks per second; each None or 0 where it says nothing.

    A time before 1970 is counted from 1970, as some cameras do by mistake; 0 is unknown.
    """
    layout = ">4xQQIQ" if payload[:1] == b"\1" else ">4xIIII"
    if len(payload) < struct.calcsize(layout):
        return None, None, 0
    created, _, scale, duration = struct.unpack_from(layout, payload)
    created_s = float(created) if 0 < created < -_START_S else created + _START_S
    unknown = duration in (0, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF)
    duration_s = None if unknown or not scale else duration / scale
    return created_s if created else None, duration_s, scale


def _begins_s(boxes: BoxFile, movie: Box, scale: int) -> float:
    """Return how long a movie shows nothing before its first frame, by its edit list."""
    shown = (track for track in _tracks(boxes, movie) if _shows(boxes, track) == b"vide")
    edits = boxes.find(b"edts", b"elst", within=next(shown, movie))
    payload = b"" if edits is None else boxes.payload(edits, most=24)
    layout = ">4xIQq" if payload[:1] == b"\1" else ">4xIIi"
    if not scale or len(payload) < struct.calcsize(layout):
        return 0.0
    n_edits, ticks, media_ticks = struct.unpack_from(layout, payload)
    # an edit of no media is a wait
    return ticks / scale if n_edits > 1 and media_ticks == -1 else 0.0


def _in_pieces(boxes: BoxFile, movie: Box, scale: int) -> float | None:
    """Return the length of a movie that was written in pieces, if its header foretells it."""
    box = boxes.find(b"mvex", b"mehd", within=movie)
    payload = b"" if box is None else boxes.payload(box, most=12)
    layout = ">4xQ" if payload[:1] == b"\1" else ">4xI"
    if not scale or len(payload) < struct.calcsize(layout):
        return None
    ticks: int = struct.unpack_from(layout, payload)[0]
    return ticks / scale if ticks else None


def _picture_size(boxes: BoxFile, movie: Box) -> tuple[int, int] | None:
    """Return width and height of the first track that shows something."""
    for track in _tracks(boxes, movie):
        if _shows(boxes, track) != b"vide":
            continue
        header = boxes.find(b"tkhd", within=track)
        payload = b"" if header is None else boxes.payload(header)
        # the last two numbers, in 65536ths of a pixel
        width, height = struct.unpack(">II", payload[-8:]) if len(payload) >= 84 else (0, 0)
        return width >> 16, height >> 16
    return None


def _shows(boxes: BoxFile, track: Box) -> bytes:
    """Return what a track holds: b"vide", b"soun", or something else."""
    handler = boxes.find(b"mdia", b"hdlr", within=track)
    return b"" if handler is None else boxes.payload(handler, most=12)[8:12]


def _tracks(boxes: BoxFile, movie: Box) -> Iterator[Box]:
    n_tracks = 0
    for box in boxes.inside(movie):
        if box.kind == b"trak" and n_tracks < _MOST_TRACKS:
            n_tracks += 1
            yield box


def _key_texts(boxes: BoxFile, movie: Box) -> dict[str, str]:
    """Return the texts that Apple and Android name by keys, in the movie or its user data."""
    metas = (boxes.find(*path, within=movie) for path in ((b"meta",), (b"udta", b"meta")))
    texts: dict[str, str] = {}
    for meta in metas:
        if meta is not None:
            texts |= _texts_of_keys(boxes, _without_version(boxes, meta))
    return texts


def _texts_of_keys(boxes: BoxFile, meta: Box) -> dict[str, str]:
    keys, values = (boxes.find(kind, within=meta) for kind in (b"keys", b"ilst"))
    if keys is None or values is None:
        return {}
    names = _key_names(boxes.payload(keys))
    texts = {}
    for value in boxes.inside(values):
        name = names.get(int.from_bytes(value.kind, "big"))
        data = boxes.find(b"data", within=value)
        if name is not None and data is not None:
            payload = boxes.payload(data, most=4096)
            if payload[:4] == b"\0\0\0\1":  # UTF-8
                texts[name] = _clean(payload[8:])
    return texts


def _without_version(boxes: BoxFile, meta: Box) -> Box:
    """Skip the version that ISO's meta box begins with, and QuickTime's does not."""
    if boxes.payload(meta, most=8)[4:8] == b"hdlr":
        return meta
    return Box(meta.kind, meta.start + 4, meta.end)


def _key_names(payload: bytes) -> dict[int, str]:
    names: dict[int, str] = {}
    at = 8
    while at + 8 <= len(payload):
        size = int.from_bytes(payload[at : at + 4], "big")
        if size < 8:
            break
        names[len(names) + 1] = payload[at + 8 : at + size].decode(errors="replace")
        at += size
    return names


def _user_texts(boxes: BoxFile, user: Box | None) -> dict[str, str]:
    texts = {}
    for box in () if user is None else boxes.inside(user):
        payload = boxes.payload(box, most=4096)
        if box.kind[:1] == b"\xa9":
            # a length and a language before the text
            size = int.from_bytes(payload[:2], "big")
            texts["©" + box.kind[1:].decode("latin-1")] = _clean(payload[4 : 4 + size])
        elif box.kind == b"CNMN":
            texts["canon.model"] = _clean(payload)
    return {name: text for name, text in texts.items() if text}


def _sony_texts(boxes: BoxFile) -> dict[str, str]:
    meta = boxes.find(b"meta")
    xml = None if meta is None else boxes.find(b"xml ", within=_without_version(boxes, meta))
    if xml is None:
        return {}
    text = boxes.payload(xml)[4:].decode(errors="replace")
    found = {}
    if date := _SONY_DATE.search(text):
        found["sony.date"] = date[1]
    if device := _SONY_DEVICE.search(text):
        found |= {"sony.make": device[1], "sony.model": device[2]}
    return found


def _maker(boxes: BoxFile, user: Box | None) -> str | None:
    for box in () if user is None else boxes.inside(user):
        if box.kind in _MAKER_BOXES:
            return _MAKER_BOXES[box.kind]
        if box.kind == _MAKER_TEXT:
            return _clean(boxes.payload(box, most=64)) or None
    return None


def _clean(raw: bytes) -> str:
    """Return text without padding and without characters that could upset a terminal."""
    text = raw.split(b"\0", 1)[0].decode(errors="replace")
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:200]
