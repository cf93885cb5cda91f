"""Sheets of pairs for readers who judge by eye whether both show the same thing.

``python -m coincide_bench.instants.sheets DATASETS OUT [SET …]`` syncs real sets, makes their
albums, and draws all that these show as two cameras at one instant beside as many pairs that they
do not, in an order that tells nothing. ``pairs.json`` tells which is which: it is not for readers.
"""

import sys
import tempfile
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw

from coincide_bench.answers.sheets import upright
from coincide_bench.instants.pairs import ShownPair, pairs_of_set
from coincide_bench.suites.context import BenchContext, default_cache
from coincide_bench.suites.splits import make_rng

SEED = 1
COLUMNS, ROWS = 3, 8
SIDE, GAP, TITLE = 230, 6, 18


def draw_sheet(pairs: dict[int, tuple[Path, Path]]) -> Image.Image:
    """Return a sheet of numbered pairs."""
    wide, high = 2 * SIDE + 3 * GAP, SIDE + TITLE + GAP
    lines = -(-len(pairs) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * wide, lines * high), "white")
    draw = ImageDraw.Draw(sheet)
    for place, (number, files) in enumerate(pairs.items()):
        line, column = divmod(place, COLUMNS)
        draw.text((column * wide + GAP, line * high), str(number), fill="black", font_size=14)
        for nth, file in enumerate(files):
            left = column * wide + GAP + nth * (SIDE + GAP)
            sheet.paste(upright(file, SIDE), (left, line * high + TITLE))
    return sheet


def main(datasets: Path, out: Path, wanted: list[str]) -> None:
    """Write all sheets, and what they show."""
    context = BenchContext(default_cache(), datasets, True, lambda *_: None)
    out.mkdir(parents=True, exist_ok=True)
    found: list[ShownPair] = []
    names = wanted or sorted(path.name for path in datasets.iterdir() if path.is_dir())
    for name in names:
        with tempfile.TemporaryDirectory(prefix="coincide-bench-") as scratch:
            folder = (Path(scratch) / name).resolve()
            some = pairs_of_set(datasets / name, folder, context, SEED)
        found += some
        sys.stdout.write(f"{name}: {sum(pair.shown for pair in some)} shown\n")
    order = make_rng(SEED, "instants").permutation(len(found)).tolist()
    shuffled = {number: found[row] for number, row in enumerate(order, start=1)}
    numbers = list(shuffled)
    for begin in range(0, len(numbers), COLUMNS * ROWS):
        some_pairs = {
            number: (datasets / one.event / one.files[0], datasets / one.event / one.files[1])
            for number in numbers[begin : begin + COLUMNS * ROWS]
            for one in (shuffled[number],)
        }
        draw_sheet(some_pairs).save(out / f"sheet-{begin // (COLUMNS * ROWS) + 1:02d}.png")
    (out / "pairs.json").write_bytes(msgspec.json.encode(shuffled))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
