"""Clips without a time: where certain ties put them, one after another."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.model import Clip, Event, Guess, Timeless, Timeline
from coincide.project.clips.placement import place_by_sound
from coincide.sound.model import Lag, Overheard
from coincide.timeline import build_timeline
from tests.project.clips.test_ties import EVENT, NOON_S, lag, offsets


def lost(name: str, *, clip: bool = True) -> Timeless:
    found = Clip(9.0, sound=True) if clip else None
    return Timeless(Path(f"/e/{name}"), name, "cyd", "no capture time", clip=found)


EVENT_WITH = replace(EVENT, timeless=(lost("x"), lost("y"), lost("z"), lost("p", clip=False)))


def placed(*heard: Overheard, event: Event = EVENT_WITH) -> dict[str, Guess]:
    found = place_by_sound(event, timeline(event), heard)
    assert all(one.kind == "sound" for one in found)
    return {one.photo.key: one for one in found}


def timeline(event: Event) -> Timeline:
    return build_timeline(event, offsets(0.0))


def heard(first: str, second: str, *lags: Lag) -> Overheard:
    return Overheard(first, second, lags)


def test_one_certain_tie_tells_when_a_clip_began_whichever_of_the_two_it_is() -> None:
    found = placed(heard("a", "x", lag(4.3)), heard("y", "c", lag(7.0)))
    assert found["x"].event_time_s == pytest.approx(NOON_S + 4.3)
    assert found["x"].like == Path("/e/a")
    assert found["y"].event_time_s == pytest.approx(NOON_S + 83.0)


def test_a_clip_that_is_placed_so_places_the_next() -> None:
    found = placed(heard("x", "y", lag(-2.0)), heard("a", "x", lag(4.3)))
    assert found["y"].event_time_s == pytest.approx(NOON_S + 2.3)
    assert found["y"].like == Path("/e/x")


def test_what_sound_does_not_vouch_for_places_nothing() -> None:
    assert not placed(heard("a", "x", lag(4.3, 5.0, "music")))
    # nor does a tie between two that are not placed, nor one of a photo
    assert not placed(heard("x", "y", lag(1.0)), heard("a", "p", lag(1.0)))


def test_of_ties_that_contradict_each_other_most_must_agree() -> None:
    two = heard("a", "x", lag(4.3)), heard("c", "x", lag(-50.0))
    assert not placed(*two)
    found = placed(*two, heard("b", "x", lag(0.35)))
    assert found["x"].event_time_s == pytest.approx(NOON_S + 4.35, abs=0.06)


def test_who_is_not_placed_places_nobody() -> None:
    unplaced = build_timeline(EVENT_WITH, offsets(None))
    assert place_by_sound(EVENT_WITH, unplaced, [heard("b", "x", lag(1.0))]) == ()
