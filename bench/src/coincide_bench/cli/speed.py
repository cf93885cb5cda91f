"""``coincide bench speed``: how fast single steps and whole runs are."""

import tempfile
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide.errors import UsageError
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import JsonFile, named, print_table

# as in SyncOptions, which is not imported for --help
DEFAULT_METHOD, DEFAULT_BACKBONE = "joint", "efficientnet-lite0"
# a smaller event has too few photos for two galleries that meet
LEAST_PHOTOS = 16


def speed(
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="embed, whole-run, after-features, scale, large, answers, write, engines, album,"
            " clips or grid.",
        ),
    ],
    photos: Annotated[
        int | None, typer.Option(help="Photos that are written or simulated.", min=1)
    ] = None,
    galleries: Annotated[
        int | None, typer.Option(help="after-features, answers: galleries of the event.", min=2)
    ] = None,
    sizes: Annotated[
        str | None, typer.Option(help="scale, large, whole-run: photos of each event, with commas.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--n",
            help="answers: how many; after-features: photos embedded for the rate; clips: how many;"
            " grid: films made by each.",
            min=1,
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="clips, grid: how long each clip is.", min=2)
    ] = None,
    method: Annotated[
        str, typer.Option(help="scale, after-features: the method to measure.")
    ] = DEFAULT_METHOD,
    backbone: Annotated[
        str, typer.Option(help="embed: the network, by name or as the path of an ONNX file.")
    ] = DEFAULT_BACKBONE,
    bridges: Annotated[
        float | None, typer.Option(help="large: the share of people with two groups.", min=0, max=1)
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="large: processes. Default: one for each core.", min=1)
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="engines: where photos and results go. Default: a folder."
        ),
    ] = None,
    address: Annotated[
        str | None, typer.Option(help="engines: the Ray cluster. Default: one is started.")
    ] = None,
    json_file: JsonFile = None,
) -> None:
    """Measure the speed of a step, next to bare work on the same material in the same run.

    embed: embedding photos, with and without worker processes. whole-run: whole syncs of 12 MP
    photos, beside bare decoding and inference. after-features: all that comes after the features,
    beside embedding the photos. scale, large: time by size of the event, up to a million photos.
    answers: an answer in the review app, until it is shown and until it is kept. write: planning
    and writing sidecars, read back. engines: a sync on a Ray cluster, beside one process. album:
    building an album, beside bare resizing. clips: looking into clips and hearing them. grid: the
    film of all angles, beside bare FFmpeg.

    What is measured has a size of its own unless an option gives another.
    Example: coincide bench speed grid --seconds 10
    """
    from coincide.model import place_of
    from coincide_bench.speed.registry import MEASURES
    from coincide_bench.speed.timing import SpeedSettings
    from coincide_bench.suites.registry import DEV_SEEDS

    measure = named(MEASURES, what, "measure of speed")
    place = None if store is None else place_of(store)
    if isinstance(place, Path):
        raise UsageError(f"--store {place}: name a URL, as file:///… for a folder.")
    with tempfile.TemporaryDirectory(prefix="coincide-bench-") as scratch, Bars() as bars:
        settings = SpeedSettings(
            folder=Path(scratch),
            method=method,
            seed=DEV_SEEDS[0],
            photos=photos,
            galleries=galleries,
            sizes=None if sizes is None else _sizes(sizes),
            number=number,
            length_s=seconds,
            store=place,
            address=address,
            backbone=backbone,
            bridges=bridges,
            workers=workers,
            keep=partial(save_figures, json_file),
        )
        found = measure(settings, lambda done, total: bars("bench", done, total))
    save_figures(json_file, found.figures)
    for table in found.tables:
        print_table(table)
    if not found.passed:
        raise typer.Exit(1)


def _sizes(text: str) -> tuple[int, ...]:
    """Return the sizes of a list with commas."""
    try:
        sizes = tuple(int(word) for word in text.split(","))
    except ValueError:
        sizes = ()
    if not sizes or min(sizes) < LEAST_PHOTOS:
        raise UsageError(
            f"--sizes {text!r}: give numbers of {LEAST_PHOTOS} or more, such as 1000,3000."
        )
    return sizes
