"""An album is made in the app: by keys, with what was chosen, refused, and told where it is."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from coincide.demo import DemoOptions
from coincide.project import Project
from tests.browser.conftest import ask, settled
from tests.browser.test_album import open_album
from tests.conftest import CopyDemo
from tools.review_views import WORK_MS, Server, serving

pytestmark = pytest.mark.slow


@pytest.fixture
def party(copy_demo: CopyDemo, tmp_path: Path) -> Path:
    """A small event, solved."""
    options = DemoOptions(n_galleries=3, n_photos=36, n_films=0, seed=2)
    folder = copy_demo(options, tmp_path / "home" / "party")
    Project.at(folder).sync()
    return folder


def test_an_album_is_made_told_and_opens(party: Path, open_page: Callable[[Server], Page]) -> None:
    home = party.parent
    with serving(party, "--root", home) as server:
        page = open_page(server)
        open_album(page)
        opener = page.get_by_role("button", name="Make an album")
        opener.focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Make an album")
        where = dialog.get_by_label("Destination")
        expect(where).to_have_value(f"{home}/party album")
        # nothing is told that nobody asked for
        expect(dialog.get_by_label("who took each photo")).not_to_be_checked()
        expect(dialog.get_by_label("Originals")).to_have_value("none")
        page.keyboard.press("h")  # the album behind it has no keys now
        assert ask(server, "/api/album")["hidden"] == []

        dialog.get_by_label("Storyboard").check()
        expect(where).to_have_value(f"{home}/party storyboard.pdf")
        expect(dialog.get_by_label("Originals")).to_have_count(0)
        dialog.get_by_label("Album for the browser").check()
        dialog.get_by_label("Title").fill("Ida and Theo")
        dialog.get_by_label("How many photos").fill("12")
        dialog.get_by_label("who took each photo").check()
        dialog.get_by_role("button", name="Make it").click()
        expect(dialog.get_by_role("status").first).to_contain_text(
            re.compile("12 photos and videos"), timeout=WORK_MS
        )
        expect(dialog.get_by_role("status").first).to_be_focused()
        expect(dialog).to_contain_text(f"{home}/party album/index.html")
        written = json.loads((home / "party album" / "album.json").read_text())
        assert written["title"] == "Ida and Theo"
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(opener).to_be_focused()
        settled(server)

        page.keyboard.press("Enter")
        expect(dialog).to_contain_text(f"Written last: {home}/party album/index.html")
        page.keyboard.press("Escape")
        reader = page.context.new_page()
        reader.goto((home / "party album" / "index.html").as_uri())
        expect(reader.get_by_role("heading", level=1)).to_have_text("Ida and Theo")


def test_what_is_refused_or_stopped_keeps_what_was_filled_in(
    party: Path, chromium: Browser
) -> None:
    with serving(party, "--root", party.parent) as server:
        context = chromium.new_context()
        server.farewells.append(context.close)
        page = context.new_page()
        page.goto(server.address)
        open_album(page)
        page.get_by_role("button", name="Make an album").click()
        dialog = page.get_by_role("dialog", name="Make an album")
        dialog.get_by_label("Title").fill("Our day")
        dialog.get_by_label("Destination").fill(str(party / "album"))
        page.keyboard.press("Enter")
        expect(dialog.get_by_role("alert")).to_contain_text("inside the event's folder")
        assert not (party / "album").exists()

        dialog.get_by_label("Destination").fill(str(party.parent / "mine"))
        dialog.get_by_role("button", name="Make it").click()
        dialog.get_by_role("button", name="Stop").click()
        expect(dialog.get_by_role("alert")).to_contain_text("Stopped", timeout=WORK_MS)
        expect(dialog.get_by_label("Title")).to_have_value("Our day")
        assert not (party.parent / "mine" / "index.html").exists()
        dialog.get_by_role("button", name="Make it").click()
        expect(dialog).to_contain_text("It is written", timeout=WORK_MS)
        assert (party.parent / "mine" / "index.html").is_file()
