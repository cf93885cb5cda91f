"""``coincide bench clock-photo``: clock pages that were photographed, and photos of all else."""

import dataclasses
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide_bench.cli.checks import JsonFile
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import Datasets, SeedsOption, photo_sets, print_table


def clock_photo(
    seeds: SeedsOption = "dev",
    photos: Annotated[int, typer.Option(help="Photographed clock pages.", min=1)] = 200,
    events: Annotated[int, typer.Option(help="Demo events that are synced.", min=0, max=10)] = 3,
    most: Annotated[
        int, typer.Option(help="Photos of each set that show no clock, at most.", min=1)
    ] = 200,
    others: Annotated[
        bool, typer.Option(help="Compare with OpenCV's two readers as well, where it is there.")
    ] = True,
    datasets: Datasets = None,
    json_file: JsonFile = None,
) -> None:
    """Photograph clock pages, read them, and sync events by them; then photos of all else."""
    from coincide.features.verify.pictures import load_opencv
    from coincide.project.read.clockphotos import can_read_clocks

    can_read_clocks(True)  # what is missing is told before anything is drawn
    load_opencv()
    from coincide_bench.clockphoto import tables
    from coincide_bench.clockphoto.judge import judge, readers
    from coincide_bench.clockphoto.others import count_others
    from coincide_bench.clockphoto.synced import sync_events
    from coincide_bench.clockphoto.taken import take
    from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS

    chosen = DEV_SEEDS if seeds == "dev" else REPORT_SEEDS
    with tempfile.TemporaryDirectory(prefix="coincide-clock-") as name, Bars() as bars:
        scratch = Path(name)
        (scratch / "photos").mkdir()
        taken = []
        for one in take(scratch / "photos", photos, chosen[0]):
            taken.append(one)
            bars("render", len(taken), photos)
        tried = readers() if others else {"zxing-cpp": readers()["zxing-cpp"]}
        judged = {name: list(judge(taken, reader)) for name, reader in tried.items()}
        synced = sync_events(scratch, chosen[:events], bars)
        counted = list(count_others(scratch, datasets or photo_sets(), most))
    figures = {
        "seed": chosen[0],
        "judged": {name: [*map(dataclasses.asdict, some)] for name, some in judged.items()},
        "synced": [dataclasses.asdict(one) for one in synced],
        "others": [dataclasses.asdict(one) for one in counted],
    }
    save_figures(json_file, figures)
    print_table(tables.readers_table(judged))
    print_table(tables.sizes_table(judged["zxing-cpp"]))
    if synced:
        print_table(tables.synced_table(synced))
    print_table(tables.others_table(counted))
