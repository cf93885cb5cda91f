"""What is said inside photos and videos, whichever way it was written there."""

import subprocess
from pathlib import Path

import pytest

from coincide.media.descriptions import Descriptions, said_inside
from coincide.media.tagreader import all_tags
from tests.media_files import box, write_dng, write_heic, write_mp4
from tests.photo_files import write_photo

BY_XMP = ("-XMP:Rating=4", "-XMP-dc:Subject=garden", "-XMP-dc:Subject=cake, sweet")
BY_XMP_NAMES = ("Xmp.dc.subject", "Xmp.xmp.Rating")


def tag(path: Path, *arguments: str) -> Path:
    subprocess.run(["exiftool", "-q", "-m", "-overwrite_original", *arguments, path], check=True)
    return path


def values(said: Descriptions) -> dict[str, str]:
    return {name: text for name, text in all_tags(said.xmp) if name.startswith("Xmp.")}


@pytest.mark.parametrize("suffix", [".jpg", ".dng", ".heic", ".mp4", ".mov"])
def test_stars_and_keywords_are_found_in_every_kind_of_file(tmp_path: Path, suffix: str) -> None:
    write = {".jpg": write_photo, ".dng": write_dng, ".heic": write_heic}.get(suffix, write_mp4)
    said = said_inside(tag(write(tmp_path / f"a{suffix}"), *BY_XMP))
    assert said.names == BY_XMP_NAMES
    assert values(said) == {"Xmp.dc.subject": "garden, cake, sweet", "Xmp.xmp.Rating": "4"}
    assert said.xmp.count(b"<rdf:li>") == 2, "a comma parts no keyword"


def test_iptc_and_exif_are_said_in_xmp(tmp_path: Path) -> None:
    path = tag(
        write_photo(tmp_path / "a.jpg"),
        *("-codedcharacterset=utf8", "-IPTC:Keywords=Ü", "-IPTC:Keywords=b"),
        *("-IPTC:City=Köln", "-EXIF:Rating=3", "-EXIF:Artist=Ida", "-EXIF:UserComment=Hello"),
    )
    assert values(said_inside(path)) == {
        "Xmp.dc.creator": "Ida",
        "Xmp.dc.subject": "Ü, b",
        "Xmp.exif.UserComment": 'lang="x-default" Hello',
        "Xmp.photoshop.City": "Köln",
        "Xmp.xmp.Rating": "3",
    }


def test_xmp_comes_before_iptc_before_exif(tmp_path: Path) -> None:
    path = tag(
        write_photo(tmp_path / "a.jpg"),
        *("-XMP:Rating=5", "-EXIF:Rating=1", "-IPTC:By-line=Ida", "-EXIF:Artist=Nobody"),
    )
    assert values(said_inside(path)) == {"Xmp.dc.creator": "Ida", "Xmp.xmp.Rating": "5"}


def test_faces_are_kept_with_their_places(tmp_path: Path) -> None:
    region = "{Area={X=0.5,Y=0.5,W=0.1,H=0.1,Unit=normalized},Name=Ida,Type=Face}"
    size = "{W=100,H=80,Unit=pixel}"
    info = f"-RegionInfo={{AppliedToDimensions={size},RegionList=[{region}]}}"
    said = said_inside(tag(write_photo(tmp_path / "a.jpg"), info))
    assert said.names == ("Xmp.mwg-rs.Regions",)
    assert values(said)["Xmp.mwg-rs.Regions/mwg-rs:RegionList[1]/mwg-rs:Name"] == "Ida"


def test_times_and_development_are_not_said(tmp_path: Path) -> None:
    path = tag(
        write_photo(tmp_path / "a.jpg"),
        *("-XMP-exif:DateTimeOriginal=2001:01:01 01:01:01", "-XMP:CreateDate=2001:01:01 01:01:01"),
        *("-XMP-photoshop:DateCreated=2001:01:01", "-XMP-crs:Exposure2012=+1.0"),
    )
    assert said_inside(path) == Descriptions()


def test_of_what_cannot_be_read_nothing_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    assert said_inside(path) == Descriptions()
    path.write_bytes(b"\xff\xd8\xff\xe1 no photo")
    assert said_inside(path) == Descriptions()
    assert said_inside(write_photo(tmp_path / "b.jpg")) == Descriptions()


XMP_BOX = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")


def packet(said: str) -> bytes:
    """Return the XMP of what Lightroom says."""
    spaces = "xmlns:x='adobe:ns:meta/' xmlns:lr='http://ns.adobe.com/lightroom/1.0/'"
    rdf = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
    inner = f"<rdf:Description rdf:about=''>{said}</rdf:Description>"
    return f"<x:xmpmeta {spaces}><rdf:RDF {rdf}>{inner}</rdf:RDF></x:xmpmeta>".encode()


def write_cr3(path: Path, first: str, second: str) -> Path:
    """Write a CR3 of boxes alone that holds two packets; exiv2 reads the second."""
    boxes = box(b"free", packet(first)) + box(b"uuid", XMP_BOX + packet(second))
    path.write_bytes(box(b"ftyp", b"crx \0\0\0\1crx isom") + boxes + box(b"mdat", bytes(100)))
    return path


def test_of_two_packets_that_contradict_each_other_nothing_is_said(tmp_path: Path) -> None:
    plain = "<lr:weddingInfo>ours</lr:weddingInfo>"
    parted = "<lr:weddingInfo rdf:parseType='Resource'><lr:of>us</lr:of></lr:weddingInfo>"
    same = write_cr3(tmp_path / "a.cr3", plain, plain)
    assert values(said_inside(same)) == {"Xmp.lr.weddingInfo": "ours"}
    assert said_inside(write_cr3(tmp_path / "b.cr3", plain, parted)) == Descriptions()
