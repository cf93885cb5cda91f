"""What several tests share."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pytest
from hypothesis import settings
from threadpoolctl import threadpool_limits
from xdist.scheduler import LoadScopeScheduling

from coincide.demo import DemoOptions
from coincide.media import isolated
from coincide.model import PhotoTable
from tests.once import for_this_run
from tests.rendered import copy_rendered
from tests.tiers import runs_in_ci

# what is made once for all tests below takes longer than they do: one worker has all of them
TOGETHER = ("tests/browser/", "tests/cluster/", "tests/journeys/")

# each worker has a core of its own, and so have the programs that it starts: threads of both
# would wait for each other
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    threadpool_limits(1, user_api="blas")
    os.environ.pop("COLUMNS", None)  # the width of the terminal that the tests are run from

# how long an example takes tells how busy the machine is; a test that means it says so itself
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# what Coincide keeps for a person is nobody's during tests; programs that tests start inherit it
if "COINCIDE_DATA" not in os.environ:
    os.environ["COINCIDE_DATA"] = tempfile.mkdtemp(prefix="coincide-test-data-")
    atexit.register(shutil.rmtree, os.environ["COINCIDE_DATA"], ignore_errors=True)

SHARED = Path(__file__).resolve().parents[1] / ".." / "shared"


class ByRoom(LoadScopeScheduling):  # type: ignore[misc]  # xdist tells no types
    """Give each worker a file at a time, or all files of a folder whose tests share much."""

    def _split_scope(self, nodeid: str) -> str:
        return next(
            (room for room in TOGETHER if nodeid.startswith(room)), nodeid.partition("::")[0]
        )


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByRoom:
    """Tell xdist who gets which tests."""
    return ByRoom(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, or one worker would be at it when all others are done.

    Slow tests that run for every change are marked.
    """
    for item in items:
        if item.get_closest_marker("slow") is not None and runs_in_ci(item.nodeid):
            item.add_marker("ci")
    items.sort(key=lambda item: not item.nodeid.startswith(TOGETHER))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real photos beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("real photos (../shared) are not on this machine")
    return SHARED.resolve()


@pytest.fixture
def decode_here() -> Iterator[None]:
    """Decode in the test's own process: for tests that replace a part of what decodes."""
    with isolated.in_process():
        yield


class CopyDemo(Protocol):
    """Copies a demo event, which is rendered once for all tests, to a place that is not there."""

    def __call__(self, options: DemoOptions, to: Path) -> Path: ...


@pytest.fixture(scope="session")
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what takes long to make: kept from run to run, where pytest keeps anything."""
    cache: pytest.Cache | None = getattr(request.config, "cache", None)  # as make check has none
    return for_this_run(tmp_path_factory) if cache is None else cache.mkdir("kept")


@pytest.fixture(scope="session")
def copy_demo(kept: Path) -> CopyDemo:
    """What copies demo events; it is the only way for a test to have one that it may write to."""
    return partial(copy_rendered, kept / "rendered")


def full_columns(table: PhotoTable) -> dict[str, Any]:
    """Return other numbers, none of them unknown, for every column that a table has."""
    rng = np.random.default_rng(0)
    shapes = {one.name: np.shape(getattr(table, one.name)) for one in fields(table)}
    return {
        name: rng.normal(size=shape)
        for name, shape in shapes.items()
        if name not in ("names", "starts")
    }


def make_table(
    *times_s: list[float], positions: list[list[tuple[float, float]]] | None = None
) -> PhotoTable:
    """Return a table of galleries g0, g1, … with the given camera times."""
    n_photos = sum(len(times) for times in times_s)
    position_deg = np.full((n_photos, 2), np.nan)
    if positions is not None:
        position_deg = np.array([place for gallery in positions for place in gallery])
    return PhotoTable(
        names=tuple(f"g{number}" for number in range(len(times_s))),
        starts=np.concatenate([[0], np.cumsum([len(times) for times in times_s])]).astype(np.int64),
        camera_time_s=np.array([time for times in times_s for time in times], dtype=np.float64),
        position_deg=position_deg.reshape(n_photos, 2),
    )
