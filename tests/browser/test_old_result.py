"""The app shows what was found, by whichever method; it finds nothing anew until it is asked to."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from coincide.app.review.http.server import LOOK_S
from tests.browser.conftest import ask, galleries, go, lane, settled, until
from tests.browser.test_every_view import FIND_CUT, FIND_OVERLAPS, FIND_WIDE, grave_violations
from tests.browser.test_whole_path import coincide
from tools.review_views import (
    SCHEMES,
    SIZES,
    VIEWS,
    WORK_MS,
    Server,
    View,
    serving,
    slowed,
    visit,
)

pytestmark = pytest.mark.slow

# views that write a plan or more, that show an event that is not read yet, or that need questions
NO_LOOKS = {"choose", "who", "progress", "questions", "compare"}
NO_LOOKS |= {"plan", "confirm", "written", "undone", "heard", "together"}
PICTURES = "pictures.sqlite"
STILL_MS = 200


@pytest.fixture(scope="module")
def solved(events: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo event, solved by a method that states no probability; it was embedded before."""
    folder = tmp_path_factory.mktemp("median") / "party"
    only_vectors = shutil.ignore_patterns("solutions", "offsets.*", "project.json")
    shutil.copytree(events / "party", folder, ignore=only_vectors)
    coincide("sync", folder, "--method", "median")
    return folder


@pytest.fixture
def median(solved: Path, tmp_path: Path) -> Path:
    """The same, for one test alone."""
    return Path(shutil.copytree(solved, tmp_path / "home" / "party"))


def looks() -> list[View]:
    """Return every view that only looks, of the one event; of the album nothing is said."""
    views = [replace(view, event="party") for view in VIEWS if view.name not in NO_LOOKS]
    return [replace(one, prepare=_see_album) if one.name == "album" else one for one in views]


def _see_album(page: Page) -> None:
    expect(page.locator("[data-row]").nth(8)).to_be_visible(timeout=WORK_MS)


def kept(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return what is in the project folder, but for the pictures that were made for pages."""
    project = folder / ".coincide"
    return {
        str(path.relative_to(project)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(project.rglob("*"))
        if path.is_file() and not path.name.startswith(PICTURES)
    }


def old(page: Page) -> Locator:
    """Return the banner that says that the result is old."""
    return page.get_by_role("region", name="The result is out of date")


def test_looking_at_every_view_changes_nothing_and_shows_what_was_found(
    median: Path, open_page: Callable[[Server], Page]
) -> None:
    before = kept(median)
    found = json.loads((median / ".coincide" / "offsets.json").read_text())
    assert found["method"] == "median"
    with serving(median, "--root", median.parent) as server:
        page = open_page(server)
        for view in looks():
            if not view.goes_on:
                visit(page, server, view, STILL_MS)
            view.prepare(page)
            view.settle(page)
            expect(page.locator("canvas[data-waiting]")).to_have_count(0, timeout=WORK_MS)
            expect(old(page)).to_have_count(0)
        shown = galleries(server)
        assert {name: one["offset_s"] for name, one in shown.items()} == {
            name: round(one["offset_s"], 2) for name, one in found["galleries"].items()
        }
        until(lambda: not ask(server, "/api/album")["comparing"])
        page.goto(f"{server.base}/#galleries")
        for name, one in shown.items():
            card = page.get_by_role("article", name=name)
            offset = one["offset"].replace("-", "−")
            expect(card.locator(".value")).to_have_text(offset)
            expect(card.get_by_text("Anchor" if name == "Ida" else "Placed")).to_be_visible()
            expect(card).not_to_contain_text("%")
        go(page, "Evidence")
        expect(page.get_by_text("The method median has no questions")).to_be_visible()
        page.get_by_role("button", name="Pairs").click()
        expect(page.get_by_text("The method median does not store pairs")).to_be_visible()
    assert kept(median) == before


def test_a_hint_of_the_command_line_makes_it_old_until_it_is_solved(
    median: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(median, "--root", median.parent) as server:
        page = open_page(server)
        expect(lane(page, "Theo")).to_be_visible(timeout=WORK_MS)
        before, before_solutions = galleries(server), solutions(median)
        coincide("hint", "pin", median, "Theo", "+1h")
        said = "it is out of date: hints or choices were changed."
        expect(old(page).get_by_role("status")).to_contain_text(said)
        for view in ("Galleries", "Evidence", "Graph", "Write", "Timeline"):
            go(page, view)
            expect(old(page)).to_be_in_viewport()
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            expect(old(page).get_by_role("button", name="Solve"), name).to_be_in_viewport(ratio=1)
        assert offsets(server) == {name: one["offset_s"] for name, one in before.items()}

        # by keyboard, and the focus is not lost with the button
        old(page).get_by_role("button", name="Solve").focus()
        with slowed(server):
            page.keyboard.press("Enter")
            expect(old(page).get_by_role("progressbar")).to_be_visible(timeout=WORK_MS)
        expect(old(page)).to_have_count(0, timeout=WORK_MS)
        expect(page.get_by_role("main")).to_be_focused()
        settled(server)
        # this method takes no hints: what was found with it is another solution all the same
        assert ask(server, "/api/event")["changed"] == []
        assert len(solutions(median)) == len(before_solutions) + 1
        assert offsets(server) == {name: one["offset_s"] for name, one in before.items()}


def test_an_old_result_is_solved_before_it_is_written(
    median: Path, open_page: Callable[[Server], Page]
) -> None:
    remove_a_photo(median / "Theo")
    with serving(median, "--root", median.parent) as server:
        page = open_page(server)
        expect(lane(page, "Theo")).to_be_visible(timeout=WORK_MS)
        go(page, "Write")
        expect(old(page)).to_contain_text("photos were added, removed or changed")
        expect(page.get_by_role("button", name="Make the plan")).to_have_count(0)
        page.get_by_role("button", name="Solve first").click()
        page.get_by_role("button", name="Make the plan").click(timeout=WORK_MS)
        expect(page.get_by_role("heading", name="The plan")).to_be_visible(timeout=WORK_MS)
        expect(old(page)).to_have_count(0)


def test_a_plan_that_is_refused_says_why_and_how_to_go_on(median: Path, chromium: Browser) -> None:
    with serving(median, "--root", median.parent) as server:
        page = chromium.new_page()  # the browser itself complains of what is refused
        server.farewells.append(page.close)
        page.goto(server.address)
        expect(lane(page, "Theo")).to_be_visible(timeout=WORK_MS)
        go(page, "Write")
        page.wait_for_timeout(2500 * LOOK_S)  # once opened, the app looks for news a first time
        remove_a_photo(median / "Theo")  # which nobody notices until a plan is made
        page.get_by_role("button", name="Make the plan").click()
        expect(old(page)).to_contain_text("photos were added, removed or changed", timeout=WORK_MS)
        expect(page.get_by_role("region", name="News")).to_contain_text(
            "Solve first, then make the plan"
        )
        page.get_by_role("button", name="Solve first").click()
        expect(page.get_by_role("button", name="Make the plan")).to_be_enabled(timeout=WORK_MS)
        expect(page.get_by_role("alert")).to_have_count(0)


def test_a_report_says_that_it_is_old(median: Path, chromium: Browser) -> None:
    remove_a_photo(median / "Theo")
    out = median.parent / "party.html"
    coincide("report", median, "--out", out)
    page = chromium.new_page()
    page.goto(out.as_uri())
    expect(old(page)).to_contain_text("it is out of date: photos were added, removed or changed.")
    expect(old(page).get_by_role("button")).to_have_count(0)
    page.close()


def test_the_banner_is_fine_at_every_size_in_every_scheme(median: Path, chromium: Browser) -> None:
    remove_a_photo(median / "Theo")
    problems = []
    with serving(median, "--root", median.parent) as server:
        context = chromium.new_context(bypass_csp=True)  # the app's own policy would keep axe out
        server.farewells.append(context.close)
        page = context.new_page()
        for route in ("#timeline", "#write"):
            visit(page, server, View("old", route), STILL_MS)
            expect(old(page)).to_be_visible()
            for width, height in SIZES.values():
                page.set_viewport_size({"width": width, "height": height})
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                    problems += [*grave_violations(page), *page.evaluate(FIND_CUT)]
                    problems += [*page.evaluate(FIND_WIDE), *page.evaluate(FIND_OVERLAPS)]
    assert problems == []


def remove_a_photo(folder: Path) -> None:
    min(folder.iterdir()).unlink()


def solutions(folder: Path) -> set[str]:
    """Return the names of what was found and is kept."""
    return {path.name for path in (folder / ".coincide" / "solutions").iterdir()}


def offsets(server: Server) -> dict[str, float]:
    return {name: one["offset_s"] for name, one in galleries(server).items()}
