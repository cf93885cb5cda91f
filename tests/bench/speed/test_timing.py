"""Ways take turns, and every measure that is named can be asked for."""

import time

from coincide_bench.cli.app import SUCCESSORS
from coincide_bench.speed.registry import MEASURES
from coincide_bench.speed.timing import by_turns


def test_the_order_is_reversed_from_round_to_round() -> None:
    asked: list[tuple[str, int]] = []
    ways = [lambda n: asked.append(("a", n)), lambda n: asked.append(("b", n))]
    taken_s = by_turns(ways, 2)
    assert asked == [("a", 0), ("b", 0), ("b", 1), ("a", 1)]
    assert [len(of_way) for of_way in taken_s] == [2, 2]


def test_seconds_are_those_of_their_way() -> None:
    slow_s, fast_s = by_turns([lambda _: time.sleep(0.02), lambda _: None], 2)
    assert min(slow_s) >= 0.02 > max(fast_s)


def test_what_succeeds_an_older_command_is_there() -> None:
    named = [words.split()[1] for words in SUCCESSORS.values() if words.startswith("speed ")]
    assert set(named) <= set(MEASURES)
