import json
import threading
import time

import pytest

from coincide.engine import Done, LocalEngine
from coincide.project.costs import Meter, costs_json
from coincide.storage.objects import Traffic


class Elsewhere(LocalEngine):
    in_process = False


def test_time_and_amounts_add_up_by_stage() -> None:
    meter = Meter()
    for _ in range(2):
        with meter.timed("read"):
            time.sleep(0.02)
        meter.add("read", photos=3, failures=1)
    meter.add_traffic("solve", Traffic(5, 1, 100, 10))
    read, solve = meter.costs
    assert (read.stage, read.photos, read.failures) == ("read", 6, 2)
    assert read.wall_s >= 0.04
    assert read.photos_per_s == pytest.approx(6 / read.wall_s)
    assert (solve.requests, solve.retries, solve.bytes_read, solve.bytes_written) == (5, 1, 100, 10)
    assert solve.photos_per_s is None
    assert meter.photos("read") == 6
    assert meter.photos("embed") == 0


def test_a_stage_that_fails_counts_too() -> None:
    meter = Meter()
    with pytest.raises(ValueError, match="x"), meter.timed("read"):
        raise ValueError("x")
    assert meter.costs[0].wall_s > 0


def test_cores_of_other_machines_are_added_and_our_own_are_not_counted_twice() -> None:
    for engine, expected_s in ((LocalEngine(), 0.0), (Elsewhere(), 5.0)):
        meter = Meter()
        meter.add_task("read", engine, Done(None, cpu_s=5.0, retries=2))
        assert (meter.costs[0].cpu_s, meter.costs[0].tasks, meter.costs[0].retries) == (
            expected_s,
            1,
            2,
        )


def test_threads_lose_nothing() -> None:
    meter = Meter()

    def work() -> None:
        for _ in range(2000):
            meter.add("read", photos=1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert meter.photos("read") == 8000


def test_the_document_names_every_amount() -> None:
    meter = Meter()
    meter.add("embed", photos=4, wall_s=2.0)
    document = json.loads(costs_json(meter))
    assert document["schema"] == "coincide.costs/1"
    assert document["stages"]["embed"]["photos_per_s"] == 2.0
    assert {"wall_s", "cpu_s", "bytes_read", "tasks", "retries"} <= set(document["stages"]["embed"])
