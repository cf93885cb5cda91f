"""Everything without a mouse: every view reached, used and left, the focus always to be seen."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ask, galleries, lane, settled, until
from tools.review_views import WORK_MS, Server, serving

pytestmark = pytest.mark.slow

MOST_STOPS = 700

# what has the focus: its name, whether one sees that it has it, and whether a dialog keeps it
FOCUSED = r"""() => {
  const one = document.activeElement;
  const outline = getComputedStyle(one);
  const drawn = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const framed = parseFloat(getComputedStyle(one, '::after').borderTopWidth) >= 2;
  const ring = one.querySelector?.('circle');
  const thick = ring !== null && ring !== undefined &&
    parseFloat(getComputedStyle(ring).strokeWidth) >= 6;
  const dialog = document.querySelector('dialog[open]');
  return {
    name: one.getAttribute('aria-label') || one.labels?.[0]?.innerText || one.innerText ||
      one.textContent.trim().replace(/\s+/g, ' '),
    body: one === document.body,
    seen: drawn(outline) || framed || thick,
    inside: dialog === null || dialog.contains(one) || one === document.body,
  };
}"""


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press Tab until something of this name has the focus; one sees where it is all the way."""
    passed = []
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        now = page.evaluate(FOCUSED)
        if now["body"]:
            continue
        assert now["seen"], f"{now['name']!r} does not show that it has the focus"
        assert now["inside"], f"{now['name']!r} is outside of the dialog"
        if re.match(name, now["name"].strip()):
            return
        passed.append(now["name"].split("\n")[0])
    raise AssertionError(f"{name!r} is not among {passed}")


def press(page: Page, name: str) -> None:
    tab_to(page, name)
    page.keyboard.press("Enter")


def view(page: Page, name: str) -> None:
    """Go to a view from wherever the focus is: the skip link is the first stop of the page."""
    page.evaluate("() => document.activeElement.blur()")
    tab_to(page, f"{name}$")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=name)).to_be_attached()


def focused(page: Page) -> str:
    return str(page.evaluate(FOCUSED)["name"]).strip()


def test_the_timeline_by_keys(party: Path, open_page: Callable[[Server], Page]) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        expect(lane(page, "Ida")).to_be_visible(timeout=WORK_MS)
        press(page, "Skip to the content")
        assert page.evaluate("() => document.activeElement.id") == "main"
        tab_to(page, "Timeline of all cameras")
        for key in ("+", "+", "ArrowRight", "ArrowDown", "ArrowDown", "-", "Home", "End", "0"):
            page.keyboard.press(key)
        page.keyboard.press("b")
        expect(page.get_by_role("button", name="Before")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("b")

        # a photo: the focus stays inside, and comes back
        page.keyboard.press("Enter")
        viewer = page.get_by_role("dialog", name="Photo")
        expect(viewer).to_be_visible()
        label = viewer.get_attribute("aria-label")
        page.keyboard.press("ArrowRight")
        expect(viewer).not_to_have_attribute("aria-label", str(label))
        page.keyboard.press("ArrowDown")
        tab_to(page, "Same scene")
        tab_to(page, "Close")
        tab_to(page, "Close", "Shift+Tab")
        page.keyboard.press("Escape")
        expect(viewer).to_have_count(0)
        assert focused(page).startswith("Timeline of all cameras")

        # a lane is moved, given up, moved again and pinned, and the pin taken back
        page.keyboard.press("m")
        name = str(page.get_by_role("group", name="Moving").get_attribute("aria-label"))
        moved = name.removeprefix("Moving ")
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Escape")
        expect(page.get_by_role("group", name=name)).to_have_count(0)
        tab_to(page, f"Move {moved}’s clock")
        page.keyboard.press("Enter")
        bar = page.get_by_role("group", name=name)
        expect(bar).not_to_contain_text("no evidence here")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("n")
        expect(bar).to_contain_text("at a peak")
        page.keyboard.press("Enter")
        until(lambda: galleries(server)[moved]["held"] == "pinned")
        settled(server)
        page.keyboard.press("Control+z")
        until(lambda: galleries(server)[moved]["held"] is None)


def test_galleries_evidence_and_graph_by_keys(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        expect(lane(page, "Ida")).to_be_visible(timeout=WORK_MS)
        view(page, "Galleries")
        press(page, "Lock")
        until(lambda: any(one["held"] == "locked" for one in galleries(server).values()))
        settled(server)
        page.keyboard.press("Control+z")
        until(lambda: all(one["held"] is None for one in galleries(server).values()))

        # dialogs: in, around, out by Escape, and back to where one was
        press(page, "More")
        for task, inside in (("Rename", "Cancel"), ("Join clocks", "Same clock as")):
            press(page, task)
            dialog = page.get_by_role("dialog")
            expect(dialog).to_be_visible()
            tab_to(page, inside)
            tab_to(page, "Close")
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
            assert focused(page) == task
        press(page, "Split clock")
        tab_to(page, r"\d\d:\d\d:\d\d")
        page.keyboard.press("Space")
        press(page, "Split clock")
        until(lambda: len(galleries(server)) == 9)
        settled(server)
        page.keyboard.press("Control+z")
        until(lambda: len(galleries(server)) == 8)

        view(page, "Evidence")
        press(page, "Pairs")
        tab_to(page, "Gallery")
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("article").first).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("j")
        page.keyboard.press("j")
        page.keyboard.press("k")
        page.keyboard.press("y")
        expect(page.get_by_text("You: same scene")).to_be_visible(timeout=WORK_MS)
        page.keyboard.press("j")
        press(page, "Reject")
        expect(page.get_by_text("Rejected", exact=True)).to_be_visible(timeout=WORK_MS)
        assert page.evaluate("() => document.activeElement.tagName") == "ARTICLE"
        until(lambda: len(ask(server, "/api/event")["hints"]) == 2)

        view(page, "Graph")
        press(page, "Lena Certain")
        expect(page.get_by_label("Gallery")).to_have_value("Lena")


def test_writing_by_keys(party: Path, open_page: Callable[[Server], Page]) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        expect(lane(page, "Ida")).to_be_visible(timeout=WORK_MS)
        view(page, "Write")
        tab_to(page, "Sidecar files")
        page.keyboard.press("ArrowUp")
        expect(page.get_by_role("textbox", name="New folder")).to_be_visible()
        page.keyboard.press("ArrowDown")
        tab_to(page, "clocks that may")
        page.keyboard.press("Space")
        expect(page.get_by_label("clocks that may")).to_be_checked()
        page.keyboard.press("Space")
        press(page, "Make the plan")
        expect(page.get_by_role("button", name="Write now")).to_be_visible(timeout=WORK_MS)
        press(page, "Write now")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        tab_to(page, "Cancel")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert focused(page) == "Write now"
        page.keyboard.press("Enter")
        press(page, "Write now")
        expect(page.get_by_text("files, written").first).to_be_visible(timeout=WORK_MS)
        assert list(party.rglob("*.xmp"))
        settled(server)
        press(page, "Take back")
        press(page, "Take back")
        expect(page.get_by_text("files, taken back").first).to_be_visible(timeout=WORK_MS)
        assert not list(party.rglob("*.xmp"))


def test_folders_by_keys(events: Path, open_page: Callable[[Server], Page]) -> None:
    with serving("--root", events) as server:
        page = open_page(server)
        expect(page.get_by_role("button", name="Add party")).to_be_visible()
        press(page, "Open party")
        expect(page.get_by_role("button", name="Add Ida")).to_be_visible()
        assert focused(page).startswith(str(events / "party"))
        tab_to(page, "Up", "Shift+Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Add party")).to_be_visible()
        press(page, "Add party")
        press(page, "Add picnic")
        press(page, f"Remove {events / 'picnic'}")
        tab_to(page, "Start", "Shift+Tab" if focused(page) else "Tab")
        page.keyboard.press("Enter")
        expect(lane(page, "Ida")).to_be_visible(timeout=WORK_MS)
        tab_to(page, "Colours: as the system")
        page.keyboard.press("Enter")
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
