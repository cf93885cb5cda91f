"""Figures of photos that were placed in clips."""

from coincide_bench.frames.timeless import Guessed, figures


def test_figures_tell_how_many_are_placed_and_how_far_off() -> None:
    found = [
        Guessed(1, 100.0, True, 110.0, 180.0),
        Guessed(1, 200.0, False, 500.0, 180.0),
        Guessed(1, 900.0, False, None, None),
    ]
    told = figures(found)
    assert told.startswith(
        "2 of 3 photos placed (1 of a moment that was filmed): 50 % within 155 s"
    )
    assert told.endswith("furthest 300 s; within what is said: 1")
    assert figures(found[2:]) == "none of 1 photos is placed in a clip"
