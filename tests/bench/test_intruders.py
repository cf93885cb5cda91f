from dataclasses import replace

import numpy as np

from coincide.model import Offsets
from coincide_bench.event import BenchEvent
from coincide_bench.intruders import intruder_effects
from coincide_bench.methods import METHODS
from tests.bench.trials import answer_truth, make_event

TRUTH = {"a": 0.0, "b": 100.0}


def event_of(name: str, **options: int) -> BenchEvent:
    event = make_event(TRUTH, name=name, **options)  # type: ignore[arg-type]
    vectors = {"pooled": np.ones((event.table.n_photos, 2), np.float32)}
    return replace(event, features=vectors)


def test_a_method_sees_each_event_with_and_without_its_strangers() -> None:
    seen: list[tuple[str, ...]] = []

    def noting(event: BenchEvent) -> Offsets:
        seen.append(event.table.names)
        return answer_truth(event)

    events = [event_of("negative/mixed/x", strangers=1), event_of("lake/k2/a0.6")]
    (effect,) = intruder_effects(events, noting)
    assert seen == [("a", "b"), ("a", "b", "stranger0")]
    assert (effect.n_others, effect.moved_s) == (1, (0.0,))


def test_a_lone_gallery_is_not_solved_without_the_strangers() -> None:
    event = event_of("negative/camtrapr", strangers=2)
    alone = replace(event, truth={"a": 0.0})
    (effect,) = intruder_effects([alone], METHODS["midpoints"])
    assert (effect.n_intruders, effect.n_placed, effect.n_others) == (3, 3, 0)
