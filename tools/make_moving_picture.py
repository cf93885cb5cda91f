"""Take the README's moving picture: the demo event's timeline by all cameras' clocks, then by one.

It is taken of the report, in chromium, with a clock that stands still while a picture is taken.
The first picture is the one that programs show that show only one, so it is the result.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from coincide.app.review.report import write_report
from coincide.demo import DemoOptions, render_event
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS, STILL_MS

TARGET = Path("docs/images/one-clock.webp")
WINDOW = (1120, 708)
WIDTH_PX = 960
QUALITY = 70
FRAME_MS = 40  # of the page's clock
SHOWN_MS = 65  # slower than the app, so that an eye can follow a lane
PAUSE_MS = 3_600_000  # a moment that is still to come when the page has loaded
N_GLIDING = 16
STANDING_MS = {"Before": 2200, "After": 3200}


def take(page: Page) -> Image.Image:
    """Return the page as it stands, at the size of the picture."""
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        size = (WIDTH_PX, round(shot.height * WIDTH_PX / shot.width))
        return shot.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def frames(page: Page) -> Iterator[tuple[Image.Image, int]]:
    """Yield pictures and how long each stands, in ms: after, gliding to before, and back again."""
    yield take(page), STANDING_MS["After"]
    for goal in ("Before", "After"):
        page.get_by_role("button", name=goal, exact=True).click()
        for _ in range(N_GLIDING):
            page.clock.run_for(FRAME_MS)
            yield take(page), SHOWN_MS
        page.clock.run_for(STILL_MS)
        if goal == "Before":
            yield take(page), STANDING_MS[goal]


def open_report(page: Page, report: Path) -> None:
    """Open a report and wait until its pictures are drawn."""
    page.clock.install(time=0)
    page.goto(report.as_uri())
    expect(page.get_by_role("button", name="Ida: Anchor")).to_be_visible()
    page.clock.pause_at(PAUSE_MS)
    for _ in range(20):  # thumbnails are decoded in real time, and drawn by the page's clock
        page.clock.run_for(FRAME_MS)
        page.wait_for_timeout(50)


def take_picture(report: Path, target: Path) -> None:
    """Take the moving picture of a report."""
    width, height = WINDOW
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        page = browser.new_page(viewport={"width": width, "height": height})
        open_report(page, report)
        images, durations_ms = zip(*frames(page), strict=True)
        browser.close()
    images[0].save(
        target,
        save_all=True,
        append_images=images[1:],
        duration=list(durations_ms),
        loop=0,
        quality=QUALITY,
        method=6,
    )
    print(f"wrote {target} ({target.stat().st_size // 1024} KB, {len(images)} pictures)")


def main(target: Path) -> None:
    """Render the demo event, write its report and take the picture of it."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, report = Path(scratch) / "party", Path(scratch) / "party.html"
        render_event(folder, DemoOptions())
        write_report([folder], report, progress=lambda _stage, _done, _total: None)
        take_picture(report, target)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
