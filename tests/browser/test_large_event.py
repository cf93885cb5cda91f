"""10,000 photos of 20 cameras: what comes over the wire, how smooth it is, what it takes.

``pytest -s`` prints the figures. Headless chromium has no graphics card here: an empty page is
timed beside the timeline.
"""

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.conftest import ask, until
from tests.large_event import copy_synced
from tools.review_views import SIZES, Server, serving

pytestmark = pytest.mark.slow

N_PHOTOS, N_GALLERIES = 10_000, 20
N_SHEETS = -(-N_PHOTOS // 256)
MB = 1e6
MOST_SENT = 2 * MB
MOST_FRAME_MS = 33.0
# while the album is scrolled, and what may hold the page up
MOST_ALBUM_FRAME_MS, MOST_TASK_MS = 20.0, 200.0
# JavaScript alone, rows and lanes of 10,000 photos among it; and sheets that are decoded
MOST_HEAP, MOST_DECODED = 60 * MB, 112 * MB
OPENED_S = 600.0
# of the server, from its start to the whole event view
MOST_CPU_S = 3.0
N_OPENED = 4

# counts what is painted and which pictures are decoded; put in before the page's own scripts
WATCH = """
(() => {
  const watch = { frames: [], painted: false, decoded: 0, sheets: 0, most: 0 };
  window.watch = watch;
  const { drawImage, fillRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...all) {
    watch.painted = true;
    return drawImage.apply(this, all);
  };
  CanvasRenderingContext2D.prototype.fillRect = function (...all) {
    watch.painted = true;
    return fillRect.apply(this, all);
  };
  const make = window.createImageBitmap;
  const sizes = new WeakMap();
  window.createImageBitmap = async (...all) => {
    const made = await make.apply(window, all);
    sizes.set(made, made.width * made.height * 4);
    watch.decoded += made.width * made.height * 4;
    watch.sheets++;
    watch.most = Math.max(watch.most, watch.decoded);
    return made;
  };
  const { close } = ImageBitmap.prototype;
  ImageBitmap.prototype.close = function () {
    watch.decoded -= sizes.get(this) ?? 0;
    sizes.delete(this);
    return close.apply(this);
  };
  let last = performance.now();
  const tick = (now) => {
    if (watch.painted) watch.frames.push(now - last);
    watch.painted = false;
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})();
"""
# frames in which the album moved
WATCH_FRAMES = """() => {
  window.scrolled = [];
  const stream = document.querySelector('.stream');
  let last = performance.now();
  let top = stream.scrollTop;
  const tick = (now) => {
    if (stream.scrollTop !== top) scrolled.push(now - last);
    [last, top] = [now, stream.scrollTop];
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
N_LOADED = """() =>
  [...document.querySelectorAll('.stream img')].filter((one) => one.naturalWidth > 0).length"""
EMPTY = """() => new Promise((done) => {
  const frames = [];
  let last = performance.now();
  const tick = (now) => {
    frames.push(now - last);
    last = now;
    if (frames.length < 120) requestAnimationFrame(tick);
    else done(frames);
  };
  requestAnimationFrame(tick);
})"""


@dataclass
class Wire:
    """Bytes that a page was sent, headers and packing as they are."""

    sent: dict[str, float] = field(default_factory=dict)
    urls: dict[str, str] = field(default_factory=dict)

    def listen(self, session: CDPSession) -> None:
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._began)
        session.on("Network.dataReceived", self._came)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")

    def _asked(self, news: dict[str, Any]) -> None:
        self.urls[news["requestId"]] = news["request"]["url"]

    def _began(self, news: dict[str, Any]) -> None:
        self.sent[news["requestId"]] = news["response"]["encodedDataLength"]

    def _came(self, news: dict[str, Any]) -> None:
        self.sent[news["requestId"]] += news["encodedDataLength"]

    def _ended(self, news: dict[str, Any]) -> None:
        self.sent[news["requestId"]] = news["encodedDataLength"]

    @property
    def total(self) -> float:
        return sum(self.sent.values())

    def of(self, part: str) -> float:
        return sum(size for key, size in self.sent.items() if part in self.urls.get(key, ""))


@pytest.fixture(scope="module")
def crowd(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The large event, synced before it is opened."""
    to = tmp_path_factory.mktemp("large") / "crowd"
    return copy_synced(kept, N_PHOTOS, N_GALLERIES, to)


@pytest.fixture(scope="module")
def crowded(chromium: Browser, crowd: Path) -> Iterator[Server]:
    with serving(crowd, "--root", crowd.parent) as server:
        yield server


def cpu_s(process_id: int) -> float:
    """Return the seconds of CPU that a process has taken so far."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.alone  # in company the same work takes more CPU
def test_a_synced_event_is_shown_in_seconds(crowd: Path) -> None:
    """Nothing is solved: what was found is kept. The quickest of a few: company only ever adds."""
    taken_s = list[float]()
    while len(taken_s) < N_OPENED and min(taken_s, default=np.inf) >= MOST_CPU_S:
        with serving(crowd, "--root", crowd.parent) as server:
            while ask(server, "/api/state")["page"] != "event":
                time.sleep(0.05)
            event = ask(server, "/api/event")
            taken_s.append(cpu_s(server.process.pid))
        assert len(event["photos"]["name"]) == N_PHOTOS
        assert event["changed"] == []
    told = ", ".join(f"{one:.1f}" for one in taken_s)
    print(f"\nfrom the command to the whole event view {told} s of CPU")
    assert min(taken_s) < MOST_CPU_S


@pytest.fixture
def watched(
    request: pytest.FixtureRequest, chromium: Browser
) -> Iterator[tuple[Page, Wire, CDPSession]]:
    """A window, with one dot to the pixel unless told, whose traffic and pictures are counted."""
    width, height = SIZES[""]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=getattr(request, "param", 1),
    )
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    wire = Wire()
    wire.listen(session)
    yield page, wire, session
    context.close()


def open_timeline(page: Page, server: Server) -> None:
    page.goto(server.address)
    end_s = time.monotonic() + OPENED_S
    # asked again and again: the page's policy lets nobody wait inside it
    while not page.evaluate("performance.getEntriesByName('coincide-first-view').length"):
        assert time.monotonic() < end_s, "no first view"
        page.wait_for_timeout(100)


def test_the_first_view_takes_less_than_two_megabytes(
    crowded: Server, watched: tuple[Page, Wire, CDPSession], chromium: Browser
) -> None:
    warm = chromium.new_context()
    open_timeline(warm.new_page(), crowded)  # reading and solving are over from here on
    warm.close()
    event = ask(crowded, "/api/event")
    assert (len(event["photos"]["name"]), len(event["galleries"])) == (N_PHOTOS, N_GALLERIES)
    page, wire, _ = watched
    open_timeline(page, crowded)
    first, parts = wire.total, {part: wire.of(part) for part in ("app.", "event", "sprite")}
    loaded(page)
    print(f"\nuntil the first view {first / MB:.2f} MB {parts}")
    print(f"with all thumbnails in view {wire.total / MB:.2f} MB, {wire.of('sprite') / MB:.2f} MB")
    assert page.evaluate("watch.sheets") > 0
    assert first < MOST_SENT


def test_zoom_and_pan_are_smooth(crowded: Server, watched: tuple[Page, Wire, CDPSession]) -> None:
    page, _, _ = watched
    page.goto("about:blank")
    empty_ms = statistics.median(page.evaluate(EMPTY))
    open_timeline(page, crowded)
    loaded(page)
    figures = {
        name: median_frame_ms(page, act)
        for name, act in {"wheel": zoom, "drag": drag, "keys": press_keys}.items()
    }
    print(f"\nmedian frame: empty page {empty_ms:.1f} ms, {figures}")
    # where others keep the machine busy, an empty page is no faster
    assert max(figures.values()) < max(MOST_FRAME_MS, 2 * empty_ms)


def test_the_album_scrolls_smoothly(
    crowded: Server, watched: tuple[Page, Wire, CDPSession], chromium: Browser
) -> None:
    page, wire, session = watched
    page.goto("about:blank")
    empty_ms = statistics.median(page.evaluate(EMPTY))
    open_timeline(page, crowded)
    chromium.start_tracing(page=page, categories=["toplevel"])
    page.evaluate("location.hash = '#album'")
    page.locator("[data-row]").first.wait_for()
    height = page.evaluate("document.querySelector('.stream').scrollHeight")
    frames = scrolled_frames_ms(page)
    shown = page.evaluate("document.querySelectorAll('[data-row]').length")
    page.evaluate(f"document.querySelector('.stream').scrollTop = {height / 2}")
    until(lambda: page.evaluate(N_LOADED) > 10)  # where one stays, the photos themselves come
    longest_ms = longest_task_ms(chromium.stop_tracing())
    median_ms = statistics.median(frames)
    print(
        f"\nalbum: {height} px, {shown} tiles at a time, {wire.of('album') / MB:.2f} MB; frames"
        f" median {median_ms:.1f} ms of {len(frames)} (empty page {empty_ms:.1f}), longest task"
        f" {longest_ms:.0f} ms, heap {heap(session) / MB:.1f} MB"
    )
    assert len(frames) > 60
    assert 10 < shown < 200  # of 10,000
    # where others keep the machine busy, an empty page is no faster
    assert median_ms <= max(MOST_ALBUM_FRAME_MS, 1.3 * empty_ms)
    assert 0 < longest_ms <= MOST_TASK_MS


def longest_task_ms(trace: bytes) -> float:
    """Return the longest task of the page's own thread, in its time on a core: others may wait."""
    events = json.loads(trace)["traceEvents"]
    own = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks = [one for one in events if "RunTask" in one["name"] and (one["pid"], one["tid"]) in own]
    return max(float(one.get("tdur", 0)) for one in tasks) / 1000


def scrolled_frames_ms(page: Page) -> list[float]:
    """Return how long frames took while the album was scrolled: slowly, fast, and to its ends."""
    page.evaluate(WATCH_FRAMES)
    page.mouse.move(900, 500)
    for delta in [120] * 60 + [900] * 40 + [6000] * 20 + [-2500] * 40:
        page.mouse.wheel(0, delta)
        page.wait_for_timeout(16)
    for key in ("End", "Home"):
        page.locator("[data-row]").first.focus()
        page.keyboard.press(key)
        page.wait_for_timeout(400)
    frames: list[float] = page.evaluate("scrolled")
    return frames


@pytest.mark.parametrize("watched", [2], indirect=True, ids=["fine screen"])
def test_memory_is_bounded_while_panning_through_everything(
    crowded: Server, watched: tuple[Page, Wire, CDPSession]
) -> None:
    page, _, session = watched
    open_timeline(page, crowded)
    loaded(page)
    page.locator(".stage").focus()
    for _ in range(11):
        page.keyboard.press("+")
    page.keyboard.press("Home")
    heaps = [heap(session)]
    for key in ("Shift+ArrowRight", "Shift+ArrowLeft", "ArrowDown", "Shift+ArrowRight"):
        for _ in range(N_GALLERIES if key == "ArrowDown" else 50):
            page.keyboard.press(key)
            page.wait_for_timeout(100)
        heaps.append(heap(session))
    watch = page.evaluate("watch")
    shown = ", ".join(f"{one / MB:.1f}" for one in heaps)
    print(f"\nheap {shown} MB; decoded at most {watch['most'] / MB:.0f} MB in {watch['sheets']}")
    assert watch["sheets"] > N_SHEETS  # at half their size at first, then whole
    assert watch["most"] < MOST_DECODED
    assert max(heaps) < MOST_HEAP
    assert heaps[-1] < 1.5 * heaps[0]


def loaded(page: Page) -> None:
    """Wait until sheets arrive, and then until no more do."""
    end_s = time.monotonic() + OPENED_S
    before = 0
    while (n_sheets := page.evaluate("watch.sheets")) != before or n_sheets == 0:
        assert time.monotonic() < end_s, "no sheets" if n_sheets == 0 else "sheets without end"
        before = n_sheets
        page.wait_for_timeout(1500)


def median_frame_ms(page: Page, act: Callable[[Page], None]) -> float:
    """Return the median of the frames in which something was painted."""
    page.evaluate("watch.frames = []")
    act(page)
    frames = page.evaluate("watch.frames")
    assert len(frames) > 30, "hardly anything was painted"
    return round(statistics.median(frames), 1)


def zoom(page: Page) -> None:
    page.mouse.move(800, 450)
    for delta in [-60] * 60 + [60] * 60:
        page.mouse.wheel(0, delta)
        page.wait_for_timeout(10)


def drag(page: Page) -> None:
    page.locator(".stage").focus()
    page.keyboard.press("0")
    for _ in range(5):
        page.keyboard.press("+")
    for _ in range(4):
        page.mouse.move(1200, 450)
        page.mouse.down()
        page.mouse.move(300, 420, steps=30)
        page.mouse.up()


def press_keys(page: Page) -> None:
    page.locator(".stage").focus()
    page.keyboard.press("0")
    for key in ["+"] * 12 + ["ArrowRight"] * 40 + ["ArrowLeft"] * 40 + ["-"] * 12:
        page.keyboard.press(key)
        page.wait_for_timeout(10)  # or many keys would make one frame


def heap(session: CDPSession) -> float:
    """Return the bytes of JavaScript in use, rubbish collected."""
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "JSHeapUsedSize")
