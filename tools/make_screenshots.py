"""Take the documentation's pictures of the review app, from demo events, in chromium.

Each view in light and dark, at 1440 × 900 and as on a phone at 390 × 844, as
docs/images/review-VIEW-light.webp and so on. Name views to take only those.
"""

import io
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from coincide.project.plans.cameras import PATH_VARIABLE
from tools.review_views import (
    CHROMIUM,
    CHROMIUM_ARGUMENTS,
    VIEWS,
    View,
    render_events,
    sync_events,
    walk,
)

TARGET = Path("docs/images")
QUALITY = 70
# those that docs/guide/review.md shows; the tests look at all
PICTURED = (
    *(
        "choose",
        "who",
        "progress",
        "timeline",
        "before",
        "zoomed",
        "move",
        "photo",
        "album",
        "album-make",
        "galleries",
        "split",
    ),
    *(
        "evidence",
        "heard",
        "together",
        "questions",
        "tie",
        "compare",
        "graph",
        "write",
        "plan",
        "confirm",
        "undone",
    ),
)


def wanted(names: Sequence[str]) -> list[View]:
    """Return the views of these names, with those that they go on from."""
    chosen: list[View] = []
    for view in reversed(VIEWS):
        if view.name in names or (chosen and chosen[-1].goes_on):
            chosen.append(view)
    return chosen[::-1]


def save(png: bytes, path: Path) -> None:
    """Write a picture so small that the documentation stays light."""
    with Image.open(io.BytesIO(png)) as image:
        image.convert("RGB").save(path, quality=QUALITY, method=6)
    print(f"wrote {path} ({path.stat().st_size // 1024} KB)")


def main(names: Sequence[str]) -> None:
    """Render the events and take the pictures."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="photos-") as scratch, sync_playwright() as driver:
        folder = Path(scratch)
        os.environ[PATH_VARIABLE] = f"{scratch}/cameras.json"  # these cameras are nobody's
        render_events(folder)
        sync_events(folder)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        for shown in walk(browser, folder, wanted(names)):
            if shown.view in names:
                save(shown.page.screenshot(), TARGET / f"review-{shown.name}.webp")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or PICTURED)
