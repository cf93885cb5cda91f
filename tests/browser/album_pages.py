"""Albums of any size for the browser, and what a page asks for and how long it takes."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Page, Request

from coincide.album import Album, Chapter, PhotoMoment
from coincide.writing.album import ShownPhoto, Story, Wishes, write_story

START_S = 1_755_954_000.0
PER_MOMENT, MOMENTS = (1, 3, 2, 5, 1, 4), 20


def large_story(photos: list[Path], films: list[Path], n_photos: int) -> Story:
    """Return a story of so many photos, of which there are some that are shown again and again."""
    files = [*photos[:40], *films, *photos[40:]]
    shown = tuple(
        ShownPhoto(
            path := files[row % len(files)],
            f"{row % len(files):064x}",
            START_S + 20.0 * row,
            row % 7,
            3.0 if path in films else None,
        )
        for row in range(n_photos)
    )
    people = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta")
    return Story("A long weekend", people, shown, Album(tuple(_chapters(n_photos))))


def _chapters(n_photos: int) -> Iterator[Chapter]:
    row, number = 0, 0
    while row < n_photos:
        moments = []
        for one in range(MOMENTS):
            rows = tuple(range(row, min(row + PER_MOMENT[one % len(PER_MOMENT)], n_photos)))
            if rows:
                moments.append(PhotoMoment(rows, rows[0]))
                row = rows[-1] + 1
        number += 1
        yield Chapter(tuple(moments), f"Chapter {number}", moments[0].cover)


def write_large(folder: Path, story: Story, wishes: Wishes = Wishes(who=True)) -> Path:
    """Write an album as a site; return its page."""
    return write_story(story, folder, "site", wishes, lambda _stage, _done, _total: None).first


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine as any web space does: files as they are, not packed."""

    class Quiet(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


@dataclass
class Asked:
    """What a page asked for, and what it complained of."""

    folder: Path
    base: str
    urls: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        page.on("request", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda said: self.errors.append(said.text) if said.type == "error" else None,
        )

    def _note(self, request: Request) -> None:
        if request.url.startswith(("data:", "blob:")):
            return
        (self.urls if request.url.startswith(self.base) else self.outside).append(request.url)

    @property
    def n_bytes(self) -> int:
        """The files that were asked for, each once: nothing is packed."""
        return sum(self._size(url) for url in set(self.urls))

    def _size(self, url: str) -> int:
        name = unquote(urlsplit(url.removeprefix(self.base)).path) or "index.html"
        return (self.folder / name).stat().st_size


def throttle(page: Page, *, latency_ms: float = 150.0) -> None:
    """Slow a page down as Lighthouse does for phones: 1.6 Mbit/s, a quarter of the processor."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    conditions: dict[str, Any] = {
        "offline": False,
        "latency": latency_ms,
        "downloadThroughput": 1.6e6 / 8,
        "uploadThroughput": 0.75e6 / 8,
    }
    session.send("Network.emulateNetworkConditions", conditions)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})


LARGEST = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1);
    done([last.startTime, last.element ? last.element.tagName : '']);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})"""

TRACED = ["toplevel", "disabled-by-default-devtools.timeline"]


def task_times_ms(trace: bytes) -> tuple[list[float], list[float]]:
    """Return how long each task of the page took by the clock, and of the processor's time."""
    events = json.loads(trace)["traceEvents"]
    names = {
        (one["pid"], one["tid"]): one["args"]["name"]
        for one in events
        if one["name"] == "thread_name"
    }
    tasks = [
        one
        for one in events
        if one.get("ph") == "X"
        and one["name"] == "RunTask"
        and names.get((one["pid"], one["tid"])) == "CrRendererMain"
    ]
    return [one["dur"] / 1000 for one in tasks], [one.get("tdur", 0) / 1000 for one in tasks]


# how long frames take from here on
WATCH = """
(() => {
  window.watch = { frames: [] };
  let last = performance.now();
  const tick = (now) => {
    watch.frames.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})();
"""
