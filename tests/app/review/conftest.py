"""A server on loopback with a small event open, and what talks to it."""

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from coincide.app.review.http.server import Running, bind
from tests.drawn import write_event

SIZES = {"ann": 9, "bob": 12, "cyd": 7}


@dataclass(frozen=True)
class Live:
    """A running server, a client that it knows, and the event's folder."""

    running: Running
    client: httpx.Client
    folder: Path

    def get(self, path: str, /, **query: Any) -> Any:
        answer = self.client.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, /, **body: Any) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def settled(self, seconds: float = 60.0) -> dict[str, Any]:
        """Wait until nothing is under way; return the state."""
        until_s = time.monotonic() + seconds
        while time.monotonic() < until_s:
            state: dict[str, Any] = self.get("/api/state")
            under_way = [job for job in state["jobs"] if job["state"] in ("waiting", "running")]
            if not under_way and state["page"] != "working":
                return state
            time.sleep(0.02)
        raise AssertionError("the server did not come to rest")


@contextmanager
def serving(roots: list[Path], sources: list[Path], **access: Any) -> Iterator[Live]:
    running = bind(roots, **access)
    thread = threading.Thread(target=running.run)
    thread.start()
    headers = {"X-Coincide-Token": running.token}
    base = f"http://{running.access.listen}:{running.port}"
    try:
        with httpx.Client(base_url=base, headers=headers, timeout=60.0) as client:
            live = Live(running, client, sources[0] if sources else roots[0])
            if sources:
                running.session.open(sources)
            live.settled()
            yield live
    finally:
        running.server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The event's folder, synced once, so that nobody embeds it again."""
    from coincide import project as pipeline

    folder = write_event(tmp_path_factory.mktemp("review") / "party", SIZES)
    pipeline.Project.at(folder).sync()
    return folder


@pytest.fixture
def folder(embedded: Path, tmp_path: Path) -> Path:
    """A copy of the event, for one test alone."""
    return Path(shutil.copytree(embedded, tmp_path / "home" / "party"))


@pytest.fixture
def live(folder: Path) -> Iterator[Live]:
    with serving([folder.parent], [folder]) as opened:
        yield opened
