"""``coincide bench fingerprint``: a digest of all answers, to compare two versions of the code."""

from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.progress import Bars
from coincide_bench.cli.run import (
    Cache,
    Datasets,
    Methods,
    SeedCount,
    SeedsOption,
    Suites,
    Workers,
    chosen_suites,
    photo_sets,
)


def fingerprint(
    suites: Suites = None,
    seeds: SeedsOption = "dev",
    n_seeds: SeedCount = 20,
    method: Methods = None,
    lines: Annotated[
        Path | None,
        typer.Option(
            help="A folder for the answers themselves: SUITE-METHOD.txt, a line for each trial.",
            show_default=False,
        ),
    ] = None,
    datasets: Datasets = None,
    cache: Cache = None,
    workers: Workers = None,
) -> None:
    """Print a digest of all answers of each method on each suite: another if any answer is.

    A line is suite, method, number of trials and digest. Run it before and after a change that must
    not change any answer.
    """
    from coincide.features.session import usable_cores
    from coincide_bench.fingerprint import fingerprints
    from coincide_bench.methods import METHODS
    from coincide_bench.suites.context import BenchContext, default_cache
    from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS

    photos = datasets or photo_sets()
    chosen = chosen_suites(suites, photos)
    used = (DEV_SEEDS if seeds == "dev" else REPORT_SEEDS)[:n_seeds]
    with Bars() as bars:
        context = BenchContext(cache or default_cache(), photos, seeds == "report", bars)
        found = fingerprints(
            chosen, method or list(METHODS), used, context, workers=workers or usable_cores()
        )
        for one in found:
            if lines is not None:
                _write(lines / f"{one.suite}-{Path(one.method).name}.txt", one.lines)
            typer.echo(f"{one.suite} {one.method} {len(one.lines)} {one.digest}")


def _write(path: Path, lines: tuple[str, ...]) -> None:
    from coincide.storage.outputs import write_output

    write_output(path, "\n".join(lines).encode())
