"""What new sidecars say beside times, and how times are said to each program."""

from dataclasses import replace
from pathlib import Path

from msgspec import UNSET

from coincide.model import Event, file_of
from coincide.timeline import build_timeline
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.plan import Files, Plan, PlanOptions, build_plan
from coincide.writing.plan.xmp import edit_sidecar
from tests.photo_files import exif_bytes, image_bytes
from tests.writing.plan.events import told, write_event

TIMES = {"anna": ["2024:05:04 14:00:00"], "ben": ["2024:05:04 15:00:05", "2024:05:05 01:00:04"]}


def planned(event: Event, options: PlanOptions = PlanOptions()) -> Plan:
    root = file_of(event.galleries[0].photos[0].path).parents[1]
    offsets = told(event, "anna", ben=-3605.0)
    files = Files([root], read_file_times)
    return build_plan(event, offsets, build_timeline(event, offsets), files, options)


def test_for_digikam_no_zone_is_written_because_it_would_show_another_hour(tmp_path: Path) -> None:
    event = write_event(tmp_path / "e", TIMES, zone="+02:00")
    for program, time in (("digikam", "14:00:00"), ("darktable", "14:00:00+02:00")):
        plan = planned(event, replace(PlanOptions(), program=program))
        assert {tag.new for tag in plan.files[0].changes} == {f"2024-05-04T{time}"}


def test_a_new_sidecar_repeats_what_is_said_inside_the_photo(tmp_path: Path) -> None:
    event = write_event(tmp_path / "e", TIMES)
    first, second = (file_of(photo.path) for photo in event.galleries[1].photos)
    first.write_bytes(image_bytes("JPEG", exif_bytes("2024:05:04 15:00:05", rating=4)))
    second.with_name(f"{second.name}.xmp").write_bytes(
        edit_sidecar(None, {"XMP-exif:DateTimeOriginal": "2024-05-05T01:00:04"})
    )
    plan = planned(event)
    assert [change.carries for change in plan.files] == [("Xmp.xmp.Rating",), UNSET]
    assert "1 new sidecar repeats the metadata inside the photo" in " ".join(plan.notes)
    in_file = planned(event, PlanOptions(to="file"))
    assert {change.carries for change in in_file.files} == {UNSET}
