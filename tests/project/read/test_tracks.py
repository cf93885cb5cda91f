"""GPX tracks of an event: galleries whose photos lie on them are measured, the others told why."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import UsageError
from coincide.model import Event, Gallery, Photo, Position
from coincide.model.arrays import Track
from coincide.project import Project
from coincide.project.options import SyncOptions
from coincide.project.read.tracks import load_tracks, with_tracks
from coincide.solver.clocks import clock_beliefs
from tests.drawn import write_event
from tests.media.test_gpx import gpx_file
from tests.scenes import CAMERA
from tests.solver.clocks.galleries import untagged
from tests.solver.clocks.test_track import photos, walk


def gallery(name: str, track: Track, ahead_s: float, seed: int) -> Gallery:
    rng = np.random.default_rng(seed)
    times_s, places = photos(rng, track, 40, ahead_s)
    taken = [
        Photo(
            Path(f"/e/{name}/{number}.jpg"),
            f"{name} {number}",
            time_s,
            time_s,
            device=replace(CAMERA, serial=name),
            position=Position(*place),
        )
        for number, (time_s, place) in enumerate(
            zip(times_s.tolist(), places.tolist(), strict=True)
        )
    ]
    return Gallery(name, tuple(taken))


def test_a_track_measures_the_clocks_of_who_went_along() -> None:
    track = walk(np.random.default_rng(1))
    along = gallery("along", track, 7200.0 + 3733.0, 2)
    elsewhere = gallery("elsewhere", walk(np.random.default_rng(9)), 0.0, 3)
    phone = untagged("phone", zone_s=7200)
    found = with_tracks(Event("e", (along, elsewhere, phone)), [track])
    exact = [photo.exact for photo in found.galleries[0].photos if photo.exact is not None]
    assert len(exact) > 30
    assert {one.source for one in exact} == {"gpx"}
    ours, theirs, _ = clock_beliefs(found)
    assert ours.offset_s == pytest.approx(-3733.0, abs=5.0)
    assert ours.is_known
    assert ours.reason.startswith(f"measured by a GPS track at the places of {len(exact)} photos")
    assert theirs.assumed
    assert found.galleries[1].notes[0].startswith("the GPX track does not measure its clock: ")
    assert found.galleries[2] == phone
    assert with_tracks(found, ()) is found


def test_of_several_tracks_the_one_that_more_photos_lie_on_counts() -> None:
    one, other = (walk(np.random.default_rng(seed)) for seed in (1, 9))
    event = Event("e", (gallery("along", one, 60.0, 2),))
    found = with_tracks(event, [other, one]).galleries[0]
    assert found.notes == ()
    assert sum(photo.exact is not None for photo in found.photos) > 30


def test_what_is_no_track_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--gpx .*nothing\.gpx: no such file.*--no-gpx"):
        load_tracks([str(tmp_path / "nothing.gpx")])
    (tmp_path / "a.gpx").write_text("<kml/>")
    with pytest.raises(UsageError, match="does not begin with <gpx>"):
        load_tracks([str(tmp_path / "a.gpx")])
    with pytest.raises(UsageError, match=r"is a directory|permission denied"):
        load_tracks([str(tmp_path)])


def test_a_track_is_an_option_that_is_kept_and_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_event(tmp_path / "party", {"ann": 3, "bob": 3})
    points = [("48", "11", f"2024-05-04T12:00:0{n}Z") for n in range(3)]
    track = tmp_path / "walk.gpx"
    track.write_bytes(gpx_file(*points))

    def sync(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["sync", "party", *arguments])
        if isinstance(done.exception, UsageError):
            raise done.exception
        assert done.exit_code == 0, done.output
        return done.stdout

    def kept() -> SyncOptions:
        return Project.at(tmp_path / "party").options

    sync("--gpx", "walk.gpx")
    assert kept().gpx == (str(track),)
    assert "taken from the last run" in sync()
    track.write_bytes(gpx_file(*points, ("48", "11", "2024-05-04T12:00:09Z")))
    assert "taken from the last run" not in sync()  # it is another track
    track.unlink()
    with pytest.raises(UsageError, match="no such file"):
        sync()
    sync("--no-gpx")
    assert kept().gpx == ()
    with pytest.raises(UsageError, match="--gpx needs --method joint"):
        sync("--method", "median", "--gpx", "walk.gpx")
