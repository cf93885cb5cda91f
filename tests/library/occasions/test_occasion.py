"""Found occasions, and what they say of clocks."""

import pytest

from coincide.library.occasions.occasion import each_once
from coincide.library.solve import Tie
from coincide.model.times import HOUR_S
from tests.library.occasions.made import occasion_of, session_of, three_clocks


def test_each_two_clocks_of_an_occasion_are_one_tie() -> None:
    anna, ben, cleo = three_clocks()
    sessions = (
        session_of(anna, 2, 0.0, 1.0),
        session_of(ben, 2, HOUR_S, 0.9),
        session_of(cleo, 2, -HOUR_S, 0.8),
    )
    found = occasion_of(sessions)
    assert found.clocks == (anna.key, ben.key, cleo.key)
    assert found.n_photos == 36
    ties = {(tie.here, tie.there): tie for tie in found.ties}
    assert ties.keys() == {
        (ben.key, anna.key),
        (cleo.key, anna.key),
        (cleo.key, ben.key),
    }
    tie = ties[cleo.key, ben.key]
    assert (tie.occasion, tie.offset_s) == ("one", -2 * HOUR_S)
    assert tie.weight == pytest.approx(0.72)
    assert tie.sd_s == pytest.approx(18**0.5)


def test_two_sessions_of_one_clock_say_nothing_of_each_other() -> None:
    anna, ben, _ = three_clocks()
    sessions = (
        session_of(anna, 2, 0.0, 1.0),
        session_of(ben, 2, 0.0, 1.0),
        session_of(ben, 3, 0.0, 1.0),
    )
    found = occasion_of(sessions)
    assert found.clocks == (anna.key, ben.key)
    assert [(tie.here_session, tie.there_session) for tie in found.ties] == [(2, 2), (3, 2)]


def test_an_occasion_that_was_synced_counts_once() -> None:
    anna, ben, cleo = three_clocks()
    sessions = (
        session_of(anna, 2, 0.0, 1.0),
        session_of(ben, 2, HOUR_S, 0.9),
        session_of(cleo, 2, 0.0, 0.8),
    )
    known = Tie("event /e", ben.key, 2, anna.key, 2, HOUR_S, 5.0, 0.9)
    other = occasion_of((session_of(anna, 7, 0.0, 1.0), session_of(ben, 7, 0.0, 0.5)), "two")
    ties = each_once([known], [occasion_of(sessions), other])
    assert ties[0] is known
    assert [(tie.occasion, tie.here_session) for tie in ties[1:]] == [
        ("event /e", 2),
        ("event /e", 2),
        ("two", 7),
    ]
    assert {(tie.here, tie.there) for tie in ties[1:3]} == {
        (cleo.key, anna.key),
        (cleo.key, ben.key),
    }
