"""The album in the app: looked through, chosen from, named and undone, by mouse and by keys."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, Route, expect

from tests.browser.conftest import ask, go, settled
from tests.browser.test_keyboard import tab_to
from tools.review_views import WORK_MS, Server, serving

pytestmark = pytest.mark.slow
OpenPage = Callable[[Server], Page]


def tiles(page: Page) -> Locator:
    return page.locator("[data-row]")


def changed_album(change: Callable[[dict[str, Any]], None]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        if route.request.method != "GET":
            route.continue_()
            return
        try:
            album = json.loads(route.fetch().text())
        except Error:  # the page was closed meanwhile: it asks again while pictures are compared
            return
        change(album)
        route.fulfill(json=album)

    return answer


def none_alike(album: dict[str, Any]) -> None:
    """Leave every photo its own tile: what is alike would become one while a test looks at it."""
    album["groups"] = []


def open_album(page: Page, change: Callable[[dict[str, Any]], None] = none_alike) -> None:
    page.route("**/api/album", changed_album(change))
    expect(page.get_by_role("navigation", name="Views")).to_be_visible(timeout=WORK_MS)
    go(page, "Album")
    expect(tiles(page).first).to_be_visible(timeout=WORK_MS)


def until(page: Page, check: Callable[[], bool]) -> None:
    """Wait until something holds; what the page asks meanwhile goes through us."""
    end_s = time.monotonic() + WORK_MS / 1000
    while not check():
        assert time.monotonic() < end_s, "it did not come to hold"
        page.wait_for_timeout(50)


def row_of(tile: Locator) -> int:
    return int(str(tile.get_attribute("data-row")))


def focused_row(page: Page) -> int | None:
    row = page.evaluate("() => document.activeElement?.dataset?.row ?? null")
    return None if row is None else int(row)


def album_of(server: Server) -> dict[str, Any]:
    album: dict[str, Any] = ask(server, "/api/album")
    return album


def order(album: dict[str, Any]) -> list[int]:
    return [row for one in album["chapters"] for moment in one["moments"] for row in moment]


def test_by_keys_from_the_first_photo_to_a_named_chapter(party: Path, open_page: OpenPage) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        open_album(page)
        rows = order(album_of(server))
        tab_to(page, r".*, \d\d:\d\d:\d\d")
        assert focused_row(page) == rows[0]
        page.keyboard.press("ArrowRight")
        until(page, lambda: focused_row(page) == rows[1])
        page.keyboard.press("ArrowDown")
        until(page, lambda: focused_row(page) not in (rows[0], rows[1]))
        page.keyboard.press("ArrowUp")
        until(page, lambda: focused_row(page) == rows[1])
        page.keyboard.press("End")
        until(page, lambda: focused_row(page) == rows[-1])
        assert page.locator(".stream").evaluate("one => one.scrollTop") > 1000
        page.keyboard.press("Home")
        until(page, lambda: focused_row(page) == rows[0])

        page.keyboard.press("f")
        until(page, lambda: album_of(server)["chosen"] == [rows[0]])
        page.keyboard.press("ArrowRight")
        until(page, lambda: focused_row(page) == rows[1])
        page.keyboard.press("c")
        until(page, lambda: album_of(server)["covers"] == [rows[1]])
        assert album_of(server)["chapters"][0]["cover"] == rows[1]
        page.keyboard.press("h")  # the keys go on to the next one
        until(page, lambda: album_of(server)["hidden"] == [rows[1]])
        until(page, lambda: focused_row(page) == rows[2])
        expect(page.locator(f'[data-row="{rows[1]}"]')).to_have_count(0)
        assert album_of(server)["covers"] == []  # a hidden photo shows nothing

        page.keyboard.press("r")
        page.keyboard.type("The  church ")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=2, name="The church").first).to_be_visible()
        until(page, lambda: album_of(server)["chapters"][0]["name"] == "The church")
        until(page, lambda: focused_row(page) == rows[2])
        page.keyboard.press("r")
        page.keyboard.press("Escape")
        expect(page.get_by_role("textbox")).to_have_count(0)
        assert ask(server, "/api/state")["jobs"] == []  # nothing was solved for it

        for _ in range(4):
            page.keyboard.press("Control+z")
        until(page, lambda: not album_of(server)["chosen"])
        expect(page.get_by_role("heading", level=2, name="The church")).to_have_count(0)
        page.keyboard.press("Control+Shift+z")
        until(page, lambda: album_of(server)["chosen"] == [rows[0]])


def test_the_large_picture_goes_through_the_album(party: Path, open_page: OpenPage) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        open_album(page)
        album, event = album_of(server), ask(server, "/api/event")
        rows, names = order(album), event["photos"]["name"]
        # up to the first photo that another person took
        owner = [sum(row >= start for start in event["starts"]) for row in rows]
        there = next(n for n, who in enumerate(owner) if who != owner[0])
        tiles(page).first.click()
        viewer = page.get_by_role("dialog", name="Photo")
        for n in range(1, there + 1):
            page.keyboard.press("ArrowRight")
            expect(viewer).to_have_attribute("aria-label", f"Photo {names[rows[n]]}")
        page.keyboard.press("f")
        choose = viewer.get_by_role("button", name="Choose")
        expect(choose).to_have_attribute("aria-pressed", "true")
        until(page, lambda: album_of(server)["chosen"] == [rows[there]])
        viewer.get_by_role("button", name="Make cover").click()
        until(page, lambda: album_of(server)["covers"] == [rows[there]])
        page.keyboard.press("Escape")
        expect(viewer).to_have_count(0)
        until(page, lambda: focused_row(page) == rows[there])


def test_one_person_the_chosen_and_the_hidden(party: Path, open_page: OpenPage) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        open_album(page)
        page.get_by_role("combobox", name="Photos by").select_option(index=2)
        person = album_of(server)["people"][1]
        expect(tiles(page).first).to_have_attribute("aria-label", re.compile(f"^{person}, "))
        labels = [tile.get_attribute("aria-label") or "" for tile in tiles(page).all()]
        assert labels
        assert all(label.startswith(f"{person}, ") for label in labels)

        first, second = row_of(tiles(page).nth(0)), row_of(tiles(page).nth(1))
        tiles(page).nth(0).hover()
        page.get_by_role("button", name="Choose", exact=True).first.click()
        until(page, lambda: album_of(server)["chosen"] == [first])
        tiles(page).nth(1).hover()
        tile = page.locator(".tile", has=page.locator(f'[data-row="{second}"]'))
        tile.get_by_role("button", name="Hide", exact=True).click()
        until(page, lambda: album_of(server)["hidden"] == [second])
        expect(page.locator(f'[data-row="{second}"]')).to_have_count(0)
        page.get_by_label("Show hidden (1)").check()
        hidden = page.locator(f'[data-row="{second}"]')
        expect(hidden).to_have_attribute("aria-label", re.compile("hidden"))
        hidden.focus()
        page.keyboard.press("h")
        until(page, lambda: album_of(server)["hidden"] == [])

        page.get_by_role("button", name="Chosen", exact=True).click()
        expect(tiles(page)).to_have_count(1)
        page.get_by_role("combobox", name="Photos by").select_option(index=3)
        expect(page.get_by_role("heading", name="Nothing to show")).to_be_visible()
        page.get_by_role("button", name="Show all photos").click()
        expect(tiles(page).nth(5)).to_be_visible()


def test_a_hint_keeps_what_was_chosen_and_two_pages_agree(party: Path, open_page: OpenPage) -> None:
    with serving(party, "--root", party.parent) as server:
        page, other = open_page(server), open_page(server)
        open_album(page)
        open_album(other)
        row = row_of(tiles(page).first)
        tiles(page).first.focus()
        page.keyboard.press("f")
        expect(other.locator(f'[data-row="{row}"]')).to_have_attribute(
            "aria-label", re.compile("chosen")
        )
        go(page, "Galleries")
        page.get_by_role("button", name="Lock").first.click()
        settled(server)
        assert album_of(server)["chosen"] == [row]


def test_groups_are_one_tile_and_what_is_not_placed_stands_apart(
    party: Path, open_page: OpenPage
) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        expect(page.get_by_role("navigation", name="Views")).to_be_visible(timeout=WORK_MS)
        rows = order(album_of(server))
        same, apart = rows[:3], rows[-2:]

        def change(album: dict[str, Any]) -> None:
            album["groups"] = [{"kind": "burst", "best": same[1], "rows": same}]
            for chapter in album["chapters"]:
                chapter["moments"] = [
                    left
                    for moment in chapter["moments"]
                    if (left := [row for row in moment if row not in apart])
                ]
            album["apart"] = [{"gallery": "Theo", "why": "no photo ties it", "rows": apart}]

        open_album(page, change)
        stack = page.locator(f'[data-row="{same[1]}"]')
        expect(stack).to_have_attribute("aria-label", re.compile("stands for 3 alike"))
        expect(page.locator(f'[data-row="{same[0]}"]')).to_have_count(0)
        page.get_by_role("button", name="Show all 3 alike").click()
        expect(page.locator(f'[data-row="{same[0]}"]')).to_be_visible()
        stack.focus()
        page.keyboard.press("g")
        expect(page.locator(f'[data-row="{same[0]}"]')).to_have_count(0)
        # what is hidden is all that it stands for
        stack.focus()
        page.keyboard.press("h")
        until(page, lambda: album_of(server)["hidden"] == sorted(same))

        page.keyboard.press("End")
        expect(page.get_by_role("heading", name="Not in a chapter")).to_be_visible()
        expect(page.get_by_text("no photo ties it")).to_be_visible()
        alone = page.locator(f'[data-row="{apart[-1]}"]')
        alone.focus()
        page.keyboard.press("f")  # nothing is said of what is in no chapter
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog", name="Photo")).to_be_visible()
        expect(page.get_by_role("button", name="Make cover")).to_have_count(0)
        assert album_of(server)["chosen"] == []


def test_an_album_that_does_not_come_or_has_nothing_says_so(
    party: Path, open_page: OpenPage
) -> None:
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        expect(page.get_by_role("navigation", name="Views")).to_be_visible(timeout=WORK_MS)
        page.route("**/api/album", changed_album(lambda album: album.update(chapters=[], apart=[])))
        go(page, "Album")
        expect(page.get_by_role("heading", name="No chapters yet")).to_be_visible()
        go(page, "Galleries")
        page.unroute("**/api/album")
        page.route("**/api/album", lambda route: route.fulfill(json={"layout": "another"}))
        go(page, "Album")
        expect(page.get_by_text("Loading")).to_be_visible()
        page.unroute("**/api/album")
        go(page, "Galleries")
        open_album(page)
