"""The page Clocks: a library's cameras over years, judged and corrected by mouse and keys."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_every_view import AXE
from tests.library.on_disk import write_library
from tests.library.party import keep_occasion, write_party
from tools.review_views import SCHEMES, SIZES, WORK_MS, Server, serving

pytestmark = pytest.mark.slow

VIEW = ("library", "view")
# a million photos are so many sessions, of ten cameras over ten years
N_LANES, N_YEARS, N_SESSIONS = 10, 10, 40_000
MOST_FRAME_MS = 16.0
YEAR_S = 365.25 * 86400.0
WORK = {
    *("FireAnimationFrame", "EventDispatch", "FunctionCall", "RunMicrotasks", "TimerFire"),
    *("Layout", "UpdateLayoutTree", "PrePaint", "HitTest"),
}
GRAVE = """async () => {
  const { violations } = await axe.run();
  const grave = violations.filter((one) => ['serious', 'critical'].includes(one.impact));
  return grave.map((one) => one.id);
}"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A camera that was 25 min behind twice, scanned."""
    folder = tmp_path_factory.mktemp("library") / "photos"
    write_library(folder)
    scan(folder)
    return folder


def scan(folder: Path) -> None:
    command = [sys.executable, "-m", "coincide", "library", "scan", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def server(library: Path) -> Iterator[Server]:
    with serving(library, words=VIEW) as running:
        yield running


def photos(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((folder / "Anna").iterdir())
    }


def stage(page: Page) -> Any:
    found = page.get_by_role("application")
    expect(found).to_be_visible(timeout=WORK_MS)
    return found


def to_wrong(page: Page) -> None:
    """Go to the first stretch that is wrong, by keys."""
    page.get_by_role("button", name="Wrong: 2").click()
    stage(page).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("+25 min 00 s", exact=True)).to_be_visible()


def test_a_stretch_is_planned_applied_and_taken_back_by_keys(
    server: Server, library: Path, open_page: Callable[[Server], Page]
) -> None:
    before = photos(library)
    page = open_page(server)
    to_wrong(page)
    card = page.get_by_role("complementary")
    expect(card.locator("img")).to_have_count(8)
    assert card.locator("img").first.evaluate("(one) => one.decode().then(() => one.naturalWidth)")
    page.keyboard.press("a")
    expect(card.get_by_role("button", name="Apply the plan")).to_be_enabled(timeout=WORK_MS)
    assert photos(library) == before
    page.keyboard.press("a")
    expect(card.get_by_role("button", name="Take it back")).to_be_enabled(timeout=WORK_MS)
    written = photos(library)
    assert written.keys() > before.keys()
    page.keyboard.press("a")
    expect(card.get_by_role("button", name="Apply the plan again")).to_be_enabled(timeout=WORK_MS)
    assert photos(library) == before


def test_what_is_rejected_is_not_planned_until_it_is_accepted_again(
    server: Server, library: Path, open_page: Callable[[Server], Page]
) -> None:
    page = open_page(server)
    to_wrong(page)
    page.keyboard.press("r")
    expect(page.get_by_text("You rejected this stretch").first).to_be_visible(timeout=WORK_MS)
    expect(page.get_by_role("button", name="Wrong: 1")).to_be_visible()
    command = [sys.executable, "-m", "coincide", "library", "clocks", str(library)]
    wide = {**os.environ, "COLUMNS": "200"}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=wide).stdout
    assert "you rejected it" in told
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Wrong: 2")).to_be_visible(timeout=WORK_MS)


def test_a_stretch_is_split_and_its_border_moved_by_keys(
    server: Server, open_page: Callable[[Server], Page]
) -> None:
    page = open_page(server)
    to_wrong(page)
    card = page.get_by_role("complementary")
    page.keyboard.press("s")
    slider = card.get_by_role("slider")
    expect(slider).to_be_focused(timeout=WORK_MS)
    expect(card.locator("figure img")).to_have_count(2)
    page.keyboard.press("Home")
    first = card.locator("figure .figures").last.inner_text()
    page.keyboard.press("ArrowRight")
    expect(card.locator("figure .figures").last).not_to_have_text(first)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Wrong: 3")).to_be_visible(timeout=WORK_MS)
    expect(card.get_by_text("You said: the clock was set before")).to_be_visible()
    expect(stage(page)).to_be_focused()
    page.keyboard.press("e")
    expect(slider).to_be_focused(timeout=WORK_MS)
    expect(card.get_by_role("button", name="It was set here")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(card.get_by_text("not set before").first).to_be_visible(timeout=WORK_MS)
    page.keyboard.press("z")
    expect(page.get_by_text("Taken back: the clock was not set").first).to_be_visible(
        timeout=WORK_MS
    )
    page.keyboard.press("z")
    expect(page.get_by_role("button", name="Wrong: 2")).to_be_visible(timeout=WORK_MS)


def test_what_was_said_is_listed_and_taken_back(
    server: Server, open_page: Callable[[Server], Page]
) -> None:
    page = open_page(server)
    to_wrong(page)
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Wrong: 1")).to_be_visible(timeout=WORK_MS)
    page.get_by_role("button", name="What you said").click()
    panel = page.get_by_role("complementary")
    expect(panel.get_by_text("is not so")).to_be_visible()
    panel.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("button", name="Wrong: 2")).to_be_visible(timeout=WORK_MS)
    expect(panel.get_by_text("Nothing so far")).to_be_visible()


def test_questions_are_offered_and_a_time_that_makes_no_sense_is_refused(
    server: Server, open_page: Callable[[Server], Page]
) -> None:
    page = open_page(server)
    stage(page)
    page.get_by_role("button", name="What is most worth knowing").click()
    panel = page.get_by_role("complementary")
    expect(
        panel.get_by_text("No answer would decide").or_(panel.locator("form").first)
    ).to_be_visible(timeout=WORK_MS)


def test_a_library_without_a_photo_says_what_to_do(
    tmp_path: Path, open_page: Callable[[Server], Page]
) -> None:
    (tmp_path / "photos").mkdir()
    scan(tmp_path / "photos")
    with serving(tmp_path / "photos", words=VIEW) as empty:
        page = open_page(empty)
        expect(page.get_by_text("No photos with a time")).to_be_visible(timeout=WORK_MS)


def test_an_event_is_looked_for_opened_and_left(
    tmp_path: Path, open_page: Callable[[Server], Page]
) -> None:
    folder = tmp_path / "photos"
    write_party(folder)
    scan(folder)
    for week in (0, 1):
        keep_occasion(folder, week)
    with serving(folder, words=VIEW) as running:
        page = open_page(running)
        page.get_by_role("button", name="Events").click()
        panel = page.get_by_role("complementary", name="Events")
        expect(panel.get_by_role("listitem")).to_have_count(2, timeout=WORK_MS)
        panel.get_by_role("textbox").fill("11 april")
        expect(panel.get_by_role("listitem")).to_have_count(1)
        expect(panel.get_by_role("heading", level=3)).to_contain_text("Sunday 11 April 2021")
        panel.get_by_role("textbox").fill("may")
        expect(panel.get_by_text("No event is of these words.")).to_be_visible()
        panel.get_by_role("textbox").fill("ben")
        panel.get_by_role("button", name="Open").first.click()
        back = page.get_by_role("button", name="All clocks")
        expect(back).to_be_visible(timeout=WORK_MS)
        expect(page.get_by_text("8 photos").first).to_be_visible(timeout=WORK_MS)
        back.click()
        stage(page)
        page.get_by_role("button", name="Events").click()
        expect(panel.get_by_text("8 photos, has a project")).to_have_count(1, timeout=WORK_MS)


def test_nothing_grave_and_nothing_too_wide(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(bypass_csp=True)  # the page's own policy would keep axe out
    page = context.new_page()
    page.goto(server.address)
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            to_wrong(page)
            page.add_script_tag(path=AXE)
            assert page.evaluate(GRAVE) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def large_view(rng: np.random.Generator) -> dict[str, Any]:
    """Return what the page is told of a million photos of ten cameras over ten years."""
    each, begins_s = N_SESSIONS // N_LANES, 1.3e9
    lanes, stretches, ties = [], [], []
    for lane in range(N_LANES):
        times_s = np.sort(begins_s + rng.uniform(0, N_YEARS * YEAR_S, each))
        lanes.append(
            {
                "name": f"Person {lane} · Nikon D750",
                "owner": f"Person {lane}",
                "device": "Nikon D750",
                "phone": lane > 7,
                "n_photos": 100_000,
                "session_s": times_s.astype(int).tolist(),
                "session_n": rng.poisson(25, each).tolist(),
                "session_sure": rng.uniform(0.5, 1.0, each).round(3).tolist(),
            }
        )
        borders = np.sort(begins_s + rng.uniform(0, N_YEARS * YEAR_S, 61))
        for from_s, to_s in pairwise(borders.tolist()):
            state = str(rng.choice(["wrong", "right", "open"]))
            stretches.append(
                {
                    "number": len(stretches) + 1,
                    "lane": lane,
                    "from_s": from_s,
                    "to_s": to_s,
                    "state": state,
                    "certain": 0.9,
                    "off": "" if state == "right" else "+1 h 00 min 00 s",
                    "n_photos": 900,
                    "n_waiting": 10,
                    "rests": "3 occasions",
                    "why": "",
                    "plan": None,
                    "planned": "none",
                }
            )
        for at_s in rng.choice(times_s, 300).tolist():
            ties.append(
                {"lanes": [lane, int(rng.integers(N_LANES))], "at_s": [at_s, at_s], "weight": 0.9}
            )
    return {"name": "photos", "lanes": lanes, "stretches": stretches, "ties": ties, "stated": []}


@pytest.mark.alone  # in company the same work takes more
def test_panning_a_million_photos_takes_less_than_a_frame(
    chromium: Browser, server: Server
) -> None:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    body = json.dumps(large_view(np.random.default_rng(8)))
    page.route(
        "**/api/clocks?*", lambda route: route.fulfill(body=body, content_type="application/json")
    )
    page.goto(server.address)
    stage(page).focus()
    expect(page.get_by_role("button", name="Wrong: ")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("+")
    chromium.start_tracing(page=page, categories=["devtools.timeline", "blink.user_timing"])
    page.mouse.move(1300, 500)
    page.mouse.down()
    for step in range(200):
        page.mouse.move(1300 - 5 * (step % 200), 500 + step % 7)
        page.wait_for_timeout(16)
    page.mouse.up()
    frames_ms = per_frame_ms(chromium.stop_tracing())
    context.close()
    high_ms = float(np.quantile(frames_ms, 0.95))
    print(f"\n{len(frames_ms)} frames: median {np.median(frames_ms):.1f} ms, p95 {high_ms:.1f} ms")
    assert len(frames_ms) > 60
    assert high_ms <= MOST_FRAME_MS


def per_frame_ms(trace: bytes) -> list[float]:
    """Return how long script and layout took for each picture, in time on a core.

    How long pixels take is another matter: headless chromium has no graphics card here.
    """
    events = json.loads(trace)["traceEvents"]
    own = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    drawn = sorted(one["ts"] for one in events if one["name"] == "coincide-clocks-drawn")
    worked, end = np.zeros(len(drawn) + 1), 0.0
    work = (one for one in events if one["name"] in WORK and (one["pid"], one["tid"]) in own)
    for one in sorted(work, key=lambda one: float(one["ts"])):
        if one["ts"] >= end:  # what happens inside another is counted there
            worked[int(np.searchsorted(drawn, one["ts"]))] += float(one.get("tdur", 0)) / 1000
            end = one["ts"] + one.get("dur", 0)
    return [float(ms) for ms in worked[1:-1]]
