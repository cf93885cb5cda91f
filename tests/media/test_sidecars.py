import contextlib
import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coincide.ingest import read_event
from coincide.media.record import FileRecord
from coincide.media.records import read_file
from coincide.media.sidecars import (
    MAX_SIDECAR_BYTES,
    SidecarTime,
    find_sidecars,
    parse_sidecar,
    read_sidecars,
)
from coincide.model.times import from_clock
from tests.photo_files import write_photo

AT_THREE = from_clock(2024, 5, 4, 15, 0, 0)
DARKTABLE = 'xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="5"'


def packet(attributes: str = 'exif:DateTimeOriginal="2024-05-04T15:00:00"') -> str:
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:exifEX="http://cipa.jp/exif/1.0/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    {attributes}/>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


PLAIN = packet().split("?>", 1)[1].split("<?", 1)[0].strip()


def parse(attributes: str) -> SidecarTime | None:
    return parse_sidecar(packet(attributes).encode())


def write(path: Path, attributes: str = 'exif:DateTimeOriginal="2024-05-04T15:00:00"') -> Path:
    path.write_text(packet(attributes), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("attributes", "time_s", "zone_s", "resolution_s"),
    [
        ('exif:DateTimeOriginal="2024-05-04T15:00:00"', AT_THREE, None, 1.0),
        ('exif:DateTimeOriginal="2024:05:04 15:00:00"', AT_THREE, None, 1.0),
        ('exif:DateTimeOriginal="2024-05-04T15:00:00.25+02:00"', AT_THREE + 0.25, 7200, 0.01),
        ('exif:DateTimeOriginal="2024-05-04T15:00:00Z"', AT_THREE, 0, 1.0),
        ('exif:DateTimeOriginal="2024-05-04T15:00-03:30"', AT_THREE, -12600, 60.0),
        ('photoshop:DateCreated="2024-05-04T15:00:00"', AT_THREE, None, 1.0),
        ('xmp:CreateDate="2024-05-04T15:00:00"', AT_THREE, None, 1.0),
        (
            'exif:DateTimeOriginal="2024-05-04T15:00:00" exifEX:OffsetTimeOriginal="+02:00"',
            *(AT_THREE, 7200, 1.0),
        ),
        (
            'xmp:CreateDate="2020-01-01T00:00:00" photoshop:DateCreated="2021-01-01T00:00:00"'
            ' exif:DateTimeOriginal="2024-05-04T15:00:00"',
            *(AT_THREE, None, 1.0),
        ),
        (
            'exif:DateTimeOriginal="2024-05-04" xmp:CreateDate="2024-05-04T15:00:00"',
            *(AT_THREE, None, 1.0),
        ),
    ],
)
def test_times_in_sidecars(
    attributes: str, time_s: float, zone_s: int | None, resolution_s: float
) -> None:
    found = parse(attributes)
    assert found == SidecarTime(pytest.approx(time_s), zone_s, pytest.approx(resolution_s))


@pytest.mark.parametrize(
    "attributes",
    [
        *('xmp:Rating="5"', 'exif:DateTimeOriginal=""', 'exif:DateTimeOriginal="2024-05-04"'),
        *('xmp:ModifyDate="2024-05-04T15:00:00"', 'exif:DateTimeOriginal="soon"'),
        *('exif:DateTimeOriginal="2024-13-04T15:00:00"',),
    ],
)
def test_sidecars_without_a_capture_time(attributes: str) -> None:
    assert parse(attributes) is None


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not XMP"),
        (b"\0" * 100, "not XMP"),
        (b"<x:xmpmeta", "not XMP"),
        (packet().encode()[:300], "not XMP"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]>" + PLAIN.encode(), "entities"),
        (("<!DOCTYPE a [<!ENTITY b 'c'>]>" + PLAIN).encode("utf-16"), "entities"),
        (b"<a>" * 10_000 + b"</a>" * 10_000, "too many XML elements"),
        (b"<a>" + b"<b/>" * 60_000 + b"</a>", "too many XML elements"),
        (packet().encode() + b" " * MAX_SIDECAR_BYTES, "larger than 10 MB"),
        (packet('exif:DateTimeOriginal="1904-01-01T00:00:00"').encode(), "absurd capture time"),
    ],
)
def test_unusable_sidecars(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_sidecar(data)


@settings(max_examples=100)
@given(st.integers(0, len(packet().encode()) - 1), st.binary(max_size=8))
def test_damaged_sidecars_are_read_or_refused(at: int, patch: bytes) -> None:
    data = packet().encode()
    with contextlib.suppress(ValueError):
        parse_sidecar(data[:at] + patch + data[at + len(patch) :])


def test_the_largest_sidecars_take_no_time() -> None:
    items = "<rdf:li>a</rdf:li>" * 49_000
    bag = f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:subject><rdf:Bag>{items}</rdf:Bag>'
    body = packet().replace("/>\n </rdf", f" {bag}</dc:subject></rdf:Description>\n </rdf")
    start = time.process_time()
    assert parse_sidecar(body.encode()) is not None
    assert time.process_time() - start < 2


def owners(folder: Path, media: dict[str, str], *sidecars: str) -> dict[str, list[str]]:
    """Return the sidecars of each file, given files and their formats."""
    for name in sidecars:
        write(folder / name)
    records = {folder / name: FileRecord(key=name, format=kind) for name, kind in media.items()}
    owned, unclear = find_sidecars(records)
    assert all("may belong to" in skipped.reason for skipped in unclear)
    return {path.name: [one.name for one in found] for path, found in owned.items()} | {
        "?": [skipped.path.name for skipped in unclear]
    }


def test_the_full_name_comes_before_the_short_one(tmp_path: Path) -> None:
    found = owners(tmp_path, {"IMG_1.jpg": "JPEG"}, "IMG_1.xmp", "IMG_1.jpg.XMP")
    assert found == {"IMG_1.jpg": ["IMG_1.jpg.XMP", "IMG_1.xmp"], "?": []}


def test_the_short_name_is_that_of_the_raw(tmp_path: Path) -> None:
    media = {"IMG_1.JPG": "JPEG", "IMG_1.CR2": "CR2", "IMG_1.MOV": "MOV", "IMG_2.HEIC": "HEIF"}
    media |= {"IMG_2.MOV": "MOV", "CLIP.MOV": "MOV", "IMG_3.JPG": "JPEG", "IMG_3.PNG": "PNG"}
    found = owners(
        tmp_path, media, *("IMG_1.xmp", "img_2.XMP", "CLIP.xmp", "IMG_3.xmp", "gone.jpg.xmp")
    )
    assert found == {
        "IMG_1.CR2": ["IMG_1.xmp"],
        "IMG_2.HEIC": ["img_2.XMP"],
        "CLIP.MOV": ["CLIP.xmp"],
        "?": ["IMG_3.xmp"],
    }


def test_a_sidecar_replaces_time_and_zone(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "a.jpg", zone="+02:00")
    write(tmp_path / "anna" / "a.jpg.xmp", 'exif:DateTimeOriginal="2024-05-04T15:00:00.5+01:00"')
    (photo,) = read_event([tmp_path]).photos
    assert (photo.recorded_time_s, photo.zone_s) == (AT_THREE + 0.5, 3600)
    assert photo.time_from == "sidecar"


def test_a_sidecar_gives_a_time_where_there_is_none(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "IMG_20240504_140000.jpg", None)
    write(tmp_path / "anna" / "IMG_20240504_140000.xmp")
    (photo,) = read_event([tmp_path]).photos
    assert (photo.recorded_time_s, photo.time_from) == (AT_THREE, "sidecar")


@pytest.mark.parametrize(
    "attributes",
    [
        'exif:DateTimeOriginal="2024-05-04T14:00:00"',
        'exif:DateTimeOriginal="2024-05-04T14:00"',
        'exif:DateTimeOriginal="2024-05-04T14:00:00+02:00"',
        'exif:DateTimeOriginal="2024-05-04T14:00:00.25"',
        'xmp:Rating="3"',
    ],
)
def test_what_says_no_more_than_the_photo_changes_nothing(tmp_path: Path, attributes: str) -> None:
    write_photo(tmp_path / "anna" / "a.jpg", subseconds="25", zone="+02:00")
    (before,) = read_event([tmp_path]).photos
    write(tmp_path / "anna" / "a.jpg.xmp", attributes)
    assert list(read_event([tmp_path]).photos) == [before]


def test_darktable_only_counts_where_it_differs(tmp_path: Path) -> None:
    """Its sidecars always hold the photo's own time; what Adobe's says may be newer."""
    write_photo(tmp_path / "anna" / "a.jpg")
    own = write(
        tmp_path / "anna" / "a.jpg.xmp",
        f'{DARKTABLE} exif:DateTimeOriginal="2024:05:04 14:00:00.000"',
    )
    write(tmp_path / "anna" / "a.xmp")
    (photo,) = read_event([tmp_path]).photos
    assert (photo.recorded_time_s, photo.time_from) == (AT_THREE, "sidecar")
    write(own, f'{DARKTABLE} exif:DateTimeOriginal="2024:05:04 16:00:00"')
    (photo,) = read_event([tmp_path]).photos
    assert photo.recorded_time_s == AT_THREE + 3600


def test_a_bad_sidecar_is_listed_and_the_photo_kept(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "a.jpg")
    (tmp_path / "anna" / "a.jpg.xmp").write_bytes(b"<x:xmpmeta>")
    (tmp_path / "anna" / "a.xmp").mkdir()
    event = read_event([tmp_path])
    assert [photo.time_from for photo in event.photos] == ["exif"]
    reasons = {skipped.path.name: skipped.reason for skipped in event.skipped}
    assert reasons["a.jpg.xmp"].startswith("a sidecar that is not used: it is not XMP")
    assert re.search("not used: cannot be read: is a directory", reasons["a.xmp"])


def test_a_changed_sidecar_is_seen_though_the_photo_is_cached(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg")
    records = {path: read_file(path)}
    assert read_sidecars(records).by_file == {}
    write(tmp_path / "a.jpg.xmp")
    assert read_sidecars(records).by_file[path].time_s == AT_THREE


def test_files_named_in_an_event_file_have_their_sidecars_too(tmp_path: Path) -> None:
    write_photo(tmp_path / "a.jpg")
    write(tmp_path / "a.jpg.xmp")
    (tmp_path / "e.toml").write_text('[[gallery]]\nname = "anna"\npaths = ["*.jpg"]\n')
    (photo,) = read_event([tmp_path / "e.toml"]).photos
    assert photo.time_from == "sidecar"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "a.jpg")
    os.mkfifo(tmp_path / "anna" / "a.jpg.xmp")
    (left,) = read_event([tmp_path]).skipped
    assert left.reason == "a sidecar that is not used: not a regular file"


@pytest.mark.parametrize("encoding", ["nonsense", "shift_jis", "idna", "hex"])
def test_an_odd_encoding_is_refused(encoding: str) -> None:
    data = packet().replace("<?xpacket", f'<?xml version="1.0" encoding="{encoding}"?><?xpacket', 1)
    with pytest.raises(ValueError, match=r"not XMP|multi-byte"):
        parse_sidecar(data.encode())


def test_more_properties_than_exiv2_can_compare_are_refused() -> None:
    many = " ".join(f'exif:a{number}="1"' for number in range(40_000))
    start_s = time.process_time()
    with pytest.raises(ValueError, match="more than 5000 properties"):
        parse_sidecar(packet(many).encode())
    assert time.process_time() - start_s < 2.0
