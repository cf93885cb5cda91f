"""Events whose files were corrected: read again as their cameras made them, and planned anew."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide import project as pipeline
from coincide.ingest import read_event
from coincide.ingest.chapters import join_chapters
from coincide.media.exiftool import find_exiftool
from coincide.model import ClipShift, Event, Jump, Offsets, Photo, Placement
from coincide.project import OpenPlan
from coincide.project.folder.corrections import AppliedPlans
from coincide.project.plans.cameras import PATH_VARIABLE, load_cameras
from coincide.project.plans.plans import _files, as_it_stands, free_plan_path
from coincide.project.read.events import _anchored
from coincide.project.userinput.document import hints_for
from coincide.timeline import build_timeline
from coincide.writing.plan import Plan, PlanOptions, Target, build_plan
from tests.media_files import write_apple_mov, write_dng, write_heic, write_mp4
from tests.photo_files import write_photo
from tests.writing.apply.trees import snapshot
from tests.writing.plan.events import at, gallery, placed

needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")
MODES = ["sidecar", pytest.param("file", marks=needs_exiftool)]
PIXEL = {"com.android.manufacturer": "Google", "com.android.model": "Pixel 7"}


@pytest.fixture(autouse=True)
def cameras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))


@pytest.fixture
def trip(tmp_path: Path) -> Path:
    """Two cameras, of which Ben's is an hour ahead."""
    for name, hour in (("anna", 14), ("ben", 15)):
        for minute in range(3):
            time = f"2024:05:04 {hour}:0{minute}:30"
            path = tmp_path / "trip" / name / f"IMG_{minute}.jpg"
            write_photo(path, time, digitised=time, model=f"EOS {name}", serial=f"{name}-1")
    return tmp_path / "trip"


def offsets_of(event: Event, **offsets_s: float) -> Offsets:
    return Offsets(
        "anna",
        "joint",
        tuple(placed(one.name, offsets_s[one.name], width_s=1.0) for one in event.galleries),
    )


def planned(folder: Path, to: Target = "sidecar", **offsets_s: float) -> Plan:
    event = pipeline.load_event(folder)
    return by_offsets(event, offsets_of(event, **offsets_s), to)


def by_offsets(event: Event, offsets: Offsets, to: Target) -> Plan:
    options = PlanOptions(to=to)
    timeline = build_timeline(event, offsets)
    return build_plan(event, offsets, timeline, _files(event, options), options)


def by_hand(folder: Path, **shifts_s: float) -> Plan:
    event = as_it_stands(pipeline.load_event(folder))
    return pipeline.plan_by_hand(event, shifts_s, PlanOptions(), progress=lambda *_: None)


def applied(plan: Plan, path: Path) -> OpenPlan:
    pipeline.save_plan(plan, path)
    opened = pipeline.open_plan(path)
    report = pipeline.apply_plan(opened, progress=lambda *_: None)
    assert (report.done, report.failed) == (len(plan.files), ())
    return opened


def undone(opened: OpenPlan) -> int:
    return len(pipeline.undo_plan(opened, progress=lambda *_: None).left)


def said(event: Event, gallery: str) -> list[float]:
    return [p.recorded_time_s for one in event.galleries if one.name == gallery for p in one.photos]


def as_read(event: Event) -> list[tuple[object, ...]]:
    """Return all that is read of each photo and may change when its file is corrected."""

    def read(photo: Photo) -> tuple[object, ...]:
        times = (photo.recorded_time_s, photo.camera_time_s, photo.zone_s, photo.time_from)
        others = tuple((one.path, one.key, one.role) for one in photo.companions)
        return (photo.path, photo.key, photo.clip, *times, *others)

    return [(one.name, *read(photo)) for one in event.galleries for photo in one.photos]


def write_all_kinds(folder: Path) -> None:
    """Write a phone with a video in UTC, RAW pairs two seconds apart, live photos, and a name."""
    write_photo(folder / "anna" / "a.jpg", "2024:05:04 14:00:30", serial="anna")
    for minute in range(3):
        time = f"2024:05:04 15:0{minute}:00"
        path = folder / "ida" / f"IMG_{minute}.jpg"
        write_photo(path, time, zone="+02:00", make="Google", model="Pixel 7")
    write_mp4(folder / "ida" / "clip.mp4", "2024-05-04T13:01:30", tags=PIXEL)
    write_photo(folder / "raw" / "R.JPG", "2024:05:04 16:00:30", subseconds="25", serial="r")
    write_dng(folder / "raw" / "R.DNG", "2024:05:04 16:00:32", serial="r")
    write_photo(folder / "name" / "IMG_20240504_150300.jpg", None, make=None, model=None)
    if find_exiftool() is not None:
        write_heic(folder / "apple" / "IMG_0001.HEIC", "2024:05:04 15:00:10")
        film = folder / "apple" / "IMG_0001.MOV"
        write_apple_mov(film, "2024:05:04 15:00:09+02:00", time_utc="2024-05-04T13:00:09")


@pytest.mark.parametrize("to", MODES)
def test_every_kind_of_file_is_read_again_as_it_was_made(tmp_path: Path, to: Target) -> None:
    folder = tmp_path / "trip"
    write_all_kinds(folder)
    before = as_read(pipeline.load_event(folder))
    tree = snapshot(folder / "ida") | snapshot(folder / "raw")
    places = {"anna": 0.0, "apple": -3600.0, "ida": -3600.0, "name": -3600.0, "raw": -7200.0}
    opened = applied(planned(folder, to, **places), tmp_path / "plan.json")
    after = pipeline.load_event(folder)
    assert as_read(after) == before
    moved_s = {photo.applied_s for photo in after.photos}
    assert moved_s == {None, -3600.0, -7200.0}
    assert planned(folder, to, **places).files == ()
    assert undone(opened) == 0
    assert snapshot(folder / "ida") | snapshot(folder / "raw") == tree


@needs_exiftool
def test_a_file_that_was_corrected_needs_no_sidecar(trip: Path, tmp_path: Path) -> None:
    applied(planned(trip, "file", anna=0.0, ben=-3600.0), tmp_path / "plan.json")
    assert planned(trip, "sidecar", anna=0.0, ben=-3600.0).files == ()


@pytest.mark.parametrize("to", MODES)
def test_a_better_offset_is_applied_over_the_first_whatever_the_plans_are_called(
    trip: Path, tmp_path: Path, to: Target
) -> None:
    before, made = snapshot(trip / "ben"), said(pipeline.load_event(trip), "ben")
    first = applied(planned(trip, to, anna=0.0, ben=-3600.0), tmp_path / "z.json")
    second = applied(planned(trip, to, anna=0.0, ben=-3000.0), tmp_path / "a.json")
    stands = said(read_event([trip]), "ben")
    assert stands == [time_s - 3000.0 for time_s in made]
    event = pipeline.load_event(trip)
    assert said(event, "ben") == made
    assert {photo.applied_s for photo in event.photos} == {None, -3000.0}
    assert undone(first) == 3
    assert (undone(second), undone(first)) == (0, 0)
    assert snapshot(trip / "ben") == before


@needs_exiftool
def test_a_photo_that_came_back_from_a_backup_is_corrected_again(
    trip: Path, tmp_path: Path
) -> None:
    photo = trip / "ben" / "IMG_0.jpg"
    data = photo.read_bytes()
    applied(planned(trip, "file", anna=0.0, ben=-300.0), tmp_path / "first.json")
    photo.write_bytes(data)
    assert said(pipeline.load_event(trip), "ben")[0] == at("2024:05:04 15:00:30")
    plan = planned(trip, "file", anna=0.0, ben=-300.0)
    assert [change.photo.path.name for change in plan.files] == ["IMG_0.jpg"]
    applied(plan, tmp_path / "second.json")


@needs_exiftool
def test_a_clock_that_was_set_anew_is_corrected_in_sidecars_and_then_in_files(
    trip: Path, tmp_path: Path
) -> None:
    event = pipeline.load_event(trip)
    jumped = placed("ben", -3600.0, jumps=(Jump(1, 600.0),))
    offsets = Offsets("anna", "joint", (placed("anna", 0.0), jumped))
    applied(by_offsets(event, offsets, "sidecar"), tmp_path / "sidecar.json")
    event = pipeline.load_event(trip)
    plan = by_offsets(event, offsets_of(event, anna=0.0, ben=-3600.0), "file")
    assert plan.left == ()
    applied(plan, tmp_path / "file.json")
    assert said(read_event([trip]), "ben") == [
        *(at("2024:05:04 14:00:30"), at("2024:05:04 14:11:30"), at("2024:05:04 14:12:30"))
    ]
    event = pipeline.load_event(trip)
    assert by_offsets(event, offsets_of(event, anna=0.0, ben=-3600.0), "file").files == ()


def test_what_was_corrected_keeps_its_place_but_by_hand_says_nothing_of_it(
    trip: Path, tmp_path: Path
) -> None:
    opened = applied(by_hand(trip, ben=-3600.0), tmp_path / "hand.json")
    event = pipeline.load_event(trip)
    assert hints_for(event).pinned == ()
    assert said(event, "ben") == said(event, "anna")
    undone(opened)
    applied(planned(trip, anna=0.0, ben=-3600.0), tmp_path / "plan.json")
    assert hints_for(pipeline.load_event(trip)).pinned == ((0, 0.0), (1, -3600.0))


def test_by_hand_adds_to_what_stands(trip: Path, tmp_path: Path) -> None:
    made = said(pipeline.load_event(trip), "ben")
    applied(planned(trip, anna=0.0, ben=-3600.0), tmp_path / "plan.json")
    event = as_it_stands(pipeline.load_event(trip))
    assert said(event, "ben") == said(event, "anna")
    for number, name in enumerate(("x", "b")):
        applied(by_hand(trip, ben=60.0), tmp_path / f"{name}.json")
        now = [time_s - 3600.0 + 60.0 * (number + 1) for time_s in made]
        assert said(read_event([trip]), "ben") == now


def test_a_plan_that_was_taken_back_makes_room_for_the_next(trip: Path) -> None:
    project = trip / ".coincide"
    path = free_plan_path(project)
    assert path == project / "plan.json"
    opened = applied(by_hand(trip, ben=60.0), path)
    assert free_plan_path(project) == project / "plan-2.json"
    undone(opened)
    assert free_plan_path(project) == path
    applied(by_hand(trip, ben=120.0), path)
    assert said(read_event([trip]), "ben")[0] == at("2024:05:04 15:02:30")


def test_a_camera_is_remembered_as_it_was_at_last(trip: Path, tmp_path: Path) -> None:
    event = pipeline.load_event(trip)
    jumped = placed("ben", -3600.0, jumps=(Jump(1, 600.0),))
    places: tuple[Placement, ...] = (placed("anna", 0.0), jumped)
    offsets = Offsets("anna", "joint", places, event_time="true")
    applied(by_offsets(event, offsets, "sidecar"), tmp_path / "plan.json")
    (camera,) = load_cameras()
    assert (camera.shift_s, camera.last) == (-3000.0, "2024-05-04 14:12:30")


def test_true_time_stays_true_time_for_who_joins_late() -> None:
    event = Event("e", (gallery("Ida", ["2024:05:04 14:00:00"]),))
    joined = _anchored(event, AppliedPlans(anchor="Ida", true_time=True))
    assert (joined.anchor, joined.true_time) == ("Ida", True)
    assert _anchored(event, AppliedPlans(anchor="gone", true_time=True)) == event


HERO = {"com.android.manufacturer": "GoPro", "com.android.model": "HERO11 Black"}


def write_chapters(folder: Path) -> None:
    """Write a GoPro's recording of three files, all of which bear the time of the first."""
    write_photo(folder / "anna" / "a.jpg", "2024:05:04 14:00:30", serial="anna")
    for chapter in (1, 2, 3):
        path = folder / "gopro" / f"GX0{chapter}0042.MP4"
        write_mp4(
            path, "2024-05-04T15:00:00", duration_s=6.0, size=(64, 48), seed=chapter, tags=HERO
        )


def chapters_of(event: Event) -> list[tuple[str, float]]:
    """Return the chapters of the one recording of an event, and when each begins in it."""
    (found,) = join_chapters([*event.photos])
    return [(one.path.name, round(one.within_s, 1)) for one in found.chapters]


def in_order(event: Event) -> list[tuple[str, float]]:
    clips = [one for one in event.photos if one.clip is not None]
    clips.sort(key=lambda one: (one.camera_time_s, one.key))
    return [(one.path.name, round(one.camera_time_s - clips[0].camera_time_s)) for one in clips]


@pytest.mark.parametrize("heard_s", [(0.0, 0.0, 0.0), (9.0, 0.0, 0.4), (4.0, 4.0, 4.0)])
@pytest.mark.parametrize("to", MODES)
def test_chapters_of_a_recording_keep_their_order_once_corrected(
    tmp_path: Path, to: Target, heard_s: tuple[float, ...]
) -> None:
    folder = tmp_path / "trip"
    write_chapters(folder)
    before = pipeline.load_event(folder)
    names = [f"GX0{chapter}0042.MP4" for chapter in (1, 2, 3)]
    assert in_order(before) == [*zip(names, (0, 6, 12), strict=True)]
    # what sound tells of each clip besides its clock
    clips = [one for one in before.photos if one.clip is not None]
    shifts = tuple(map(ClipShift, (one.key for one in clips), heard_s))
    bare = offsets_of(before, anna=0.0, gopro=-3600.0)
    gopro = replace(bare["gopro"], clips=shifts)
    offsets = replace(bare, placements=(bare["anna"], gopro))
    applied(by_offsets(before, offsets, to), tmp_path / "plan.json")
    after = pipeline.load_event(folder)
    assert as_read(after) == as_read(before)
    assert in_order(after) == in_order(before)
    assert chapters_of(after) == chapters_of(before) == [*zip(names, (0.0, 6.0, 12.0), strict=True)]
    # what was applied is the clock's, whatever its clips were moved by besides
    assert {one.applied_s for one in after.photos if one.clip is not None} == {-3600.0}
    assert by_offsets(after, offsets, to).files == ()
    said_s = [one.recorded_time_s for one in as_it_stands(after).photos if one.clip is not None]
    first_s = clips[0].recorded_time_s - 3600.0
    began_s = [first_s + 6.0 * nth + by_s for nth, by_s in enumerate(heard_s)]
    assert sorted(said_s) == pytest.approx(sorted(began_s), abs=1.0)
