"""Two cameras, one instant: the slider between both pictures, by keys, mouse and fingers."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from coincide.album import Instant
from coincide.demo import DemoOptions
from tests.browser.album_pages import large_story, write_large
from tests.conftest import CopyDemo


@pytest.mark.slow
def test_an_instant_is_slid_from_one_picture_to_the_other(
    chromium: Browser, copy_demo: CopyDemo, tmp_path: Path
) -> None:
    event = copy_demo(DemoOptions(n_galleries=4, n_photos=48), tmp_path / "event")
    shown = large_story(sorted(event.rglob("*.jpg")), [], 30)
    first, second = 0, 1
    pair = replace(shown.album, instants=(Instant((first, second), 2.0, 3.0),))
    page_of = write_large(tmp_path / "album", replace(shown, album=pair))
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(page_of.as_uri())
    page.get_by_role("button", name="Slide from one to the other").click()
    slider = page.get_by_role("slider", name="How much of each picture is seen")
    expect(slider).to_have_attribute("aria-valuetext", "50 % of Ada, 50 % of Ben")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "55 % of Ada, 45 % of Ben")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(slider).to_have_attribute("aria-valuetext", "25 % of Ada, 75 % of Ben")
    page.evaluate(f"location.hash = 'photo-{first + 1}'")
    page.keyboard.press("c")
    expect(page.get_by_role("dialog").get_by_role("slider")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog").get_by_role("slider")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_be_visible()
    context.close()
