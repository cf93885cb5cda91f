"""The review app as people start it: a process of its own, asked as its pages ask it."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

WAIT_S = 120.0


@dataclass(frozen=True)
class App:
    """An app that is running, and a client that it lets in."""

    process: "subprocess.Popen[str]"
    client: httpx.Client

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, /, **body: Any) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def settled(self) -> dict[str, Any]:
        """Wait until nothing is under way; return the state. Who is who is as it was found."""
        until_s = time.monotonic() + WAIT_S
        while time.monotonic() < until_s:
            state: dict[str, Any] = self.get("/api/state")
            under_way = [job for job in state["jobs"] if job["state"] in ("waiting", "running")]
            if not under_way and state["page"] == "who":
                self.post("/api/solve")
            elif not under_way and state["page"] != "working":
                return state
            time.sleep(0.02)
        raise AssertionError("the app did not come to rest")


@contextmanager
def opened_app(event: Path) -> Iterator[App]:
    """Run ``coincide review`` on an event until the context ends; it may still be reading."""
    command = [sys.executable, "-m", "coincide", "review", "--no-browser", "--port", "0"]
    process = subprocess.Popen([*command, str(event)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        words = (word for line in process.stdout for word in line.split())
        address = next((word for word in words if word.startswith("http://")), None)
        assert address is not None, "coincide review ended before it told its address"
        base, token = address.split("/?token=")
        headers = {"X-Coincide-Token": token}
        with httpx.Client(base_url=base, headers=headers, timeout=WAIT_S) as client:
            yield App(process, client)
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
