"""The two photos that a question about two clocks shows."""

from coincide.model import Dispute
from coincide.project.judge.clockquestions import photos_of_dispute
from tests.conftest import make_table


def test_photos_from_about_the_same_time_are_shown() -> None:
    table = make_table([0.0, 1000.0, 5000.0], [3600.0, 8590.0])
    assert photos_of_dispute(table, Dispute("g0", "g1", 3600.0)) == (0, 3)
    assert photos_of_dispute(table, Dispute("g0", "g1", 3590.0)) == (2, 4)


def test_galleries_of_one_photo_have_one() -> None:
    table = make_table([100.0], [7.0])
    assert photos_of_dispute(table, Dispute("g0", "g1", 0.0)) == (0, 1)
    table = make_table([100.0], [7.0, 50.0, 130.0])
    assert photos_of_dispute(table, Dispute("g0", "g1", -40.0)) == (0, 2)
