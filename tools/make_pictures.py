"""Draw the README's picture from the demo event: all photos by camera time, and by event time."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, ImageOps

import coincide
from coincide.demo import DemoOptions, render_event
from coincide.model import TimelineEntry

COLUMNS, ROWS = 12, 2
THUMB = (128, 96)
GAP, MARGIN, HEADING = 8, 24, 46
INK, PAPER = "#22303c", "#ffffff"
CAMERAS = ("#d1495b", "#00798c", "#edae49", "#30638e", "#6a994e", "#9c6ade", "#e07a5f", "#3d405b")


def evenly(entries: Sequence[TimelineEntry], n: int) -> list[TimelineEntry]:
    """Return n entries spread over the whole sequence."""
    return [entries[round(i * (len(entries) - 1) / (n - 1))] for i in range(n)]


def draw_strip(
    page: Image.Image, top: int, heading: str, entries: Sequence[TimelineEntry], names: list[str]
) -> None:
    """Draw a heading and rows of thumbnails, each underlined in its camera's colour."""
    pen = ImageDraw.Draw(page)
    pen.text((MARGIN, top), heading, fill=INK, font=ImageFont.load_default(24))
    for number, entry in enumerate(entries):
        row, column = divmod(number, COLUMNS)
        left = MARGIN + column * (THUMB[0] + GAP)
        upper = top + HEADING + row * (THUMB[1] + 6 + GAP)
        with Image.open(entry.photo.file) as photo:
            thumb = ImageOps.fit(ImageOps.exif_transpose(photo), THUMB, Image.Resampling.LANCZOS)
        page.paste(thumb, (left, upper))
        colour = CAMERAS[names.index(entry.gallery) % len(CAMERAS)]
        below = upper + THUMB[1]
        pen.rectangle((left, below, left + THUMB[0] - 1, below + 5), fill=colour)


def main(target: Path) -> None:
    """Render the demo event, sync it and draw both orders."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "demo"
        render_event(folder, DemoOptions())
        result = coincide.sync(coincide.load_event(folder))
        names = [gallery.name for gallery in result.event.galleries]
        after = list(result.timeline)
        before = sorted(after, key=lambda entry: entry.photo.camera_time_s)
        strip = HEADING + ROWS * (THUMB[1] + 6 + GAP)
        width = 2 * MARGIN + COLUMNS * (THUMB[0] + GAP) - GAP
        page = Image.new("RGB", (width, 2 * MARGIN + 2 * strip + 20), PAPER)
        n = COLUMNS * ROWS
        clocks = f"{len(names)} cameras"
        draw_strip(page, MARGIN, f"By the clocks of {clocks}", evenly(before, n), names)
        draw_strip(page, MARGIN + strip + 20, "On one clock", evenly(after, n), names)
        target.parent.mkdir(parents=True, exist_ok=True)
        page.quantize(256).save(target, optimize=True)
        print(f"wrote {target}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images/one-clock.png"))
