"""Before anything is solved: who is who, and what a person says of it."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.app.cli.test_who import phone
from tools.review_views import WORK_MS, Server, serving


def test_who_is_who_is_said_before_anything_is_solved(
    open_page: Callable[[Server], Page], tmp_path: Path
) -> None:
    folder = tmp_path / "party"
    phone(folder / "Rome" / "Anna", 100, 0)
    phone(folder / "Rome" / "Ben", 700, 60)
    phone(folder / "Guests" / "Cleo" / "Saturday", 3000, 5)
    phone(folder / "Guests" / "Cleo" / "Sunday", 3010, 90)
    with serving(folder, "--root", tmp_path) as server:
        page = open_page(server)
        expect(page.get_by_role("heading", name="party: who is who?")).to_be_visible(
            timeout=WORK_MS
        )
        expect(page.get_by_text("24 photos, 3 clocks")).to_be_visible()
        expect(page.get_by_text("Are Rome/Anna and Rome/Ben one device, or two?")).to_be_visible()
        page.get_by_role("button", name="One device").click()
        expect(page.get_by_text("24 photos, 2 clocks")).to_be_visible()
        expect(page.get_by_text("Do you know this?")).to_have_count(0)
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Two devices").click()
        expect(page.get_by_text("Do you know this?")).to_have_count(0)
        page.get_by_role("button", name="The photos in Guests/Cleo/Sunday are").click()
        expect(page.get_by_text("24 photos, 4 clocks")).to_be_visible()
        page.get_by_role("button", name="Rename Rome/Ben").click()
        page.get_by_label("New name").fill("Ben")
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="Ben", exact=True)).to_be_visible()
        page.get_by_role("button", name="Merge Ben").click()
        page.get_by_label("Its photos are from the same device as").select_option("Rome/Anna")
        page.get_by_role("dialog").get_by_role("button", name="Merge", exact=True).click()
        expect(page.get_by_text("24 photos, 3 clocks")).to_be_visible()
