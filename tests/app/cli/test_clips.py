"""``coincide clips`` as a user types it: of a kept solution, never solving."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from coincide.errors import StoreError, UsageError
from coincide.media.video.streams import read_streams
from coincide.project import Project
from coincide.project.films import editors as arranging
from tests.drawn import write_event
from tests.media_files import write_mp4
from tests.project.kept_projects import contents, copied, run

TIMES = {"ann": "2024-05-04T14:01:00", "bob": "2024-05-04T14:02:30"}


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event in which two of three people film, synced, with the places of two pinned."""
    folder = write_event(
        tmp_path_factory.mktemp("filmed") / "party", {"ann": 5, "bob": 6, "cyd": 4}
    )
    for number, (person, time) in enumerate(TIMES.items()):
        name = f"VID_{time.translate({ord(one): None for one in '-:'}).replace('T', '_')}.mp4"
        write_mp4(folder / person / name, time, seed=number)
    run("sync", folder, "--anchor", "ann")
    run("hint", "pin", folder, "bob", "+1h0m10s")
    run("hint", "confirm", folder, "bob")
    run("sync", folder, "--anchor", "ann")
    return folder


def starts_s(path: Path) -> dict[str, float]:
    """Return where each clip of an .otio file begins, by its track."""
    found = {}
    for track in json.loads(path.read_text())["tracks"]["children"]:
        at_s = 0.0
        for one in track["children"]:
            length = one["source_range"]["duration"]
            if one["OTIO_SCHEMA"].startswith("Clip"):
                found[track["name"]] = at_s
            at_s += length["value"] / length["rate"]
    return found


def test_clips_lie_as_the_timeline_has_them_and_nothing_else_is_written(
    party: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = contents(party)
    out = run("clips", party)
    assert contents(party) == before
    assert [path.name for path in tmp_path.iterdir()] == ["party.otio"]
    assert re.search(r"wrote party\.otio", out)
    times_s = {
        entry.gallery: entry.event_time_s
        for entry in Project.at(party).shown().solution.timeline
        if entry.photo.path.suffix == ".mp4"
    }
    found = starts_s(tmp_path / "party.otio")
    assert found.keys() == times_s.keys() == TIMES.keys()
    apart_s = (times_s["bob"] or 0.0) - (times_s["ann"] or 0.0)
    assert apart_s == pytest.approx(3600 + 10 + 90)
    assert found == pytest.approx({"ann": 0.0, "bob": apart_s})


@pytest.mark.parametrize(
    ("to", "names"),
    [
        ("fcpxml", ["a.fcpxml"]),
        ("mlt", ["a.mlt"]),
        ("edl", ["a-ann.edl", "a-bob.edl"]),
    ],
)
def test_each_format_is_written_where_asked_for(
    party: Path, tmp_path: Path, to: str, names: list[str]
) -> None:
    out = run("clips", party, "--to", to, "--out", tmp_path / f"a.{to}")
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert "10 frames a second, 320 × 240" in out
    text = (tmp_path / names[0]).read_text(encoding="utf-8")
    if to != "edl":
        assert ElementTree.fromstring(text) is not None
    assert "VID_20240504_140100.mp4" in text


def test_a_film_of_all_angles_is_made_without_an_editor(party: Path, tmp_path: Path) -> None:
    out = run("clips", party, "--out", tmp_path / "all.mp4")
    assert [path.name for path in tmp_path.iterdir()] == ["all.mp4"]
    assert re.search(r"wrote .*all\.mp4: \d+ s, 2 scenes", out)
    told = read_streams(tmp_path / "all.mp4")
    assert told.size_px == (1920, 1080)
    # an hour lies between the two, and is folded away
    assert told.duration_s < 10
    again = run("clips", party, "--out", tmp_path / "all.mp4")  # it is ours
    assert "wrote" in again
    (tmp_path / "mine.mp4").write_text("mine")
    with pytest.raises(StoreError, match="Give another file"):
        run("clips", party, "--out", tmp_path / "mine.mp4")
    with pytest.raises(UsageError, match="leave out --to"):
        run("clips", party, "--to", "mlt", "--out", tmp_path / "b.mp4")


def test_a_file_that_is_there_is_not_replaced(party: Path, tmp_path: Path) -> None:
    (tmp_path / "a.mlt").write_text("mine")
    with pytest.raises(StoreError, match="Give another file"):
        run("clips", party, "--to", "mlt", "--out", tmp_path / "a.mlt")
    assert (tmp_path / "a.mlt").read_text() == "mine"
    (tmp_path / "a-bob.edl").write_text("mine")
    with pytest.raises(StoreError, match=r"a-bob\.edl"):
        run("clips", party, "--to", "edl", "--out", tmp_path / "a.edl")
    assert not (tmp_path / "a-ann.edl").exists()


def test_an_old_result_is_refused_and_sync_makes_a_new_one(party: Path, tmp_path: Path) -> None:
    event = copied(party, tmp_path / "party")
    next(event.rglob("IMG_0003.jpg")).unlink()
    with pytest.raises(StoreError, match="out of date"):
        run("clips", event, "--out", tmp_path / "a.otio")
    run("clips", event, "--sync", "--out", tmp_path / "a.otio")
    assert set(starts_s(tmp_path / "a.otio")) == set(TIMES)


def test_what_is_not_certain_is_said_and_put_in_when_asked_for(party: Path, tmp_path: Path) -> None:
    event = copied(party, tmp_path / "party")
    run("hint", "forget", event, "--all")
    run("sync", event, "--method", "median")  # which does not say how sure it is
    out = run("clips", event, "--out", tmp_path / "a.otio")
    assert "bob: 1 clip is left out, this method does not say how sure it is" in out
    assert set(starts_s(tmp_path / "a.otio")) == {"ann"}
    out = run("clips", event, "--unsure", "--out", tmp_path / "b.otio")
    assert "NOT CERTAIN" in out
    assert set(starts_s(tmp_path / "b.otio")) == {"ann", "bob"}


def test_without_videos_or_the_means_to_see_them_it_says_so(
    party: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = write_event(tmp_path / "still", {"ann": 3, "bob": 3})
    run("sync", event)
    with pytest.raises(UsageError, match="No gallery of this event has a video"):
        run("clips", event)
    monkeypatch.setattr(arranging, "has_av", lambda: False)
    with pytest.raises(UsageError, match=r"coincide\[video\]"):
        run("clips", party)
