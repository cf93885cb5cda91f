"""Start or end: what the headers of a device mean, by what its clips have heard."""

from pathlib import Path

import numpy as np
import pytest

from coincide.model import Clip, Estimate, Event, Gallery, HeaderReading, Offsets, Photo, Placement
from coincide.project.meanings import settle_meanings
from coincide.sound.model import Lag
from coincide.sound.overheard import Overheard

# of two galleries whose clips are alike in length, both could be read wrongly
LENGTHS_S = {"a": (20.0, 9.0, 40.0), "b": (8.0, 31.0, 55.0)}
STARTS_S = (1000.0, 1300.0, 2000.0)


def gallery(name: str, written: str, usual: str, *, ahead_s: float = 0.0) -> Gallery:
    """Return clips whose headers tell the start or the end, by a maker who usually writes one."""
    photos = []
    for number, (start_s, length_s) in enumerate(zip(STARTS_S, LENGTHS_S[name], strict=True)):
        told_s = start_s + ahead_s + (length_s if written == "end" else 0.0)
        began = {"start": told_s, "end": told_s - length_s}
        other = "end" if usual == "start" else "start"
        readings = (
            HeaderReading(usual, "local", began[usual], np.log(0.8)),  # type: ignore[arg-type]
            HeaderReading(other, "local", began[other], np.log(0.2)),  # type: ignore[arg-type]
        )
        time_s = began[usual]
        clip = Clip(length_s, True, readings)
        photos.append(
            Photo(Path(f"/{name}/{number}.mp4"), f"{name}{number}", time_s, time_s, clip=clip)
        )
    return Gallery(name, tuple(sorted(photos, key=lambda one: one.camera_time_s)))


def ties(first: str, second: str) -> tuple[Overheard, ...]:
    """Return that clips of one number heard the same from their very start on."""
    lag = Lag(0.0, 0.03, 5.0, 12.0, 0.7, 0.0, 0.0, 8.0)
    return tuple(Overheard(f"{first}{n}", f"{second}{n}", (lag,)) for n in range(3))


def offsets(**by_name: float) -> Offsets:
    placements = tuple(
        Placement(name, Estimate(by_s, by_s - 5, by_s + 5, 0.999)) for name, by_s in by_name.items()
    )
    return Offsets("a", "joint", placements)


@pytest.mark.parametrize("usual", ["start", "end"])
@pytest.mark.parametrize("written", ["start", "end"])
def test_clips_of_different_lengths_tell_start_from_end(written: str, usual: str) -> None:
    event = Event("e", (gallery("a", "start", "start"), gallery("b", written, usual)))
    # the solver has put the wrongly read gallery where one of its clips fits
    by_s = (
        0.0 if written == usual else (LENGTHS_S["b"][1] if usual == "end" else -LENGTHS_S["b"][1])
    )
    meant = settle_meanings(event, offsets(a=0.0, b=by_s), ties("a", "b"))
    assert meant == {"a": "start", "b": written}


def test_a_single_clip_leaves_it_to_the_maker() -> None:
    one = gallery("b", "end", "start")
    event = Event("e", (gallery("a", "start", "start"), Gallery("b", one.photos[:1])))
    meant = settle_meanings(event, offsets(a=0.0, b=-LENGTHS_S["b"][0]), ties("a", "b")[:1])
    assert meant["b"] == "start"


def test_nothing_heard_changes_nothing() -> None:
    event = Event("e", (gallery("a", "start", "start"), gallery("b", "end", "start")))
    assert settle_meanings(event, offsets(a=0.0, b=0.0), ()) == {"a": "start", "b": "start"}
