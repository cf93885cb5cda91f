from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.registry import REPORT_SEEDS
from coincide_bench.suites.simulated import big_world, simulated_events, simulated_negative_events
from coincide_bench.suites.simulated.events import NEGATIVE_WORLDS, SAMENESS, WORLDS
from coincide_bench.suites.simulated.looks import DIMENSION, draw_looks, vectors
from coincide_bench.suites.simulated.world import draw_world


class Told:
    """Keeps what progress was told."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, int, int]] = []

    def __call__(self, stage: str, done: int, total: int) -> None:
        self.steps.append((stage, done, total))


@pytest.fixture(scope="module")
def told() -> Told:
    return Told()


@pytest.fixture(scope="module")
def events(told: Told) -> dict[str, BenchEvent]:
    context = BenchContext(Path("unused"), None, False, told)
    return {event.name: event for event in simulated_events([10_000], context)}


def test_each_seed_has_every_world_twice_and_progress_is_told(
    events: dict[str, BenchEvent], told: Told
) -> None:
    first, second = [f"simulated/{name}" for name in WORLDS], [f"simulated/{n}-2" for n in WORLDS]
    assert list(events) == first + second
    assert told.steps[-1] == ("simulate", 2 * len(WORLDS), 2 * len(WORLDS))
    assert {event.seed for event in events.values()} == {10_000}
    assert {event.suite for event in events.values()} == {"simulated"}
    assert {event.cluster for event in events.values()} == {f"{name}/10000" for name in events}


def test_the_report_seeds_have_two_thousand_galleries(events: dict[str, BenchEvent]) -> None:
    n_others = sum(event.table.n_galleries - 1 for event in events.values())
    assert n_others * len(REPORT_SEEDS) >= 2_000


def test_the_first_worlds_are_those_of_their_seed_and_the_second_are_new(
    events: dict[str, BenchEvent],
) -> None:
    for number, (name, options) in enumerate(WORLDS.items()):
        first, second = events[f"simulated/{name}"], events[f"simulated/{name}-2"]
        own = draw_world(replace(options, seed=10_000 * len(WORLDS) + number))
        assert first.truth == own.truth
        assert first.table.camera_time_s.tobytes() == own.table.camera_time_s.tobytes()
        assert second.truth != first.truth
        assert second.offsets_kind == first.offsets_kind


def test_every_gallery_is_of_the_event_and_every_photo_has_a_vector(
    events: dict[str, BenchEvent],
) -> None:
    for event in events.values():
        assert set(event.truth) == set(event.table.names)
        assert event.strangers == frozenset()
        assert event.features["pooled"].shape == (event.table.n_photos, DIMENSION)
        assert event.truth_kind == "known"
        assert np.isnan(event.table.position_deg).all()


def test_offsets_are_of_the_kind_named(events: dict[str, BenchEvent]) -> None:
    assert events["simulated/default"].offsets_kind == "continuous"
    hours = events["simulated/hours"]
    assert hours.offsets_kind == "hours"
    assert all(offset_s % 3600 == 0 for offset_s in hours.truth.values())
    reset = events["simulated/reset"]
    assert reset.offsets_kind == "reset"
    assert min(reset.truth.values()) > 2 * 365 * 86400


def test_difficulties_are_worlds_of_their_own(events: dict[str, BenchEvent]) -> None:
    default, hours = events["simulated/default"], events["simulated/hours"]
    assert not np.array_equal(default.features["pooled"], hours.features["pooled"])


def test_another_group_cannot_be_recovered(events: dict[str, BenchEvent]) -> None:
    groups = events["simulated/groups"]
    # five of ten are of the anchor's group, itself among them
    assert len(groups.recoverable) <= 4
    easy = events["simulated/easy"]
    assert len(easy.recoverable) > len(groups.recoverable)


def test_the_same_seed_gives_the_same_bytes() -> None:
    context = BenchContext(Path("unused"), None, False, Told())
    one, two = (next(iter(simulated_events([3], context))) for _ in range(2))
    assert one.features["pooled"].tobytes() == two.features["pooled"].tobytes()
    assert one.truth == two.truth


def test_events_differ_in_how_alike_their_photos_are() -> None:
    context = BenchContext(Path("unused"), None, False, Told())
    medians = []
    for seed in range(8):
        made = next(iter(simulated_events([seed], context))).features["pooled"]
        medians.append(float(np.median(made @ made.T)))
    assert max(medians) - min(medians) > 0.03
    assert SAMENESS[0] - 0.03 < min(medians) < max(medians) < SAMENESS[1] + 0.03


def test_strangers_are_to_be_left_unplaced() -> None:
    context = BenchContext(Path("unused"), None, False, Told())
    events = list(simulated_negative_events([1], context))
    assert [event.name for event in events] == [f"simulated/{name}" for name in NEGATIVE_WORLDS]
    for event in events:
        assert event.suite == "negative-simulated"
        assert len(event.strangers) == 3
        assert event.anchor not in event.strangers
        assert not event.strangers & event.recoverable


def strangers_best(event: BenchEvent) -> float:
    """Return the mean over strangers' photos of their best match in the event."""
    table, made = event.table, event.features["pooled"]
    gallery = table.gallery_of(np.arange(table.n_photos))
    stranger = np.isin(gallery, [table.names.index(name) for name in event.strangers])
    return float((made[stranger] @ made[~stranger].T).max(axis=1).mean())


def test_the_same_places_on_another_day_are_the_harder_negatives() -> None:
    context = BenchContext(Path("unused"), None, False, Told())
    found: dict[str, list[float]] = {name: [] for name in NEGATIVE_WORLDS}
    for event in simulated_negative_events(range(6), context):
        # sameness differs from event to event: only what is above it counts
        made = event.features["pooled"]
        found[event.name.split("/")[1]].append(
            strangers_best(event) - float(np.mean(made @ made.T))
        )
    assert np.mean(found["another-day"]) > np.mean(found["strangers"]) + 0.02


def test_a_big_world_has_groups_as_large_as_people_know_each_other() -> None:
    world = big_world(5_000, 100, 1)
    assert world.table.n_photos == 5_000
    assert world.table.n_galleries == 100
    assert np.bincount(world.group).tolist() == [25, 25, 25, 25]
    looks = draw_looks(world)
    assert vectors(world, looks, slice(4_000, 4_010)).shape == (10, DIMENSION)
