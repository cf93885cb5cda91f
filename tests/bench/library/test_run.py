"""The table of a run."""

from coincide_bench.library.run import LibraryRun, library_table, load_draws, total_of, with_shared
from coincide_bench.library.score import LibraryScore


def test_a_table_says_what_is_left_open() -> None:
    scores = [
        ("a", LibraryScore(photos=100, wrong=50, mended=40, stretches=30, clock_years=3.0))
    ] * 2
    run = with_shared(LibraryRun(2, "drawn", "tune"), 0.5)
    assert run.life.shared == 0.5
    table = library_table(total_of(scores), run)
    assert table.rows == (("a", "200", "50.0%", "80.0%", "0.000%", "60", "0 (< 5.0%)", ""),)
    assert "6 clock-years" in table.title


def test_what_the_real_matcher_found_is_at_hand_and_apart() -> None:
    tune, report = load_draws("tune"), load_draws("report")
    for draws in (tune, report):
        assert {draw.shared for draw in draws} == {True, False}
        assert all(0.0 <= draw.probability <= 1.0 and draw.sd_s >= 1.0 for draw in draws)
    assert not {draw.source for draw in tune} & {draw.source for draw in report}
