"""From files to tracks: a clip that a messenger has sent is placed by what it heard."""

from pathlib import Path

import numpy as np
import pytest

from coincide.media.video.streams import read_streams
from coincide.project import Project
from coincide.project.films.editors import arrange_clips
from coincide.project.films.grid import write_grid_film
from tests.film_files import BEGAN, RATE, speech, write_film

LENGTH_S, SENT_S = 12.0, 4.7


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of two people; what one of them filmed was sent, without a time in its header."""
    pytest.importorskip("av")
    folder = tmp_path_factory.mktemp("sent") / "party"
    heard = speech(LENGTH_S + SENT_S, 3)
    noise = np.random.default_rng(4).normal(0, 0.01, (2, len(heard))).astype(np.float32)
    n, late = round(LENGTH_S * RATE), round(SENT_S * RATE)
    write_film(folder / "Ida" / "VID_20250823_180000.mp4", (heard + noise[0])[:n])
    write_film(folder / "Ida" / "VID_20250823_181000.mp4", speech(6.0, 9), BEGAN.replace(minute=10))
    write_film(folder / "Noa" / "sent.mp4", (heard + noise[1])[late : late + n], began=None)
    return folder


@pytest.mark.slow
def test_a_clip_that_was_sent_lies_beside_what_it_heard(party: Path, tmp_path: Path) -> None:
    project = Project.at(party)
    (guess,) = project.sync().solution.timeline.guesses
    assert (guess.kind, guess.photo.path.name) == ("sound", "sent.mp4")
    assert guess.like.name == "VID_20250823_180000.mp4"
    made = arrange_clips(project).arranged.clips
    assert made is not None
    starts_s = {clip.path.name: float(clip.start_s) for clip in made.clips}
    apart_s = starts_s["sent.mp4"] - starts_s["VID_20250823_180000.mp4"]
    assert apart_s == pytest.approx(SENT_S, abs=0.05)
    assert [track.name for track in made.tracks] == ["Ida", "Noa (without a time)"]
    # kept and opened again it is the same
    (again,) = Project.at(party).shown().solution.timeline.guesses
    assert again == guess
    film = write_grid_film(made, tmp_path / "all.mp4", size_px=(320, 180))
    assert [max(len(grid.cells) for grid in scene.grids) for scene in film.scenes] == [2, 1]
    told = read_streams(tmp_path / "all.mp4")
    assert float(told.duration_s) == pytest.approx(LENGTH_S + SENT_S + 6.0, abs=0.3)
