"""What is believed of a trial beside its decoys."""

import pytest

from coincide.library.occasions.verdicts import weight_beside


def test_a_decoy_that_finds_no_place_takes_nothing_away() -> None:
    assert weight_beside(0.8, 0.0) == pytest.approx(0.8)
    assert weight_beside(0.8, 0.1) == pytest.approx(0.8)


def test_a_decoy_as_sure_as_the_day_itself_leaves_little() -> None:
    """What is left are the odds of a usual decoy: one in ten."""
    assert weight_beside(0.9, 0.9) == pytest.approx(0.1)
    assert weight_beside(0.9999, 0.9999) == pytest.approx(0.1)


def test_more_certainty_than_a_decoys_counts() -> None:
    assert weight_beside(0.26, 0.42) < 0.06
    assert 0.9 < weight_beside(0.9999, 0.6) <= 0.97


def test_nothing_is_believed_more_than_an_event_that_was_synced() -> None:
    assert weight_beside(1.0, 0.0) == 0.97
