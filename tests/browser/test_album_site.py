"""The album as friends open it: from a disk and from a web space, on phones, with a keyboard.

``pytest -s`` prints the figures.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from coincide.demo import DemoOptions
from coincide.writing.album import Story, Wishes, write_story
from tests.browser.album_pages import Asked, large_story, served, write_large
from tests.browser.test_every_view import FIND_WIDE, grave_violations
from tests.conftest import CopyDemo
from tools.review_views import SCHEMES, SIZES

pytestmark = pytest.mark.slow

N_PHOTOS = 260


@dataclass(frozen=True)
class Written:
    """An album on a disk."""

    folder: Path
    story: Story


@pytest.fixture(scope="module")
def album(copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory) -> Written:
    folder = tmp_path_factory.mktemp("album")
    event = copy_demo(DemoOptions(n_galleries=4, n_photos=48, n_films=6), folder / "event")
    story = large_story(sorted(event.rglob("*.jpg")), sorted(event.rglob("*.mp4")), N_PHOTOS)
    write_large(folder / "album", story, Wishes(who=True, originals="stripped"))
    write_story(story_of(story, 30), folder / "one.html", "one-file", Wishes(), lambda *_: None)
    return Written(folder, story)


def story_of(story: Story, n_photos: int) -> Story:
    from coincide.writing.album import without

    return without(story, range(n_photos, len(story.shown)))


@pytest.fixture(params=["disk", "server"])
def base(request: pytest.FixtureRequest, album: Written) -> Iterator[str]:
    """The address of the album's folder."""
    if request.param == "disk":
        yield f"{(album.folder / 'album').as_uri()}/"
    else:
        with served(album.folder / "album") as address:
            yield address


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context
    context.close()


def opened(context: BrowserContext, album: Written, base: str) -> tuple[Page, Asked]:
    page = context.new_page()
    asked = Asked(album.folder / "album", base)
    asked.listen(page)
    page.goto(f"{base}index.html")
    expect(page.locator("main button[data-row]").first).to_be_visible()
    return page, asked


def test_it_asks_for_nothing_outside_its_folder(
    context: BrowserContext, album: Written, base: str
) -> None:
    page, asked = opened(context, album, base)
    page.mouse.wheel(0, 4000)
    page.wait_for_timeout(500)
    page.locator("main button[data-row]").nth(3).click()
    for _ in range(50):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(500)
    assert asked.outside == []
    assert asked.errors == []
    assert len(asked.urls) > 20


def test_a_photo_is_opened_turned_and_closed_by_keys(
    context: BrowserContext, album: Written, base: str
) -> None:
    page, asked = opened(context, album, base)
    page.locator('[data-row="1"]').focus()
    page.keyboard.press("Enter")
    viewer = page.get_by_role("dialog")
    expect(viewer).to_be_visible()
    expect(viewer.get_by_text("2 of 260")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(viewer.get_by_text("3 of 260")).to_be_visible()
    assert page.url.endswith("#photo-3")
    page.keyboard.press("s")
    expect(viewer.get_by_role("list", name="This moment").get_by_role("button")).to_have_count(3)
    page.keyboard.press("s")
    page.keyboard.press("End")
    expect(viewer.get_by_text("260 of 260")).to_be_visible()
    page.keyboard.press("Escape")
    expect(viewer).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.row") == "259"
    page.go_back()
    assert asked.errors == []


def test_going_back_closes_a_photo(context: BrowserContext, album: Written, base: str) -> None:
    page, _ = opened(context, album, base)
    page.locator('[data-row="2"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator('[data-row="2"]')).to_be_focused()


def test_an_address_names_a_photo(context: BrowserContext, album: Written, base: str) -> None:
    page = context.new_page()
    page.goto(f"{base}index.html#photo-12")
    expect(page.get_by_role("dialog").get_by_text("12 of 260")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_videos_play(context: BrowserContext, album: Written, base: str) -> None:
    page, asked = opened(context, album, base)
    row = next(row for row, one in enumerate(album.story.shown) if one.length_s is not None)
    page.goto(f"{base}index.html#photo-{row + 1}")
    film = page.locator("dialog video")
    expect(film).to_be_visible()
    film.evaluate("one => { one.muted = true; return one.play(); }")
    page.wait_for_function("() => document.querySelector('dialog video').currentTime > 0.2")
    assert film.get_attribute("poster")
    assert asked.errors == []


def test_photos_of_one_person_alone(context: BrowserContext, album: Written, base: str) -> None:
    page, _ = opened(context, album, base)
    page.get_by_role("combobox", name="Whose photos").select_option("Cleo")
    expect(page.locator('[data-row="0"]')).to_have_count(0)
    labels = page.locator("main button[data-row]").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert labels
    assert all("by Cleo" in label for label in labels)


def test_the_slide_show_goes_on_and_is_paused(
    context: BrowserContext, album: Written, base: str
) -> None:
    page, _ = opened(context, album, base)
    page.clock.install()
    page.get_by_role("button", name="Slide show").click()
    viewer = page.get_by_role("dialog")
    expect(viewer.get_by_text("1 of 260")).to_be_visible()
    page.clock.run_for(5000)
    expect(viewer.get_by_text("2 of 260")).to_be_visible()
    viewer.get_by_role("button", name="Pause").click()
    page.clock.run_for(20000)
    expect(viewer.get_by_text("2 of 260")).to_be_visible()


def test_originals_are_downloaded_under_a_name_of_the_album(
    context: BrowserContext, album: Written
) -> None:
    with served(album.folder / "album") as base:
        page, _ = opened(context, album, base)
        page.locator('[data-row="3"]').click()
        with page.expect_download() as found:
            page.get_by_role("link", name="Download").click()
        assert found.value.suggested_filename == "0004.jpg"


def test_one_file_needs_nothing_else(context: BrowserContext, album: Written) -> None:
    page = context.new_page()
    asked = Asked(album.folder, album.folder.as_uri())
    asked.listen(page)
    page.goto((album.folder / "one.html").as_uri())
    page.locator("main button[data-row]").nth(1).click()
    shown = page.locator("dialog img.photo")
    expect(shown).to_be_visible()
    assert shown.evaluate("one => one.decode().then(() => one.naturalWidth)") > 500
    assert asked.urls == [(album.folder / "one.html").as_uri()]
    assert asked.outside == asked.errors == []


def test_dark_or_light_is_chosen_and_kept(context: BrowserContext, album: Written) -> None:
    with served(album.folder / "album") as base:
        page, _ = opened(context, album, base)
        paper = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(paper)
        page.get_by_role("button", name="Switch to dark colours").click()
        dark = page.evaluate(paper)
        assert dark != light
        page.reload()
        expect(page.get_by_role("button", name="Switch to light colours")).to_be_visible()
        assert page.evaluate(paper) == dark


SCALE = """() => {
  const moved = document.querySelector('.moved').style.transform;
  return Number(/scale\\(([\\d.]+)\\)/.exec(moved)[1]);
}"""


def test_a_photo_is_enlarged_by_wheel_double_click_and_keys(
    context: BrowserContext, album: Written, base: str
) -> None:
    page, asked = opened(context, album, base)
    page.locator('[data-row="1"]').click()
    photo = page.locator("dialog img.photo")
    expect(photo).to_be_visible()
    photo.hover()
    page.mouse.wheel(0, -300)
    assert page.evaluate(SCALE) > 1.3
    page.keyboard.press("0")
    assert page.evaluate(SCALE) == 1.0
    photo.dblclick()
    assert page.evaluate(SCALE) == 2.5
    # what is enlarged is moved, and neither turned nor closed
    box = photo.bounding_box()
    assert box is not None
    page.mouse.move(700, 450)
    page.mouse.down()
    page.mouse.move(500, 450, steps=4)
    page.mouse.up()
    after = photo.bounding_box()
    assert after is not None
    assert after["x"] < box["x"] - 100
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog").get_by_text("2 of 260")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate(SCALE) == 1.0
    page.keyboard.press("+")
    assert page.evaluate(SCALE) > 1.5
    page.get_by_role("button", name="Whole picture").click()
    assert page.evaluate(SCALE) == 1.0
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog").get_by_text("3 of 260")).to_be_visible()
    assert asked.errors == []


def test_two_fingers_enlarge_and_two_taps_do(chromium: Browser, album: Written) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page, _ = opened(context, album, f"{(album.folder / 'album').as_uri()}/")
    page.locator('[data-row="1"]').tap()
    expect(page.locator("dialog img.photo")).to_be_visible()
    session = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    touch("touchStart", (180, 400), (210, 400))
    for apart in (30, 60, 90):
        touch("touchMove", (180 - apart, 400), (210 + apart, 400))
    touch("touchEnd")
    assert page.evaluate(SCALE) > 3.0
    for _ in range(2):
        page.touchscreen.tap(200, 400)
    assert page.evaluate(SCALE) == 1.0
    for _ in range(2):
        page.touchscreen.tap(200, 400)
    assert page.evaluate(SCALE) == 2.5
    expect(page.get_by_role("dialog").get_by_text("2 of 260")).to_be_visible()
    context.close()


def test_full_screen_is_entered_and_left(
    context: BrowserContext, album: Written, base: str
) -> None:
    page, asked = opened(context, album, base)
    page.locator('[data-row="1"]').click()
    page.get_by_role("button", name="Full screen").click()
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()
    assert page.evaluate("document.fullscreenElement.className.includes('frame')")
    expect(page.locator("dialog img.photo")).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Full screen", exact=True)).to_be_visible()
    assert asked.errors == []


def test_arrow_keys_go_through_the_stream(
    context: BrowserContext, album: Written, base: str
) -> None:
    page, _ = opened(context, album, base)
    row = "document.activeElement.dataset.row"
    page.locator('[data-row="0"]').focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(row) == "3"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(row) == "2"
    for _ in range(30):  # far beyond what is drawn at first
        page.keyboard.press("ArrowDown")
    below = int(page.evaluate(row))
    assert below > 60
    expect(page.locator(f'[data-row="{below}"]')).to_be_in_viewport()
    page.keyboard.press("ArrowUp")
    assert int(page.evaluate(row)) < below
    # one stop of the Tab key for a chapter, not one for each photo
    stops = page.locator("main section").first.locator("button[data-row][tabindex='0']")
    assert stops.count() <= 1


def test_a_slide_show_that_nobody_touches_is_pictures_alone(
    context: BrowserContext, album: Written, base: str
) -> None:
    page, _ = opened(context, album, base)
    page.clock.install()
    page.get_by_role("button", name="Slide show").click()
    opacity = "getComputedStyle(document.querySelector('dialog header')).opacity"
    assert page.evaluate(opacity) == "1"
    page.clock.run_for(3000)
    assert page.evaluate(opacity) == "0"
    page.mouse.move(400, 300)
    page.mouse.move(420, 300)
    assert page.evaluate(opacity) == "1"
    page.clock.run_for(3000)
    assert page.evaluate(opacity) == "0"
    page.keyboard.press("Tab")
    assert page.evaluate(opacity) == "1"


def test_one_file_shows_its_pictures_without_a_script(chromium: Browser, album: Written) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((album.folder / "one.html").as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text("A long weekend")
    expect(page.get_by_role("heading", name="Chapter 1")).to_be_visible()
    pictures = page.locator("#plain img")
    assert pictures.count() == 30
    expect(pictures.nth(2)).to_be_visible()
    expect(page.get_by_text("JavaScript")).to_have_count(0)
    context.close()
    # each picture is in the file once, but for the cover
    text = (album.folder / "one.html").read_text(encoding="utf-8")
    assert text.count("data:image/webp") == 31


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_grave_and_nothing_is_too_wide(
    chromium: Browser, album: Written, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        bypass_csp=True,  # the page's own policy would keep axe out
    )
    page, _ = opened(context, album, f"{(album.folder / 'album').as_uri()}/")
    problems = {"album": [*grave_violations(page), *page.evaluate(FIND_WIDE)]}
    page.evaluate("location.hash = 'photo-8'")  # one of five views
    expect(page.get_by_role("dialog")).to_be_visible()
    problems["photo"] = [*grave_violations(page), *page.evaluate(FIND_WIDE)]
    page.keyboard.press("s")
    problems["together"] = list(grave_violations(page))
    context.close()
    assert problems == {"album": [], "photo": [], "together": []}


def test_headings_and_photos_are_told_by_name(context: BrowserContext, album: Written) -> None:
    page, _ = opened(context, album, f"{(album.folder / 'album').as_uri()}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("A long weekend")
    expect(page.get_by_role("heading", level=2).first).to_have_text("Chapter 1")
    expect(page.get_by_role("navigation", name="Chapters")).to_be_visible()
    assert page.get_by_role("button", name=re.compile(r"^Photo 1, 13:00, by Ada$")).count() == 1
