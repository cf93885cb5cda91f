"""Who is asked about a clock: whoever is not certain, where an answer would be heard."""

from coincide.model import Estimate, Explanation, Offsets, Placement, Question
from coincide.project.asking import open_galleries


def offsets(*placements: Placement) -> Offsets:
    return Offsets("ann", "joint", placements)


def placed(gallery: str, probability: float | None) -> Placement:
    return Placement(gallery, Estimate(5.0, 4.0, 6.0, probability))


def test_unplaced_ones_come_first_and_who_is_asked_about_already_is_not_among_them() -> None:
    found = offsets(
        placed("ann", 1.0),
        placed("bob", 0.8),
        Placement("cyd", None),
        placed("dan", 0.995),
        placed("eve", 0.6),
    )
    assert open_galleries(found, None) == ("cyd", "eve", "bob")
    why = Explanation(questions=(Question("eve", 0, 1, 0.3),))
    assert open_galleries(found, why) == ("cyd", "bob")


def test_a_method_that_states_no_probability_asks_about_no_clock() -> None:
    found = offsets(placed("ann", None), placed("bob", None), Placement("cyd", None))
    assert open_galleries(found, None) == ()
