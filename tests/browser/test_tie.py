"""What a person knows of two photos, from viewer or timeline; and what waits for answers."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ask, go, lane, settled, until
from tests.browser.test_keyboard import focused
from tools.review_views import WORK_MS, Server, serving

pytestmark = pytest.mark.slow


def rows_of(event: dict[str, Any], name: str) -> range:
    number = [one["name"] for one in event["galleries"]].index(name)
    return range(event["starts"][number], event["starts"][number + 1])


def test_a_photo_is_tied_from_the_viewer_to_one_of_any_other_camera(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        lane(page, "Ida").focus()
        page.keyboard.press("Enter")
        viewer = page.get_by_role("dialog", name=re.compile("^Photo "))
        name = str(viewer.get_attribute("aria-label")).removeprefix("Photo ")
        event = ask(server, "/api/event")
        mine = next(row for row in rows_of(event, "Ida") if event["photos"]["name"][row] == name)
        viewer.get_by_role("button", name="Tie to a photo of").click()
        dialog = page.get_by_role("dialog", name="Tie a photo of Ida")
        expect(dialog).to_be_visible()
        expect(viewer).to_have_count(0)
        dialog.get_by_label("The other camera").select_option(label="Theo")

        # it begins with the photo of the same time, as that is known
        theirs = rows_of(event, "Theo")
        time_s = event["photos"]["event_time_s"]
        nearest = min(theirs, key=lambda row: abs(time_s[row] - time_s[mine]))
        strip = dialog.get_by_role("slider", name="Photo of Theo")
        expect(strip).to_have_attribute("aria-valuenow", str(nearest - theirs[0] + 1))

        # the photos are looked at large, and the strips are still there afterwards
        strip.focus()
        page.keyboard.press("End")
        dialog.get_by_role("button", name="Enlarge").first.click()
        expect(viewer).to_be_visible()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Escape")
        expect(viewer).to_have_count(0)
        expect(strip).to_have_attribute("aria-valuenow", str(len(theirs)))
        with page.expect_request("**/api/hint") as sent:
            page.keyboard.press("d")
        said = sent.value.post_data_json
        assert (said["kind"], said["rows"], said["named"]) == (
            "other-day",
            [mine, theirs[-1]],
            True,
        )
        expect(dialog).to_have_count(0)
        until(lambda: len(ask(server, "/api/event")["hints"]) == 1)
        assert ask(server, "/api/event")["hints"][0]["words"].startswith("not the same day")
        settled(server)


def test_an_unplaced_camera_is_tied_from_the_timeline_by_keys(
    reunion: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(reunion, "--root", reunion.parent) as server:
        page = open_page(server)
        expect(lane(page, "Ada")).to_be_visible(timeout=WORK_MS)
        event = ask(server, "/api/event")
        unplaced = next(one["name"] for one in event["galleries"] if one["offset_s"] is None)
        lane(page, unplaced).focus()
        page.keyboard.press("t")
        dialog = page.get_by_role("dialog", name=f"Tie a photo of {unplaced}")
        expect(dialog).to_be_visible()
        upper = rows_of(event, unplaced)[0]
        chosen = dialog.get_by_label("The other camera").locator("option:checked")
        expect(chosen).to_have_text(event["anchor"])  # the clock that the others are brought to
        theirs = rows_of(event, event["anchor"])
        strip = dialog.get_by_role("slider")
        shown_s = event["photos"]["shown_s"]
        nearest = min(theirs, key=lambda row: abs(shown_s[row] - shown_s[upper]))
        expect(strip).to_have_attribute("aria-valuenow", str(nearest - theirs[0] + 1))

        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert focused(page).startswith(f"{unplaced}: ")
        page.keyboard.press("t")
        back = nearest == theirs[-1]
        page.keyboard.press("ArrowLeft" if back else "ArrowRight")
        with page.expect_request("**/api/hint") as sent:
            page.keyboard.press("a")
        said = sent.value.post_data_json
        lower = nearest - 1 if back else nearest + 1
        assert (said["kind"], said["rows"], said["named"]) == ("about", [upper, lower], True)
        settled(server)


def test_while_a_lane_moves_its_photos_are_shown_beside_the_others(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        expect(lane(page, "Maya")).to_be_visible(timeout=WORK_MS)
        page.get_by_role("button", name="Move Maya’s clock").click()
        beside = page.get_by_role("group", name="Moving Maya").get_by_role(
            "list", name="What would then coincide"
        )
        expect(beside.get_by_role("listitem")).to_have_count(4)
        expect(beside.get_by_role("listitem").first).to_contain_text("Maya")
        before = beside.inner_text()
        for _ in range(8):
            page.keyboard.press("Shift+ArrowRight")
        expect(beside).not_to_have_text(before, use_inner_text=True)
        page.keyboard.press("Escape")
        expect(beside).to_have_count(0)


def test_what_waits_for_answers_is_told_on_every_page(
    reunion: Path, party: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(reunion, "--root", reunion.parent) as server:
        page = open_page(server)
        waiting = ask(server, "/api/event")["waiting"]
        assert waiting["questions"] > 1
        badge = page.get_by_role("navigation").get_by_role("link", name="Evidence")
        for view in ("Album", "Graph", "Write"):
            go(page, view)
            expect(badge).to_contain_text(f"{waiting['photos']} photos depend on answers")
            expect(badge).to_have_accessible_name("Evidence")
        known = page.get_by_text("Everything that can be found without you has been found.")
        expect(known).to_contain_text(f"questions would settle {waiting['photos']} photos.")
        page.get_by_role("link", name="Answer", exact=True).click()
        expect(page.get_by_role("slider")).to_be_visible(timeout=WORK_MS)
        expect(known).to_have_count(0)
        for _ in range(20):
            page.keyboard.press("s")
        expect(known).to_be_visible()
        expect(
            page.get_by_text(f"questions would settle {waiting['photos']} photos.")
        ).to_be_visible()
        page.get_by_role("button", name="Ask them again").click()
        expect(page.get_by_role("slider")).to_be_visible()
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        go(page, "Write")
        expect(page.get_by_role("button", name="Make the plan")).to_be_visible()
        assert ask(server, "/api/event")["waiting"] == {"questions": 0, "photos": 0}
        expect(page.get_by_role("link", name="Answer", exact=True)).to_have_count(0)
        evidence = page.get_by_role("link", name="Evidence", exact=True)
        expect(evidence).to_be_visible()
        expect(evidence).to_have_accessible_description("")
