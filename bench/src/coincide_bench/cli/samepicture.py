"""``coincide bench same-picture``: copies found, and shots that are two kept apart."""

import dataclasses
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from coincide.app.cli.output.progress import Bars
from coincide_bench.cli.checks import JsonFile
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import Cache, Datasets, SeedsOption, photo_sets, print_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coincide_bench.samepicture.run import Judged


def same_picture(
    seeds: SeedsOption = "dev",
    datasets: Datasets = None,
    cache: Cache = None,
    json_file: JsonFile = None,
) -> None:
    """Make copies and bursts of real and rendered photos, and tell which are one picture."""
    from coincide_bench.samepicture.judges import product_judge
    from coincide_bench.samepicture.run import WANTED, judge_sources
    from coincide_bench.samepicture.sources import sources
    from coincide_bench.suites.context import default_cache
    from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS

    seed = (DEV_SEEDS if seeds == "dev" else REPORT_SEEDS)[0]
    where, kept = datasets or photo_sets(), cache or default_cache()
    with tempfile.TemporaryDirectory(prefix="coincide-same-") as scratch, Bars() as bars:
        found = [*sources(seeds, where, kept, lambda _name: bars("render", 0, 1))]
        bars("render", 1, 1)
        judged = list(
            judge_sources(found, WANTED[seeds], seed, product_judge(), Path(scratch), bars)
        )
    save_figures(json_file, {"seed": seed, "pairs": [dataclasses.asdict(one) for one in judged]})
    _print(judged)


def _print(judged: "Sequence[Judged]") -> None:
    from coincide_bench.figures.tables import Table, share
    from coincide_bench.samepicture.run import counts_of

    counts = counts_of(judged)
    rows = [
        (count.kind, count.is_same, count.n_pairs, count.n_merged, count.n_by_pixels)
        for count in counts
    ]
    for is_same, name in ((True, "all copies"), (False, "all that are two")):
        some = [row[2:] for row in rows if row[1] == is_same]
        n_pairs, n_merged, n_by_pixels = (sum(column) for column in zip(*some, strict=True))
        rows.append((name, is_same, n_pairs, n_merged, n_by_pixels))
    cells = tuple(
        (
            *(name, "one" if is_same else "two", str(n_pairs), str(n_merged), str(by_pixels)),
            share(n_merged / n_pairs if n_pairs else None),
        )
        for name, is_same, n_pairs, n_merged, by_pixels in rows
    )
    heads = ("pairs", "pictures", "number", "taken for one", "by pixels alone", "%")
    print_table(Table("The same picture", heads, cells))
