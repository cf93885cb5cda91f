"""The course of one clock over years, from sessions made by hand."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from coincide.library.history.course import forward_backward, history_of, refined, viterbi
from coincide.library.history.material import ClockHistory, ClockMaterial
from coincide.library.history.steps import Settings
from coincide.library.history.witnesses import Reading, Witness
from coincide.library.history.zones import Zones
from coincide.model.times import DAY_S, HOUR_S, from_clock

START_S = from_clock(2020, 1, 10, 12, 0, 0)
HOME = Zones(home="Europe/Berlin")


def material(
    to_utc_s: Sequence[float], readings: dict[int, Reading], every_days: float = 7.0
) -> ClockMaterial:
    """Return a camera's sessions a week apart, whose offset is as given."""
    offsets = np.array(to_utc_s)
    utc_s = START_S + np.arange(len(offsets)) * every_days * DAY_S
    witnesses: list[tuple[Witness, ...]] = [
        (readings[i],) if i in readings else () for i in range(len(offsets))
    ]
    shown = utc_s - offsets
    return ClockMaterial(
        "camera",
        shown,
        shown + HOUR_S,
        HOME.at(utc_s),
        np.ones(len(offsets), dtype=bool),
        np.full(len(offsets), 25.0),
        witnesses,
    )


def reading(offset_s: float, occasion: str, weight: float = 0.95) -> Reading:
    return Reading("occasion", occasion, offset_s, 20.0, weight)


def near(history: ClockHistory, session: int, offset_s: float) -> bool:
    return abs(float(history.to_utc_s[session]) - offset_s) < 60.0


def test_between_two_readings_of_one_offset_the_clock_was_not_set() -> None:
    wrong = [-HOUR_S + 200.0] * 20
    history = history_of(material(wrong, {4: reading(wrong[0], "a"), 15: reading(wrong[0], "b")}))
    assert all(near(history, i, wrong[0]) for i in range(4, 16))
    assert history.certain[4:16].min() > 0.98


def test_what_lies_far_behind_the_last_reading_is_less_sure() -> None:
    wrong = [-HOUR_S + 200.0] * 60
    history = history_of(material(wrong, {2: reading(wrong[0], "a"), 6: reading(wrong[0], "b")}))
    assert history.certain[4] > history.certain[20] > history.certain[55]
    assert history.certain[55] < 0.9


def test_a_clock_on_winter_time_is_one_stretch_over_the_summer() -> None:
    winter = [-HOUR_S] * 40
    history = history_of(material(winter, {i: reading(-HOUR_S, f"{i}") for i in (3, 20, 35)}))
    assert len(history.stretches) == 1
    assert near(history, 20, -HOUR_S)


def test_a_clock_that_follows_summer_time_has_a_border_there() -> None:
    utc_s = START_S + np.arange(40) * 7 * DAY_S
    follows = -HOME.at(utc_s)
    readings = {i: reading(float(follows[i]), f"{i}") for i in (8, 13, 22, 38)}
    history = history_of(material(follows.tolist(), readings))
    assert [history.stretches[1].first] == [int(np.flatnonzero(np.diff(follows))[0]) + 1]
    assert near(history, 8, -HOUR_S)
    assert near(history, 13, -2 * HOUR_S)


def test_settings_a_minute_apart_are_told_apart_by_their_own_readings() -> None:
    """They are one level, whose middle none of them shows."""
    offsets = [-HOUR_S + 500.0] * 15 + [0.0] * 10 + [-HOUR_S + 600.0] * 15
    close = {i: Reading("occasion", f"{i}", offsets[i], 5.0, 0.97) for i in range(1, 40, 3)}
    history = history_of(material(offsets, close))
    for session in (2, 10, 20, 30):
        assert history.to_utc_s[session] == pytest.approx(offsets[session], abs=25.0)
        assert history.certain[session] > 0.99


def test_to_move_a_clock_that_may_have_been_set_right_is_harm() -> None:
    """Far from its readings an offset of minutes may be none by now, which is as certain."""
    offsets = [-HOUR_S + 200.0] * 60
    close = {i: Reading("occasion", f"{i}", offsets[i], 10.0, 0.97) for i in (2, 6)}
    history = history_of(material(offsets, close))
    assert history.harm[4] < 0.01
    assert history.harm[4] < history.harm[20] < history.harm[50]
    assert history.harm[50] > 0.05


def test_an_owner_who_followed_summer_time_is_believed_to_do_so_again() -> None:
    """Where nothing was seen for a year, habits tell what happened at its changes."""
    utc_s = START_S + np.arange(5 * 52) * 7 * DAY_S
    follows = -HOME.at(utc_s)
    stays = np.full(len(utc_s), -HOUR_S)
    # after four years that tell, three sessions into the fifth summer
    seen, asked = [*range(4, 200, 6)], 4 * 52 + 16
    found = {
        name: history_of(
            material(offsets.tolist(), {i: reading(float(offsets[i]), f"{i}") for i in seen})
        )
        for name, offsets in (("follows", follows), ("stays", stays))
    }
    assert near(found["follows"], asked, -2 * HOUR_S)
    assert near(found["stays"], asked, -HOUR_S)
    assert found["stays"].certain[203] > 0.85


def test_one_occasion_over_many_sessions_counts_once() -> None:
    wrong = [-HOUR_S + 2000.0] * 12
    once = history_of(material(wrong, {5: reading(wrong[0], "a", 0.6)}))
    often = history_of(material(wrong, {i: reading(wrong[0], "a", 0.6) for i in range(3, 9)}))
    assert often.certain[5] < once.certain[5] + 0.2
    several = history_of(material(wrong, {i: reading(wrong[0], f"{i}", 0.6) for i in range(3, 9)}))
    assert several.certain[5] > often.certain[5]


def test_a_drift_is_found_and_is_not_taken_for_settings() -> None:
    days = np.arange(50) * 7.0
    fast_ppm = 12.0
    offsets = -HOUR_S - fast_ppm * 1e-6 * days * DAY_S
    readings = {i: reading(float(offsets[i]), f"{i}") for i in range(0, 50, 5)}
    history = history_of(material(offsets.tolist(), readings))
    assert history.drift_ppm == pytest.approx(fast_ppm, abs=3.0)
    assert len(history.stretches) == 1
    assert np.abs(history.to_utc_s - offsets).max() < 60.0


def test_without_witnesses_nothing_is_certain() -> None:
    history = history_of(material([-HOUR_S] * 10, {}))
    assert history.certain.max() < 0.9


def test_a_clock_without_sessions_has_no_history() -> None:
    assert history_of(material([], {})).stretches == ()


def test_the_likeliest_course_is_that_of_all_courses(rng: np.random.Generator) -> None:
    n, size = 5, 3
    emission = rng.normal(size=(n, size))
    shares = rng.dirichlet(np.ones(size), (n - 1, size))
    shares[2, 0, 1] = 0.0
    settings = Settings(rng.dirichlet(np.ones(size)), shares)
    with np.errstate(divide="ignore"):
        begins, moves = np.log(settings.begins), np.log(shares)
    grids = np.stack(np.meshgrid(*[range(size)] * n, indexing="ij"), -1).reshape(-1, n)
    scores = np.array(
        [
            begins[c[0]]
            + sum(moves[i, c[i], c[i + 1]] for i in range(n - 1))
            + sum(emission[i, c[i]] for i in range(n))
            for c in grids
        ]
    )
    gamma, stays, evidence = forward_backward(emission, settings)
    assert viterbi(emission, settings).tolist() == grids[int(np.argmax(scores))].tolist()
    assert evidence == pytest.approx(float(np.logaddexp.reduce(scores)))
    weight = np.exp(scores - evidence)
    for i in range(n):
        for k in range(size):
            assert gamma[i, k] == pytest.approx(float(weight[grids[:, i] == k].sum()), abs=1e-9)
    for i in range(n - 1):
        same = grids[:, i] == grids[:, i + 1]
        assert stays[i] == pytest.approx(float(weight[same].sum()), abs=1e-9)


def stated(found: ClockMaterial, **borders: bool) -> ClockMaterial:
    """Return material with what a person says: ``at_3=True`` is set before session 3."""
    at = {int(name.removeprefix("at_")): was_set for name, was_set in borders.items()}
    return replace(found, stated=at)


def test_a_border_that_a_person_states_parts_what_is_known_on_either_side() -> None:
    wrong = [-HOUR_S + 500.0] * 30
    found = material(wrong, {i: reading(wrong[0], f"{i}") for i in (4, 10)})
    assert history_of(found).starts == (0,)
    split = history_of(stated(found, at_12=True))
    assert split.starts == (0, 12)
    assert near(split, 11, wrong[0])
    assert split.certain[11] > 0.97
    # what was seen before says nothing of what a clock shows that was set since
    assert not near(split, 20, wrong[0]) or split.certain[20] < 0.7


def test_a_border_lies_where_a_person_says_and_not_where_it_was_found() -> None:
    offsets = [-HOUR_S + 900.0] * 15 + [-HOUR_S] * 15
    seen = {i: reading(offsets[i], f"{i}") for i in (4, 8, 20, 24)}
    found = material(offsets, seen)
    (_, where) = history_of(found).starts
    for said in {10, 14, 18} - {where}:
        moved = stated(found, **{f"at_{said}": True, f"at_{where}": False})
        assert history_of(moved).starts == (0, said)


def test_evidence_overrules_that_a_clock_was_not_set() -> None:
    """Two occasions on either side of one pause: the person means another day."""
    offsets = [-HOUR_S + 900.0] * 10 + [-HOUR_S] * 10
    seen = {i: reading(offsets[i], f"{i}") for i in (8, 9, 10, 11)}
    found = material(offsets, seen)
    assert history_of(found).starts == (0, 10)
    assert history_of(stated(found, at_10=False)).starts == (0, 10)


def test_a_clock_may_be_set_at_summer_time_and_within_a_second() -> None:
    """Neither a zone that moves nor a pause of nothing makes a step impossible."""
    utc_s = START_S + np.arange(40) * 7 * DAY_S
    step = int(np.flatnonzero(np.diff(HOME.at(utc_s)))[0]) + 1
    late = [-HOUR_S + 600.0] * 40
    found = material(late, {i: reading(late[0], f"{i}") for i in (2, 5)})
    first_s = found.first_s.copy()
    first_s[20] = found.last_s[19]
    at_once = replace(found, first_s=first_s, last_s=np.maximum(found.last_s, first_s))
    for said, one in ((step, found), (20, at_once)):
        history = history_of(stated(one, **{f"at_{said}": True}))
        assert said in history.starts
        assert np.isfinite(history.certain).all()


def test_levels_that_are_not_followed_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    utc_s = START_S + np.arange(100) * 7 * DAY_S
    follows = (-HOME.at(utc_s)).tolist()
    readings = {i: reading(follows[i], f"{i}", 0.8) for i in range(4, 100, 9)}
    few = history_of(material(follows, readings))
    monkeypatch.setattr("coincide.library.history.course._FOLLOWED", 0.0)
    every = history_of(material(follows, readings))
    assert few.starts == every.starts
    assert np.abs(few.certain - every.certain).max() < 1e-3
    assert np.abs(few.harm - every.harm).max() < 1e-3
    assert np.abs(few.to_utc_s - every.to_utc_s).max() < 1.0


def test_many_readings_of_minutes_tell_the_offset_better_than_the_best_of_them() -> None:
    wrong = [-HOUR_S + 2000.0] * 40

    def sd_s(n: int) -> float:
        vague = {5 * i: Reading("occasion", f"{i}", wrong[0], 380.0, 0.75) for i in range(1, n + 1)}
        return float(history_of(material(wrong, vague)).sd_s[5:20].max())

    assert sd_s(7) < 380.0 * 0.6
    assert sd_s(7) > 380.0 * 0.5  # they may err together
    assert sd_s(7) < sd_s(2)


def test_an_offset_between_two_levels_is_placed_between_them() -> None:
    """One level is as likely as the next, and neither is known to what it is said to be."""
    offsets = [-HOUR_S + 120.0] * 20
    vague = {i: Reading("occasion", f"{i}", offsets[0], 120.0, 0.97) for i in range(1, 20, 2)}
    near_both = {**vague, 10: Reading("occasion", "late", offsets[0] + 121.0, 100.0, 0.97)}
    history = history_of(material(offsets, near_both))
    assert np.abs(history.to_utc_s - offsets[0]).max() < 60.0


def test_occasions_that_contradict_each_other_by_minutes_leave_an_offset_uncertain() -> None:
    to_utc_s, sd_s = np.full(20, -HOUR_S), np.full(20, 500.0)

    def known_to_s(**readings: Reading) -> float:
        seen = {int(name.removeprefix("at_")): one for name, one in readings.items()}
        found = material(to_utc_s.tolist(), seen)
        return float(refined(found, (0,), to_utc_s, sd_s, 0.0)[1][5:9].max())

    here = Reading("occasion", "4", -HOUR_S, 60.0, 0.97)
    minutes_off = Reading("occasion", "9", -HOUR_S - 600.0, 60.0, 0.9)
    hours_off = Reading("occasion", "9", -3 * HOUR_S, 60.0, 0.9)
    unlikely = Reading("occasion", "9", -HOUR_S - 600.0, 60.0, 0.4)
    alone_s = known_to_s(at_4=here)
    assert alone_s < 100.0
    assert known_to_s(at_4=here, at_9=minutes_off) > 300.0
    # another hour is another level, and told by that; what is wrong as often as not tells nothing
    assert known_to_s(at_4=here, at_9=hours_off) == alone_s
    assert known_to_s(at_4=here, at_9=unlikely) == alone_s


def test_a_level_that_draws_readings_away_from_where_they_agree_makes_an_offset_uncertain() -> None:
    to_utc_s = np.full(20, -HOUR_S)

    def known_to_s(level_sd_s: float, off_s: float) -> float:
        seen = {i: Reading("occasion", f"{i}", -HOUR_S + off_s, 300.0, 0.9) for i in (4, 6, 8, 10)}
        found = material(to_utc_s.tolist(), seen)
        level_sds = np.full(20, level_sd_s)
        return float(refined(found, (0,), to_utc_s, level_sds, 0.0)[1][5:9].max())

    # what the level makes sure is sure where they agree with it
    assert known_to_s(30.0, 0.0) < 200.0
    assert known_to_s(30.0, 450.0) > known_to_s(30.0, 0.0) + 100.0
    # of a level that is hardly known they decide
    assert known_to_s(3000.0, 450.0) == pytest.approx(known_to_s(3000.0, 0.0), rel=0.05)
