"""Photos and films that are made to fill the memory or to take for ever."""

import contextlib
import io
import os
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from coincide.ingest import read_event
from coincide.media.isolated.task import the_pool
from coincide.media.records import read_file
from coincide.media.sidecars import parse_sidecar
from coincide.media.tagreader import all_tags
from tests.attacks import bombs
from tests.attacks.looks import look
from tests.attacks.watched import watched
from tests.media_files import box, jpeg_bytes, scene
from tests.photo_files import exif_bytes, write_photo

# seconds by the wall, on a machine that may be loaded: endless is more
MOST_S = 200.0
MB = 1_000_000
GB = 1_000_000_000


@pytest.fixture
def fresh_workers() -> None:
    """Workers that have not grown by the files of other tests."""
    the_pool().close()


def flat_png(width: int, height: int) -> bytes:
    """Return a PNG of one colour, one bit a pixel, however large, in a moment."""
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    data = bombs.packed_zeros(height * (1 + (width + 7) // 8))
    exif = exif_bytes("2024:05:04 14:00:00").removeprefix(b"Exif\0\0")
    parts = ((b"IHDR", header), (b"eXIf", exif), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(bombs.chunk(*part) for part in parts)


@pytest.mark.usefixtures("fresh_workers")
@pytest.mark.parametrize(
    ("size", "reason"),
    [
        ((50_000, 50_000), "50000 × 50000 px is more than 250 megapixels"),
        ((2_000_000, 100), ""),
        ((1, 1), "too small"),
        ((1, 250_000_000), "too small"),
    ],
)
def test_sizes_of_pictures_are_looked_at_before_pixels(
    tmp_path: Path, size: tuple[int, int], reason: str
) -> None:
    write_photo(tmp_path / "honest.jpg")
    path = tmp_path / "odd.png"
    path.write_bytes(flat_png(*size))
    with watched() as cost:
        event = read_event([tmp_path])
        look(path)
    left = {one.path.name: one.reason for one in event.skipped}
    assert reason in left.get("odd.png", "")
    assert bool(reason) == ("odd.png" in left)
    assert "honest.jpg" in {photo.path.name for photo in event.photos}
    assert cost.most_bytes < 1.2 * GB
    assert cost.seconds < MOST_S


def packed_texts(n_bytes: int) -> dict[str, bytes]:
    """Return chunks of a PNG that unpack to so many bytes."""
    data = bombs.packed_zeros(n_bytes)
    xmp, profile = b"XML:com.adobe.xmp\0\1\0\0\0", b"Raw profile type exif\0\0"
    return {
        "zTXt": bombs.chunk(b"zTXt", b"Comment\0\0" + data),
        "exif in zTXt": bombs.chunk(b"zTXt", profile + data),
        "iTXt": bombs.chunk(b"iTXt", b"Comment\0\1\0\0\0" + data),
        "XMP in iTXt": bombs.chunk(b"iTXt", xmp + data),
        "iCCP": bombs.chunk(b"iCCP", b"icc\0\0" + data),
    }


@pytest.mark.usefixtures("fresh_workers")
@pytest.mark.parametrize("kind", packed_texts(3 << 20))
def test_packed_texts_of_a_png_fill_no_memory(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "packed.png"
    path.write_bytes(bombs.png_with_chunks(packed_texts(1 << 30)[kind]))
    assert path.stat().st_size < 2 * MB
    with watched() as cost:
        read_file(path)
        look(path)
    assert cost.most_bytes < 1.2 * GB
    assert cost.most_added_bytes < GB
    assert cost.seconds < MOST_S


RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
EXIF = 'xmlns:exif="http://ns.adobe.com/exif/1.0/"'


def xmp(before: str, time: str = "2024-05-04T14:00:00", inside: str = "") -> bytes:
    return (
        f'{before}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF {RDF}><rdf:Description {EXIF} '
        f'exif:DateTimeOriginal="{time}">{inside}</rdf:Description></rdf:RDF></x:xmpmeta>'
    ).encode()


def billion_laughs() -> bytes:
    names = "abcdefghij"
    rows = [f'<!ENTITY {name} "{f"&{names[n]};" * 10}">' for n, name in enumerate(names[1:])]
    return xmp(f'<!DOCTYPE x [<!ENTITY a "ha">{"".join(rows)}]>', inside="&j;")


def outside_entity(secret: Path, kind: str) -> bytes:
    declared = {
        "entity": f'<!DOCTYPE x [<!ENTITY s SYSTEM "{secret.as_uri()}">]>',
        "parameter": f'<!DOCTYPE x [<!ENTITY % s SYSTEM "{secret.as_uri()}"> %s;]>',
        "definition": f'<!DOCTYPE x SYSTEM "{secret.as_uri()}">',
    }[kind]
    return xmp(declared, inside="<exif:UserComment>&s;</exif:UserComment>")


HARMFUL = {
    "laughs": billion_laughs(),
    "deep": xmp("", inside="<exif:a>" * 200_000 + "</exif:a>" * 200_000),
    "many properties": xmp("", inside="".join(f"<exif:a{n}>1</exif:a{n}>" for n in range(60_000))),
    "many attributes": xmp("", inside="").replace(
        b" exif:Date", b"".join(b' exif:a%d="1"' % n for n in range(60_000)) + b" exif:Date"
    ),
}


def photo_with_xmp(packet: bytes, format_: str) -> bytes:
    buffer = io.BytesIO()
    if format_ == "PNG":
        text = b"XML:com.adobe.xmp\0\0\0\0\0" + packet
        return bombs.png_with_chunks(bombs.chunk(b"iTXt", text))
    options = {"tiffinfo": {700: packet}} if format_ == "TIFF" else {"xmp": packet}
    scene((200, 150)).save(buffer, format_, exif=exif_bytes("2024:05:04 14:00:00"), **options)
    return buffer.getvalue()


@pytest.mark.usefixtures("fresh_workers")
@pytest.mark.parametrize("name", HARMFUL)
@pytest.mark.parametrize("format_", ["PNG", "WEBP", "TIFF"])
def test_harmful_xmp_in_a_photo_takes_no_time(tmp_path: Path, name: str, format_: str) -> None:
    path = tmp_path / f"a.{format_.lower()}"
    path.write_bytes(photo_with_xmp(HARMFUL[name], format_))
    with watched() as cost:
        read_file(path)
        with contextlib.suppress(ValueError):
            all_tags(path)
    assert cost.most_bytes < 600 * MB
    assert cost.seconds < MOST_S


@pytest.mark.parametrize("name", HARMFUL)
def test_harmful_xmp_beside_a_photo_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"entities|elements|properties|no XMP"):
        parse_sidecar(HARMFUL[name])


@pytest.mark.parametrize("kind", ["entity", "parameter", "definition"])
def test_no_xmp_reads_another_file(tmp_path: Path, kind: str) -> None:
    """The other file is a text, and then a pipe: to open it would be to wait for ever."""
    secret = tmp_path / "secret"
    secret.write_text("the secret of this machine")
    packet = outside_entity(secret, kind)
    photo = write_photo(tmp_path / "ann" / "a.jpg")
    for what in ("text", "pipe"):
        for format_ in ("PNG", "JPEG", "TIFF"):
            path = tmp_path / "ann" / f"b.{format_.lower()}"
            path.write_bytes(photo_with_xmp(packet, format_))
            found = [read_file(path)]
            with contextlib.suppress(ValueError):
                found += all_tags(path)
            assert "secret of this" not in repr(found)
        with pytest.raises(ValueError, match=r"entities|no XMP"):
            parse_sidecar(packet)
        photo.with_name("a.jpg.xmp").write_bytes(packet)
        assert "secret of this" not in repr(read_event([tmp_path / "ann"]))
        if what == "text":
            secret.unlink()
            os.mkfifo(secret)


def tiff_of(directories: list[tuple[int, int]]) -> bytes:
    """Return a TIFF of directories, each with where it lies and where it says the next one does."""
    data = bytearray(b"II*\0" + struct.pack("<I", directories[0][0]))
    for at, following in directories:
        data.extend(bytes(max(0, at + 18 - len(data))))
        entry = struct.pack("<HHHII", 1, 0x8769, 4, 1, directories[0][0])  # an EXIF block: itself
        data[at : at + 18] = entry + struct.pack("<I", following)
    return bytes(data)


def in_one_another(head: Callable[[int], bytes], depth: int) -> bytes:
    """Return parts in parts; ``head`` is given the size of what it holds."""
    data = b""
    for _ in range(depth):
        data = head(len(data)) + data
    return data


def _riff(size: int) -> bytes:
    return b"LIST" + struct.pack("<I", size + 4) + b"hdrl"


def nested_riff(kind: bytes) -> bytes:
    heads, size = [], 0
    for _ in range(20_000):
        heads.append(_riff(size))
        size += 12
    return b"RIFF" + struct.pack("<I", size + 4) + kind + b"".join(reversed(heads))


def nested_matroska() -> bytes:
    """Return masters of unknown size in one another, behind a sound head."""
    head = bytes.fromhex("1a45dfa3934282886d6174726f736b6142878104428581 02".replace(" ", ""))
    segment = bytes.fromhex("1853806701ffffffffffffff")
    return head + segment + bytes.fromhex("1654ae6b01ffffffffffffff") * 50_000


CHAIN = [(8 + 18 * n, 8 + 18 * (n + 1)) for n in range(60_000)]
NESTED: dict[str, bytes] = {
    "deep.mp4": bombs.nested_boxes(5000, MB, b"isom"),
    "deep.mov": bombs.nested_boxes(5000, MB, b"qt  "),
    "deep.3gp": bombs.nested_boxes(5000, MB, b"3gp5"),
    "many.mp4": box(b"ftyp", b"isom\0\0\2\0isom") + box(b"moov", box(b"trak", b"") * 200_000),
    "self.tif": tiff_of([(8, 8)]),
    "ring.tif": tiff_of([(8, 26), (26, 8)]),
    "chain.tif": tiff_of(CHAIN),
    "chain.dng": tiff_of(CHAIN),
    "deep.avi": nested_riff(b"AVI "),
    "deep.webp": nested_riff(b"WEBP"),
    "deep.mkv": nested_matroska(),
}


@pytest.mark.usefixtures("fresh_workers")
@pytest.mark.parametrize("name", NESTED)
def test_parts_in_parts_and_rings_come_to_an_end(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(NESTED[name])
    honest = write_photo(tmp_path / "honest.jpg")
    with watched() as cost:
        record = read_file(path)
        look(path)
    assert record.reason is not None
    assert cost.most_bytes < 700 * MB
    assert cost.seconds < MOST_S
    assert read_file(honest).reason is None


def test_files_of_the_system_are_no_photos(tmp_path: Path) -> None:
    """Links to what the kernel makes up: endless, without a size, or larger than any disk."""
    write_photo(tmp_path / "ann" / "honest.jpg")
    targets = ("/proc/self/environ", "/proc/self/mem", "/proc/kcore", "/proc/self/fd/0")
    targets += ("/dev/zero", "/dev/random", "/dev/full", "/dev/tty", "/proc/self/root/etc/passwd")
    names = []
    for number, target in enumerate(targets):
        for suffix in (".jpg", ".mp4", ".jpg.xmp"):
            names.append(f"s{number}{suffix}")
            (tmp_path / "ann" / names[-1]).symlink_to(target)
    with watched() as cost:
        event = read_event([tmp_path])
    assert [photo.path.name for photo in event.photos] == ["honest.jpg"]
    left = {one.path.name for one in (*event.skipped, *event.timeless)}
    assert {name for name in names if not name.endswith(".xmp")} <= left
    assert "root:" not in repr(event)
    assert os.environ["PATH"] not in repr(event)
    assert cost.most_added_bytes < GB
    assert cost.seconds < MOST_S


def test_the_honest_photo_of_these_tests_is_read(tmp_path: Path) -> None:
    """So that what is refused above is refused for what it has inside."""
    (tmp_path / "a.png").write_bytes(bombs.png_with_chunks())
    (tmp_path / "b.jpg").write_bytes(
        jpeg_bytes(scene((200, 150)), exif_bytes("2024:05:04 14:00:00"))
    )
    (tmp_path / "c.png").write_bytes(photo_with_xmp(xmp(""), "PNG"))
    for path in sorted(tmp_path.iterdir()):
        assert read_file(path).reason is None
        assert look(path)
