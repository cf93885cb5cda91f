"""Photos that nothing places are in the album by their own clock, where that may be right."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model import Estimate, Event, Gallery, Offsets, Photo, Placement
from coincide.model.times import DAY_S, HOUR_S, from_clock, to_text
from coincide.project import Project
from coincide.project.album.items import angles_in, items_by_any_clock, items_of
from coincide.project.album.make import album_of
from coincide.project.solutions.inputs import Inputs
from coincide.project.solutions.solutions import Solution
from tests.film_files import write_two_films

START_S = from_clock(2024, 5, 4, 14, 0, 0)
ZERO = Estimate(0.0, -2.0, 2.0, 0.999)


def gallery(name: str, times_s: list[float]) -> Gallery:
    photos = [
        Photo(Path(f"/event/{name}/{row}.jpg"), f"{name}{row}", time_s, time_s)
        for row, time_s in enumerate(times_s)
    ]
    return Gallery(name, tuple(photos))


def solved(**times_s: list[float]) -> Solution:
    """Return a solution in which the anchor's clock is known, and no other one."""
    galleries = tuple(gallery(name, own) for name, own in times_s.items())
    event = Event("event", galleries, roots=(Path("/event"),))
    placements = tuple(
        Placement(one.name, ZERO if one.name == "anchor" else None) for one in galleries
    )
    return Solution(
        Inputs("", "", "", "", "", ""), event, Offsets("anchor", "joint", placements), "none"
    )


def names(solution: Solution) -> set[str]:
    return {one.gallery for one in items_by_any_clock(solution)}


ANCHOR = [START_S + 60.0 * n for n in range(20)]


def test_a_clock_that_says_the_day_is_taken_and_one_that_fell_back_is_not() -> None:
    fell_back = [from_clock(2006, 1, 1, 0, 0, 0) + 60.0 * n for n in range(20)]
    found = solved(anchor=ANCHOR, guest=[one + 400.0 for one in ANCHOR], reset=fell_back)
    assert names(found) == {"anchor", "guest"}
    items = items_by_any_clock(found)
    assert {one.own_clock for one in items if one.gallery == "guest"} == {True}
    assert {one.own_clock for one in items if one.gallery == "anchor"} == {False}
    first = next(one for one in items if one.gallery == "guest")
    assert to_text(first.local.time_s) == "2024-05-04 14:06:40"


def test_days_that_one_clock_leads_to_may_lead_to_others() -> None:
    later = [one + 10 * HOUR_S for one in ANCHOR]
    latest = [one + 20 * HOUR_S for one in ANCHOR]
    assert names(solved(anchor=ANCHOR, a=later, b=latest)) == {"anchor", "a", "b"}
    assert names(solved(anchor=ANCHOR, b=latest)) == {"anchor"}


def test_a_clock_that_goes_on_for_days_is_taken_whole_if_one_day_is_near() -> None:
    days = [one + DAY_S * day for day in range(4) for one in ANCHOR[:5]]
    assert names(solved(anchor=ANCHOR, a=days)) == {"anchor", "a"}
    later = [one + DAY_S * (day + 2) for day in range(4) for one in ANCHOR[:5]]
    assert names(solved(anchor=ANCHOR, a=later)) == {"anchor"}


def test_a_clock_that_is_right_now_and_then_is_not_taken() -> None:
    astray = [one + (0 if n < 12 else 30 * DAY_S) for n, one in enumerate(ANCHOR)]
    assert names(solved(anchor=ANCHOR, a=astray)) == {"anchor"}


def test_they_are_in_chapters_and_others_are_last() -> None:
    fell_back = [one - 4000 * DAY_S for one in ANCHOR]
    made = album_of(solved(anchor=ANCHOR, guest=[one + 9.0 for one in ANCHOR], reset=fell_back))
    rows = [row for chapter in made.album.chapters for row in chapter.rows]
    assert sorted(rows) == list(range(40))
    assert {photo.path.parts[-2] for photo in made.unplaced if isinstance(photo.path, Path)} == {
        "reset"
    }
    assert np.all(np.diff([one.event_time_s for one in made.items]) >= 0)


LAG_S = 3.7


@pytest.mark.slow
def test_clips_are_in_step_as_their_certain_ties_say(tmp_path: Path) -> None:
    write_two_films(tmp_path / "talk", length_s=25.0, lag_s=LAG_S)
    solution = Project.at(tmp_path / "talk").sync().solution
    items = items_of(solution)
    (found,) = angles_in(solution, items)
    people = [items[row].person for row in found.rows]
    assert people == ["Ida", "Maya"]
    assert found.starts_s == pytest.approx((0.0, LAG_S), abs=0.03)
    (tie,) = solution.heard
    unsure = replace(solution, heard=(replace(tie, sure=False),))
    assert angles_in(unsure, items) == ()
    denied = replace(solution, heard=(replace(tie, apart_s=tie.lag_s + 60.0),))
    assert angles_in(denied, items) == ()
    assert angles_in(solution, items[:1]) == ()
