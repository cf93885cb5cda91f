"""Photos without a time that a clip shows are of that moment of it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.features.frames import ClipFrames
from coincide.model import Clip, Guess, Photo, Timeless
from coincide.model.times import DAY_S, HOUR_S
from coincide.project.clips.photos import PlacedClips
from coincide.project.solve.timeless import closer
from coincide.timeline.options import GuessOptions
from tests.features.test_inclips import canvas, seen_at, write_pan

pytest.importorskip("cv2")
BEGINS_S, TRUE_S = 100 * DAY_S + 50_000.0, 5.3
# six key frames of a clip that a network would tell apart; the photo looks most like the third
SHOWN = ClipFrames(np.arange(6) * 2.0, np.eye(6, dtype=np.float32))
LIKE_THIRD = np.array([0.0, 0.5, 1.0, 0.9, 0.0, 0.0], np.float32)


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Photo:
    path = write_pan(tmp_path_factory.mktemp("clips") / "pan.mp4", 2)
    return Photo(path, "pan", 0.0, 0.0, clip=Clip(12.0, sound=False))


@pytest.fixture(scope="module")
def forwarded(tmp_path_factory: pytest.TempPathFactory) -> Timeless:
    path = tmp_path_factory.mktemp("photos") / "IMG-WA0001.jpg"
    seen_at(canvas(2), TRUE_S).resize((400, 300)).save(path, quality=85)
    return Timeless(path, "photo", "ann", "no capture time")


def placed(*clips: Photo, begins_s: tuple[float, ...] = (BEGINS_S,)) -> PlacedClips:
    frames = {one.key: SHOWN for one in clips}
    much_later = Photo(Path("later.jpg"), "later", 0.0, 0.0)
    times_s = np.array([*begins_s, 110 * DAY_S])
    found = PlacedClips.of((*clips, much_later), times_s, frames)
    assert found is not None
    return found


def test_a_photo_is_of_the_moment_at_which_a_clip_shows_it(
    clip: Photo, forwarded: Timeless
) -> None:
    guess = placed(clip).guess(forwarded, LIKE_THIRD, GuessOptions())
    assert guess is not None
    assert guess.event_time_s == pytest.approx(BEGINS_S + TRUE_S, abs=1.0)
    assert (guess.kind, guess.like, guess.spread_s) == ("look", clip.path, 180.0)
    another_day = replace(forwarded, day_s=110 * DAY_S)
    assert placed(clip).guess(another_day, LIKE_THIRD, GuessOptions()) is None


def test_a_clip_without_a_time_that_sound_has_placed_tells_of_photos_too(
    clip: Photo, forwarded: Timeless
) -> None:
    sent = Timeless(clip.path, "sent", "noa", "no capture time", clip=clip.clip)
    guess = placed(sent.as_photo).guess(forwarded, LIKE_THIRD, GuessOptions())
    assert guess is not None
    assert guess.event_time_s == pytest.approx(BEGINS_S + TRUE_S, abs=1.0)


def test_what_two_clips_show_at_different_times_is_of_neither(
    clip: Photo, forwarded: Timeless
) -> None:
    again = replace(clip, key="again")
    apart = placed(clip, again, begins_s=(BEGINS_S, BEGINS_S + HOUR_S))
    assert apart.guess(forwarded, LIKE_THIRD, GuessOptions()) is None
    together = placed(clip, again, begins_s=(BEGINS_S, BEGINS_S + 10.0))
    assert together.guess(forwarded, LIKE_THIRD, GuessOptions()) is not None


def test_a_photo_that_cannot_be_read_or_that_no_clip_shows_has_no_place(
    clip: Photo, forwarded: Timeless, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    unread = replace(forwarded, path=broken)
    assert placed(clip).guess(unread, LIKE_THIRD, GuessOptions()) is None
    demanding = replace(GuessOptions(), least_points=100_000)
    assert placed(clip).guess(forwarded, LIKE_THIRD, demanding) is None


def test_without_clips_there_is_nothing_to_look_into(clip: Photo) -> None:
    assert PlacedClips.of((clip,), np.zeros(1), None) is None
    assert PlacedClips.of((clip,), np.zeros(1), {}) is None


def test_a_clip_tells_a_moment_closer_and_never_another_one() -> None:
    photo = Timeless(Path("a.jpg"), "a", "ann", "no capture time")
    look = Guess(photo, 1000.0, "look", Path("b.jpg"), 300.0)
    shown = Guess(photo, 1200.0, "look", Path("c.mp4"), 180.0)
    assert closer(look, shown) is shown
    assert closer(look, None) is look
    assert closer(look, replace(shown, event_time_s=1000.0 + HOUR_S)) is look
    assert closer(look, replace(shown, spread_s=400.0)) is look
