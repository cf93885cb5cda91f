"""Baselines, how borders are timed, and that the search for numbers climbs."""

from dataclasses import replace

import numpy as np

from coincide.album import Shots
from coincide_bench.chapters.baselines import GapOptions, PlaceOptions, by_gaps, by_time_and_place
from coincide_bench.chapters.material import Columns, KnownChapters
from coincide_bench.chapters.run import border_times, judge_all
from coincide_bench.chapters.tables import MEAN, difference_table, differences, set_table
from coincide_bench.chapters.tune import climb
from tests.album.shots import shots_at


def event() -> KnownChapters:
    """Return two chapters with a night between; one photo is unplaced."""
    n = 12
    true_s = np.concatenate([np.arange(6) * 30.0, 50_000.0 + np.arange(6) * 30.0])
    found_s = true_s - 500.0
    found_s[3] = np.nan
    seen = Shots(
        event_time_s=found_s,
        sd_s=np.zeros(n),
        gallery=np.zeros(n, np.int64),
        person=np.zeros(n, np.int64),
        position_deg=np.full((n, 2), np.nan),
        length_s=np.zeros(n),
        look=np.zeros((n, 0), np.float32),
        scene_ev=np.full(n, np.nan),
    )
    columns = Columns(seen, true_s, np.repeat([0, 1], 6), np.ones(n, dtype=bool))
    return KnownChapters("demo 1", "demo", columns, np.array([[160.0, 49_900.0]]))


def test_a_longer_gap_or_going_away_ends_a_part() -> None:
    place = np.array([[46.0, 9.0], [np.nan, np.nan], [46.0, 9.0], [46.1, 9.0], [46.1, 9.0]])
    shots = shots_at([0.0, 10.0, 20.0, 30.0, 5000.0], position_deg=place)
    assert by_gaps(shots, GapOptions(1000.0)).tolist() == [0, 0, 0, 0, 1]
    assert by_time_and_place(shots, PlaceOptions(1000.0, 500.0)).tolist() == [0, 0, 0, 1, 2]


def test_a_border_lies_half_way_between_the_photos_beside_it() -> None:
    shots = shots_at([0.0, 10.0, 110.0, 400.0])
    assert border_times(shots, np.array([0, 0, 1, -1])).tolist() == [60.0]


def test_every_method_is_judged_by_both_clocks_whatever_the_anchor() -> None:
    found = judge_all([event()])
    assert {(one.clocks, one.method) for one in found} == {
        (clocks, method)
        for clocks in ("found", "true")
        for method in ("ours", "ours, headings", "gaps", "time + place")
    }
    for one in found:
        assert (one.borders.n_right, one.n_chapters) == (1, 2)
        assert one.n_open == (1 if one.clocks == "found" else 0)
        assert (one.table.f1() == 1.0) == (one.clocks == "true")


def test_tables_tell_every_set_and_the_mean_of_their_differences() -> None:
    found = judge_all([event(), replace(event(), name="demo 2")])
    assert len(set_table(found, "dev").rows) == 8
    told = differences(found, "found", "gaps")
    assert set(told) == {"demo", MEAN}
    assert told[MEAN]["f1"][0] == 0.0
    assert len(difference_table(found, "dev").rows) == 8


def test_the_search_climbs() -> None:
    best, score = climb(
        GapOptions(200.0), {"gap_s": (100.0, 10_000.0)}, lambda o: -abs(o.gap_s - 3000.0), 200
    )
    assert score == -abs(best.gap_s - 3000.0) > -300.0
