"""Films in step in an album: how well, and what people do with them by keys and fingers."""

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import until
from tests.browser.in_step import FEWEST_PER_S, IN_STEP_S, MEASURE, RUN_IN_MS
from tests.browser.test_every_view import FIND_WIDE, grave_violations
from tests.film_files import BEGAN, RATE, speech, write_film, write_two_films

LENGTH_S, LAG_S, THIRD_LAG_S, THIRD_S = 40.0, 4.3, 9.1, 14.0
MEASURED_S = 30.0
MUTED = "[...document.querySelectorAll('video')].map((film) => film.muted)"
PLAYING = "[...document.querySelectorAll('video')].map((film) => !film.paused)"


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The album of three people who filmed the same, one of them a part of it."""
    folder = tmp_path_factory.mktemp("films") / "speech"
    write_two_films(folder, length_s=LENGTH_S, lag_s=LAG_S)
    late, n = round(THIRD_LAG_S * RATE), round(THIRD_S * RATE)
    heard = speech(LENGTH_S + LAG_S, 1)[late : late + n]
    noise = np.random.default_rng(5).normal(0, 0.01, n).astype(np.float32)
    began = BEGAN - timedelta(minutes=45)
    write_film(folder / "Theo" / "VID_20250823_171500.mp4", heard + noise, began)
    run = (sys.executable, "-m", "coincide")
    out = folder.parent / "album"
    for command in ("sync", str(folder)), ("album", str(folder), "--out", str(out), "--who"):
        subprocess.run([*run, *command], check=True, stdout=subprocess.DEVNULL)
    return out


@pytest.fixture
def page(chromium: Browser, album: Path) -> Iterator[Page]:
    errors: list[str] = []
    context = chromium.new_context(
        viewport={"width": 1440, "height": 900},
        reduced_motion="reduce",
        bypass_csp=True,  # the page's own policy would keep axe out
    )
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto((album / "index.html").as_uri())
    yield page
    context.close()
    assert errors == []


def play(page: Page) -> None:
    page.get_by_role("button", name="Ida, Maya and Theo filmed the same moment").click()
    until(lambda: any(page.evaluate(PLAYING)))


@pytest.mark.slow
@pytest.mark.alone
def test_films_of_one_moment_stay_in_step_for_half_a_minute(page: Page) -> None:
    play(page)
    page.get_by_role("slider", name="Position").fill(str(LAG_S + 0.2))
    until(lambda: all(page.evaluate(PLAYING)[:2]))
    page.wait_for_timeout(RUN_IN_MS)
    measured = np.array(page.evaluate(MEASURE, [MEASURED_S, LAG_S]))
    print("worst, by clocks and by frames:", np.abs(measured[:, 1:3]).max(axis=0))
    assert len(measured) > FEWEST_PER_S * MEASURED_S  # a slow machine's 100 ms are longer
    assert measured[-1, 0] - measured[0, 0] > 0.9 * MEASURED_S  # they did play
    assert np.abs(measured[:, 1]).max() <= IN_STEP_S


@pytest.mark.slow
def test_one_film_is_heard_at_a_time_and_keys_switch_it(page: Page) -> None:
    play(page)
    assert page.evaluate(MUTED) == [False, True, True]
    slider = page.get_by_role("slider", name="Position")
    slider.fill("12")
    until(lambda: all(page.evaluate(PLAYING)))
    page.keyboard.press("3")
    expect(page.get_by_role("button", name="Theo: its sound is on")).to_be_visible()
    until(lambda: page.evaluate(MUTED) == [True, True, False])
    slider.fill("30")  # he stopped filming: the first is heard again, and his film waits
    until(lambda: page.evaluate(MUTED) == [False, True, True])
    until(lambda: page.evaluate(PLAYING) == [True, True, False])
    page.get_by_role("button", name="Maya: switch its sound on").click()
    until(lambda: page.evaluate(MUTED) == [True, False, True])
    sounding = page.get_by_role("button", name="Maya: its sound is on")
    before = sounding.bounding_box()
    sounding.click()
    after = sounding.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > 1.5 * before["width"]
    page.get_by_role("dialog").get_by_role("group").first.focus()
    page.keyboard.press("Space")
    until(lambda: not any(page.evaluate(PLAYING)))
    page.keyboard.press("Escape")
    expect(page.get_by_role("slider", name="Position")).to_have_count(0)


@pytest.mark.slow
def test_films_in_step_fit_a_phone_and_axe_finds_nothing_grave(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    play(page)
    assert page.evaluate(FIND_WIDE) == []
    assert list(grave_violations(page)) == []
    boxes = [film.bounding_box() for film in page.locator("video").all()]
    assert all(one is not None and one["width"] > 300 for one in boxes)


def test_the_page_is_told_nothing_but_rows_and_lags(album: Path) -> None:
    script = next(album.glob("album-*.js")).read_text()
    found = re.search(r'\\"angles\\":\[\{\\"rows\\":\[0,1,2\],\\"starts_ms\\":\[([\d,]+)', script)
    assert found is not None
    starts_ms = [int(one) for one in found[1].split(",")]
    assert starts_ms == pytest.approx([0, 1000 * LAG_S, 1000 * THIRD_LAG_S], abs=10)
