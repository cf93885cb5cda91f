"""``coincide bench``: measure methods on events whose true offsets are known."""

import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from coincide.app.cli import tables
from coincide.app.cli.progress import Bars
from coincide.features.options import EmbedOptions
from coincide.solver.options import Method
from coincide_bench.cli import ablation as ablation_commands
from coincide_bench.cli import checks, large, plans
from coincide_bench.cli import run as run_commands
from coincide_bench.cli.album import album_speed
from coincide_bench.cli.chapters import chapters
from coincide_bench.cli.clockphoto import clock_photo
from coincide_bench.cli.fingerprint import fingerprint
from coincide_bench.cli.frames import clips, frames
from coincide_bench.cli.grid import grid
from coincide_bench.cli.library import library, library_bodies, library_draws, library_scale
from coincide_bench.cli.samepicture import same_picture
from coincide_bench.cli.sound import sound
from coincide_bench.cli.sound_events import sound_events
from coincide_bench.cli.summary import summary

if TYPE_CHECKING:
    from coincide.features.backbones import Backbone
    from coincide_bench.demo_seeds import SeedScores
    from coincide_bench.figures.metrics import Score
    from coincide_bench.paper_table import Row

EMBED = EmbedOptions()

app = typer.Typer(no_args_is_help=True, help="Measure methods on events whose truth is known.")


app.command()(run_commands.run)
app.command()(run_commands.compare)
app.command()(run_commands.report)
app.command()(ablation_commands.ablation)
app.command()(fingerprint)
CHECKS = (
    album_speed,
    checks.intruders,
    checks.scale,
    checks.after_features,
    checks.answers,
    checks.write,
    checks.whole_run,
    checks.engines,
    large.recall,
    chapters,
    clock_photo,
    frames,
    same_picture,
    clips,
    summary,
    plans.as_is,
    plans.person,
    plans.mess,
    sound,
    sound_events,
    grid,
    library,
    library_draws,
    library_scale,
    library_bodies,
)
for check in CHECKS:
    app.command()(check)


@app.command()
def table(
    events: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[EVENT]...",
            help="Folders with a truth.json, as coincide demo makes them."
            " Default: a demo event, rendered for the occasion.",
            show_default=False,
        ),
    ] = None,
    method: Annotated[Method, typer.Option(help="How an edge's offset is estimated.")] = "paper",
    backbone: Annotated[
        str, typer.Option(help="efficientnet-lite0, googlenet, or the path of an ONNX file.")
    ] = "efficientnet-lite0",
    weights: Annotated[
        Path | None,
        typer.Option(help="The network's weights as a file of your own.", show_default=False),
    ] = None,
) -> None:
    """Run the twelve configurations of the paper's first results table."""
    from coincide.demo import DemoOptions
    from coincide.project.options import SyncOptions
    from coincide_bench.folders import demo_event, load_known
    from coincide_bench.paper_table import paper_table

    options = SyncOptions(method=method, embed=EmbedOptions(backbone=backbone, weights=weights))
    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        if events:
            known = [load_known(folder) for folder in events]
        else:
            known = [demo_event(Path(scratch) / "demo", DemoOptions())]
        network, rows = paper_table(known, options, progress=bars)
        names = [item.event.name for item in known]
    tables.console().print(_render(network, rows, names, method))


@app.command()
def demo(
    seeds: Annotated[int, typer.Option(help="How many demo events.", min=1)] = 10,
    first: Annotated[int, typer.Option(help="The first seed.")] = 1,
) -> None:
    """Run every method on demo events of several seeds, beside aligned midpoints."""
    from coincide.project.options import SyncOptions
    from coincide_bench.demo_seeds import score_seeds

    results = []
    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        bars("bench", 0, seeds)
        for scores in score_seeds(Path(scratch), range(first, first + seeds), SyncOptions()):
            results.append(scores)
            bars("bench", len(results), seeds)
    tables.console().print(_render_seeds(results))


@app.command()
def learn(
    events: Annotated[
        list[Path],
        typer.Argument(
            metavar="EVENT",
            help="Folders with a truth.json, as coincide demo makes them.",
            show_default=False,
        ),
    ],
) -> None:
    """Learn the MRF's weights from events with known offsets, for sync's --gamma and --delta."""
    from coincide.project.options import SyncOptions
    from coincide_bench.folders import load_known
    from coincide_bench.learning import learn_from_events

    with Bars() as bars:
        known = [load_known(folder) for folder in events]
        weights, n_edges = learn_from_events(known, SyncOptions(), progress=bars)
    tables.console().print(
        f"--gamma {weights.gamma:.4f} --delta {weights.delta:.4f}  (from {n_edges} edges)"
    )


@app.command()
def embed(
    photos: Annotated[int, typer.Option(help="How many distinct photos of 12 MP.", min=1)] = 500,
    batch: Annotated[int, typer.Option(help="Photos per call of the network.")] = EMBED.batch,
    threads: Annotated[
        int | None, typer.Option(help="Inference threads. Default: all cores.", show_default=False)
    ] = None,
) -> None:
    """Measure how fast photos are embedded, with and without worker processes, in the same run."""
    from coincide_bench.embed_speed import measure_embedding

    options = EmbedOptions(batch=batch, threads=threads)
    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        speed = measure_embedding(
            Path(scratch), photos, options, tell=lambda done, total: bars("render", done, total)
        )
    tables.console().print(
        f"{speed.n_photos} photos of 12 MP: {speed.pipeline:.1f} photos/s;"
        f" bare serial loop {speed.serial:.1f} photos/s; ratio {speed.ratio:.2f}"
    )
    tables.console().print(
        f"Decoded in this process, without limits: {speed.here:.1f} photos/s;"
        f" worker processes are {speed.isolation:.2f} times as fast."
    )
    tables.console().print(
        f"Reading hashes, headers and tags: {speed.reading:.0f} photos/s;"
        f" in this process {speed.reading_here:.0f}; ratio {speed.reading_isolation:.2f}"
    )


@app.command()
def features(
    datasets: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the real photo sets; without it rendered events alone.",
            envvar="COINCIDE_DATASETS",
            show_default=False,
        ),
    ] = None,
    n_seeds: Annotated[int, typer.Option(help="Deals of each photo set.", min=1, max=20)] = 20,
    cache: Annotated[
        Path | None,
        typer.Option(
            help="Where vectors are kept between runs. Default: the user's cache folder.",
            show_default=False,
        ),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write all results here.", show_default=False)
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(help="A page whose marked tables are written anew.", show_default=False),
    ] = None,
) -> None:
    """Compare feature choices, accuracy against cost, on development seeds only."""
    from coincide_bench.feature_choice.run import choose_features
    from coincide_bench.feature_choice.tables import overall_table, update_page
    from coincide_bench.figures.document import save_document
    from coincide_bench.figures.marked import to_markdown
    from coincide_bench.suites.context import BenchContext, default_cache
    from coincide_bench.suites.registry import DEV_SEEDS

    with Bars() as bars:
        context = BenchContext(cache or default_cache(), datasets, False, bars)
        document = choose_features(DEV_SEEDS[:n_seeds], context)
    if json_file is not None:
        save_document(json_file, document)
    if page is not None:
        page.write_text(update_page(page.read_text(encoding="utf-8"), document), encoding="utf-8")
    typer.echo(to_markdown(overall_table(document)))


def _render(
    backbone: "Backbone", rows: Sequence["Row"], events: Sequence[str], method: str
) -> Table:
    stand_in = "" if backbone.name == "googlenet" else ", standing in for the paper's GoogLeNet"
    result = Table(
        title=Text(f"Features × links, method {method}. Network: {backbone.name}{stand_in}."),
        caption="P, A, H in % at 1800 s; mean ± standard deviation over the events."
        " These are our events: not comparable with the paper's figures.",
        title_justify="left",
        caption_justify="left",
    )
    result.add_column("Layer")
    result.add_column("Links")
    for event in events:
        result.add_column(Text(f"{tables.shown(event)}\nP"), justify="right")
        result.add_column("\nA", justify="right")
    for figure in ("P", "A", "H"):
        result.add_column(f"Average\n{figure}", justify="right")
    for row in rows:
        cells = [
            f"{100 * value:.1f}"
            for score in row.scores
            for value in (score.precision, score.accuracy)
        ]
        averages = [
            _mean_and_spread([score.precision for score in row.scores]),
            _mean_and_spread([score.accuracy for score in row.scores]),
            _mean_and_spread([score.harmonic_mean for score in row.scores]),
        ]
        last = row.approach == "exact"
        result.add_row(row.layer, row.approach, *cells, *averages, end_section=last)
    return result


def _render_seeds(results: Sequence["SeedScores"]) -> Table:
    methods = list(results[0].scores)
    table = Table(
        title="Demo events, P / A / H in % at 1800 s",
        caption="midpoints: galleries laid on top of each other, no picture looked at.",
        title_justify="left",
        caption_justify="left",
    )
    for heading in ("Seed", *methods):
        table.add_column(heading, justify="right")
    for result in results:
        cells = [_percent(*_figures(result.scores[method])) for method in methods]
        table.add_row(str(result.seed), *cells)
    means = [
        _percent(
            *(
                statistics.fmean(column)
                for column in zip(
                    *(_figures(result.scores[method]) for result in results), strict=True
                )
            )
        )
        for method in methods
    ]
    table.add_section()
    table.add_row("mean", *means)
    return table


def _figures(score: "Score") -> tuple[float, float, float]:
    return (score.precision, score.accuracy, score.harmonic_mean)


def _percent(*shares: float) -> str:
    return " / ".join(f"{100 * share:5.1f}" for share in shares)


def _mean_and_spread(values: Sequence[float]) -> str:
    mean = f"{100 * statistics.fmean(values):.1f}"
    return f"{mean} ± {100 * statistics.stdev(values):.1f}" if len(values) > 1 else mean
