"""The report as a friend opens it: from disk, with no network, to read only."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from tests.browser.conftest import ask, go, settled
from tools.review_views import serving

pytestmark = pytest.mark.slow

MOST_BYTES = 10_000_000


@dataclass
class Opened:
    """A report in a window, what it asked for, and what went wrong in it."""

    page: Page
    asked: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def report(events: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo event's report, written by the command, far from the photos."""
    out = tmp_path_factory.mktemp("mail") / "party.html"
    command = [sys.executable, "-m", "coincide", "report", str(events / "party"), "--out", str(out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return out


@pytest.fixture
def opened(chromium: Browser, report: Path) -> Iterator[Opened]:
    """The report in a window with no network."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, offline=True)
    found = Opened(context.new_page())

    def note(request: Request) -> None:
        if not request.url.startswith(("data:", "blob:")):
            found.asked.append(request.url)

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            found.errors.append(said.text)

    found.page.on("request", note)
    found.page.on("pageerror", lambda error: found.errors.append(str(error)))
    found.page.on("console", hear)
    found.page.goto(report.as_uri())
    yield found
    context.close()
    assert found.errors == []


@pytest.fixture(scope="module")
def live(events: Path) -> Iterator[dict[str, Any]]:
    """The event and its evidence as the app tells them."""
    with serving(events / "party", "--root", events) as server:
        settled(server)
        event = ask(server, "/api/event")
        names = [one["name"] for one in event["galleries"]]
        yield {
            "event": event,
            "evidence": {name: ask(server, f"/api/evidence/{name}") for name in names},
            "graph": ask(server, "/api/graph"),
        }


def test_it_needs_nothing_but_its_own_file(report: Path, opened: Opened) -> None:
    page = opened.page
    for view in ("Timeline", "Galleries", "Evidence", "Graph"):
        page.get_by_role("navigation").get_by_role("link", name=view).click()
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        page.wait_for_timeout(500)
    assert opened.asked == [report.as_uri()]
    assert report.stat().st_size < MOST_BYTES


def test_it_opens_with_what_happened_then_pictures_then_where_figures_are(opened: Opened) -> None:
    page = opened.page
    expect(page.get_by_role("heading", level=1)).to_have_text("party")
    expect(page.get_by_text("200 photos by 8 people, Saturday 23 August 2025.")).to_be_visible()
    expect(page.get_by_text("The clocks of 8 cameras were up to 20 years apart")).to_be_visible()
    headings = page.get_by_role("main").get_by_role("heading", level=2).all_inner_texts()
    assert headings == ["Two cameras, one instant", "The event in pictures", "How it was found"]
    pictures = page.get_by_role("main").locator("img").all()
    assert len(pictures) >= 12
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("main").get_by_role("link", name="Timeline").click()
    expect(page.get_by_role("button", name="Ida: Anchor")).to_be_visible()


def test_it_tells_what_the_app_tells(opened: Opened, live: dict[str, Any]) -> None:
    page = opened.page
    told = page.evaluate("JSON.parse(document.getElementById('coincide-data').textContent)")
    for part in ("galleries", "starts", "photos", "contradictions", "anchor"):
        assert told["event"][part] == live["event"][part]
    assert told["evidence"] == live["evidence"]
    assert told["graph"] == live["graph"]
    page.get_by_role("navigation").get_by_role("link", name="Galleries").click()
    for gallery in live["event"]["galleries"]:
        card = page.get_by_role("article", name=gallery["name"], exact=True)
        expect(card).to_be_visible()
        if gallery["sure"] != "anchor":
            expect(card).to_contain_text(gallery["offset"].replace("-", "−"))


def test_its_pictures_are_drawn(opened: Opened) -> None:
    page = opened.page
    go(page, "Timeline")
    page.wait_for_timeout(2000)
    colours = page.evaluate("""() => {
      const canvas = document.querySelector("canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4 * 37)
        seen.add((data[at] >> 3) * 4096 + (data[at + 1] >> 3) * 64 + (data[at + 2] >> 3));
      return seen.size;
    }""")
    assert colours > 300  # lanes without photos have a few dozen


def test_nothing_can_be_changed_in_it(opened: Opened) -> None:
    page = opened.page
    page.get_by_role("navigation").get_by_role("link", name="Galleries").click()
    expect(page.get_by_role("article").first).to_be_visible()
    for name in ("Lock", "Trust", "Rename", "Undo", "Write"):
        assert page.get_by_role("button", name=name).count() == 0
    assert page.get_by_role("link", name=re.compile("Write")).count() == 0


def test_its_policy_runs_no_other_script(opened: Opened) -> None:
    page = opened.page
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.broken = true";
      document.body.append(script);
    }""")
    assert page.evaluate("window.broken") is None
    assert len(opened.errors) == 1
    assert "Content Security Policy" in opened.errors.pop()


# note at which times the canvas was drawn since t0, in ms
WATCH_DRAWING = """() => {
  const { drawImage } = CanvasRenderingContext2D.prototype;
  window.drawn = [];
  window.t0 = performance.now();
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    window.drawn.push(performance.now() - window.t0);
    return drawImage.apply(this, given);
  };
}"""


def test_photos_glide_from_clock_to_clock(opened: Opened) -> None:
    page = opened.page
    go(page, "Timeline")
    expect(page.get_by_role("button", name="Ida: Anchor")).to_be_visible()
    page.evaluate(WATCH_DRAWING)
    page.get_by_role("button", name="Before", exact=True).click()
    page.wait_for_timeout(1500)
    moments_ms = {round(one) for one in page.evaluate("window.drawn")}
    assert len(moments_ms) > 5  # one at the end would be a jump
