"""``coincide bench grid``: how fast the film of all angles is made, beside bare FFmpeg."""

from dataclasses import asdict
from typing import Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import print_table
from coincide_bench.cli.sound import JsonFile


def grid(
    seconds: Annotated[float, typer.Option(help="How long each of four clips is.", min=2)] = 20.0,
    runs: Annotated[int, typer.Option(help="Films made by each.", min=1)] = 3,
    json_file: JsonFile = None,
) -> None:
    """Make a film of four angles by coincide clips and by bare FFmpeg, in turn.

    FFmpeg is its command where there is one, else one filter graph of its libraries: the same
    decoding, scaling and coding, without names. Example: coincide bench grid --seconds 10
    """
    from coincide_bench.grid_speed import grid_table, measure_grid

    with Bars() as bars:
        found = measure_grid(seconds, runs, bars)
    save_figures(json_file, {"suite": "grid", **asdict(found), "ratio": found.ratio})
    print_table(grid_table(found))
    typer.echo(f"{found.ratio:.2f} of bare FFmpeg's speed, by the best run of each.")
