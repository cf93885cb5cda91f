"""``coincide bench demo``: the methods on rendered events, and the paper's results table."""

import statistics
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coincide.app.cli.output import tables
from coincide.app.cli.output.progress import Bars
from coincide.features.options import EmbedOptions
from coincide.solver.options import Method
from coincide_bench.cli.run import print_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coincide.project.options import SyncOptions
    from coincide_bench.figures.metrics import Score
    from coincide_bench.figures.tables import Table
    from coincide_bench.folders import KnownEvent


def demo(
    events: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[EVENT]...",
            help="With --table and --learn: folders with a truth.json, as coincide demo makes them."
            " Default: a demo event, rendered for the occasion.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        bool,
        typer.Option("--table", help="The twelve configurations of the paper's results table."),
    ] = False,
    learn: Annotated[
        bool,
        typer.Option(
            "--learn", help="Learn the weights of the paper's MRF: --gamma and --delta of sync."
        ),
    ] = False,
    seeds: Annotated[int, typer.Option(help="How many demo events.", min=1)] = 10,
    first: Annotated[int, typer.Option(help="The first seed.")] = 1,
    method: Annotated[
        Method, typer.Option(help="Of --table: how an edge's offset is estimated.")
    ] = "paper",
    backbone: Annotated[
        str,
        typer.Option(
            help="The network: efficientnet-lite0, googlenet, or the path of an ONNX file."
        ),
    ] = "efficientnet-lite0",
    weights: Annotated[
        Path | None,
        typer.Option(help="The network's weights as a file.", show_default=False),
    ] = None,
) -> None:
    """Run every method on demo events of several seeds, with aligned midpoints as the baseline.

    Example: coincide bench demo --table --backbone googlenet
    """
    from coincide.project.options import SyncOptions

    options = SyncOptions(embed=EmbedOptions(backbone=backbone, weights=weights))
    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        if learn:
            typer.echo(_weights(_known(events or [], Path(scratch)), options, bars))
            return
        if table:
            known = _known(events or [], Path(scratch))
            found = _paper_table(known, replace(options, method=method), bars)
        else:
            found = _seed_table(Path(scratch), range(first, first + seeds), options, bars)
    print_table(found)


def _known(events: list[Path], scratch: Path) -> "list[KnownEvent]":
    from coincide.demo import DemoOptions
    from coincide_bench.folders import demo_event, load_known

    known = [load_known(folder) for folder in events]
    return known or [demo_event(scratch / "demo", DemoOptions())]


def _weights(known: "list[KnownEvent]", options: "SyncOptions", bars: Bars) -> str:
    from coincide_bench.learning import learn_from_events

    weights, n_edges = learn_from_events(known, options, progress=bars)
    return f"--gamma {weights.gamma:.4f} --delta {weights.delta:.4f}  (from {n_edges} edges)"


def _paper_table(known: "list[KnownEvent]", options: "SyncOptions", bars: Bars) -> "Table":
    from coincide_bench.figures.tables import Table
    from coincide_bench.paper_table import paper_table

    network, rows = paper_table(known, options, progress=bars)
    stand_in = "" if network.name == "googlenet" else ", standing in for the paper's GoogLeNet"
    names = [tables.shown(item.event.name) for item in known]
    return Table(
        f"Features × links, method {options.method}. Network: {network.name}{stand_in}.",
        ("layer", "links", *names, "average"),
        tuple(
            (row.layer, row.approach, *(_percent(row.scores[n : n + 1]) for n in range(len(names))),
             _percent(row.scores))
            for row in rows
        ),
        "P / A / H in % at 1800 s; mean ± standard deviation over the events."
        " These are our events: not comparable with the paper's figures.",
    )  # fmt: skip


def _seed_table(scratch: Path, seeds: range, options: "SyncOptions", bars: Bars) -> "Table":
    from coincide_bench.demo_seeds import score_seeds
    from coincide_bench.figures.tables import Table

    results = []
    for result in score_seeds(scratch, seeds, options):
        results.append(result)
        bars("bench", len(results), len(seeds))
    methods = list(results[0].scores)
    rows = [
        (str(result.seed), *(_percent([result.scores[method]]) for method in methods))
        for result in results
    ]
    means = (_percent([result.scores[method] for result in results]) for method in methods)
    return Table(
        "Demo events, P / A / H in % at 1800 s",
        ("seed", *methods),
        (*rows, ("mean", *means)),
        "midpoints: galleries laid on top of each other, no picture looked at.",
    )


def _percent(scores: "Iterable[Score]") -> str:
    """Write means of P, A and H, with their spread where there are several."""
    columns = zip(*((s.precision, s.accuracy, s.harmonic_mean) for s in scores), strict=True)
    return " / ".join(_mean_and_spread(column) for column in columns)


def _mean_and_spread(values: tuple[float, ...]) -> str:
    mean = f"{100 * statistics.fmean(values):.1f}"
    return f"{mean} ± {100 * statistics.stdev(values):.1f}" if len(values) > 1 else mean
