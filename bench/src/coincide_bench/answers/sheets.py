"""Sheets of pairs for readers who see two pictures and nothing else: no names, times or tags.

``python -m coincide_bench.answers.sheets DATASETS OUT`` writes three pairs to a sheet, in an order
that tells nothing, and ``pairs.json``, which is not for readers.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np
from PIL import Image, ImageDraw, ImageOps

from coincide.ingest import read_event
from coincide_bench.answers.pairs import Pair, draw_pairs
from coincide_bench.suites.context import BenchContext, default_cache
from coincide_bench.suites.splits import make_rng

SEED = 1
PAIRS_A_SHEET = 3
SIDE, GAP, TITLE = 480, 12, 22


def draw_sheet(pairs: Mapping[int, Pair], paths: Mapping[str, Path]) -> Image.Image:
    """Return a sheet of numbered pairs, a row each."""
    row = SIDE + TITLE + GAP
    sheet = Image.new("RGB", (2 * SIDE + 3 * GAP, row * len(pairs) + GAP), "white")
    draw = ImageDraw.Draw(sheet)
    for line, (number, pair) in enumerate(pairs.items()):
        top = GAP + line * row
        draw.text((GAP, top), f"pair {number}", fill="black", font_size=18)
        for column, key in enumerate(pair.photos):
            picture = upright(paths[key], SIDE)
            left = GAP + column * (SIDE + GAP)
            sheet.paste(picture, (left, top + TITLE))
    return sheet


def upright(path: Path, side_px: int) -> Image.Image:
    """Return a photo as it is to be seen, no side longer than ``side_px``."""
    with Image.open(path) as picture:
        turned = ImageOps.exif_transpose(picture).convert("RGB")
    turned.thumbnail((side_px, side_px))
    return turned


def main(datasets: str, out: str) -> None:
    """Write all sheets, and what they show."""
    context = BenchContext(default_cache(), Path(datasets), True, lambda *_: None)
    pairs = draw_pairs(context, SEED)
    order = make_rng(SEED, "sheets").permutation(len(pairs))
    shuffled = {number: pairs[row] for number, row in enumerate(order.tolist(), start=1)}
    folders = {pair.event for pair in pairs}
    paths = {
        photo.key: Path(str(photo.path))
        for folder in sorted(folders)
        for gallery in read_event([Path(datasets) / folder]).galleries
        for photo in gallery.photos
    }
    target = Path(out)
    target.mkdir(parents=True, exist_ok=True)
    for begin in np.arange(1, len(pairs) + 1, PAIRS_A_SHEET).tolist():
        rows = {n: shuffled[n] for n in range(begin, begin + PAIRS_A_SHEET) if n in shuffled}
        draw_sheet(rows, paths).save(target / f"sheet-{begin:03d}.jpg", quality=88)
    (target / "pairs.json").write_bytes(msgspec.json.encode(shuffled))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
