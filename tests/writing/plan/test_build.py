"""Plans of small events on disk, for each target."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.errors import UsageError
from coincide.model import Companion, Event, Guess, Jump, Offsets, Placement, Timeless, Timeline
from coincide.model.findings import Finding, FindingKind
from coincide.timeline import build_timeline
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.choices import Target
from coincide.writing.plan import Files, Plan, PlanOptions, build_plan, exiftool_script, plan_table
from coincide.writing.plan.decide import Caution
from coincide.writing.plan.model import Example, examples_of
from coincide.writing.plan.targets import Given
from tests.photo_files import exif_bytes, image_bytes
from tests.writing.plan.events import at, placed, told, write_event

HOURLY = [f"2024:05:04 {hour:02d}:00:00" for hour in range(10, 16)]


@pytest.fixture
def event(tmp_path: Path) -> Event:
    return write_event(
        tmp_path / "trip",
        {
            "anna": ["2024:05:04 14:00:00", "2024:05:04 23:59:59"],
            "ben": ["2024:05:04 15:00:05", "2024:05:05 01:00:04"],
        },
    )


def planned(event: Event, offsets: Offsets, options: PlanOptions = PlanOptions()) -> Plan:
    root = next(event.photos).path.parents[1]
    files = Files([root], read_file_times)
    return build_plan(event, offsets, build_timeline(event, offsets), files, options)


def texts(plan: Plan) -> dict[str, dict[str, str | None]]:
    return {
        change.writes.path.as_posix(): {tag.tag: tag.new for tag in change.changes}
        for change in plan.files
    }


def test_sidecars_of_a_gallery_that_moves_over_midnight(event: Event) -> None:
    plan = planned(event, told(event, "anna", ben=-3605.0))
    time = {"XMP-exif:DateTimeOriginal", "XMP-xmp:CreateDate", "XMP-photoshop:DateCreated"}
    assert texts(plan) == {
        "ben/IMG_0000.jpg.xmp": dict.fromkeys(time, "2024-05-04T14:00:00"),
        "ben/IMG_0001.jpg.xmp": dict.fromkeys(time, "2024-05-04T23:59:59"),
    }
    assert [gallery.state for gallery in plan.galleries] == ["right", "moved"]
    first = plan.files[0]
    assert first.was is None
    assert first.state.size == plan.where(first.photo).stat().st_size
    assert first.moment.recorded_s == at("2024:05:04 15:00:05")
    assert first.moment.corrected_s == at("2024:05:04 14:00:00")


def test_an_offset_is_written_in_whole_seconds(event: Event) -> None:
    plan = planned(event, told(event, "anna", ben=-3604.6))
    assert texts(plan)["ben/IMG_0000.jpg.xmp"]["XMP-exif:DateTimeOriginal"] == "2024-05-04T14:00:00"


def test_a_sidecar_that_is_there_is_changed_where_it_stands(event: Event) -> None:
    photo = event.galleries[1].photos[0].path
    sidecar = photo.with_name("IMG_0000.jpg.xmp")
    sidecar.write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF'
        ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description'
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3"'
        ' xmp:CreateDate="2024-05-04T15:00:05"/></rdf:RDF></x:xmpmeta>'
    )
    change = planned(event, told(event, "anna", ben=-3605.0)).files[0]
    assert change.was is not None
    assert {tag.tag: (tag.old, tag.new) for tag in change.changes} == {
        "XMP-xmp:CreateDate": ("2024-05-04T15:00:05", "2024-05-04T14:00:00"),
        "XMP-exif:DateTimeOriginal": (None, "2024-05-04T14:00:00"),
    }


def test_a_sidecar_that_cannot_be_read_is_left_alone(event: Event) -> None:
    photo = event.galleries[1].photos[0].path
    photo.with_name("IMG_0000.jpg.xmp").write_bytes(b"\0\1")
    plan = planned(event, told(event, "anna", ben=-3605.0))
    assert len(plan.files) == 1
    assert "cannot be changed" in plan.left[0].why


def test_in_the_file_both_times_move_and_nothing_else(event: Event) -> None:
    plan = planned(event, told(event, "anna", ben=-3605.0), PlanOptions(to="file"))
    assert texts(plan)["ben/IMG_0000.jpg"] == {
        "EXIF:DateTimeOriginal": "2024:05:04 14:00:00",
        "EXIF:CreateDate": "2024:05:04 14:00:00",
    }
    assert plan.files[0].was == plan.files[0].state


def test_a_zone_that_is_known_is_written(tmp_path: Path) -> None:
    event = write_event(
        tmp_path / "e",
        {"anna": ["2024:05:04 14:00:00"], "ben": ["2024:05:04 15:00:05"]},
        zone="+02:00",
    )
    offsets = told(event, "anna", ben=-3605.0)
    assert set(texts(planned(event, offsets))["ben/IMG_0000.jpg.xmp"].values()) == {
        "2024-05-04T14:00:00+02:00"
    }


def test_companions_move_with_their_photo(event: Event) -> None:
    photo = event.galleries[1].photos[0]
    raw = photo.path.with_suffix(".dng")
    raw.write_bytes(image_bytes("TIFF", exif_bytes("2024:05:04 15:00:06"), seed=9))
    ben = replace(
        event.galleries[1],
        photos=(
            replace(photo, companions=(Companion(raw, "c" * 64, "raw"),)),
            event.galleries[1].photos[1],
        ),
    )
    event = replace(event, galleries=(event.galleries[0], ben))
    plan = planned(event, told(event, "anna", ben=-3605.0), PlanOptions(to="file"))
    # a second apart before, a second apart after
    assert texts(plan)["ben/IMG_0000.dng"]["EXIF:DateTimeOriginal"] == "2024:05:04 14:00:01"


def test_what_already_says_so_is_not_planned(event: Event) -> None:
    photo = event.galleries[1].photos[0]
    photo.path.write_bytes(image_bytes("JPEG", exif_bytes("2024:05:04 14:00:00"), seed=3))
    plan = planned(event, told(event, "anna", ben=-3605.0), PlanOptions(to="file"))
    assert list(texts(plan)) == ["ben/IMG_0001.jpg"]
    assert [left.why for left in plan.left] == ["its time is right already"]


def test_a_time_that_is_neither_is_left_alone(event: Event) -> None:
    photo = event.galleries[1].photos[0]
    photo.path.write_bytes(image_bytes("JPEG", exif_bytes("2020:01:01 00:00:00"), seed=3))
    plan = planned(event, told(event, "anna", ben=-3605.0), PlanOptions(to="file"))
    assert list(texts(plan)) == ["ben/IMG_0001.jpg"]
    assert "neither" in plan.left[0].why


def test_nothing_is_written_through_links(event: Event, tmp_path: Path) -> None:
    photo = event.galleries[1].photos[0].path
    outside = tmp_path / "elsewhere.jpg"
    photo.replace(outside)
    photo.symlink_to(outside)
    plan = planned(event, told(event, "anna", ben=-3605.0))
    assert list(texts(plan)) == ["ben/IMG_0001.jpg.xmp"]
    assert "link" in plan.left[0].why


def test_copies_sort_by_event_time_and_set_the_unsure_apart(event: Event, tmp_path: Path) -> None:
    offsets = told(event, "anna", ben=-3605.0)
    plan = planned(event, offsets, PlanOptions(to="copies", out=tmp_path / "out"))
    assert sorted(texts(plan)) == [
        "2024-05-04_14-00-00_anna_IMG_0000.jpg",
        "2024-05-04_14-00-00_ben_IMG_0000.jpg",
        "2024-05-04_23-59-59_anna_IMG_0001.jpg",
        "2024-05-04_23-59-59_ben_IMG_0001.jpg",
    ]
    assert plan.where(plan.files[0].writes).parent == tmp_path / "out"
    unplaced = Offsets("anna", "joint", (offsets["anna"], Placement("ben", None)))
    plan = planned(event, unplaced, PlanOptions(to="copies", out=tmp_path / "out"))
    assert "unplaced/2024-05-04_15-00-05_ben_IMG_0000.jpg" in texts(plan)


@pytest.mark.parametrize("to", ["sidecar", "copies"])
def test_only_what_is_asked_for_is_moved_and_nothing_else_called_right(
    event: Event, tmp_path: Path, to: Target
) -> None:
    offsets = told(event, "anna", anna=600.0, ben=-3605.0)
    out = tmp_path / "out" if to == "copies" else None
    plan = planned(event, offsets, PlanOptions(to, out=out, only=frozenset({"ben"})))
    assert {change.gallery for change in plan.files} == {"ben"}
    anna, ben = plan.galleries
    assert (anna.state, anna.shift_s, anna.why) == ("unsure", 0.0, "excluded by --only")
    assert ben.moved
    with pytest.raises(UsageError, match="There is no gallery 'bea'; there are: anna, ben"):
        planned(event, offsets, PlanOptions(only=frozenset({"ben", "bea"})))


def test_examples_are_of_each_gallery_those_moved_furthest_first(event: Event) -> None:
    plan = planned(event, told(event, "anna", anna=600.0, ben=-3605.0))
    assert examples_of(plan) == (
        Example("ben/IMG_0000.jpg", "ben", "2024-05-04 15:00:05", "2024-05-04 14:00:00"),
        Example("anna/IMG_0000.jpg", "anna", "2024-05-04 14:00:00", "2024-05-04 14:10:00"),
        Example("ben/IMG_0001.jpg", "ben", "2024-05-05 01:00:04", "2024-05-04 23:59:59"),
    )
    assert examples_of(plan, 1)[0].gallery == "ben"
    nothing = planned(event, told(event, "anna"), PlanOptions(only=frozenset({"anna"})))
    assert examples_of(nothing) == ()


def test_copies_of_one_name_are_told_apart(tmp_path: Path) -> None:
    event = write_event(
        tmp_path / "e", {"anna": ["2024:05:04 14:00:00"], "Ben": ["2024:05:04 14:00:00"]}
    )
    same = replace(event.galleries[0], name="anna")
    other = replace(event.galleries[1], name="ANNA")
    event = replace(event, galleries=(same, other))
    plan = planned(event, told(event, "anna"), PlanOptions(to="copies", out=tmp_path / "out"))
    assert sorted(texts(plan)) == [
        "2024-05-04_14-00-00_ANNA_IMG_0000-2.jpg",
        "2024-05-04_14-00-00_anna_IMG_0000.jpg",
    ]


def test_photos_without_a_time_get_that_of_their_picture_but_no_guess(event: Event) -> None:
    like = event.galleries[0].photos[0].path
    forwarded, unknown = like.with_name("a.jpg"), like.with_name("b.jpg")
    for number, path in enumerate((forwarded, unknown)):
        path.write_bytes(image_bytes("JPEG", b"", seed=20 + number))
    guesses = (
        Guess(
            Timeless(forwarded, "d" * 64, "anna", "no time"),
            at("2024:05:04 14:00:00"),
            "copy",
            like,
        ),
        Guess(
            Timeless(unknown, "e" * 64, "anna", "no time"),
            at("2024:05:04 15:00:00"),
            "look",
            like,
            spread_s=90.0,
        ),
    )
    offsets = told(event, "anna")
    timeline = Timeline(build_timeline(event, offsets).entries, guesses)
    files = Files([like.parents[1]], read_file_times)
    plan = build_plan(event, offsets, timeline, files)
    assert list(texts(plan)) == ["anna/a.jpg.xmp"]
    assert "--guessed" in plan.left[0].why
    plan = build_plan(event, offsets, timeline, files, PlanOptions(guessed=True, to="file"))
    assert texts(plan)["anna/b.jpg"]["XMP-exif:DateTimeOriginal"] == "2024-05-04T15:00:00"


def test_a_table_and_a_script_say_the_same(event: Event) -> None:
    plan = planned(event, told(event, "anna", ben=-3605.0), PlanOptions(to="script"))
    script, table = exiftool_script(plan, "fix.args"), plan_table(plan)
    assert script.count("-execute") == 2
    assert "-ExifIFD:DateTimeOriginal=2024:05:04 14:00:00" in script
    assert table.count("2024:05:04 14:00:00") == 2


def xmp(**times: str) -> str:
    """Return a sidecar with times of exif and a rating."""
    attributes = "".join(f' exif:{tag}="{time}"' for tag, time in times.items())
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF'
        ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description'
        ' xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
        f' xmp:Rating="3"{attributes}/></rdf:RDF></x:xmpmeta>'
    )


def test_a_sidecar_that_says_another_time_is_named(event: Event) -> None:
    photo = event.galleries[1].photos[0].path
    photo.with_name("IMG_0000.jpg.xmp").write_text(xmp(DateTimeOriginal="2020-01-01T00:00:00"))
    plan = planned(event, told(event, "anna", ben=-3605.0))
    assert list(texts(plan)) == ["ben/IMG_0001.jpg.xmp"]
    assert "2020-01-01" in plan.left[0].why


def test_a_sidecar_that_would_hide_the_corrected_file_is_named(event: Event) -> None:
    photo = event.galleries[1].photos[0].path
    photo.with_suffix(".xmp").write_text(xmp(DateTimeOriginal="2024-05-04T15:00:05"))
    plan = planned(event, told(event, "anna", ben=-3605.0), PlanOptions(to="file"))
    assert len(plan.files) == 2
    assert [Path(left.path).name for left in plan.left] == ["IMG_0000.xmp"]
    assert "--to sidecar" in plan.left[0].why


def test_one_sidecar_of_two_photos_with_different_times_is_left_alone(event: Event) -> None:
    photo = event.galleries[1].photos[0].path
    other = photo.with_suffix(".png")
    other.write_bytes(image_bytes("PNG", exif_bytes("2024:05:04 18:00:00"), seed=7))
    photo.with_suffix(".xmp").write_text(xmp())
    second = replace(
        event.galleries[1].photos[1],
        path=other,
        camera_time_s=at("2024:05:04 18:00:00"),
        recorded_time_s=at("2024:05:04 18:00:00"),
    )
    ben = replace(event.galleries[1], photos=(event.galleries[1].photos[0], second))
    event = replace(event, galleries=(event.galleries[0], ben))
    plan = planned(event, told(event, "anna", ben=-3605.0), PlanOptions(program="immich"))
    assert not plan.files
    assert "IMG_0000.jpg and IMG_0000.png" in plan.left[0].why


def test_what_an_earlier_plan_gave_is_corrected_anew(event: Event) -> None:
    root = next(event.photos).path.parents[1]
    photo = event.galleries[1].photos[0].path
    photo.write_bytes(image_bytes("JPEG", exif_bytes("2024:05:04 14:30:00"), seed=3))
    offsets = told(event, "anna", ben=-3605.0)
    given = Given(at("2024:05:04 14:30:00"), {"EXIF:DateTimeOriginal": "2024:05:04 14:30:00"})
    files = Files([root], read_file_times, {photo: [given]})
    options = PlanOptions(to="file")
    plan = build_plan(event, offsets, build_timeline(event, offsets), files, options)
    assert texts(plan)["ben/IMG_0000.jpg"]["EXIF:DateTimeOriginal"] == "2024:05:04 14:00:00"
    # the photo is known by what it was before, but its file by what it is
    first = next(change for change in plan.files if change.photo.path.name == photo.name)
    assert first.state.sha256 == hashlib.sha256(photo.read_bytes()).hexdigest()
    assert first.state.sha256 != event.galleries[1].photos[0].key


def test_a_raw_that_was_written_two_seconds_later_moves_by_three(event: Event) -> None:
    photo = event.galleries[1].photos[0]
    raw = photo.path.with_suffix(".dng")
    raw.write_bytes(image_bytes("TIFF", exif_bytes("2024:05:04 15:00:07"), seed=9))
    companions = (Companion(raw, "c" * 64, "raw"),)
    photos = (replace(photo, companions=companions), event.galleries[1].photos[1])
    ben = replace(event.galleries[1], photos=photos)
    event = replace(event, galleries=(event.galleries[0], ben))
    offsets = Offsets("anna", "joint", (placed("anna", 0.0), placed("ben", 3.0, width_s=1.0)))
    plan = planned(event, offsets, PlanOptions(to="file", caution=Caution(slight=True)))
    assert texts(plan)["ben/IMG_0000.dng"]["EXIF:DateTimeOriginal"] == "2024:05:04 15:00:10"


def test_a_name_with_a_line_break_is_not_told_to_exiftool(event: Event) -> None:
    photo = event.galleries[1].photos[0]
    odd = photo.path.with_name("a\n-overwrite_original.jpg")
    photo.path.rename(odd)
    photos = (replace(photo, path=odd), event.galleries[1].photos[1])
    ben = replace(event.galleries[1], photos=photos)
    event = replace(event, galleries=(event.galleries[0], ben))
    offsets = told(event, "anna", ben=-3605.0)
    plan = planned(event, offsets, PlanOptions(to="script"))
    assert "-overwrite_original" not in exiftool_script(plan, "fix.args")
    assert "line break" in plan.left[0].why
    assert len(planned(event, offsets).files) == 2


def test_photos_of_which_nothing_tells_the_time_are_named(event: Event) -> None:
    path = event.galleries[0].photos[0].path.with_name("x.jpg")
    event = replace(event, timeless=(Timeless(path, "d" * 64, "anna", "no tags"),))
    plan = planned(event, told(event, "anna", ben=-3605.0))
    assert [(left.path, "no tags" in left.why) for left in plan.left] == [(str(path), True)]


def test_names_of_copies_fit_every_disk(tmp_path: Path) -> None:
    event = write_event(tmp_path / "e", {"婚" * 80: ["2024:05:04 14:00:00"]})
    photo = next(event.photos)
    long = photo.path.with_name("写" * 80 + ".jpg")
    photo.path.rename(long)
    gallery = replace(event.galleries[0], photos=(replace(photo, path=long),))
    event = replace(event, galleries=(gallery,))
    options = PlanOptions(to="copies", out=tmp_path / "out")
    (name,) = texts(planned(event, told(event, gallery.name), options))
    assert len(name.encode()) < 250
    assert name.endswith("写.jpg")


def test_a_photo_that_may_be_of_either_side_of_a_jump_is_left_alone(tmp_path: Path) -> None:
    event = write_event(tmp_path / "trip", {"anna": HOURLY[:2], "ben": HOURLY})
    ben = placed("ben", -7200.0, jumps=(Jump(3, 3600.0),), row_chances=(1, 1, 0.5, 0.5, 1, 1))
    plan = planned(event, Offsets("anna", "joint", (placed("anna", 0.0), ben)))
    everyone = sorted(photo.path.name for photo in event.galleries[1].photos)
    assert sorted(one.photo.path.name for one in plan.files) == [*everyone[:2], *everyone[4:]]
    assert [Path(one.path).name for one in plan.left] == everyone[2:4]
    assert all("changed about here" in one.why for one in plan.left)


def test_photos_whose_clock_may_have_been_set_right_are_left_alone(tmp_path: Path) -> None:
    event = write_event(tmp_path / "trip", {"anna": HOURLY[:2], "ben": HOURLY})
    waits = Finding(FindingKind.MAYBE_SET_RIGHT, count=4)
    ben = placed("ben", -7200.0, row_chances=(1, 1, 1, 1, 0.5, 0.5)).with_findings(waits)
    plan = planned(event, Offsets("anna", "joint", (placed("anna", 0.0), ben)))
    everyone = sorted(photo.path.name for photo in event.galleries[1].photos)
    assert sorted(change.photo.path.name for change in plan.files) == everyone[:4]
    assert [Path(one.path).name for one in plan.left] == everyone[4:]
    assert all("may have been corrected" in one.why for one in plan.left)


def test_an_export_gets_the_time_of_its_original_which_stays(event: Event) -> None:
    anna, ben = event.galleries
    folder = anna.photos[0].file.parent
    export = folder / "export.jpg"
    export.write_bytes(image_bytes("JPEG", exif_bytes("2024:06:12 09:00:00"), seed=77))
    key = hashlib.sha256(export.read_bytes()).hexdigest()
    copy = Companion(export, key, "copy", at("2024:06:12 09:00:00"))
    photos = (replace(anna.photos[0], companions=(copy,)), anna.photos[1])
    with_copy = replace(event, galleries=(replace(anna, photos=photos), ben))
    for to in ("sidecar", "file"):
        plan = planned(with_copy, told(event, "anna"), PlanOptions(to=to))
        (change,) = plan.files
        assert change.photo.path.name == "export.jpg"
        assert change.moment.recorded_s == at("2024:06:12 09:00:00")
        assert change.moment.corrected_s == at("2024:05:04 14:00:00")
        assert "it gets the same time" in change.why
    # where its original is not known to be right, it stays as well
    unsure = Offsets("ben", "joint", (placed("anna", 600.0, probability=0.7), placed("ben", 0.0)))
    assert planned(with_copy, unsure).files == ()
