"""Work one after the other, watched and stopped."""

import threading
import time
from collections.abc import Iterator

import pytest

from coincide.app.review.jobs import Job, Jobs, StoppedError, Watch
from coincide.errors import UsageError


@pytest.fixture
def told() -> list[tuple[str, str, int]]:
    return []


@pytest.fixture
def jobs(told: list[tuple[str, str, int]]) -> Iterator[Jobs]:
    made = Jobs(lambda job: told.append((job.state, job.stage, job.done)))
    yield made
    made.close()


def test_progress_is_told_and_the_result_is_there(
    jobs: Jobs, told: list[tuple[str, str, int]]
) -> None:
    def work(watch: Watch) -> int:
        for done in range(1001):
            watch.progress("read", done, 1000)
        return 7

    _, future = jobs.start("open", work)
    assert future.result(10) == 7
    assert told[0] == ("waiting", "", 0)
    assert ("running", "read", 1000) in told
    assert told[-1] == ("done", "read", 1000)
    assert len(told) < 50  # not every step is news
    assert jobs.listed == []


def test_work_is_done_one_after_the_other(jobs: Jobs) -> None:
    seen: list[int] = []

    def work(watch: Watch) -> None:
        seen.append(watch.job.id)
        time.sleep(0.01)
        seen.append(watch.job.id)

    futures = [jobs.start("solve", work)[1] for _ in range(5)]
    for future in futures:
        future.result(10)
    assert seen == [number for number in range(1, 6) for _ in range(2)]


def test_a_mistake_is_told_until_the_next_of_its_kind(jobs: Jobs) -> None:
    def fail(_: Watch) -> None:
        raise UsageError("No such thing. Name another.")

    _, future = jobs.start("plan", fail)
    with pytest.raises(UsageError):
        future.result(10)
    assert [(job.state, job.error) for job in jobs.listed] == [
        ("failed", "No such thing. Name another.")
    ]
    jobs.start("plan", lambda _: None)[1].result(10)
    assert jobs.listed == []


def test_a_bug_does_not_stop_the_worker(jobs: Jobs) -> None:
    _, future = jobs.start("plan", lambda _: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        future.result(10)
    assert "bug" in (jobs.listed[0].error or "")
    assert jobs.start("solve", lambda _: 3)[1].result(10) == 3


def test_what_runs_and_what_waits_can_be_stopped(jobs: Jobs) -> None:
    started = threading.Event()

    def work(watch: Watch) -> None:
        started.set()
        for done in range(10**6):
            watch.progress("embed", done, 10**6)
            time.sleep(0.001)

    running, future = jobs.start("open", work)
    waiting, never = jobs.start("solve", lambda _: 1)
    assert started.wait(10)
    assert jobs.is_waiting("solve")
    assert jobs.stop(waiting.id)
    assert jobs.stop(running.id)
    for one in (future, never):
        with pytest.raises(StoppedError):
            one.result(10)
    assert not jobs.stop(running.id)
    assert not jobs.stop(99)
    assert {job.state for job in jobs.listed} == {"stopped"}


def test_the_time_left_is_told_by_the_rate_so_far() -> None:
    job = Job(1, "open", state="running", stage="embed", done=25, total=100)
    job.stage_began_s = time.monotonic() - 10.0
    assert job.seconds_left == pytest.approx(30.0, rel=0.05)
    job.done = 0
    assert job.seconds_left is None
