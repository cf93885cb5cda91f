"""A minute's film: every row once and by time, one sound, films in step, and what it is made of."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from coincide.album import Angles, Instant
from coincide.writing.album import Story, Wishes, write_story
from coincide.writing.album.reel import LENGTH_S, RATE, ReelSource, reel_of
from coincide.writing.clips.grid import AudioSpan
from tests.film_files import speech, write_film
from tests.writing.album.stories import story

STILL = ReelSource(Path("still.mp4"), (800, 600))


def clip(length_s: int, n_channels: int = 1) -> ReelSource:
    return ReelSource(Path("clip.mp4"), (640, 480), Fraction(length_s), n_channels)


@pytest.fixture
def told(tmp_path: Path) -> Story:
    return story(tmp_path / "event", film=True)


def test_stills_share_what_clips_leave_of_a_minute(told: Story) -> None:
    sources = dict.fromkeys(range(5), STILL) | {5: clip(20)}
    film = reel_of(told, sources, Wishes())
    assert [scene.n_frames / RATE for scene in film.scenes] == [4] * 5 + [5]
    starts = [scene.start_s for scene in film.scenes]
    assert starts == sorted(starts)
    assert film.n_frames / RATE <= LENGTH_S
    assert {cell.name for scene in film.scenes for cell in scene.grids[0].cells} == {""}


def test_one_sound_goes_on_over_the_pictures_behind_its_clip(told: Story) -> None:
    sources = {0: STILL, 1: clip(20), 2: STILL, 3: clip(9, n_channels=0), 4: STILL}
    film = reel_of(told, sources, Wishes())
    first, *others = (scene.heard[0] for scene in film.scenes)
    assert first == film.scenes[0].n_frames / RATE  # silence until somebody recorded a sound
    assert all(isinstance(one, AudioSpan) and one.clip.path.name == "clip.mp4" for one in others)
    ends = [one.from_s + one.length_s for one in others if isinstance(one, AudioSpan)]
    begins = [one.from_s for one in others if isinstance(one, AudioSpan)]
    assert begins[1:] == ends[:-1]


def test_films_in_step_and_instants_are_beside_each_other(told: Story) -> None:
    album = replace(
        told.album, instants=(Instant((0, 1), 1.0, 2.0),), angles=(Angles((3, 5), (0.0, 4.5)),)
    )
    sources = dict.fromkeys(range(3), STILL) | {3: clip(30), 4: STILL, 5: clip(12)}
    film = reel_of(replace(told, album=album), sources, Wishes(who=True))
    assert [len(scene.grids[0].cells) for scene in film.scenes] == [2, 1, 2, 1]
    assert [cell.name for cell in film.scenes[0].grids[0].cells] == [
        "Zephyrine",
        "Zephyrine's aunt",
    ]
    scene = film.scenes[2]
    one, other = (cell.clips[0] for cell in scene.grids[0].cells)
    assert other.start_s - one.start_s == Fraction(9, 2)
    assert other.start_s <= scene.start_s  # both have begun


def test_the_film_is_made_and_shows_a_picture_then_a_clip_with_its_sound(tmp_path: Path) -> None:
    told = story(tmp_path / "event", film=True)
    write_film(tmp_path / "talk.mp4", speech(6.0, 1))
    shown = replace(told.shown[5], file=tmp_path / "talk.mp4", length_s=6.0)
    told = replace(told, shown=(*told.shown[:5], shown, *told.shown[6:]))
    written = write_story(told, tmp_path / "a.mp4", "film", Wishes(), lambda *_: None)
    assert (written.n_shown, written.n_broken) == (7, 0)
    with av.open(str(tmp_path / "a.mp4")) as made:
        grey = np.array([frame.to_ndarray(format="gray").std() for frame in made.decode(video=0)])
    assert len(grey) == 25 * RATE  # five pictures of four seconds, five of the clip
    assert (grey > 1).all()  # no frame is black
    with av.open(str(tmp_path / "a.mp4")) as made:
        sound = np.concatenate([one.to_ndarray().mean(axis=0) for one in made.decode(audio=0)])
    loud = np.abs(sound).reshape(-1, 1024)[: len(sound) // 1024].max(axis=1)
    half = round(20 / 25 * len(loud))
    assert loud[: half - 5].max() < 0.01 < loud[half + 5 :].max()
