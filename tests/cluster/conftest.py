"""An event that was rendered once, in object storage, and its sync by one process."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from coincide.demo import DemoOptions
from coincide.model import place_of
from coincide.storage.objects import Objects
from tests.conftest import CopyDemo
from tests.storage_server import BUCKET, make_bucket, s3_environment, s3_server, upload

ROOT = Path(__file__).resolve().parents[2]
EVENT = f"s3://{BUCKET}/event"
# on loopback, for us alone; Ray thinks of other systems when it does so
RAY = {
    "RAY_AUTH_MODE": "disabled",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_raylet_start_wait_time_s": "120",  # a busy machine takes its time
}
DEMO = DemoOptions(n_galleries=7, n_photos=96, seed=5)
# half a minute where nothing else runs; only a sync that hangs is to be ended
PATIENCE_S = 900


@pytest.fixture(scope="session")
def s3_port() -> Iterator[int]:
    with s3_server() as port:
        os.environ.update(s3_environment(port) | RAY)
        fsspec.filesystem("s3").clear_instance_cache()
        make_bucket()
        yield port
        for name in s3_environment(port) | RAY:
            del os.environ[name]


@pytest.fixture(scope="session")
def demo(copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_demo(DEMO, tmp_path_factory.mktemp("demo") / "event")


@pytest.fixture(scope="session")
def event(s3_port: int, demo: Path) -> str:
    assert upload(demo, EVENT) > DEMO.n_photos
    return EVENT


@pytest.fixture(scope="session")
def expected(event: str) -> bytes:
    """The offsets by the local engine, from the same photos in the same storage."""
    project = f"s3://{BUCKET}/by-local"
    Driver(event, project, "local").finish()
    return offsets(project)


class Driver:
    """A sync that runs as a process of its own."""

    def __init__(self, event: str, project: str, *engine: str) -> None:
        command = [sys.executable, "-m", "tests.cluster.driver", event, project, *engine]
        with tempfile.NamedTemporaryFile("w", delete=False) as told:
            self._told = Path(told.name)
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=told, stderr=told)

    def told(self) -> str:
        return self._told.read_text(errors="replace")

    def finish(self) -> None:
        """Wait for its end, which must be a good one."""
        assert self.process.wait(timeout=PATIENCE_S) == 0, self.told()
        self._told.unlink()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._told.unlink()

    def wait_for(self, project: str, kind: str, least: int) -> None:
        """Wait until so many objects of a kind are there; it must not end before."""
        deadline = time.monotonic() + PATIENCE_S
        while count(project, kind) < least:
            assert self.process.poll() is None, self.told()
            assert time.monotonic() < deadline, f"no {least} {kind}: {self.told()}"
            time.sleep(0.05)


def offsets(project: str) -> bytes:
    path = place_of(project) / "offsets.json"
    return Objects(path).read(path)


def count(project: str, kind: str) -> int:
    """Return how many objects of a kind there are."""
    return len(Objects(place_of(project)).list(place_of(project) / kind))
