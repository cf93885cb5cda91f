"""The thresholds are as docs/how-it-works.md tells them."""

from pathlib import Path

import pytest

from coincide.features.same import SameOptions
from coincide.timeline import GuessOptions

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "how-it-works.md").read_text("utf-8").split())


def word(number: float) -> str:
    return {5: "five"}.get(int(number), f"{number:g}")


@pytest.mark.parametrize(
    "told",
    [
        f"The {word(GuessOptions().candidates)} photos most like it",
        f"as {SameOptions().side_px} × {SameOptions().side_px} grey squares",
        f"any window of at least {SameOptions().least_left:.0%} a side".replace("%", " %"),
        f"more than {word(GuessOptions().same_moment_s / 60)} minutes apart",
        f"the moment of the {GuessOptions().look_alikes} photos most like it",
        f"those within {GuessOptions().burst_s:.0f} s of each other counted once",
        f"({GuessOptions().least_alike}, about the mean of all photos)",
        f"{GuessOptions().agreement:.0%} of the weight".replace("%", " %"),
        f"never less than {word(GuessOptions().sharpest_s / 60)} minutes",
    ],
)
def test_the_page_tells_the_thresholds(told: str) -> None:
    assert told in PAGE


def test_half_an_hour_and_one_day_either_way() -> None:
    assert "lies within half an hour" in PAGE
    assert GuessOptions().agreement_s == 1800.0
    assert "only that day and the ones before and after it" in PAGE
    assert GuessOptions().days_around == 1
