"""The table of a run."""

from coincide_bench.library.run import (
    LibraryRun,
    library_table,
    load_draws,
    reliability_table,
    total_of,
    waiting_table,
    with_shared,
)
from coincide_bench.library.score import LibraryScore, Reliability, WaitingPhotos


def test_a_table_says_what_is_left_open() -> None:
    scores = [
        ("a", LibraryScore(photos=100, wrong=50, mended=40, stretches=30, clock_years=3.0))
    ] * 2
    run = with_shared(LibraryRun(2, "drawn", "tune"), 0.5)
    assert run.life.shared == 0.5
    table = library_table(total_of(scores), run)
    assert table.rows == (("a", "200", "50.0%", "80.0%", "0.000%", "60", "0 (< 5.0%)", ""),)
    assert "6 clock-years" in table.title


def test_shares_of_stretches_have_intervals() -> None:
    lots = Reliability((0, 0, 4, 0, 0, 100), (0, 0, 1, 0, 0, 100))
    (row,) = reliability_table({"a": LibraryScore(reliability=lots)}).rows
    assert row[1] == "–"
    assert row[3] == "1 of 4 (4.6% to 69.9%)"
    assert row[-1] == "100 of 100 (96.3% to 100.0%)"


def test_wrong_photos_that_wait_are_told_by_why() -> None:
    parts = [{"border": 10, "slight": 0}, {"border": 10, "zone": 30}]
    total = total_of([("a", LibraryScore(wrong=50, waiting=WaitingPhotos(one))) for one in parts])
    assert waiting_table(total).header == ("", "a")
    assert waiting_table(total).rows == (("zone", "30.0%"), ("border", "20.0%"))


def test_what_the_real_matcher_found_is_at_hand_and_apart() -> None:
    tune, report = load_draws("tune"), load_draws("report")
    for draws in (tune, report):
        assert {draw.shared for draw in draws} == {True, False}
        assert all(0.0 <= draw.probability <= 1.0 and draw.sd_s >= 1.0 for draw in draws)
    assert not {draw.source for draw in tune} & {draw.source for draw in report}
