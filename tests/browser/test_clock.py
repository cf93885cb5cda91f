"""The clock page in chromium: what a screen shows at a moment tells that moment."""

import io
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

pytest.importorskip("zxingcpp", reason="without coincide[clock]")

from coincide.app.clock.page import clock_page
from coincide.features.clockcode import reading_of
from coincide.features.clockcode.payload import codes_in
from tests.browser.test_every_view import (
    AXE,
    FIND_CUT,
    FIND_OVERLAPS,
    FIND_WIDE,
    GRAVE,
    RUN_AXE,
)
from tools.review_views import SIZES, Server, serving

# a code is good to this, and a screenshot takes a while: it shows some moment in between
WITHIN_S = 0.2


@pytest.fixture
def page_file(tmp_path: Path) -> str:
    path = tmp_path / "clock.html"
    path.write_text(clock_page(), encoding="utf-8")
    return path.as_uri()


def photographed(page: Page) -> tuple[float, float, list[float]]:
    """When a screenshot was begun and was there, and what its codes say."""
    begun_s = time.time()
    data = page.screenshot()
    done_s = time.time()
    grey = np.asarray(Image.open(io.BytesIO(data)).convert("L"))
    seen = codes_in(grey)
    reading = reading_of(seen)
    assert reading is not None
    assert {one.code.zone_s for one in seen} == {19800}
    lengths_s = sorted(one.code.length_s for one in seen)
    return begun_s, done_s, [reading.utc_s, *lengths_s]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_codes_tell_when_they_were_seen(
    chromium: Browser, page_file: str, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        timezone_id="Asia/Kolkata",
    )
    page, errors = context.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text))
    page.goto(page_file)
    expect(page.get_by_role("img")).to_have_count(2)
    for pause_ms in (300, 130, 470, 1010):
        page.wait_for_timeout(pause_ms)
        begun_s, done_s, (utc_s, *lengths_s) = photographed(page)
        assert begun_s - WITHIN_S < utc_s < done_s + WITHIN_S
        assert lengths_s == [0.1, 1.0]
    # all of both codes and the time are seen without scrolling
    shown = page.locator(".time").bounding_box()
    assert shown is not None
    assert shown["y"] + shown["height"] <= height
    assert errors == []
    context.close()


def test_who_asks_for_little_motion_gets_the_slow_code_alone(
    chromium: Browser, page_file: str
) -> None:
    context = chromium.new_context(reduced_motion="reduce", timezone_id="Asia/Kolkata")
    page = context.new_page()
    page.goto(page_file)
    page.wait_for_timeout(300)
    begun_s, done_s, (utc_s, *lengths_s) = photographed(page)
    assert lengths_s == [1.0]
    assert begun_s - 0.5 - WITHIN_S < utc_s < done_s + 0.5 + WITHIN_S
    context.close()


def test_the_page_says_whether_the_screen_stays_on(chromium: Browser, page_file: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(page_file)
    expect(page.get_by_text("The screen stays on while this page is shown.")).to_be_visible()
    # as from another machine, where browsers have no such thing
    page.add_init_script("delete Navigator.prototype.wakeLock")
    page.goto(page_file)
    expect(page.get_by_text("This browser cannot keep the screen on")).to_be_visible()
    context.close()


@pytest.mark.skipif(not AXE.is_file(), reason="make web has not fetched axe-core")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_open_to_all_and_nothing_is_cut_or_covered(
    chromium: Browser, page_file: str, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        bypass_csp=True,
    )
    page = context.new_page()
    page.goto(page_file)
    page.wait_for_timeout(300)
    page.add_script_tag(path=AXE)
    assert [one for one in page.evaluate(RUN_AXE, None) if one["impact"] in GRAVE] == []
    for find in (FIND_CUT, FIND_WIDE, FIND_OVERLAPS):
        assert page.evaluate(find) == []
    context.close()


@pytest.mark.slow
def test_the_app_has_it_behind_a_button(party: Path, open_page: Callable[[Server], Page]) -> None:
    with serving(party) as server:
        page = open_page(server)
        page.get_by_role("button", name="A clock to photograph").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Photograph this clock")
        expect(page.get_by_role("img")).to_have_count(2)
        page.wait_for_timeout(300)
        assert (
            len(codes_in(np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("L")))) == 2
        )
        expect(page.get_by_text("coincide hint time EVENT PHOTO")).to_be_attached()
        page.get_by_role("button", name="A clock to photograph").click()
        expect(page.get_by_role("img")).to_have_count(0)
