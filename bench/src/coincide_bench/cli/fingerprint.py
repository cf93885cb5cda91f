"""``coincide bench fingerprint``: a digest of all answers, to compare two versions of the code."""

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide_bench.cli.run import (
    Cache,
    Datasets,
    Methods,
    SeedCount,
    SeedsOption,
    Suites,
    Workers,
    chosen_suites,
    context_of,
    photo_sets,
    seeds_of,
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
    """Print a digest of all answers of each method on each suite; it changes if any answer does.

    A line is suite, method, number of trials and digest. Run it before and after a change that must
    not change any answer. The suites as-is, mess and sound-events are whole plans: state, numbers
    and questions of each clock, and what is written, file by file; they are run where they are
    named. Example: coincide bench fingerprint as-is mess sound-events --n-seeds 5
    """
    from coincide.features.session import usable_cores
    from coincide_bench.fingerprint import PLANS, fingerprints, plan_fingerprint
    from coincide_bench.methods import METHODS

    planned = [name for name in suites or () if name in PLANS]
    others = [name for name in suites or () if name not in PLANS]
    chosen = (
        chosen_suites(others or None, datasets or photo_sets()) if others or not planned else {}
    )
    used = seeds_of(seeds, n_seeds)
    with Bars() as bars:
        context = context_of(datasets, cache, bars, report=seeds == "report")
        jobs = workers or usable_cores()
        found = fingerprints(chosen, method or list(METHODS), used, context, workers=jobs)
        plans = (plan_fingerprint(name, used, context, workers=jobs) for name in planned)
        for answers in chain(found, plans):
            if lines is not None:
                _write(lines / f"{answers.suite}-{Path(answers.method).name}.txt", answers.lines)
            typer.echo(f"{answers.suite} {answers.method} {len(answers.lines)} {answers.digest}")


def _write(path: Path, lines: tuple[str, ...]) -> None:
    from coincide.storage.outputs import write_output

    write_output(path, "\n".join(lines).encode())
