"""Start or end: what the headers of a device mean, by what its clips have heard."""

from pathlib import Path

import numpy as np
import pytest

from coincide.model import (
    Basis,
    Clip,
    Estimate,
    Event,
    Floats,
    Gallery,
    HeaderReading,
    Offsets,
    Photo,
    Placement,
)
from coincide.model.findings import BY_HAND, PINNED, THE_ANCHOR
from coincide.project.clips.meanings import settle_meanings, with_open_meanings
from coincide.sound.model import Lag, Overheard

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
    assert meant.meant == {"a": "start", "b": written}
    assert not meant.elsewhere_s


def test_a_single_clip_leaves_it_to_the_maker() -> None:
    one = gallery("b", "end", "start")
    event = Event("e", (gallery("a", "start", "start"), Gallery("b", one.photos[:1])))
    meant = settle_meanings(event, offsets(a=0.0, b=-LENGTHS_S["b"][0]), ties("a", "b")[:1])
    assert meant.meant["b"] == "start"
    # if it were the end, the gallery would be elsewhere by its only clip's length
    # so would the clock that it is told against, had its maker done what is not usual
    wide = with_open_meanings(offsets(a=0.0, b=3.0), meant.elsewhere_s)["b"].estimate
    assert wide is not None
    assert (wide.low_s, wide.high_s) == (-2.0 - LENGTHS_S["a"][0], 8.0 + LENGTHS_S["b"][0])


@pytest.mark.parametrize(
    ("basis", "stays"),
    [
        (PINNED, True),
        (BY_HAND, True),
        (Basis("corrected", said=True), True),
        (THE_ANCHOR, True),
        (Basis("evidence", ("sound",)), False),
        (Basis("corrected"), False),
    ],
)
def test_what_a_person_said_and_the_anchor_are_not_known_less_by_it(
    basis: Basis, stays: bool
) -> None:
    found = Offsets("a", "joint", (Placement("b", Estimate(3.0, 2.0, 4.0, 1.0, basis)),))
    wide = with_open_meanings(found, [{"b": -9.0}])["b"].estimate
    assert wide == Estimate(3.0, 2.0 if stays else -7.0, 4.0, 1.0, basis)


def test_meanings_that_hold_each_other_are_settled_together() -> None:
    # three of unlike lengths, all written otherwise than is usual: read as usual, each fits a wrong
    # place of the others, and none is right before the next one is
    lengths_s = {"c": (27.0, 11.0, 46.0), **LENGTHS_S}
    event = Event("e", tuple(_unusual(name, lengths_s[name]) for name in "abc"))
    overheard = (*ties("a", "b")[:2], *ties("b", "c")[1:])
    settled = settle_meanings(event, offsets(a=0.0, b=20.0 - 8.0, c=46.0 - 12.0), overheard)
    assert settled.meant == {"a": "end", "b": "end", "c": "end"}


def _unusual(name: str, lengths_s: tuple[float, ...]) -> Gallery:
    """Return clips that tell the end, by a maker who seven times of eight writes the start."""
    photos = []
    for number, (start_s, length_s) in enumerate(zip(STARTS_S, lengths_s, strict=True)):
        told_s = start_s + length_s
        readings = (
            HeaderReading("start", "local", told_s, np.log(0.85)),
            HeaderReading("end", "local", start_s, np.log(0.13)),
        )
        key, clip = f"{name}{number}", Clip(length_s, True, readings)
        photos.append(Photo(Path(f"/{name}/{number}.mp4"), key, told_s, told_s, clip=clip))
    return Gallery(name, tuple(photos))


def test_a_clock_that_is_known_tells_what_a_single_clip_does_not() -> None:
    one = gallery("b", "end", "start")
    event = Event("e", (gallery("a", "start", "start"), Gallery("b", one.photos[:1])))
    by_s, right_s = -LENGTHS_S["b"][0], 0.0

    def clock(name: str, shifts_s: Floats) -> Floats:
        apart_s = by_s + shifts_s - right_s if name == "b" else shifts_s
        return -((apart_s / 2.0) ** 2) / 2

    settled = settle_meanings(event, offsets(a=0.0, b=by_s), ties("a", "b")[:1], clock)
    assert settled.meant == {"a": "start", "b": "end"}
    assert "b" not in settled.elsewhere_s


def test_nothing_heard_changes_nothing() -> None:
    event = Event("e", (gallery("a", "start", "start"), gallery("b", "end", "start")))
    settled = settle_meanings(event, offsets(a=0.0, b=0.0), ())
    assert settled.meant == {"a": "start", "b": "start"}
    assert not settled.elsewhere_s
