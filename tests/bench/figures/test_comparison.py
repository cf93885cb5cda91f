from dataclasses import replace

from coincide_bench.figures.aggregate import Interval
from coincide_bench.figures.compare import Difference
from coincide_bench.figures.comparison import comparison_table
from coincide_bench.figures.significance import Contrast

FOUND = Difference(
    "splits", "all", "P_1800", "paper", "joint", 0.75, 0.8125,
    Contrast(0.0625, Interval(0.025, 0.1), 0.0004), Interval(-0.01, 0.2), True, 45, 900, 0,
)  # fmt: skip


def test_a_comparison_says_what_is_beyond_noise() -> None:
    same = replace(FOUND, method_b="paper", contrast=Contrast(0.0, None, 1.0), over_events=None)
    lone = replace(same, contrast=Contrast(0.1, None, None), over_events=Interval(-0.1, 0.3))
    table = comparison_table([FOUND, same, lone])
    assert table.rows[0] == (
        "splits", "paper → joint", "P_1800", "75.0", "81.2", "+6.2 (+2.5 to +10.0)",
        "< 0.001", "beyond noise", "at least as good",
    )  # fmt: skip
    assert table.rows[1][5:] == ("+0.0", "1.000", "within noise", "–")
    assert table.rows[2][6:] == ("–", "too few trials", "may be worse")
    assert "0.2 of 3 lines" in table.caption
    assert table.header[-1] == "other events"


def test_event_by_event_the_question_is_about_other_seeds() -> None:
    lines = [replace(FOUND, event="lake"), replace(FOUND, event="walk", over_events=None)]
    table = comparison_table(lines)
    assert [row[0] for row in table.rows] == ["splits: lake", "splits: walk"]
    assert table.header[-1] == "other seeds"
    assert table.caption.endswith("as on 1 of 2 lines.")
