"""``coincide bench sound``: how well sound tells that two clips are of one moment."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from coincide.app.cli.output.progress import Bars
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import Datasets, Workers, photo_sets, print_table

JsonFile = Annotated[
    Path | None,
    typer.Option("--json", help="Write every figure and what was said here.", show_default=False),
]


def sound(
    datasets: Datasets = None,
    seeds: Annotated[
        Literal["tune", "report"],
        typer.Option(help="Seeds to develop on; report seeds only to report."),
    ] = "tune",
    beyond: Annotated[
        int, typer.Option(help="Added to every seed: for figures on seeds nobody has seen.", min=0)
    ] = 0,
    part: Annotated[
        float, typer.Option(help="Make only this share of the pairs.", min=0.01, max=1)
    ] = 1.0,
    clips: Annotated[
        int, typer.Option(help="Clips of the large event; 0: leave it out.", min=0)
    ] = 1000,
    workers: Workers = None,
    json_file: JsonFile = None,
) -> None:
    """Generate clips of one moment and of two that sound alike, and tell which ties are certain.

    Rooms, distances, levels, coders, rates and noise are generated; what is wrong is a tie that is
    certain and more than half a second off, or of two moments. Real recordings with known lags are
    added where they are at hand. Example: coincide bench sound --part 0.1 --clips 0
    """
    from coincide.features.session import usable_cores
    from coincide_bench.sound.large import measure_large
    from coincide_bench.sound.measure import N_UNRELATED_CLIPS, judge_all, judge_unrelated, tasks
    from coincide_bench.sound.real import real_lags
    from coincide_bench.sound.tables import (
        all_certain,
        large_table,
        moment_table,
        real_table,
        repeat_table,
        sound_document,
    )
    from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS

    used = [beyond + seed for seed in (DEV_SEEDS if seeds == "tune" else REPORT_SEEDS)]
    n_workers = workers or usable_cores()
    folder = datasets or photo_sets()
    with Bars() as bars:
        found = list(judge_all(tasks(used, part), workers=n_workers, tell=bars))
        n_clips = max(2, round(N_UNRELATED_CLIPS * part**0.5))
        unrelated = judge_unrelated(used, n_clips, workers=n_workers)
        large = measure_large(used[0], clips, threads=n_workers) if clips else None
    real = real_lags(folder) if folder is not None else []
    save_figures(json_file, sound_document(seeds, found, unrelated, real, large))
    print_table(moment_table(found))
    print_table(repeat_table(found, unrelated))
    n_certain, n_right = all_certain(found)
    typer.echo(f"Of {n_certain} certain ties of one moment {n_right} are within half a second.")
    if real:
        print_table(real_table(real))
    if large is not None:
        print_table(large_table(large))
