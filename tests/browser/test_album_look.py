"""How the album's page looks: nothing broken, hidden, uneven or smaller than it could be."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect

from coincide.album import Album, Instant
from coincide.demo import DemoOptions
from coincide.writing.album import Wishes, write_story
from tests.browser.album_pages import large_story, write_large
from tests.browser.test_every_view import grave_violations
from tests.conftest import CopyDemo
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS

pytestmark = pytest.mark.slow

N_INSTANTS = 9
DESK, PHONE = (1280, 800), (390, 844)
SMALL_PX = (512, 384)


@pytest.fixture(scope="module")
def folder(copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("album")
    event = copy_demo(DemoOptions(n_galleries=4, n_photos=48), folder / "event")
    story = large_story([small(path) for path in sorted(event.rglob("*.jpg"))], [], 120)
    instants = tuple(Instant((2 * one, 2 * one + 1), 2.0, 3.0) for one in range(N_INSTANTS))
    days = ("Saturday 23 August", "Sunday 24 August")
    chapters = tuple(
        replace(chapter, day=days[number > 0])
        for number, chapter in enumerate(story.album.chapters)
    )
    story = replace(
        story, title="Wanderungen in Kalifornien", album=Album(chapters, instants=instants)
    )
    write_large(folder / "album", story)
    write_story(story, folder / "one.html", "one-file", Wishes(), lambda *_: None)
    return folder


def small(path: Path) -> Path:
    """Make a picture as small as old cameras and messengers do."""
    with Image.open(path) as picture:
        picture.resize(SMALL_PX).save(path)
    return path


@pytest.fixture
def contexts(chromium: Browser) -> Iterator[Any]:
    opened: list[BrowserContext] = []

    def make(size: tuple[int, int], **options: Any) -> BrowserContext:
        viewport = {"width": size[0], "height": size[1]}
        opened.append(chromium.new_context(viewport=viewport, reduced_motion="reduce", **options))
        return opened[-1]

    yield make
    for context in opened:
        context.close()


def page_of(context: BrowserContext, path: Path) -> Page:
    page = context.new_page()
    page.goto(path.as_uri())
    expect(page.get_by_role("navigation", name="Chapters")).to_be_visible()
    return page


def open_photo(page: Page) -> None:
    page.evaluate("location.hash = 'photo-2'")
    expect(page.locator("dialog img.photo")).to_be_visible()


# in how many lines each word of the title stands
LINES = """() => {
  const text = document.querySelector('h1').firstChild;
  return [...text.data.matchAll(/\\S+/g)].map((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((one) => one.top)).size;
  });
}"""


@pytest.mark.parametrize("size", [DESK, PHONE, (760, 900), (1680, 1000)])
def test_no_word_of_the_title_is_broken(contexts: Any, folder: Path, size: tuple[int, int]) -> None:
    page = page_of(contexts(size), folder / "album" / "index.html")
    assert page.evaluate(LINES) == [1, 1, 1]
    size_px = float(
        page.evaluate("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)")
    )
    assert size_px >= 32


def test_the_viewer_covers_the_window_and_the_page_keeps_its_width(
    chromium: Browser, folder: Path
) -> None:
    # without this, a headless browser draws no scrollbars
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS, ignore_default_args=["--hide-scrollbars"]
    )
    page = browser.new_page(viewport={"width": DESK[0], "height": DESK[1]})
    page.goto((folder / "album" / "index.html").as_uri())
    page.get_by_role("button", name="Photo 2,").wait_for()
    width = page.evaluate("document.documentElement.clientWidth")
    assert width < DESK[0]
    inner = page.evaluate("document.querySelector('main').clientWidth")
    open_photo(page)
    viewer = page.get_by_role("dialog")
    assert viewer.bounding_box() == {"x": 0, "y": 0, "width": DESK[0], "height": DESK[1]}
    # but for what margins take of a window without a scrollbar
    assert abs(page.evaluate("document.querySelector('main').clientWidth") - inner) < 2
    page.keyboard.press("Escape")
    expect(viewer).to_be_hidden()
    assert page.evaluate("document.documentElement.clientWidth") == width
    browser.close()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_small_picture_fills_the_window(
    contexts: Any, folder: Path, size: tuple[int, int]
) -> None:
    page = page_of(contexts(size), folder / "album" / "index.html")
    open_photo(page)
    shown = page.locator("dialog img.photo").bounding_box()
    room = page.locator("dialog .room").bounding_box()
    assert shown is not None
    assert room is not None
    # as wide or as high as there is room, in its own shape
    assert max(shown["width"] / room["width"], shown["height"] / room["height"]) == pytest.approx(1)
    assert shown["width"] / shown["height"] == pytest.approx(4 / 3, rel=0.02)


def test_a_tiny_picture_is_shown_two_and_a_half_times_as_large(contexts: Any, folder: Path) -> None:
    page = page_of(contexts((2400, 1800)), folder / "album" / "index.html")
    open_photo(page)
    photo = page.locator("dialog img.photo")
    shown = photo.bounding_box()
    assert shown is not None
    assert shown["width"] == pytest.approx(2.5 * SMALL_PX[0], abs=1)


@pytest.mark.parametrize(("size", "few", "columns"), [(DESK, 6, 2), (PHONE, 3, 1)])
def test_a_few_instants_are_an_even_grid_and_all_come_by_key(
    contexts: Any, folder: Path, size: tuple[int, int], few: int, columns: int
) -> None:
    page = page_of(contexts(size, bypass_csp=True), folder / "album" / "index.html")
    section = page.get_by_role("region", name="Two cameras, one instant")
    pairs = section.get_by_role("listitem")
    expect(pairs).to_have_count(few)
    boxes = pairs.locator(".pair").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert len({round(box["height"], 1) for box in boxes}) == 1
    assert len({round(box["width"], 1) for box in boxes}) == 1
    right = page.locator("main").evaluate("one => one.getBoundingClientRect().right")
    assert boxes[columns - 1]["right"] == pytest.approx(right, abs=0.5)
    heights = pairs.locator(".pair button").evaluate_all(
        "all => all.map((one) => one.clientHeight)"
    )
    assert len(set(heights)) == 1
    expect(section.locator("figcaption").first).to_contain_text("Sat 23 Aug, ")

    page.wait_for_timeout(200)
    chapter = page.locator("#chapter-0")
    before = chapter.evaluate("one => one.getBoundingClientRect().top + scrollY")
    section.get_by_role("button", name=f"Show all {N_INSTANTS}").focus()
    page.keyboard.press("Enter")
    expect(pairs).to_have_count(N_INSTANTS)
    expect(section.get_by_role("button", name="Show all")).to_have_count(0)
    expect(pairs.nth(few).get_by_role("button").first).to_be_focused()
    assert list(grave_violations(page)) == []
    # what is below has moved, and is still drawn where it is looked at
    chapter.evaluate("one => one.scrollIntoView()")
    expect(chapter.locator('[data-row="0"]')).to_be_in_viewport()
    assert chapter.evaluate("one => one.getBoundingClientRect().top + scrollY") > before + 100


def test_the_bar_marks_nothing_before_the_first_day(contexts: Any, folder: Path) -> None:
    page = page_of(contexts(DESK), folder / "album" / "index.html")
    marked = page.get_by_role("navigation", name="Chapters").locator("[aria-current]")
    page.get_by_role("heading", name="Two cameras, one instant").evaluate(
        "one => one.scrollIntoView()"
    )
    page.wait_for_timeout(200)
    expect(marked).to_have_count(0)
    page.locator("#chapter-0").evaluate("one => one.scrollIntoView()")
    expect(marked).to_have_text("Sat 23 Aug")


def test_a_focused_link_is_not_under_the_fade(contexts: Any, folder: Path) -> None:
    page = page_of(contexts(PHONE), folder / "album" / "index.html")
    bar = page.get_by_role("navigation", name="Chapters")
    links = bar.get_by_role("link")
    fade = 28
    right = bar.evaluate("one => one.getBoundingClientRect().right") - fade
    place = "one => one.getBoundingClientRect().right"
    assert links.nth(1).evaluate(place) > right + 10
    links.first.focus()
    page.keyboard.press("Tab")
    expect(links.nth(1)).to_be_focused()
    assert links.nth(1).evaluate(place) <= right + 1


def test_every_moment_has_its_time(contexts: Any, folder: Path) -> None:
    page = page_of(contexts(DESK), folder / "album" / "index.html")
    page.locator("#chapter-0").evaluate("one => one.scrollIntoView()")
    first = page.locator("#chapter-0 .line").first
    told = first.locator(".when").all_inner_texts()
    assert len(told) > 1
    assert all(text.startswith("13:") for text in told)


@pytest.mark.parametrize(("size", "columns"), [(DESK, 2), (PHONE, 1)])
def test_without_a_script_pictures_are_a_grid_in_line_with_the_title(
    contexts: Any, folder: Path, size: tuple[int, int], columns: int
) -> None:
    page = contexts(size, java_script_enabled=False).new_page()
    page.goto((folder / "one.html").as_uri())
    boxes = [page.locator("#plain figure").nth(one).bounding_box() for one in range(columns + 1)]
    title = page.get_by_role("heading", level=1).bounding_box()
    day = page.get_by_role("heading", level=2).first.bounding_box()
    first, *_, last = boxes
    assert first is not None
    assert last is not None
    assert title is not None
    assert day is not None
    assert first["x"] == pytest.approx(title["x"], abs=1)
    assert day["x"] == pytest.approx(title["x"], abs=1)
    assert last["y"] > first["y"]
    assert last["x"] == first["x"]
    before = boxes[columns - 1]
    assert before is not None
    assert before["y"] == first["y"]
    assert before["x"] + before["width"] == pytest.approx(size[0] - first["x"], abs=16)
