"""The commands and their options; each calls one action and prints what it returns."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli import tables
from coincide.app.cli.apply import apply, undo, verify
from coincide.app.cli.bench import add_bench
from coincide.app.cli.costs import metrics, print_costs
from coincide.app.cli.doctor import doctor
from coincide.app.cli.hints import OffsetLast
from coincide.app.cli.hints import app as hint_app
from coincide.app.cli.plan import plan
from coincide.app.cli.plugins import WithAdded, plugins
from coincide.app.cli.progress import Bars
from coincide.app.cli.result import Asked, print_result
from coincide.app.cli.review import report, review
from coincide.app.cli.shift import cameras_app, shift
from coincide.engine import EngineName, open_engine
from coincide.errors import UsageError
from coincide.features.options import EmbedOptions
from coincide.project.options import SyncOptions
from coincide.solver.options import (
    TREE_METHODS,
    JointOptions,
    LinkApproach,
    LinkOptions,
    MrfOptions,
)
from coincide.storage.urls import is_url

LINK, MRF, JOINT = LinkOptions(), MrfOptions(), JointOptions()
KINDS, PRIORS = JOINT.evidence.kinds, JOINT.priors

app = typer.Typer(
    cls=WithAdded,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Everyone's photos of one event, on one clock: find the offsets of camera clocks"
    " from the pictures themselves, and correct their times without harming an original.",
)
app.command()(review)
app.command()(report)
app.command()(plan)
app.command()(apply)
app.command()(undo)
app.command()(verify)
app.command(cls=OffsetLast)(shift)
app.command()(plugins)
app.command()(doctor)
app.add_typer(hint_app, name="hint")
app.add_typer(cameras_app, name="cameras")
add_bench(app)

Sources = Annotated[
    list[Path],
    typer.Argument(
        metavar="EVENT",
        help="A folder with one sub-folder per person; or a flat folder of several devices;"
        " or several folders; or a TOML event file; or the URL of a folder, s3://bucket/event.",
        show_default=False,
    ),
]
Project = Annotated[
    Path | None,
    typer.Option(
        "--project",
        help="Where to keep what was computed. Default: .coincide inside EVENT; beside an event"
        " file or in the current folder, .coincide- and a name.",
        show_default=False,
    ),
]


@app.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Print the version when asked for."""
    if version:
        from coincide import __version__

        typer.echo(f"coincide {__version__}")
        raise typer.Exit


@app.command()
def sync(
    sources: Sources,
    method: Annotated[
        str,
        typer.Option(
            metavar="joint|paper|median|NAME|FILE.py",
            help="All galleries together, with confidence; or the paper's tree, each edge by its"
            " MRF or by the median; or a method that coincide plugins lists, or of a Python file.",
        ),
    ] = "joint",
    features: Annotated[
        str | None,
        typer.Option(
            help="Layers of the network to compare photos by, e.g. 28x28 or pooled; several with"
            " commas, or 'fusion', are averaged. Default: pooled for joint, the paper's for the"
            " others.",
            show_default=False,
        ),
    ] = None,
    links: Annotated[
        LinkApproach,
        typer.Option(
            help="The same number of links for every two galleries, or best first."
            " Paper and median only."
        ),
    ] = LINK.approach,
    anchor: Annotated[
        str | None,
        typer.Option(
            help="The gallery whose clock the others are brought to."
            " Default: a trusted one, else one confirmed by GPS, else a phone, else the first.",
            show_default=False,
        ),
    ] = None,
    backbone: Annotated[
        str,
        typer.Option(
            help="efficientnet-lite0, googlenet, one that coincide plugins lists, or the path of"
            " an ONNX file."
        ),
    ] = "efficientnet-lite0",
    weights: Annotated[
        Path | None,
        typer.Option(help="The network's weights as a file of your own.", show_default=False),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="|".join(KINDS),
            help="A kind of evidence not to use; repeatable. Joint only.",
            show_default=False,
        ),
    ] = None,
    no_prior: Annotated[
        list[str] | None,
        typer.Option(
            metavar="|".join(PRIORS),
            help="What not to count on beforehand: that galleries overlap, that clocks are whole"
            " hours off, what is known of clocks; repeatable. Joint only.",
            show_default=False,
        ),
    ] = None,
    verify: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="Look closer at the photos that matter; slow, needs OpenCV. Joint only.",
        ),
    ] = False,
    gamma: Annotated[
        float, typer.Option(help="Weight of distance in the paper's MRF.", min=0.0)
    ] = MRF.gamma,
    delta: Annotated[
        float, typer.Option(help="Weight of time in the paper's MRF.", min=0.0)
    ] = MRF.delta,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Also write the offsets as JSON here.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="Folder for offsets.json, offsets.csv, timeline.csv. Default: the project folder.",
            show_default=False,
        ),
    ] = None,
    project: Project = None,
    engine: Annotated[
        EngineName,
        typer.Option(help="Where photos at a URL are read: in this process, or on a Ray cluster."),
    ] = "local",
    address: Annotated[
        str | None,
        typer.Option(
            help="The Ray cluster to use. Default: the one RAY_ADDRESS names, else one is started.",
            show_default=False,
        ),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            help="Serve figures for Prometheus on this port of 127.0.0.1 during the run.",
            min=0,
            max=65535,
            show_default=False,
        ),
    ] = None,
    metrics_file: Annotated[
        Path | None,
        typer.Option(
            help="Write figures for Prometheus here at the end, as text.", show_default=False
        ),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also print what each stage cost.")
    ] = False,
) -> None:
    """Find the offset of every camera's clock and merge all photos into one timeline.

    Examples: coincide sync wedding/ · coincide sync anna/ ben/ --anchor anna
    """
    from coincide import project as pipeline

    if not (math.isfinite(gamma) and math.isfinite(delta)):
        raise UsageError("--gamma and --delta are finite numbers.")
    link, mrf = LinkOptions(approach=links), MrfOptions(gamma=gamma, delta=delta)
    if method not in TREE_METHODS and (link, mrf) != (LINK, MRF):
        raise UsageError("--links, --gamma and --delta are for --method paper or median.")
    if method != "joint" and (without or no_prior or verify):
        raise UsageError("--without, --no-prior and --verify are for --method joint.")
    if engine != "local" and not all(map(is_url, sources)):
        raise UsageError(
            "--engine ray is for photos that every node can fetch: name them by a URL, such as"
            " s3://bucket/event, or file:///… for a folder that all nodes see."
        )
    pipeline.open_added(method)  # a mistake is told before anything is read
    folder = out or pipeline.project_folder(sources, project)
    targets = pipeline.result_paths(folder, json_file)
    options = SyncOptions(
        method=method,
        features=features,
        anchor=anchor,
        embed=EmbedOptions(backbone=backbone, weights=weights),
        link=link,
        mrf=mrf,
        joint=_joint_options(without or [], no_prior or []),
        verify=verify,
    )
    meter = pipeline.Meter()
    with (
        open_engine(engine, address=address) as opened,
        metrics(meter, port=metrics_port, file=metrics_file),
        Bars() as bars,
    ):
        pipeline.check_targets([*targets, folder / pipeline.COSTS])
        run = pipeline.Run(opened, meter, look=options)
        event = pipeline.load_event(*sources, project=project, progress=bars, run=run)
        result = pipeline.sync(event, options, progress=bars, engine=opened, meter=meter)
    pipeline.save_result(result, targets)
    pipeline.save_costs(meter, folder / pipeline.COSTS)
    print_result(result, targets, Asked(sources, project))
    if verbose:
        print_costs(meter)


def _joint_options(without: Sequence[str], no_prior: Sequence[str]) -> JointOptions:
    """Return the joint method's options without some evidence and some priors."""
    for option, given, known in (("--without", without, KINDS), ("--no-prior", no_prior, PRIORS)):
        for name in given:
            if name not in known:
                raise UsageError(f"{option} {name}: there are {', '.join(known)}.")
    return replace(
        JOINT,
        evidence=replace(JOINT.evidence, kinds=tuple(k for k in KINDS if k not in without)),
        priors=tuple(prior for prior in PRIORS if prior not in no_prior),
    )


@app.command()
def timeline(sources: Sources, project: Project = None) -> None:
    """List all photos in the order of their event time, as the latest sync found it."""
    from coincide import project as pipeline

    with Bars() as bars:
        event = pipeline.load_event(*sources, project=project, progress=bars)
    saved = pipeline.load_result(pipeline.project_folder(sources, project))
    event = pipeline.as_synced(event, saved)
    tables.print_timeline(pipeline.saved_timeline(event, saved), event)


@app.command()
def demo(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A folder to create.")],
    galleries: Annotated[int, typer.Option(help="How many people take photos.")] = 8,
    photos: Annotated[int, typer.Option(help="Photos in total.")] = 200,
    seed: Annotated[int, typer.Option(help="Another seed, another event.")] = 1,
    phones: Annotated[
        int | None,
        typer.Option(
            help="How many of them use a phone, not a camera. Default: about half.",
            show_default=False,
        ),
    ] = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="Cameras write a DNG beside each JPEG.")
    ] = False,
    videos: Annotated[int, typer.Option(help="Short videos by phones.")] = 0,
    forwarded: Annotated[
        int,
        typer.Option(help="Copies from a messenger, small and without tags, in a folder Chat."),
    ] = 0,
) -> None:
    """Render a small event of our own making, with wrong clocks and the truth in truth.json.

    Then: coincide sync DIR
    """
    from coincide.demo import DemoOptions, render_event

    options = DemoOptions(
        n_galleries=galleries,
        n_photos=photos,
        seed=seed,
        n_phones=phones,
        raw=raw,
        n_films=videos,
        n_forwarded=forwarded,
    )
    with Bars() as bars:
        render_event(directory, options, progress=lambda done, total: bars("render", done, total))
    tables.print_demo(directory, options)
