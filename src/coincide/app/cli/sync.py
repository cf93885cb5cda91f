"""``coincide sync``: find the offsets, keep them, and say how sure they are."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.console import Console
from rich.text import Text

from coincide.app.cli.options import Named, named
from coincide.app.cli.output.costs import metrics, print_costs
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console
from coincide.engine import EngineName, open_engine
from coincide.errors import UsageError
from coincide.solver.options import (
    TREE_METHODS,
    JointOptions,
    LinkApproach,
    LinkOptions,
    MrfOptions,
)

if TYPE_CHECKING:
    from coincide.project.options import SyncOptions

JOINT = JointOptions()
KINDS, PRIORS = JOINT.evidence.kinds, JOINT.priors
T = TypeVar("T", bound=str)

Sources = Annotated[
    list[Named],
    typer.Argument(
        metavar="EVENT",
        parser=named,
        help="A folder with a sub-folder for each person; or one folder with photos of several"
        " devices; or several folders; or a TOML event file; or the URL of a folder,"
        " s3://bucket/event.",
        show_default=False,
    ),
]
ProjectOption = Annotated[
    Named | None,
    typer.Option(
        "--project",
        parser=named,
        help="The project folder, where results are stored. Default: .coincide inside EVENT; for"
        " an event file or several folders, .coincide-NAME next to the file or in the current"
        " folder.",
        show_default=False,
    ),
]


def sync(
    sources: Sources,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="joint|paper|median|NAME|FILE.py",
            help="joint, the default: all galleries at once, with confidence. paper, median: the"
            " paper's tree, with each edge by its MRF or by the median. Or a method listed by"
            " coincide plugins, or a Python file.",
            show_default=False,
        ),
    ] = None,
    features: Annotated[
        str | None,
        typer.Option(
            help="Layers of the network used to compare photos, e.g. 28x28 or pooled; several,"
            " separated by commas, or 'fusion', are averaged. Default: pooled for joint,"
            " those of the paper for the others.",
            show_default=False,
        ),
    ] = None,
    links: Annotated[
        LinkApproach | None,
        typer.Option(
            help="The same number of links for every pair of galleries (exact, the default), or"
            " best links first (coverage). Paper and median only.",
            show_default=False,
        ),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            help="The gallery whose clock the others are aligned to. Default: a trusted gallery,"
            " else one confirmed by GPS, else a phone, else the first.",
            show_default=False,
        ),
    ] = None,
    gpx: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="TRACK.gpx",
            help="A GPS track recorded at the event; repeatable. It measures the clocks of cameras"
            " whose photos have positions along it. Joint only.",
            show_default=False,
        ),
    ] = None,
    no_gpx: Annotated[
        bool, typer.Option("--no-gpx", help="Forget the tracks that earlier syncs were given.")
    ] = False,
    backbone: Annotated[
        str | None,
        typer.Option(
            help="The network: efficientnet-lite0 (the default), googlenet, one listed by coincide"
            " plugins, or the path of an ONNX file.",
            show_default=False,
        ),
    ] = None,
    weights: Annotated[
        Path | None,
        typer.Option(help="A file of weights for the network.", show_default=False),
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
            help="A prior not to use: overlap (galleries overlap in time), hours (clocks are off"
            " by whole hours), clocks (what is typical of devices), exact (a clock may be"
            " exactly right); repeatable. Joint only.",
            show_default=False,
        ),
    ] = None,
    verify: Annotated[
        bool | None,
        typer.Option(
            "--verify/--no-verify",
            help="Compare the photos that matter by local features, always or never; needs OpenCV."
            " Default: where a gallery would not be certain otherwise. Joint only.",
            show_default=False,
        ),
    ] = None,
    clock_photos: Annotated[
        bool | None,
        typer.Option(
            "--clock-photos/--no-clock-photos",
            help="Search every photo for the page of coincide clock, always or never; needs"
            " coincide[clock]. Default: if that is installed. Joint only.",
            show_default=False,
        ),
    ] = None,
    gamma: Annotated[
        float | None,
        typer.Option(help="Weight of distance in the paper's MRF.", min=0.0, show_default=False),
    ] = None,
    delta: Annotated[
        float | None,
        typer.Option(help="Weight of time in the paper's MRF.", min=0.0, show_default=False),
    ] = None,
    defaults: Annotated[
        bool,
        typer.Option("--defaults", help="Forget the options that earlier syncs were given."),
    ] = False,
    json_file: Annotated[
        Named | None,
        typer.Option(
            "--json",
            parser=named,
            help="Also write the offsets to this file as JSON; - prints them, and everything else"
            " to standard error.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Named | None,
        typer.Option(
            "--out",
            parser=named,
            help="Folder for offsets.json, offsets.csv, timeline.csv. Default: the project folder.",
            show_default=False,
        ),
    ] = None,
    project: ProjectOption = None,
    engine: Annotated[
        EngineName,
        typer.Option(
            help="Where photos at a URL are processed: in this process, or on a Ray cluster."
        ),
    ] = "local",
    address: Annotated[
        str | None,
        typer.Option(
            help="The Ray cluster to use. Default: the one in RAY_ADDRESS; without it, a local one"
            " is started.",
            show_default=False,
        ),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            help="Serve metrics for Prometheus on this port of 127.0.0.1 during the run.",
            min=0,
            max=65535,
            show_default=False,
        ),
    ] = None,
    metrics_file: Annotated[
        Path | None,
        typer.Option(
            help="Write metrics for Prometheus to this text file at the end.", show_default=False
        ),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also print the cost of each stage.")
    ] = False,
) -> None:
    """Find the offset of every camera's clock, and merge all photos into one timeline.

    The result is saved for review, report and plan. Options are saved too, and hold for later
    syncs until you give others. Examples: coincide sync wedding/ · coincide sync anna/ ben/
    --anchor anna
    """
    from coincide import project as pipeline
    from coincide.app.cli.output.question import QuestionTarget
    from coincide.app.cli.result import print_result
    from coincide.model import Url
    from coincide.project.options import SyncOptions

    if engine != "local" and not all(isinstance(source, Url) for source in sources):
        raise UsageError(
            "--engine ray is for photos that every node can fetch: name them by a URL, such as"
            " s3://bucket/event, or file:///… for a folder that all nodes see."
        )
    opened, meter = pipeline.Project.at(*sources, project=project), pipeline.Meter()
    folder, to_stdout = out or opened.folder, json_file == Path("-")
    named = None if to_stdout else json_file
    targets = pipeline.result_paths(folder, named)
    with (
        open_engine(engine, address=address) as running,
        metrics(meter, port=metrics_port, file=metrics_file),
        Bars() as bars,
    ):
        options = _given(
            SyncOptions() if defaults else opened.options,
            method=method,
            features=features,
            anchor=anchor,
            backbone=backbone,
            weights=weights,
            verify=verify,
            clock_photos=clock_photos,
        )
        options = _for_tree(options, links, gamma, delta)
        options = _for_joint(options, without, no_prior, looks=bool(verify or clock_photos))
        options = _with_gpx(options, gpx, forget=no_gpx)
        pipeline.open_added(options.method)  # a mistake is told before anything is read
        pipeline.check_targets([*targets, folder / pipeline.COSTS], opened.folder)
        synced = opened.sync(options, progress=bars, engine=running, meter=meter)
    if folder != opened.folder or named is not None:
        pipeline.save_result(synced.solution, targets, opened.folder)
    pipeline.save_costs(meter, folder / pipeline.COSTS, opened.folder)
    screen = console(beside=to_stdout)
    print_result(screen, synced, targets, QuestionTarget(sources, project))
    _tell_options(screen, options)
    if verbose:
        print_costs(screen, meter)
    if to_stdout:
        typer.echo(pipeline.result_json(synced.solution), nl=False)


def _tell_options(screen: Console, options: "SyncOptions") -> None:
    """Say which options are kept for the next sync, and how to forget them."""
    from coincide.project.options import options_document

    told = options_document(options)
    if told:
        text = f"options of earlier syncs: {json.dumps(told)}; --defaults forgets them"
        screen.print(Text(text, style="dim"), soft_wrap=True)


def _given(
    options: "SyncOptions",
    *,
    method: str | None,
    features: str | None,
    anchor: str | None,
    backbone: str | None,
    weights: Path | None,
    verify: bool | None,
    clock_photos: bool | None,
) -> "SyncOptions":
    """Return a project's options with those that were given now."""
    embed = options.embed
    if method not in (None, "joint") and verify is None:
        verify = False  # it is the joint method's
    return replace(
        options,
        method=method or options.method,
        features=features or options.features,
        anchor=options.anchor if anchor is None else anchor,
        embed=replace(embed, backbone=backbone or embed.backbone, weights=weights or embed.weights),
        verify=options.verify if verify is None else verify,
        clock_photos=options.clock_photos if clock_photos is None else clock_photos,
    )


def _for_tree(
    options: "SyncOptions", links: LinkApproach | None, gamma: float | None, delta: float | None
) -> "SyncOptions":
    """Return options with those of the paper's methods that were given."""
    if options.method not in TREE_METHODS:
        if (links, gamma, delta) != (None, None, None):
            raise UsageError("--links, --gamma and --delta need --method paper or median.")
        return replace(options, link=LinkOptions(), mrf=MrfOptions())
    weights = {"gamma": gamma, "delta": delta}
    given = {name: value for name, value in weights.items() if value is not None}
    if not all(map(math.isfinite, given.values())):
        raise UsageError("--gamma and --delta have to be finite numbers.")
    link = options.link if links is None else replace(options.link, approach=links)
    return replace(options, link=link, mrf=replace(options.mrf, **given))


def _for_joint(
    options: "SyncOptions",
    without: Sequence[str] | None,
    no_prior: Sequence[str] | None,
    *,
    looks: bool,
) -> "SyncOptions":
    """Return options with those of the joint method that were given."""
    if options.method != "joint":
        if without or no_prior or looks:
            raise UsageError(
                "--without, --no-prior, --verify and --clock-photos need --method joint."
            )
        return replace(options, joint=JOINT)
    joint = options.joint
    if without:
        kinds = _left(KINDS, without, "--without")
        joint = replace(joint, evidence=replace(joint.evidence, kinds=kinds))
    if no_prior:
        joint = replace(joint, priors=_left(PRIORS, no_prior, "--no-prior"))
    return replace(options, joint=joint)


def _with_gpx(options: "SyncOptions", gpx: Sequence[Path] | None, *, forget: bool) -> "SyncOptions":
    """Return options with the tracks that were given, by their whole paths."""
    if gpx and (forget or options.method != "joint"):
        raise UsageError("--gpx needs --method joint, and excludes --no-gpx.")
    if gpx:
        return replace(options, gpx=tuple(str(path.absolute()) for path in gpx))
    return replace(options, gpx=()) if forget or options.method != "joint" else options


def _left(known: tuple[T, ...], given: Sequence[str], option: str) -> tuple[T, ...]:
    """Return what is left of what there is; raise UsageError for what there is not."""
    for name in given:
        if name not in known:
            raise UsageError(f"{option} {name}: there are {', '.join(map(str, known))}.")
    return tuple(t for t in known if t not in given)
