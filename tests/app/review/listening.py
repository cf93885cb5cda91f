"""A page that listens to news, in a thread of its own."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx

from tests.app.review.conftest import Live


class Listener(threading.Thread):
    """A page that listens to news."""

    def __init__(self, live: Live) -> None:
        super().__init__()
        self.live, self.news, self.ready = live, list[tuple[str, dict[str, Any]]](), False
        self.start()
        self.wait_for("state")

    def run(self) -> None:
        kind = ""
        client = httpx.Client(
            base_url=self.live.client.base_url, headers=self.live.client.headers, timeout=60.0
        )
        with client, client.stream("GET", "/api/news") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                if line.startswith("data: "):
                    self.news.append((kind, json.loads(line.removeprefix("data: "))))

    def wait_for(self, kind: str, seconds: float = 30.0) -> dict[str, Any]:
        until_s = time.monotonic() + seconds
        while time.monotonic() < until_s:
            for found, data in list(self.news):
                if found == kind:
                    return data
            time.sleep(0.01)
        raise AssertionError(f"no news of {kind}: {self.news}")

    def wait_until(self, kind: str, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        until_s = time.monotonic() + 30.0
        while time.monotonic() < until_s:
            for found, data in list(self.news):
                if found == kind and fits(data):
                    return data
            time.sleep(0.01)
        raise AssertionError(f"no such news of {kind}: {self.news}")
