"""Clips of whole events: where the truth has them, and what could not be opened."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from coincide.demo import DemoOptions
from coincide.media.video.streams import Streams
from coincide.model import Event, Offsets
from coincide.project import Project
from coincide.project.films import editors as arranging
from coincide.project.films.editors import arrange_clips
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.timeline import build_timeline
from tests.conftest import CopyDemo
from tests.media_files import write_mp4
from tests.writing.plan.events import gallery, placed

FILMED = DemoOptions(4, 72, seed=5, n_phones=3, n_films=5)


def kept(folder: Path, *names: str) -> Any:
    """Return what a project tells of an event with files of these names, 30 s apart."""
    ada = gallery("Ada", [f"2024:05:04 14:{number:02d}:00" for number in range(len(names))])
    photos = [
        replace(photo, path=folder / name) for photo, name in zip(ada.photos, names, strict=True)
    ]
    event = Event("party", (replace(ada, photos=tuple(photos)),))
    offsets = Offsets("Ada", "joint", (placed("Ada", 0.0),))
    timeline = build_timeline(event, offsets)
    solution = SimpleNamespace(event=event, offsets=offsets, timeline=timeline, heard=())
    return SimpleNamespace(holding=lambda _progress: solution)


def test_what_cannot_be_opened_or_named_is_told_and_the_rest_is_put_in(tmp_path: Path) -> None:
    whole = write_mp4(tmp_path / "whole.mp4")
    (tmp_path / "cut.mp4").write_bytes(whole.read_bytes()[:200])
    write_mp4(tmp_path / "odd\nname.mp4")
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    found = arrange_clips(
        kept(tmp_path, "whole.mp4", "cut.mp4", "odd\nname.mp4", "photo.jpg", "gone.mp4")
    )
    assert found.arranged.clips is not None
    assert [clip.path for clip in found.arranged.clips.clips] == [whole]
    assert [one.path.name for one in found.unread] == ["cut.mp4", "odd\nname.mp4", "gone.mp4"]
    assert "editing programs cannot contain" in found.unread[1].reason


def test_progress_is_told_for_every_photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arranging, "is_video", lambda _path: True)
    monkeypatch.setattr(arranging, "read_streams", lambda _path: Streams(*[1] * 3, (2, 2)))  # type: ignore[arg-type]
    told: list[tuple[str, int, int]] = []
    arrange_clips(kept(tmp_path, "a", "b"), progress=lambda *one: told.append(one))
    assert told == [("read", 1, 2), ("read", 2, 2)]


@pytest.mark.slow
def test_clips_of_a_rendered_event_lie_where_the_truth_has_them(
    copy_demo: CopyDemo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    folder = copy_demo(FILMED, tmp_path / "party")
    truth = json.loads((folder / "truth-clips.json").read_text())
    project = Project.at(folder)
    project.sync()
    found = arrange_clips(project).arranged.clips
    assert found is not None
    assert len(found.clips) >= 3
    for track in found.tracks:
        errors_s = []
        for clip in track.clips:
            told = truth[f"{clip.path.parent.name}/{clip.path.name}"]
            errors_s.append(float(found.begins_s + clip.start_s) - told["start_s"])
            assert float(clip.duration_s) == pytest.approx(told["length_s"], abs=0.1)
        # pictures tell a clock to seconds; among themselves clips are as exact as their names
        assert max(map(abs, errors_s)) < 60.0
        assert max(errors_s) - min(errors_s) < 1.0
