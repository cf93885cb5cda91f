"""Two clips side by side: how well they are in step, and what is said of them."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.in_step import FEWEST_PER_S, IN_STEP_S, MEASURE, RUN_IN_MS
from tests.film_files import write_two_films
from tools.review_views import Server, serving

LENGTH_S, LAG_S = 40.0, 4.3
MEASURED_S = 30.0


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two people who filmed the same 30 seconds, solved."""
    folder = tmp_path_factory.mktemp("films") / "speech"
    write_two_films(folder, length_s=LENGTH_S, lag_s=LAG_S)
    command = [sys.executable, "-m", "coincide", "sync", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def _open(open_page: Callable[[Server], Page], server: Server) -> Page:
    page = open_page(server)
    expect(page.get_by_role("navigation", name="Views")).to_be_visible()
    page.goto(f"{server.base}/#evidence/Ida")
    page.get_by_role("button", name="Listen").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("began 4.30 s after")
    return page


@pytest.mark.slow
@pytest.mark.alone
def test_two_films_stay_in_step_for_half_a_minute_and_come_back_when_thrown_off(
    films: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(films) as server:
        page = _open(open_page, server)
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_function(
            "() => [...document.querySelectorAll('video')].every(v => !v.paused)"
        )
        page.wait_for_timeout(RUN_IN_MS)
        measured = np.array(page.evaluate(MEASURE, [MEASURED_S, LAG_S]))
        page.get_by_role("slider").fill("6")
        page.wait_for_timeout(500)
        page.evaluate("document.querySelectorAll('video')[1].currentTime += 0.18")
        page.wait_for_timeout(3000)
        again = np.array(page.evaluate(MEASURE, [2.0, LAG_S]))
    assert len(measured) > FEWEST_PER_S * MEASURED_S  # a slow machine's 100 ms are longer
    assert measured[-1, 0] - measured[0, 0] > 0.9 * MEASURED_S  # they did play
    print("worst, by clocks and by frames:", np.abs(measured[:, 1:3]).max(axis=0))
    print("after they were thrown off:", np.abs(again[:, 1:3]).max(axis=0))
    assert np.abs(measured[:, 1]).max() <= IN_STEP_S
    assert np.abs(again[:, 1]).max() <= IN_STEP_S


@pytest.mark.slow
def test_two_clips_are_nudged_by_keys_and_said_to_be_so(
    films: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(films) as server:
        page = _open(open_page, server)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
        page.keyboard.press("Period")
        page.keyboard.press("Shift+Period")
        expect(page.get_by_text("nudged by +110 ms")).to_be_visible()
        page.keyboard.press("Shift+Comma")
        expect(page.get_by_text("began 4.31 s after")).to_be_visible()
        page.get_by_role("button", name="Right", exact=True).click()
        assert page.evaluate("[...document.querySelectorAll('video')].map(v => v.muted)") == [
            True,
            False,
        ]
        page.get_by_role("button", name="This is right").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_text("You: the same moment")).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_text("You: the same moment")).to_have_count(0)
