"""Draw the pictures of the photographer's and the friends' tutorials from their demo events.

Each shows photos before and after: by the cameras' own clocks, and on one clock. Name folders of
events that are rendered and synced already, wedding and lake, to save that time.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, ImageOps
from playwright.sync_api import ViewportSize, sync_playwright

from coincide import project as pipeline
from coincide.demo import DemoOptions, render_event
from coincide.media.pictures.video import read_frame
from coincide.model import Event, Guess, file_of
from coincide.model.times import to_text
from coincide.timeline import in_order
from tools.make_pictures import CAMERAS, INK, PAPER
from tools.make_screenshots import save
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS, STILL_MS, WORK_MS

TARGET = Path("docs/images/tutorials")
WEDDING = DemoOptions(n_galleries=3, n_photos=72, seed=3, n_phones=0, raw=True)
LAKE = DemoOptions(n_galleries=4, n_photos=60, n_phones=3, n_films=1, n_forwarded=6)
COLUMNS, ROWS = 12, 2
THUMB = (100, 75)
GAP, MARGIN, HEADING, CAPTION = 6, 16, 34, 22
QUALITY = 80
WINDOW: ViewportSize = {"width": 1200, "height": 420}


@dataclass(frozen=True, slots=True)
class Shown:
    """A photo or video with its owner and both times; None where it has none."""

    path: Path
    owner: str
    camera_time_s: float | None
    event_time_s: float | None


def shown_of(event: Event, project: Path) -> list[Shown]:
    """Return all photos of an event as the latest sync placed them, by event time."""
    solution = pipeline.Project(event.roots, project).latest()
    assert solution is not None, f"{event.name} was not synced"
    return [
        Shown(file_of(one.photo.path), one.photo.owner, None, one.event_time_s)
        if isinstance(one, Guess)
        else Shown(one.photo.file, one.gallery, one.photo.camera_time_s, one.event_time_s)
        for one in in_order(solution.timeline)
    ]


def evenly(photos: Sequence[Shown], n: int) -> list[Shown]:
    """Return n photos spread over the whole sequence."""
    return [photos[round(i * (len(photos) - 1) / (n - 1))] for i in range(n)]


def thumb(path: Path) -> Image.Image:
    """Return a small upright picture of a photo or a video."""
    if path.suffix == ".mp4":
        return ImageOps.fit(read_frame(path), THUMB, Image.Resampling.LANCZOS)
    with Image.open(path) as photo:
        return ImageOps.fit(ImageOps.exif_transpose(photo), THUMB, Image.Resampling.LANCZOS)


def draw_rows(
    page: Image.Image, top: int, heading: str, photos: Sequence[tuple[Shown, str]], names: list[str]
) -> None:
    """Draw a heading and rows of thumbnails, each with its owner's colour and a caption."""
    pen = ImageDraw.Draw(page)
    pen.text((MARGIN, top), heading, fill=INK, font=ImageFont.load_default(20))
    for number, (photo, caption) in enumerate(photos):
        row, column = divmod(number, COLUMNS)
        left = MARGIN + column * (THUMB[0] + GAP)
        upper = top + HEADING + row * (THUMB[1] + CAPTION + GAP)
        page.paste(thumb(photo.path), (left, upper))
        below = upper + THUMB[1]
        colour = CAMERAS[names.index(photo.owner)]
        pen.rectangle((left, below, left + THUMB[0] - 1, below + 4), fill=colour)
        pen.text((left, below + 6), caption, fill=INK, font=ImageFont.load_default(12))


def draw_orders(photos: list[Shown], titles: tuple[str, str], target: Path) -> None:
    """Draw photos by the cameras' clocks, those without a time last, and below by event time."""
    names = sorted({photo.owner for photo in photos})
    chosen = evenly(photos, COLUMNS * ROWS)
    timed = [one for one in chosen if one.camera_time_s is not None]
    before = sorted(timed, key=lambda one: one.camera_time_s or 0.0)
    before += [one for one in chosen if one.camera_time_s is None]
    strip = HEADING + ROWS * (THUMB[1] + CAPTION + GAP)
    size = (2 * MARGIN + COLUMNS * (THUMB[0] + GAP) - GAP, 2 * MARGIN + 2 * strip + 12)
    page = Image.new("RGB", size, PAPER)
    years = len({to_text(one.camera_time_s or 0.0)[:4] for one in timed}) > 1
    was = [(one, caption(one.camera_time_s, years=years)) for one in before]
    now = [(one, caption(one.event_time_s, years=False)) for one in chosen]
    draw_rows(page, MARGIN, titles[0], was, names)
    draw_rows(page, MARGIN + strip + 12, titles[1], now, names)
    page.save(target, quality=QUALITY, method=6)
    print(f"wrote {target} ({target.stat().st_size // 1024} KB)")


def caption(time_s: float | None, *, years: bool) -> str:
    """Return a time in few letters."""
    if time_s is None:
        return "no time"
    text = to_text(time_s)
    return f"{text[:4]}  {text[11:16]}" if years else text[11:16]


def synced(folder: Path, options: DemoOptions) -> list[Shown]:
    """Render and sync an event unless that is done, and return its photos."""
    if not folder.exists():
        render_event(folder, options)
        subprocess.run([sys.executable, "-m", "coincide", "sync", folder], check=True)
    return shown_of(pipeline.load_event(folder), pipeline.project_folder([folder], None))


def take_report(folder: Path, target: Path) -> None:
    """Take a picture of the report's first view."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as driver:
        report = Path(scratch) / "report.html"
        command = ["-m", "coincide", "report", str(folder), "--out", str(report)]
        subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        page = browser.new_page(viewport=WINDOW, color_scheme="light")
        page.goto(report.as_uri(), timeout=WORK_MS)
        loaded = "[...document.images].every((one) => one.complete)"
        page.wait_for_function(loaded, timeout=WORK_MS)
        page.wait_for_timeout(STILL_MS)
        save(page.screenshot(), target)
        browser.close()


def main(arguments: Sequence[str]) -> None:
    """Draw all pictures."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="photos-") as scratch:
        default = [str(Path(scratch) / name) for name in ("wedding", "lake")]
        wedding, lake = (Path(name).resolve() for name in list(arguments) or default)
        titles = ("By the clocks of three cameras", "On one clock")
        draw_orders(synced(wedding, WEDDING), titles, TARGET / "photographer-order.webp")
        titles = ("As everybody's phones and cameras date them", "One folder, in order")
        draw_orders(synced(lake, LAKE), titles, TARGET / "friends-order.webp")
        take_report(wedding, TARGET / "photographer-report.webp")


if __name__ == "__main__":
    main(sys.argv[1:])
