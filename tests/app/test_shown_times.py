"""Over a change of zone or summer time, every surface shows one and the same local time.

Real runs from files on: what the command line prints, the tables, the review app's pages and its
report, albums, the Python interface, and what a plan writes.
"""

import csv
import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

import coincide
from coincide.app.cli.app import app
from coincide.model.times import WallTime, from_datetime
from tests.app.review.conftest import serving
from tests.crossing_events import (
    HOUR,
    Part,
    exif_text,
    flight_east,
    hour_twice,
    summer_time_ends,
    write_crossing,
)

pytestmark = pytest.mark.slow

# who is told to be right, the reference; the other's clock is brought to it
TRUSTED = "Ann"


def run(*words: str | Path) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    return done.output


def written(folder: Path, parts: Sequence[Part], camera_zone: timedelta) -> Path:
    event = write_crossing(folder, parts, camera_zone=camera_zone)
    run("sync", event)
    return event


@pytest.fixture(scope="module")
def autumn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an event over the end of summer time; Ben's camera stays on summer time."""
    return written(tmp_path_factory.mktemp("autumn") / "autumn", summer_time_ends(), 2 * HOUR)


def displays(event: Path) -> dict[str, WallTime]:
    """Return what the camera of each photo displayed, as its file states it."""
    found = {}
    for path in sorted(event.glob("*/*.jpg")):
        with Image.open(path) as image:
            tags = image.getexif().get_ifd(0x8769)
        time_s = from_datetime(datetime.strptime(tags[0x9003], "%Y:%m:%d %H:%M:%S"))
        zone = tags.get(0x9011)
        zone_s = None if zone is None else int(zone[:3]) * 3600
        found[f"{path.parent.name}/{path.name}"] = WallTime(time_s, zone_s)
    return found


def short(path: str) -> str:
    return "/".join(Path(path).parts[-2:])


def by_table(event: Path) -> list[dict[str, str]]:
    with (event / ".coincide" / "timeline.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def by_command(event: Path) -> dict[str, str]:
    """Return what ``coincide timeline`` prints of each photo, in its order."""
    lines = [line.split() for line in run("timeline", event).splitlines()]
    return {short(words[3]): f"{words[0]} {words[1]}" for words in lines}


def by_app(event: Path) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return what pages are told of the event, its album, and what they ask."""
    with serving([event], [event]) as live:
        live.settled()
        return live.get("/api/event"), live.get("/api/album"), live.get("/api/questions")


def rows_of(view: dict[str, Any]) -> dict[str, int]:
    names = [one["name"] for one in view["galleries"]]
    return {
        f"{name}/{view['photos']['name'][row]}": row
        for name, first, end in zip(names, view["starts"], view["starts"][1:], strict=False)
        for row in range(first, end)
    }


def local_in(view: dict[str, Any], row: int) -> WallTime:
    photos = view["photos"]
    return WallTime(photos["local_s"][row], photos["local_zone_s"][row])


def shown_in(view: dict[str, Any], row: int) -> WallTime:
    photos = view["photos"]
    return WallTime(photos["shown_s"][row], photos["shown_zone_s"][row])


def check_all_agree(event: Path, true: Callable[[str], WallTime]) -> None:
    """Assert that all surfaces show the same, each photo within seconds of the true local time."""
    cameras = displays(event)
    view, album, _ = by_app(event)
    rows, command, table = rows_of(view), by_command(event), by_table(event)
    project = coincide.open(event)
    entries = {f"{one.gallery}/{one.photo.path.name}": one for one in project.timeline}
    plan = project.plan(to="file")
    planned = {short(str(one.photo.path)): one for one in plan.files}
    assert len(command) == len(table) == len(rows) == len(cameras) == len(entries)
    assert {name.partition("/")[0] for name in planned} == {"Ben"}
    for row in table:
        name = short(row["path"])
        shown = entries[name].shown
        assert shown is not None
        assert abs(shown.time_s - true(name).time_s) <= 20.0, name
        assert shown.zone_s == true(name).zone_s
        assert command[name] == shown.text
        assert local_in(view, rows[name]) == shown
        exact = datetime.fromisoformat(row["event_time"])
        assert abs(from_datetime(exact) - shown.time_s) < 1.0
        assert row["event_zone"] == shown.zone
        # what the camera displayed is what its file states, to the letter
        assert shown_in(view, rows[name]) == cameras[name]
        assert row["camera_time"][:19] == cameras[name].clock
        assert row["camera_zone"] == cameras[name].zone
        if name in planned:
            changes = {one.tag: one.new for one in planned[name].changes}
            assert changes["EXIF:DateTimeOriginal"] == shown.clock.replace("-", ":")
            assert changes["EXIF:OffsetTimeOriginal"] == shown.zone
        else:
            assert shown.text == cameras[name].text  # the reference is as it stands
    check_album(event, view, album)
    check_report(event, view)


def check_album(event: Path, view: dict[str, Any], album: dict[str, Any]) -> None:
    """Assert that the album in the app, as a file and from Python has the times of the timeline."""
    rows = [row for one in album["chapters"] for moment in one["moments"] for row in moment]
    out = event.parent / f"{event.name}-album.json"
    out.unlink(missing_ok=True)
    run("album", event, "--out", out)
    document = json.loads(out.read_text())
    told = [local_in(view, row) for row in rows]
    photos = [one for one in document["photos"] if one["event_time"] is not None]
    assert [(one["event_time"], one["event_zone"]) for one in photos] == [
        (one.clock, one.zone) for one in told
    ]
    made = coincide.open(event).album()
    assert [made.items[row].local for one in made.album.chapters for row in one.rows] == told


def check_report(event: Path, view: dict[str, Any]) -> None:
    out = event.parent / f"{event.name}.html"
    coincide.open(event).report(out)
    page = out.read_text()
    start = page.index('id="coincide-data">') + len('id="coincide-data">')
    told = json.loads(page[start : page.index("</script>", start)])["event"]
    assert told["photos"] == view["photos"]
    assert told["zones"] == view["zones"]


def moment_of(parts: Sequence[Part]) -> Callable[[str], WallTime]:
    """Return the true local time of each photo, by its name."""
    moments = [(moment, part.zone) for part in parts for moment in part.moments]

    def true(name: str) -> WallTime:
        moment, zone = moments[int(name[-8:-4])]
        return WallTime(from_datetime(moment + zone), round(zone.total_seconds()))

    return true


def test_h2_the_question_states_what_each_camera_displayed(tmp_path: Path) -> None:
    """Ann's phone says 14:10:29+02:00 and Ben's camera 13:50:35: about two by both."""
    slow, event = timedelta(minutes=20), tmp_path / "autumn"
    write_crossing(event, summer_time_ends(), camera_zone=2 * HOUR, slow=slow)
    asked = " ".join(run("sync", event).split())
    cameras = displays(event)
    ann, ben = cameras["Ann/IMG_0000.jpg"], cameras["Ben/IMG_0000.jpg"]
    assert (ann.text, ben.text) == ("2024-10-26 14:10:29+02:00", "2024-10-26 13:50:35")
    assert "whose clock is right, Ann's or Ben's?" in asked
    assert f"the camera of Ben showed {ben.text} for Ben/IMG_0000.jpg" in asked
    by_ann = asked.partition("the camera of Ann showed ")[2].partition(" for Ann/")[0]
    assert by_ann[-6:] == "+02:00"
    apart_s = from_datetime(datetime.fromisoformat(by_ann)) - ann.time_s
    assert abs(apart_s) <= 15.0
    # and the same in the app: a photo of each, minutes apart and not an hour
    view, _, questions = by_app(event)
    (whose,) = questions["whose"]
    assert whose["galleries"] == ["Ann", "Ben"]
    rows = rows_of(view)
    assert whose["rows"] == [rows["Ann/IMG_0000.jpg"], rows["Ben/IMG_0000.jpg"]]
    assert [shown_in(view, row) for row in whose["rows"]] == [ann, ben]
    assert -1220 < whose["off_s"] < -1160


def test_h2_all_surfaces_agree_over_the_end_of_summer_time(autumn: Path) -> None:
    run("hint", "trust", autumn, TRUSTED)
    run("sync", autumn)
    check_all_agree(autumn, moment_of(summer_time_ends()))
    first = by_table(autumn)[:2]
    assert {row["event_time"][:16] for row in first} == {"2024-10-26 14:10"}
    people = json.loads(run("who", autumn, "--json"))["people"]
    listed = [device["first"] for person in people for device in person["devices"]]
    assert listed == ["2024-10-26 14:10:29", "2024-10-26 14:07:05"]


def test_all_surfaces_agree_over_a_flight(tmp_path: Path) -> None:
    parts = flight_east()
    event = written(tmp_path / "trip", parts, HOUR)
    run("hint", "trust", event, TRUSTED)
    run("sync", event)
    check_all_agree(event, moment_of(parts))
    view, album, _ = by_app(event)
    assert [one["zone_s"] for one in view["zones"]] == [3600, 9 * 3600]
    names = [one["name"] for one in album["chapters"]]
    assert names[0].startswith("Saturday 10 February, morning")
    assert "Sunday 11 February, night" in names
    # the last photos are after midnight in Tokyo, and so on the next day
    assert names[-1] == "Monday 12 February, night"
    assert by_table(event)[-1]["event_time"].startswith("2024-02-12 01:")


def test_an_hour_that_clocks_show_twice_reorders_nothing(tmp_path: Path) -> None:
    parts = hour_twice()
    event = written(tmp_path / "night", parts, 2 * HOUR)
    run("hint", "trust", event, TRUSTED)
    run("sync", event)
    check_all_agree(event, moment_of(parts))
    mine = [row for row in by_table(event) if row["gallery"] == "Ann"]
    assert [Path(row["path"]).name for row in mine] == sorted(
        Path(row["path"]).name for row in mine
    )
    hours = [(row["event_time"][11:13], row["event_zone"]) for row in mine]
    assert hours[0] == ("02", "+02:00")
    assert ("02", "+01:00") in hours
    texts = [row["event_time"] for row in mine]
    assert texts != sorted(texts)  # clocks were put back between two of them


def shift_of(event: Path, *words: str) -> dict[str, Any]:
    plan = event.parent / "shift.json"
    plan.unlink(missing_ok=True)
    run("shift", event, *words, "--to", "file", "--out", plan)
    return json.loads(plan.read_text())  # type: ignore[no-any-return]


def test_a_clock_on_a_photo_is_compared_with_what_its_camera_displayed(autumn: Path) -> None:
    """The clock in the picture is five seconds ahead of the phone, not an hour."""
    shown = exif_text(summer_time_ends()[0].moments[0] + 2 * HOUR + timedelta(seconds=5))
    plan = shift_of(autumn, "--photo", "Ann/IMG_0000.jpg", "--shows", shown[11:])
    assert {one["moment"]["shift_s"] for one in plan["files"]} == {4.0}  # its display was at 29.7 s
    # the same for what another camera displayed at the same moment
    plan = shift_of(autumn, "--photo", "Ann/IMG_0000.jpg", "--same", "Ben/IMG_0000.jpg")
    shifts = {one["moment"]["shift_s"] for one in plan["files"]}
    assert all(abs(shift_s + 204.0) <= 1.0 for shift_s in shifts)
