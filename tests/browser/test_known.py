"""What a person knows of a photo's time and of a clock, said in the app."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ask, go, lane, settled, until
from tools.review_views import WORK_MS, Server, serving

pytestmark = pytest.mark.slow


def hints(server: Server) -> list[str]:
    return [one["words"] for one in ask(server, "/api/event")["hints"]]


def test_a_photos_time_is_typed_from_the_viewer_and_a_clock_from_its_card(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        expect(lane(page, "Ida")).to_be_visible(timeout=WORK_MS)
        lane(page, "Ida").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="I know more").click()
        dialog = page.get_by_role("dialog", name="What do you know about Ida’s clock?")
        typed = dialog.get_by_label("Taken at")
        expect(typed).to_be_focused()
        say = dialog.get_by_role("button", name="Save")
        expect(say).to_be_disabled()

        dialog.get_by_role("button", name="Photo after").click()
        dialog.get_by_label("Give or take").select_option(label="a quarter of an hour")
        typed.fill("21:15")
        typed.press("Enter")
        expect(dialog).to_have_count(0)
        until(lambda: len(hints(server)) == 1)
        assert "21:15" in hints(server)[0]
        assert "15 min" in hints(server)[0]
        settled(server)

        go(page, "Galleries")
        card = page.get_by_role("article", name="Theo")
        card.get_by_role("button", name="More").click()
        card.get_by_role("button", name="I know more").click()
        dialog = page.get_by_role("dialog", name="What do you know about Theo’s clock?")
        dialog.get_by_label("What you know").select_option(label="It showed the time of …")
        dialog.get_by_role("textbox", name="It showed the time of").fill("+09:00")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog).to_have_count(0)
        until(lambda: len(hints(server)) == 2)
        assert "+09:00" in hints(server)[1]
        settled(server)
