"""The timeline under a mouse: lanes are dragged, photos opened, times zoomed."""

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import ask, galleries, go, lane, settled, until
from tools.review_views import STILL_MS, WORK_MS, Server, serving

pytestmark = pytest.mark.slow

DRAG_PX = 120.0
# where a lane is taken: right of the names
TAKEN_X_PX = 900.0
# pixels beside where the lane was, and from which peaks draw it
NEAR_PX, SNAP_PX = 5.0, 10.0


def test_a_dragged_lane_is_pinned_where_it_is_let_go(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        expect(lane(page, "Maya")).to_be_visible(timeout=WORK_MS)
        came_from_s = galleries(server)["Maya"]["offset_s"]
        page.get_by_role("button", name="Move clocks").click()

        # with Alt it stays wherever the mouse is
        page.keyboard.down("Alt")
        bar = drag(page, "Maya", DRAG_PX)
        expect(bar).to_contain_text("Let go to pin")
        expect(bar).not_to_contain_text("at a peak")
        page.mouse.up()
        page.keyboard.up("Alt")
        until(lambda: galleries(server)["Maya"]["held"] == "pinned")
        settled(server)
        free = galleries(server)["Maya"]
        second_px = DRAG_PX / (free["offset_s"] - came_from_s)
        assert 0.005 < second_px < 0.5  # some hours fill the window

        page.get_by_role("button", name="Undo").click()
        until(lambda: galleries(server)["Maya"]["held"] is None)
        settled(server)
        expect(lane(page, "Maya")).to_contain_text("Certain")

        # without it, strong evidence draws the lane
        peaks = ask(server, "/api/profile/Maya")["peaks"]
        bar = drag(page, "Maya", DRAG_PX)
        carry(page, "Maya", NEAR_PX)
        expect(bar).to_contain_text("at a peak")
        page.mouse.up()
        until(lambda: galleries(server)["Maya"]["held"] == "pinned")
        settled(server)
        snapped_s = galleries(server)["Maya"]["offset_s"]
        assert min(abs(snapped_s - peak["offset_s"]) for peak in peaks) < 1.0
        mouse_s = came_from_s + NEAR_PX / second_px
        assert 1.0 < abs(snapped_s - mouse_s) < SNAP_PX / second_px
        go(page, "Galleries")
        expect(page.get_by_role("article", name="Maya")).to_contain_text("Pinned by you")


def drag(page: Page, name: str, by_px: float) -> Locator:
    """Take a lane and move it sideways; the button stays down. Return what tells of it."""
    carry(page, name, 0)
    page.mouse.down()
    carry(page, name, by_px / 2)
    bar = page.get_by_role("group", name=f"Moving {name}")
    expect(bar).to_be_visible()
    expect(bar).not_to_contain_text("no evidence here")  # the profile has arrived
    carry(page, name, by_px)
    return bar


def carry(page: Page, name: str, by_px: float) -> None:
    """Move the lane that is held to so many pixels from where it was taken."""
    box = lane(page, name).bounding_box()
    assert box is not None
    page.mouse.move(TAKEN_X_PX + by_px, box["y"] + box["height"] / 2, steps=5)


def test_photos_open_and_times_zoom(party: Path, open_page: Callable[[Server], Page]) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        expect(lane(page, "Ida")).to_be_visible(timeout=WORK_MS)
        hint = page.locator(".hint")
        at(page, "Ida", 1400.0)
        expect(hint).to_contain_text("Sat 23 Aug 2025")
        earlier, later = times(page, hint)
        page.mouse.move(900.0, 300.0)
        for _ in range(8):
            page.mouse.wheel(0, -300)
        zoomed = times(page, hint)
        assert 0 < zoomed[1] - zoomed[0] < (later - earlier) / 8
        page.get_by_role("button", name="Show all").click()
        assert times(page, hint) == (earlier, later)

        page.get_by_role("button", name="Before").click()
        page.wait_for_timeout(STILL_MS)
        before = times(page, hint)
        assert before[1] - before[0] > later - earlier  # clocks that are years off
        page.get_by_role("button", name="After").click()
        page.wait_for_timeout(STILL_MS)

        # the first photo of the anchor, wherever its lane has it
        box = lane(page, "Ida").bounding_box()
        assert box is not None
        y = box["y"] + box["height"] / 2
        for x in range(260, 1440, 12):
            page.mouse.click(x, y)
            if page.get_by_role("dialog").count():
                break
        viewer = page.get_by_role("dialog", name="Photo IMG_")
        expect(viewer.get_by_role("heading", name="Ida")).to_be_visible()
        expect(viewer.get_by_role("button", name="Same scene")).to_have_count(7)
        shown = viewer.locator("figure img").get_attribute("src")
        viewer.get_by_role("button", name="Later photo of this camera").click()
        expect(viewer.locator("figure img")).not_to_have_attribute("src", str(shown))
        viewer.get_by_role("button", name="Close").click()
        expect(viewer).to_have_count(0)


def at(page: Page, name: str, x: float) -> None:
    """Bring the mouse to a place of a lane."""
    box = lane(page, name).bounding_box()
    assert box is not None
    page.mouse.move(x, box["y"] + 4)


def times(page: Page, hint: Locator) -> tuple[float, float]:
    """Return the times at the left and the right of the window, as the mouse is told them."""
    found = []
    for x in (260.0, 1430.0):
        at(page, "Ida", x)
        expect(hint.locator("strong")).to_be_visible()
        clock, day = hint.locator("strong").inner_text(), hint.inner_text()
        date = re.search(r"\d+ \w{3} \d{4}", day)
        assert date is not None
        found.append(datetime.strptime(f"{date[0]} {clock}", "%d %b %Y %H:%M:%S").timestamp())
    return found[0], found[1]
