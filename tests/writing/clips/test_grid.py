"""The film of all angles: who is seen where, whose sound is heard, and that all lie in step."""

from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import av
import numpy as np
import pytest

from coincide.media.video.streams import read_streams
from coincide.writing.clips import Arrangement, ClipTrack, PlacedClip
from coincide.writing.clips.grid import AudioSpan, GridFilm, Scene, film_of, grid_film, upright_px
from coincide.writing.clips.grid.film import name_plate
from tests.writing.clips.arranged import NTSC, clip
from tests.writing.clips.filmed import write_clip
from tests.writing.clips.test_mlt import heard_s

SIZE_PX = (256, 144)


def tracks(*clips: tuple[PlacedClip, ...]) -> Arrangement:
    named = (ClipTrack(f"camera {nth}", own) for nth, own in enumerate(clips))
    return Arrangement("party", Fraction(0), tuple(named))


def seen(scene: Scene) -> list[tuple[int, list[str]]]:
    """Return from which second on who is seen."""
    begins = accumulate((grid.n_frames for grid in scene.grids), initial=0)
    return [
        (round(first / 29.97), [cell.name for cell in grid.cells])
        for first, grid in zip(begins, scene.grids, strict=False)
    ]


def test_empty_hours_are_folded_away_and_who_films_fills_the_frame() -> None:
    film = grid_film(
        tracks(
            (clip("a1.mp4", 0, 30), clip("a2.mp4", 7200, 10)),
            (clip("b1.mp4", 20, 20),),
            (clip("c1.mp4", "41.5", 5), clip("c2.mp4", 7205, 10)),
        )
    )
    assert [float(scene.start_s) for scene in film.scenes] == [0.0, 7200.0]
    lengths_s = [float(scene.n_frames / film.rate) for scene in film.scenes]
    assert lengths_s == pytest.approx([46.5, 15.0], abs=0.02)
    assert seen(film.scenes[0]) == [
        (0, ["camera 0"]),
        (20, ["camera 0", "camera 1"]),
        # while nobody films for a second and a half, nothing changes
        (30, ["camera 1"]),
        (42, ["camera 2"]),
    ]
    assert seen(film.scenes[1]) == [
        (0, ["camera 0"]),
        (5, ["camera 0", "camera 2"]),
        (10, ["camera 2"]),
    ]
    solo, split, *_ = (grid.cells for grid in film.scenes[1].grids)
    assert [(cell.width, cell.height) for cell in solo] == [(1920, 1080)]
    assert {(cell.width, cell.height) for cell in split} == {(960, 1080)}


def test_who_films_upright_stands_beside_the_others(tmp_path: Path) -> None:
    path = tmp_path / "upright.mp4"
    with av.open(str(path), "w") as container:
        picture = container.add_stream("libx264", rate=25)
        picture.width, picture.height, picture.pix_fmt = 128, 72, "yuv420p"
        picture.set_display_rotation(90)
        for _ in range(10):
            pixels = np.zeros((72, 128, 3), np.uint8)
            pixels[:, 64:] = 255  # the right half, which is shown above
            container.mux(picture.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
        container.mux(picture.encode(None))
    assert upright_px(path) == (72, 128)
    shown = PlacedClip(path, Fraction(0), Fraction(2, 5), Fraction(25), (128, 72))
    film = grid_film(tracks((shown,), (shown,), (shown,)), SIZE_PX, {path: upright_px(path)})
    assert [(cell.left, cell.width) for cell in film.scenes[0].grids[0].cells] == [
        (0, 84),
        (84, 84),
        (168, 84),
    ]
    film_of(film, tmp_path / "all.mp4")
    with av.open(str(tmp_path / "all.mp4")) as container:
        first = next(container.decode(video=0)).to_ndarray(format="gray")
    above, below = first[20:60, 90:160], first[90:110, 90:160]
    assert float(above.mean()) > 200
    assert float(below.mean()) < 50


def test_what_would_be_seen_for_less_than_a_second_is_no_grid_of_its_own() -> None:
    film = grid_film(tracks((clip("a.mp4", 0, 10),), (clip("b.mp4", "0.4", "9.8"),)))
    assert seen(film.scenes[0]) == [(0, ["camera 0", "camera 1"])]
    # nor is there another one between two clips of a camera
    film = grid_film(
        tracks((clip("a.mp4", 0, 30),), (clip("b.mp4", 0, 10), clip("c.mp4", "11.5", "10.5")))
    )
    assert seen(film.scenes[0]) == [(0, ["camera 0", "camera 1"]), (22, ["camera 0"])]


def test_one_is_heard_until_the_clip_ends_and_then_who_goes_on_longest() -> None:
    film = grid_film(
        tracks(
            (clip("a.mp4", 0, 10),),
            (clip("b.mp4", 5, 10),),
            (clip("c.mp4", 6, 20), clip("d.mp4", 28, 4, n_channels=0)),
        )
    )
    (scene,) = film.scenes
    told = [
        (one.clip.path.name, float(one.from_s), round(float(one.length_s), 2))
        if isinstance(one, AudioSpan)
        else round(float(one), 2)
        for one in scene.heard
    ]
    # nobody records sound at the end, and the film is whole frames long
    assert told == [("a.mp4", 0.0, 10.0), ("c.mp4", 4.0, 16.0), pytest.approx(6.0, abs=0.04)]
    total_s = sum(one.length_s if isinstance(one, AudioSpan) else one for one in scene.heard)
    assert total_s == scene.n_frames / film.rate


def test_films_of_many_frames_a_second_are_shown_with_every_second_one() -> None:
    fast = clip("a.mp4", 0, 10, rate=2 * NTSC)
    assert grid_film(tracks((fast,))).rate == NTSC
    assert grid_film(tracks((clip("a.mp4", 0, 10, rate=Fraction(25)),))).rate == 25


def test_a_name_is_no_wider_than_its_cell() -> None:
    for name in ("Ann", "a very long name of somebody's second camera"):
        plate = name_plate(name, 120, 90, 14)
        assert plate.shape[1] <= 120
        assert not any(side % 2 for side in plate.shape)
        assert plate.max() > 150
    assert name_plate("Ann", 400, 300, 14).shape == name_plate("Ann", 900, 600, 14).shape


# name: frames a second, frame that flashes, colour, track, start
FLASHES: dict[str, tuple[Fraction, int, tuple[int, int, int], int, Fraction]] = {
    "red.mp4": (Fraction(25), 10, (255, 0, 0), 0, Fraction(0)),
    "blue.mov": (Fraction(25), 5, (0, 0, 255), 0, Fraction(4_013, 1000)),
    "green.mp4": (NTSC, 21, (0, 255, 0), 1, Fraction(1_237, 1000)),
    "white.mkv": (Fraction(25), 30, (255, 255, 255), 1, Fraction(3_600_017, 1000)),
    "late.mp4": (Fraction(30), 20, (255, 255, 255), 0, Fraction(3_600_631, 1000)),
}


def flashing(folder: Path) -> Arrangement:
    placed: list[list[PlacedClip]] = [[], []]
    for name, (rate, flash, colour, track, start_s) in FLASHES.items():
        path = write_clip(folder / name, rate=rate, flash=flash, colour=colour)
        told = read_streams(path)
        placed[track].append(
            PlacedClip(path, start_s, told.duration_s, told.rate, told.size_px, 48_000, 1)
        )
    return tracks(*map(tuple, placed))


def expected_s(film: GridFilm, name: str) -> Fraction:
    """Return when a clip flashes in the film."""
    rate, flash, _, _, start_s = FLASHES[name]
    before_s = Fraction(0)
    for scene in film.scenes:
        length_s = scene.n_frames / film.rate
        if scene.start_s <= start_s < scene.start_s + length_s:
            return before_s + start_s - scene.start_s + flash / rate
        before_s += length_s
    raise AssertionError(name)


def beeping(film: GridFilm) -> list[str]:
    """Return the clips whose beeps are heard: who is, while theirs is due."""
    heard = [one for scene in film.scenes for one in scene.heard if isinstance(one, AudioSpan)]
    return [
        one.clip.path.name
        for one in heard
        for rate, flash, *_ in [FLASHES[one.clip.path.name]]
        if one.from_s <= flash / rate < one.from_s + one.length_s
    ]


def seen_s(path: Path, film: GridFilm) -> list[list[float]]:
    """Return when the cells of two cameras are bright, wherever they are."""
    found: list[list[float]] = [[], []]
    cells = [
        grid.cells for scene in film.scenes for grid in scene.grids for _ in range(grid.n_frames)
    ]
    with av.open(str(path)) as container:
        for frame, shown in zip(container.decode(video=0), cells, strict=True):
            picture = frame.to_ndarray(format="rgb24")
            for cell in shown:
                # the name is below
                above = picture[cell.top :][: cell.height // 2, cell.left : cell.left + cell.width]
                if above.mean(axis=(0, 1)).max() > 60:
                    found[int(cell.name[-1])].append(float(frame.time))
    return found


def test_flashes_and_beeps_of_all_cameras_are_in_step_within_half_a_frame(tmp_path: Path) -> None:
    made = flashing(tmp_path)
    film = grid_film(made, SIZE_PX)
    film_of(film, tmp_path / "all.mp4")
    half_s = float(1 / film.rate / 2)
    for camera, times_s in enumerate(seen_s(tmp_path / "all.mp4", film)):
        names = [name for name, (_, _, _, track, _) in FLASHES.items() if track == camera]
        # two frames of the film may show what one frame of 25 a second shows
        begins_s = [one for one in times_s if not any(0 < one - other < 0.2 for other in times_s)]
        wanted_s = sorted(float(expected_s(film, name)) for name in names)
        assert len(begins_s) == len(wanted_s)
        errors_s = [abs(a - b) for a, b in zip(begins_s, wanted_s, strict=True)]
        assert max(errors_s) <= half_s + 0.001, errors_s
    beeps_s = heard_s(tmp_path / "all.mp4")
    wanted_s = sorted(float(expected_s(film, name)) for name in beeping(film))
    assert len(beeps_s) == len(wanted_s) == 3
    assert max(abs(a - b) for a, b in zip(beeps_s, wanted_s, strict=True)) <= half_s
    with av.open(str(tmp_path / "all.mp4")) as container:
        assert container.streams.video[0].frames == film.n_frames
        length_s = float(film.n_frames / film.rate)
        assert float(container.duration or 0) / 1e6 == pytest.approx(length_s, abs=0.1)


def test_what_is_damaged_stays_black_and_silent(tmp_path: Path) -> None:
    made = flashing(tmp_path)
    path = made.tracks[0].clips[0].path
    path.write_bytes(path.read_bytes()[:400])
    film = grid_film(made, SIZE_PX)
    film_of(film, tmp_path / "all.mp4")
    dark, bright = seen_s(tmp_path / "all.mp4", film)
    assert len(bright) >= 2
    assert min(dark) > 2.0
