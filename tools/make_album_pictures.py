"""Take the documentation's pictures of an album, from the demo event, in chromium.

Each view in light and dark, at 1440 × 900 and as on a phone at 390 × 844, as
docs/images/album-VIEW-light.webp and so on; and pages of the storyboard, with pdftoppm.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from coincide.demo import DemoOptions, render_event
from coincide.project.plans.cameras import PATH_VARIABLE
from tools.make_screenshots import QUALITY, TARGET, save
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS, SCHEMES, SIZES, STILL_MS

TITLE = "Ida and Theo"
# the photo that is opened, and what is seen above the first chapter's pictures
OPENED, ABOVE_PX = 20, 190
# seconds into films in step: both have begun
FILMED_S = 6


def _top(_: Page) -> None:
    """Leave the page as it is opened."""


def _stream(page: Page) -> None:
    first = "document.querySelector('.lines').getBoundingClientRect().top + scrollY"
    page.evaluate(f"scrollTo(0, {first} - {ABOVE_PX})")


def _photo(page: Page) -> None:
    page.evaluate(f"location.hash = 'photo-{OPENED}'")


def _together(page: Page) -> None:
    page.keyboard.press("s")


def _slider(page: Page) -> None:
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Slide from one to the other").first.click()
    page.get_by_role("heading", name="Two cameras, one instant").scroll_into_view_if_needed()


def _films(page: Page) -> None:
    page.get_by_role("button", name="filmed the same moment").first.click()
    page.get_by_role("slider", name="Position").fill(str(FILMED_S))
    page.wait_for_timeout(2 * STILL_MS)


VIEWS: dict[str, Callable[[Page], None]] = {
    "top": _top,
    "stream": _stream,
    "photo": _photo,
    "together": _together,
    "slider": _slider,
    "films": _films,
}


def main(event: Path | None) -> None:
    """Render the event unless one is named, make its album, and take the pictures."""
    with tempfile.TemporaryDirectory(prefix="album-") as scratch, sync_playwright() as driver:
        folder = Path(scratch)
        os.environ[PATH_VARIABLE] = f"{scratch}/cameras.json"  # these cameras are nobody's
        if event is None:
            event = folder / "party"
            render_event(event, DemoOptions())
            _run("sync", event)
        _run("album", event, "--out", folder / "album", "--who", "--title", TITLE)
        _run("album", event, "--out", folder / "pdf.pdf", "--title", TITLE)
        book = folder / "book.pdf"
        _run("album", event, "--out", book, "--as", "book", "--who", "--title", TITLE)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        for size in SIZES:
            for scheme in SCHEMES:
                _take(browser, folder / "album" / "index.html", size, scheme)
        browser.close()
        _pages(folder, "pdf", 1, 3)
        _pages(folder, "book", 1, 4)


def _run(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "coincide", *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _take(browser: Browser, index: Path, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=bool(size),
    )
    page = context.new_page()
    page.goto(index.as_uri())
    page.get_by_role("heading", name="Two cameras, one instant").wait_for()
    for name, prepare in VIEWS.items():
        prepare(page)
        page.wait_for_timeout(STILL_MS)
        save(page.screenshot(), TARGET / f"album-{name}{size}-{scheme}.webp")
    context.close()


def _pages(folder: Path, name: str, first: int, last: int) -> None:
    """Put some pages of a document beside each other."""
    command = [
        "pdftoppm",
        "-r",
        "75",
        "-f",
        str(first),
        "-l",
        str(last),
        "-png",
        f"{name}.pdf",
        name,
    ]
    subprocess.run(command, check=True, cwd=folder)
    pages = [Image.open(path) for path in sorted(folder.glob(f"{name}-*.png"))]
    width, height = pages[0].size
    sheet = Image.new("RGB", (len(pages) * (width + 12) + 12, height + 24), "#d8d5d0")
    for number, page in enumerate(pages):
        sheet.paste(page, (12 + number * (width + 12), 12))
    sheet.save(TARGET / f"album-{name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
