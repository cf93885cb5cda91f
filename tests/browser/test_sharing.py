"""One state for everyone: two windows, a page that is loaded anew, and the command line."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ask, galleries, go, lane, settled, until
from tests.browser.test_whole_path import coincide
from tools.review_views import WORK_MS, Server, serving, slowed

pytestmark = pytest.mark.slow

HOUR_S = 3600.0


def test_a_change_in_one_window_appears_in_the_other(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(party, "--root", party.parent) as server:
        one, other = open_page(server), open_page(server)
        for page in (one, other):
            expect(lane(page, "Theo")).to_be_visible(timeout=WORK_MS)
        go(one, "Galleries")
        rename(one, "Theo", "Theodor")
        expect(lane(other, "Theodor")).to_be_visible(timeout=WORK_MS)
        go(other, "Galleries")
        card = other.get_by_role("article", name="Lena")
        card.get_by_role("button", name="Lock").click()
        expect(one.get_by_role("article", name="Lena").get_by_text("Locked")).to_be_visible()

        # undo and redo are of the event, not of a window
        settled(server)
        one.get_by_role("button", name="Undo").click()
        expect(card.get_by_role("button", name="Lock", exact=True)).to_be_visible()
        other.get_by_role("button", name="Undo").click()
        expect(one.get_by_role("article", name="Theo", exact=True)).to_be_visible()
        expect(one.get_by_role("button", name="Undo")).to_be_disabled()
        settled(server)
        one.get_by_role("button", name="Redo").click()
        one.get_by_role("button", name="Redo").click()
        expect(other.get_by_role("article", name="Theodor")).to_be_visible()
        expect(card.get_by_role("button", name="Unlock")).to_be_visible()
        settled(server)

        # the command line sees the same, and what it says is seen here
        assert "Lena" in coincide("hint", "list", party)
        coincide("hint", "undo", party)
        one.reload()
        expect(
            one.get_by_role("article", name="Lena").get_by_role("button", name="Lock", exact=True)
        ).to_be_visible(timeout=WORK_MS)
        # this was solved before, and is shown at once; what was not is solved when asked to be
        old = one.get_by_role("region", name="The result is out of date")
        expect(old).to_have_count(0)
        coincide("hint", "pin", party, "Lena", "+1h")
        for page in (one, other):
            old = page.get_by_role("region", name="The result is out of date")
            expect(old).to_contain_text("hints or choices were changed")
        assert galleries(server)["Lena"]["offset_s"] != HOUR_S
        old.get_by_role("button", name="Solve").click()
        for page in (one, other):
            lena = page.get_by_role("article", name="Lena")
            expect(lena.locator(".value")).to_have_text("+1 h 00 min 00 s", timeout=WORK_MS)
            expect(page.get_by_role("region", name="The result is out of date")).to_have_count(0)
        settled(server)
        coincide("sync", party)
        assert "Theodor" in coincide("timeline", party)


def rename(page: Page, name: str, new: str) -> None:
    card = page.get_by_role("article", name=name)
    card.get_by_role("button", name="More").click()
    card.get_by_role("button", name="Rename").click()
    page.get_by_label("New name").fill(new)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_page_loaded_anew_in_the_middle_of_work_loses_nothing(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    forget_project(party)
    with serving("--root", party.parent) as server:
        page = open_page(server)
        page.get_by_role("button", name="Add party").click()
        progress = page.get_by_text(re.compile(r"^[1-9]\d* of 200"))
        with slowed(server):
            page.get_by_role("button", name="Start").click()
            page.get_by_role("button", name="Find the clocks").click(timeout=WORK_MS)
            expect(progress).to_be_visible(timeout=WORK_MS)
            page.reload()
            expect(page.get_by_role("heading", name="Reading the photos")).to_be_visible()
            expect(progress).to_be_visible(timeout=WORK_MS)
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text("Stopped. Finished work is kept.").first).to_be_visible(
            timeout=WORK_MS
        )
        # and again from where it was
        page.get_by_role("button", name="Find the clocks").click()
        expect(lane(page, "Ida")).to_be_visible(timeout=WORK_MS)
        assert len(galleries(server)) == 8


def test_a_plan_outlives_the_page_and_is_stopped_and_gone_on_with(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        page.goto(f"{server.base}/#write")
        page.get_by_role("button", name="Make the plan").click(timeout=WORK_MS)
        expect(page.get_by_role("button", name="Write now")).to_be_visible(timeout=WORK_MS)
        page.reload()
        page.get_by_role("button", name="Show").click(timeout=WORK_MS)
        write = page.get_by_role("button", name="Write now")
        write.click()
        # a browser that takes its time must not find everything written
        with slowed(server, halted_s=0.9):
            page.get_by_role("dialog").get_by_role("button", name="Write now").click()
            expect(page.get_by_role("progressbar", name="Writing")).to_be_visible(timeout=WORK_MS)
            page.reload()
            until(lambda: any(party.rglob("*.xmp")))
            page.get_by_role("button", name="Stop").click(timeout=WORK_MS)
        expect(page.get_by_text("partly written").first).to_be_visible(timeout=WORK_MS)
        n_written = len(list(party.rglob("*.xmp")))
        page.get_by_role("button", name="Show").click()
        write.click()
        page.get_by_role("dialog").get_by_role("button", name="Write now").click()
        expect(page.get_by_text("files, written").first).to_be_visible(timeout=WORK_MS)
        (plan,) = ask(server, "/api/plans")
        assert 0 < n_written < plan["n_files"] == len(list(party.rglob("*.xmp")))
        until(lambda: ask(server, "/api/plans")[0]["state"] == "applied")


def forget_project(folder: Path) -> None:
    """Leave photos alone in an event's folder."""
    (folder / "truth.json").unlink()
    for path in sorted((folder / ".coincide").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (folder / ".coincide").rmdir()
