"""Sidecars are written as planned, and read back by a reader that had no part in it."""

from pathlib import Path, PurePosixPath

import pytest
from msgspec import structs

from coincide.media.tagreader import read_named
from coincide.writing.apply.sidecar import SidecarMaker
from coincide.writing.apply.state import state_of
from coincide.writing.apply.step import MakeError, Step
from coincide.writing.plan.model import FileChange, Fingerprint, Moment, Place, TagChange
from coincide.writing.plan.xmp import edit_sidecar
from tests.photo_files import exif_bytes, image_bytes

ORIGINAL = "XMP-exif:DateTimeOriginal"


def maker(*tags: TagChange) -> SidecarMaker:
    place, state = Place(0, PurePosixPath("a.jpg")), Fingerprint(0, 0, "0" * 64)
    moment = Moment(0.0, None, 0.0, 0.0)
    return SidecarMaker({0: FileChange(place, state, place, None, tags, moment, "g", "w")}, {})


def step(target: Path) -> Step:
    return Step(0, target.parent, target, state_of(target))


def test_a_new_sidecar(tmp_path: Path) -> None:
    made, target, part = (
        maker(TagChange(ORIGINAL, None, "2024-05-04T14:00:00")),
        tmp_path / "a.xmp",
        tmp_path / "part",
    )
    made.make(step(target), part)
    assert made.check(step(target), part) == []
    assert b"2024-05-04T14:00:00" in part.read_bytes()


def test_an_old_one_keeps_the_rest(tmp_path: Path) -> None:
    target, part = tmp_path / "a.xmp", tmp_path / "part"
    old = edit_sidecar(None, {ORIGINAL: "2024-05-04T13:00:00"})
    target.write_bytes(
        old.replace(
            b"rdf:about", b'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="x" rdf:about'
        )
    )
    made = maker(TagChange(ORIGINAL, "2024-05-04T13:00:00", "2024-05-04T14:00:00"))
    made.make(step(target), part)
    assert made.check(step(target), part) == []
    assert b'dc:format="x"' in part.read_bytes()


def test_a_new_one_repeats_what_is_said_inside_the_photo(tmp_path: Path) -> None:
    photo, target, part = tmp_path / "a.jpg", tmp_path / "a.jpg.xmp", tmp_path / "part"
    photo.write_bytes(image_bytes("JPEG", exif_bytes("2024:05:04 13:00:00", rating=4)))
    made = maker(TagChange(ORIGINAL, None, "2024-05-04T14:00:00"))
    carrying = structs.replace(made.changes[0], carries=("Xmp.xmp.Rating",))
    made = SidecarMaker({0: carrying}, {0: photo})
    made.make(step(target), part)
    assert made.check(step(target), part) == []
    found = read_named(part.read_bytes(), ("Xmp.xmp.Rating", "Xmp.exif.DateTimeOriginal"))
    assert list(found.values()) == ["4", "2024-05-04T14:00:00"]
    part.write_bytes(part.read_bytes().replace(b'Rating="4"', b'Rating="5"'))
    assert made.check(step(target), part) == ["Xmp.xmp.Rating has changed"] * 2
    lying = SidecarMaker({0: structs.replace(carrying, carries=("Xmp.dc.title",))}, {0: photo})
    with pytest.raises(MakeError, match="differs from what the plan found"):
        lying.make(step(target), part)


def test_all_times_of_one_we_wrote_before(tmp_path: Path) -> None:
    # of which exiv2 makes up EXIF and IPTC tags, which then change too
    tags = (ORIGINAL, "XMP-xmp:CreateDate", "XMP-photoshop:DateCreated")
    target, part = tmp_path / "a.xmp", tmp_path / "part"
    target.write_bytes(edit_sidecar(None, dict.fromkeys(tags, "2024-05-04T13:00:00")))
    made = maker(*(TagChange(tag, "2024-05-04T13:00:00", "2024-05-04T14:00:00") for tag in tags))
    made.make(step(target), part)
    assert made.check(step(target), part) == []


@pytest.mark.parametrize(
    ("old", "new", "noticed"),
    [
        (b"T14:00:00", b"T15:00:00", "reads '2024-05-04T15:00:00' instead of"),
        (b'dc:format="x"', b'dc:format="y"', "Xmp.dc.format has changed"),
        (b"</x:xmpmeta>", b"", "Xmp."),
    ],
)
def test_what_was_not_planned_is_noticed(
    tmp_path: Path, old: bytes, new: bytes, noticed: str
) -> None:
    target, part = tmp_path / "a.xmp", tmp_path / "part"
    text = edit_sidecar(None, {ORIGINAL: "2024-05-04T13:00:00"})
    target.write_bytes(
        text.replace(
            b"rdf:about", b'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="x" rdf:about'
        )
    )
    made = maker(TagChange(ORIGINAL, "2024-05-04T13:00:00", "2024-05-04T14:00:00"))
    made.make(step(target), part)
    assert old in part.read_bytes()
    part.write_bytes(part.read_bytes().replace(old, new))
    assert noticed in " ".join(made.check(step(target), part))


def test_a_damaged_one_is_not_touched(tmp_path: Path) -> None:
    target = tmp_path / "a.xmp"
    target.write_bytes(b"<x>")
    with pytest.raises(MakeError, match="cannot be changed"):
        maker(TagChange(ORIGINAL, None, "2024-05-04T14:00:00")).make(
            step(target), tmp_path / "part"
        )
    assert not (tmp_path / "part").exists()
