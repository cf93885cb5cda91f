"""``coincide bench frames``: photos looked for in clips."""

import dataclasses
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console
from coincide_bench.cli.checks import JsonFile
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import Datasets, SeedsOption, photo_sets, print_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coincide_bench.frames.run import Search


def frames(
    seeds: SeedsOption = "dev",
    n_sets: Annotated[int, typer.Option(help="Photo sets that films are made of.", min=1)] = 7,
    datasets: Datasets = None,
    json_file: JsonFile = None,
) -> None:
    """Look for photos in films whose every moment is known, and in real clips at hand."""
    from coincide_bench.frames.run import photos_of_demo, photos_of_sets, real_clips, search_films
    from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS

    where = datasets or photo_sets()
    seed = (DEV_SEEDS if seeds == "dev" else REPORT_SEEDS)[0]
    with tempfile.TemporaryDirectory(prefix="coincide-frames-") as scratch, Bars() as bars:
        folder = Path(scratch)
        sets = photos_of_sets(where) if where else photos_of_demo(folder / "demo", seed)
        chosen = dict(list(sets.items())[:n_sets])
        clips = real_clips(where) if where else []
        found = list(search_films(chosen, clips, seed, folder, bars))
    save_figures(
        json_file, {"seed": seed, "searches": [dataclasses.asdict(search) for search in found]}
    )
    _print(found)


def clips(
    number: Annotated[int, typer.Option(help="How many distinct clips.", min=2)] = 24,
    length_s: Annotated[float, typer.Option(help="How long each is, in seconds.")] = 20.0,
) -> None:
    """Measure how fast clips are looked into and heard, against bare decoding and inference."""
    from coincide_bench.frames.speed import measure_clips

    with tempfile.TemporaryDirectory(prefix="coincide-clips-") as scratch, Bars() as bars:
        speed = measure_clips(
            Path(scratch), number, length_s, tell=lambda done, total: bars("render", done, total)
        )
    console().print(
        f"{speed.n_clips} clips of {length_s:.0f} s: {speed.product_s:.1f} s to embed frames, hear"
        f" and keep; bare decoding and inference {speed.bare_s:.1f} s; ratio {speed.ratio:.2f}"
    )


def _print(found: "Sequence[Search]") -> None:
    from coincide_bench.figures.tables import Table, share
    from coincide_bench.frames.run import figures_of

    kinds = sorted({search.kind for search in found})
    rows = tuple(
        (
            name,
            str(figures.n_photos),
            share(figures.right_clip),
            share(figures.near),
            share(figures.nearer),
            "–" if figures.median_s is None else f"{figures.median_s:.2f}",
        )
        for name in (*kinds, "all")
        for figures in [figures_of([search for search in found if name in (search.kind, "all")])]
    )
    heads = ("filmed", "photos", "right clip", "within 2 s", "within 1 s", "median, s")
    caption = (
        "Warped frames as photos, all clips searched at once. In %, but for the median error of"
        " those in the right clip. walk: from photo to photo of a set; pan: over one photo; stage:"
        " from one spot, people move; real: short clips of one scene by several cameras."
    )
    print_table(Table("Photos found in clips", heads, rows, caption))
