"""Take the pictures of docs/tutorials/maintainer.md by following that page on its demo event.

Pictures of what commands print are taken by tools/terminal_picture.py.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from coincide.demo import DemoOptions, render_event
from coincide.project.plans.cameras import PATH_VARIABLE
from tools.make_screenshots import save
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS, STILL_MS, WORK_MS, serving
from tools.tutorial_steps import Step, read_steps, take

PAGE = Path("docs/tutorials/maintainer.md")
TARGET = Path("docs/images/tutorials")
EVENT = DemoOptions(n_galleries=4, n_photos=40)
WINDOW: ViewportSize = {"width": 1200, "height": 740}


def picture(page: Page, name: str) -> None:
    """Take a picture once all photos are there and everything stands still."""
    for image in page.locator("img").all():
        expect(image).to_have_js_property("complete", True, timeout=WORK_MS)
    page.wait_for_timeout(STILL_MS)
    save(page.screenshot(), TARGET / f"maintainer-{name}.webp")


def coincide(*arguments: str | Path) -> None:
    """Run a command of the page."""
    command = [sys.executable, "-m", "coincide", *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def follow(browser: Browser, party: Path) -> None:
    """Take the steps of the page up to the fifth, after which nothing new is seen."""
    steps = read_steps(PAGE)[:5]
    question = steps[1].index(Step("Same scene", click=True))
    with serving(party, "--root", party.parent) as server:
        context = browser.new_context(viewport=WINDOW, color_scheme="light")
        server.farewells.append(context.close)
        page = context.new_page()
        page.goto(server.address)
        expect(page.get_by_role("navigation", name="Views")).to_be_visible(timeout=WORK_MS)
        take(page, steps[0])
        take(page, steps[1][:question])
        picture(page, "question")
        for step in (steps[1][question:], *steps[2:]):
            take(page, step)
        picture(page, "galleries")


def main() -> None:
    """Render the event, follow the page, and open the report."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="photos-") as scratch, sync_playwright() as driver:
        os.environ[PATH_VARIABLE] = f"{scratch}/cameras.json"  # these cameras are nobody's
        party, report = Path(scratch) / "party", Path(scratch) / "party.html"
        render_event(party, EVENT)
        coincide("sync", party)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        follow(browser, party)
        coincide("report", party, "--out", report)
        page = browser.new_page(viewport=WINDOW, color_scheme="light")
        page.goto(report.as_uri())
        picture(page, "report")
        browser.close()


if __name__ == "__main__":
    main()
