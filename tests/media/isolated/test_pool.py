"""Worker processes: limits, crashes, replacement, threads, and what is left of them."""

import io
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coincide.media import isolated
from coincide.media.isolated import DecodeLimitError, wire
from coincide.media.isolated.limits import Limits, TaskError
from coincide.media.isolated.pool import Pool
from tests.media.isolated import tasks

MB = 1_000_000
LIMITS = Limits(n_workers=2, total_bytes=700 * MB, idle_bytes=150 * MB, deadline_s=3.0)


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    made = Pool(LIMITS)
    yield made
    made.close()


def run(pool: Pool, task: Any, *args: object) -> Any:
    return pool.run((task.__module__, task.__name__), args, {})


def test_a_task_runs_in_another_process_and_gives_arrays(pool: Pool) -> None:
    assert run(pool, tasks.who) not in (os.getpid(), 0)
    found = run(pool, tasks.counted, 100_000)
    np.testing.assert_array_equal(found, np.arange(100_000))
    found[0] = 1  # it is ours to write to


def test_a_worker_is_used_again(pool: Pool) -> None:
    assert len({run(pool, tasks.who) for _ in range(5)}) == 1


def test_errors_come_back_as_what_they_were(pool: Pool) -> None:
    with pytest.raises(ValueError, match="no frame"):
        run(pool, tasks.fail, "value")
    with pytest.raises(FileNotFoundError) as missing:
        run(pool, tasks.fail, "missing")
    assert (missing.value.errno, missing.value.filename) == (2, "a.jpg")
    with pytest.raises(TaskError, match=r"tasks\.py.*(?s:.)*a mistake"):
        run(pool, tasks.fail, "ours")


def test_a_task_without_end_is_ended_and_its_worker_replaced(pool: Pool) -> None:
    before, began_s = run(pool, tasks.who), time.monotonic()
    with pytest.raises(DecodeLimitError, match=r"took longer than 3 s to decode"):
        run(pool, tasks.hang)
    assert 3.0 <= time.monotonic() - began_s < 15.0
    after = run(pool, tasks.who)
    assert after != before
    assert not Path(f"/proc/{before}").exists()


def test_a_task_that_goes_on_may_take_longer_than_the_deadline(pool: Pool) -> None:
    assert run(pool, tasks.go_on, 9, 0.6) == 9


def test_progress_of_one_task_is_none_of_the_next(pool: Pool) -> None:
    run(pool, tasks.go_on, 1, 0.0)
    with pytest.raises(DecodeLimitError):
        run(pool, tasks.hang)


def test_memory_beyond_all_is_refused(pool: Pool) -> None:
    with pytest.raises(DecodeLimitError, match="needs more memory than Coincide allows"):
        run(pool, tasks.fill, 2_000 * MB)
    assert run(pool, tasks.who)


def test_a_task_that_needs_more_than_its_share_gets_all_of_it(pool: Pool) -> None:
    assert LIMITS.task_bytes < 300 * MB < LIMITS.shared_bytes
    assert run(pool, tasks.fill, 300 * MB) == 300


def test_an_error_of_memory_is_tried_once_more_alone(pool: Pool) -> None:
    with pytest.raises(DecodeLimitError, match="needs more memory"):
        run(pool, tasks.fail, "memory")


def test_large_tasks_wait_for_each_other(pool: Pool, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(run, pool, tasks.ask_first, 250 * MB, log) for _ in range(4)]:
            done.result()
    spans = sorted(tuple(map(float, line.split())) for line in log.read_text().splitlines())
    assert len(spans) == 4
    assert all(ends <= begins for (_, ends), (begins, _) in pairwise(spans))


def test_what_asks_for_more_than_there_is_never_begins(pool: Pool, tmp_path: Path) -> None:
    with pytest.raises(DecodeLimitError, match="needs more memory"):
        run(pool, tasks.ask_first, 10_000 * MB, tmp_path / "log")
    assert not (tmp_path / "log").exists()


def test_a_crash_is_told_and_the_next_task_runs(pool: Pool) -> None:
    with pytest.raises(DecodeLimitError, match=r"its decoder crashed \(SIGSEGV\)"):
        run(pool, tasks.crash)
    assert run(pool, tasks.who)


def test_a_worker_that_is_shot_by_accident_costs_no_file(pool: Pool, tmp_path: Path) -> None:
    assert run(pool, tasks.crash_once, tmp_path / "mark") == "done"


def test_a_worker_that_died_between_tasks_is_replaced(pool: Pool) -> None:
    before = run(pool, tasks.who)
    os.kill(before, signal.SIGKILL)
    while _is_running(before):
        time.sleep(0.01)
    assert run(pool, tasks.who) != before


def test_what_a_library_prints_is_no_message(pool: Pool) -> None:
    assert run(pool, tasks.shout) == "done"
    assert run(pool, tasks.who)


def test_several_threads_share_few_workers() -> None:
    pool = Pool(LIMITS)
    try:
        with ThreadPoolExecutor(8) as threads:
            found = [*threads.map(lambda _: run(pool, tasks.who), range(100))]
        assert 1 <= len(set(found)) <= 2
        assert set(found) == set(pool.pids)
    finally:
        pool.close()
    assert not any(map(_is_running, found))


def test_only_tasks_are_run(pool: Pool) -> None:
    with pytest.raises(TypeError, match="is no task"):
        run(pool, tasks.no_task)
    with pytest.raises(TypeError, match="is no task"):
        pool.run(("os", "getcwd"), (), {})


def test_an_answer_runs_nothing() -> None:
    class Evil:
        def __reduce__(self) -> Any:
            return os.system, ("true",)

    buffer = io.BytesIO()
    wire.send(buffer, wire.RESULT, Evil())
    buffer.seek(0)
    with pytest.raises(EOFError, match="no plain data"):
        wire.receive(buffer)
    buffer.seek(0)
    assert wire.receive(buffer, trusted=True) == (wire.RESULT, 0)  # from a parent it would


def test_an_answer_without_end_is_not_awaited() -> None:
    head = wire._HEAD.pack(wire.RESULT, 1) + wire._LENGTH.pack(1 << 40)
    with pytest.raises(EOFError, match="no message"):
        wire.receive(io.BytesIO(head + pickle.dumps(1)))


def test_in_process_needs_no_worker() -> None:
    with isolated.in_process():
        assert tasks.who() == os.getpid()
    assert tasks.who() != os.getpid()


PARENT = """
import sys, threading, time
from tests.media.isolated import tasks
print(tasks.who(), flush=True)
{then}
"""


@pytest.mark.parametrize(
    "then",
    [
        "",  # it comes to its end
        "threading.Thread(target=tasks.hang, daemon=True).start(); time.sleep(0.5)",
        "threading.Thread(target=tasks.hang, daemon=True).start(); time.sleep(600)",
        "time.sleep(600)",
    ],
    ids=["ends", "ends while one works", "killed while one works", "killed"],
)
def test_no_worker_outlives_its_parent(then: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(then=then)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    if "600" in then:
        time.sleep(0.5)
        parent.kill()
    parent.wait(timeout=60)
    parent.stdout.close()
    until_s = time.monotonic() + 20
    while _is_running(worker) and time.monotonic() < until_s:
        time.sleep(0.05)
    assert not _is_running(worker)


def test_a_forked_process_has_workers_of_its_own() -> None:
    code = """
import os
from tests.media.isolated import tasks
first = tasks.who()
child = os.fork()
if child == 0:
    os._exit(0 if tasks.who() != first else 1)
assert os.waitpid(child, 0)[1] == 0
assert tasks.who() == first
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], check=True, env=env, timeout=120)


def test_modules_never_come_from_the_current_folder(tmp_path: Path) -> None:
    for name in ("numpy", "struct", "PIL", "coincide", "json"):
        (tmp_path / f"{name}.py").write_text("import os; os._exit(99)")
    code = (
        "import os, sys; sys.path.insert(0, '');"
        " sys.path.remove('');"
        f" from tests.media.isolated import tasks; os.chdir({str(tmp_path)!r}); print(tasks.who())"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(place for place in sys.path if place)}
    subprocess.run([sys.executable, "-P", "-c", code], check=True, env=env, timeout=120)


def _is_running(pid: int) -> bool:
    """Tell whether a process is there, and no more than a name that nobody asked for."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


@pytest.mark.skipif(os.name != "posix", reason="the program is stood in for by a shell script")
def test_the_standalone_program_is_its_own_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As PyInstaller has it: no interpreter at hand, but the program itself."""
    start = Path(__file__).parents[3] / "tools" / "standalone" / "start.py"
    program = tmp_path / "coincide"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{start}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(place for place in sys.path if place))
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    pool = Pool(LIMITS)
    try:
        assert run(pool, tasks.who) != os.getpid()
    finally:
        pool.close()
