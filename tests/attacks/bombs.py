"""Files that are small to send and large to decode, each made in a moment."""

import io
import os
import struct
import zlib
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PIL import Image

from tests.media_files import jpeg_bytes, scene
from tests.photo_files import exif_bytes

# below 250 megapixels, which photos may have
LARGE_PX = 15_800


def box(kind: bytes, payload: bytes) -> bytes:
    """Return a box of an ISO media file."""
    return struct.pack(">I", 8 + len(payload)) + kind + payload


def nested_boxes(depth: int, n_bytes: int, brand: bytes = b"heic") -> bytes:
    """Return a HEIC, AVIF or CR3 of boxes in boxes, with so many bytes in the innermost."""
    inner = box(b"free", bytes(n_bytes))
    heads = []
    size = len(inner)
    for _ in range(depth):
        size += 8
        heads.append(struct.pack(">I", size) + b"moov")
    head = box(b"ftyp", brand + b"\0\0\0\0" + brand)
    return head + b"".join(reversed(heads)) + inner


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_with_xmp(items: int, *, compressed: bool = False) -> bytes:
    """Return a PNG whose XMP has a list of so many empty items."""
    xmp = (
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF'
        b' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description'
        b' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:subject><rdf:Bag>'
        + b"<rdf:li/>" * items
        + b"</rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>"
    )
    text = zlib.compress(xmp, 1) if compressed else xmp
    keyword = b"XML:com.adobe.xmp\0" + bytes((compressed,)) + b"\0\0\0"
    buffer = io.BytesIO()
    scene((200, 150)).save(buffer, "PNG")
    plain = buffer.getvalue()
    return plain[:33] + chunk(b"iTXt", keyword + text) + plain[33:]


def packed_zeros(n_bytes: int) -> bytes:
    """Return a zlib stream of zeros, a thousandth of their size, without packing them all."""
    packer = zlib.compressobj(9)
    piece = bytes(1 << 20)
    head = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH)
    middle = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    rest = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)  # as all further ones
    last = zlib.compressobj(9, zlib.DEFLATED, -15)
    tail = last.compress(bytes(n_bytes % len(piece))) + last.flush()
    # the Adler-32 of n zeros
    check = struct.pack(">HH", n_bytes % 65521, 1)
    return head + middle + rest * (n_bytes // len(piece) - 1) + tail + check


def black_png(side_px: int = LARGE_PX, *, depth: int = 16, exif: bytes = b"") -> bytes:
    """Return a black square as a PNG with alpha: 249.6 megapixels are 2 MB."""
    data = packed_zeros(side_px * (1 + side_px * 4 * depth // 8))
    header = struct.pack(">IIBBBBB", side_px, side_px, depth, 6, 0, 0, 0)
    parts = chunk(b"IHDR", header) + (chunk(b"eXIf", exif) if exif else b"")
    return b"\x89PNG\r\n\x1a\n" + parts + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def png_with_chunks(*chunks: bytes) -> bytes:
    """Return a photo as a PNG, with its capture time and chunks of one's own before its pixels."""
    buffer = io.BytesIO()
    scene((200, 150)).save(buffer, "PNG", exif=exif_bytes("2024:05:04 14:00:00"))
    plain = buffer.getvalue()
    return plain[:33] + b"".join(chunks) + plain[33:]


def write_with_hole(path: Path, size: int) -> Path:
    """Write a JPEG with a hole before its last two bytes."""
    data = jpeg_bytes(scene((320, 240)), exif_bytes("2024:05:04 14:00:00"))
    with path.open("wb") as file:
        file.write(data[:-2])
        file.seek(size - 2)
        file.write(data[-2:])
    return path


def write_film_of(path: Path, frame: bytes, n_frames: int = 20) -> Path:
    """Write a MOV of PNG pictures, all alike."""
    side_px = struct.unpack_from(">I", frame, 16)[0]
    with av.open(str(path), "w", format="mov") as container:
        container.metadata["creation_time"] = "2024-05-04T12:00:00Z"
        stream = container.add_stream("png", rate=1)
        stream.width = stream.height = side_px
        stream.pix_fmt = "rgba64be"
        for number in range(n_frames):
            packet = av.Packet(frame)
            packet.stream, packet.pts, packet.dts = stream, number, number
            packet.time_base, packet.is_keyframe = Fraction(1), True
            container.mux(packet)
    return path


def progressive_jpeg(side_px: int, n_scans: int, *, noise: int = 0) -> bytes:
    """Return a grey progressive JPEG whose last scan is there again and again.

    With faint noise each scan has bits to read for most blocks, and takes three times as long.
    """
    buffer = io.BytesIO()
    tile = np.random.default_rng(0).integers(128 - noise, 129 + noise, (128, 128), np.uint8)
    repeats = -(-side_px // 128)
    image = Image.fromarray(np.tile(tile, (repeats, repeats))[:side_px, :side_px])
    image.save(buffer, "JPEG", progressive=True, exif=exif_bytes("2024:05:04 14:00:00"))
    data = buffer.getvalue()
    starts = [at for at in range(len(data) - 1) if data[at : at + 2] == b"\xff\xda"]
    scan = data[starts[-1] : -2]
    return data[:-2] + scan * (n_scans - len(starts)) + data[-2:]


def write_hollow_film(path: Path, size: int = 2 << 40) -> Path:
    """Write 24 bytes of an MP4, and nothing for terabytes."""
    path.write_bytes(box(b"ftyp", b"isom\0\0\2\0isommp42"))
    os.truncate(path, size)
    return path
