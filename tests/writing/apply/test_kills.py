"""Kill it at any moment: every file is whole, old or new, and all can be finished or taken back."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from coincide.writing.apply.step import Step
from tests.writing.apply.driver import Driver, Order
from tests.writing.apply.trees import (
    Seen,
    is_new,
    is_old,
    litter,
    make_steps,
    make_tree,
    save_steps,
    snapshot,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kills and attributes of Linux")


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    with Driver() as started:
        yield started


def assert_whole(steps: Sequence[Step]) -> int:
    """Check that every file is old or new; return how many are new."""
    news = [is_new(step) for step in steps]
    broken = [s.target for s, new in zip(steps, news, strict=True) if not (new or is_old(s))]
    assert not broken
    return sum(news)


def kill_often(driver: Driver, order: Order, steps: Sequence[Step], n_kills: int) -> list[int]:
    """Kill it again and again at random moments; return how many files were new after each kill.

    The moments fall evenly over about the whole of it.
    """
    random = Random(n_kills)
    n_batches = len(steps) // order.batch
    counts = []
    for _ in range(n_kills):
        batches, after_s = random.randint(0, 2 * n_batches // n_kills), random.uniform(0, 0.03)
        ended = driver(replace(order, kill_after_batches=batches, kill_after_s=after_s))
        counts.append(assert_whole(steps))
        if ended:
            break
    assert len(counts) > n_kills / 3, f"the kills came too late: {counts}"
    assert len(set(counts)) > n_kills / 4, f"the kills came too early: {counts}"
    return counts


@pytest.mark.parametrize("without", ["", "links"])
def test_killed_at_random_and_undone(tmp_path: Path, driver: Driver, without: str) -> None:
    n_files, n_kills = (300, 10) if without == "" else (100, 5)
    assert_survives_kills(tmp_path, driver, without, n_files=n_files, n_kills=n_kills)


@pytest.mark.slow
def test_killed_at_random_and_undone_with_many_files(tmp_path: Path, driver: Driver) -> None:
    assert_survives_kills(tmp_path, driver, "", n_files=3_000, n_kills=6)


def assert_survives_kills(
    folder: Path, driver: Driver, without: str, *, n_files: int, n_kills: int
) -> None:
    root = folder / "tree"
    files = make_tree(root, n_files)
    before = snapshot(root)
    steps = make_steps(root, files)
    save_steps(folder / "steps", steps)
    apply = Order("apply", str(folder), 8 if n_files < 1000 else 64, without)
    undo = replace(apply, verb="undo")

    kill_often(driver, apply, steps, n_kills)
    assert driver(undo)  # of something half done
    assert_restored(root, before, without)

    kill_often(driver, apply, steps, n_kills)
    assert driver(apply)
    assert assert_whole(steps) == n_files
    kill_often(driver, undo, steps, n_kills)
    assert driver(undo)
    assert assert_whole(steps) == 0
    assert_restored(root, before, without)


def assert_restored(root: Path, before: dict[str, Seen], without: str) -> None:
    """Check that the tree is what it was; a disk that has no links cannot bring links back."""
    assert not litter(root)
    after = snapshot(root)
    if without == "links":
        before, after = _without_links(before), _without_links(after)
    assert after.keys() == before.keys()
    assert {name for name in before if after[name] != before[name]} == set()


def _without_links(seen: dict[str, Seen]) -> dict[str, Seen]:
    return {name: replace(what, links=(), n_links=1) for name, what in seen.items()}
