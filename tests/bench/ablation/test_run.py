from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from coincide_bench.ablation.run import ABLATED, run_ablation
from coincide_bench.ablation.variants import methods_of
from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.films import SUITE as FILMED
from coincide_bench.suites.registry import SUITES, Suite
from coincide_bench.suites.simulated.events import WORLDS, bench_event
from coincide_bench.suites.simulated.world import draw_world
from coincide_bench.suites.times import SUITE as TIMED

CONTEXT = BenchContext(Path("unused"), None, False, lambda _stage, _done, _total: None)


def small_world(seeds: Sequence[int], _context: BenchContext) -> Iterator[BenchEvent]:
    for seed in seeds:
        world = draw_world(replace(WORLDS["easy"], n_photos=120, n_galleries=4, seed=seed))
        yield bench_event(world, suite="simulated", name="simulated/easy", seed=seed)


def test_every_variant_of_a_suite_has_results_on_the_same_trials() -> None:
    suites = {
        "simulated": Suite(small_world, False, "one world for each seed"),
        "splits": Suite(small_world, True, "needs photos, which are not at hand"),
    }
    document = run_ablation([10_000], CONTEXT, seeds_kind="dev", suites=suites)
    assert {result.suite for result in document.results} == {"simulated"}
    totals = document.select(event="all", subset="all", offsets="all")
    assert {total.method for total in totals} == set(methods_of("simulated"))
    assert {total.details["n_trials"] for total in totals} == {1}
    h_1800 = {total.method: total.metrics["H_1800"] or 0.0 for total in totals}
    assert h_1800["without look"] < h_1800["full"]
    assert document.seeds_kind == "dev"
    assert document.seeds == (10_000,)


def test_all_suites_of_the_benchmark_keep_their_names() -> None:
    own = {FILMED, TIMED}
    assert set(ABLATED) - own <= set(SUITES)
    assert own.isdisjoint(SUITES)
