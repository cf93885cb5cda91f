"""``coincide plan``: show what would be written, and write nothing but that."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from coincide.app.cli.options import EventsOnDisk, ProjectOption, SyncFirst
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import command_line, console, print_prose, quoted, shown
from coincide.errors import UsageError
from coincide.writing.choices import PROGRAMS, Program, Target

if TYPE_CHECKING:
    from coincide.writing.plan import Caution, Plan, PlanOptions

To = Annotated[
    Target,
    typer.Option(
        "--to",
        help="Where to write the times: XMP sidecars; into the files, with ExifTool; copies in a"
        " new folder, named by time; an ExifTool argument file to run yourself; a CSV table."
        " Not for albums of a photo server, which are changed on the server.",
    ),
]
For = Annotated[
    str | None,
    typer.Option(
        "--for",
        metavar="|".join(PROGRAMS),
        help="The program that will read the sidecars; it determines their names.",
        show_default=False,
    ),
]
Zone = Annotated[
    str | None,
    typer.Option(
        "--zone",
        help="The time zone of the event, e.g. Europe/Berlin, for photos without a zone tag.",
        show_default=False,
    ),
]
Into = Annotated[
    Path | None,
    typer.Option("--into", help="With --to copies: the new folder.", show_default=False),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Where to write the plan. Default: plan.json in the project folder, or the next free"
        " number if that plan is applied or was made by somebody else.",
        show_default=False,
    ),
]


def plan_options(
    to: Target,
    program: str | None,
    zone: str | None,
    into: Path | None,
    caution: "Caution",
    *,
    guessed: bool = False,
    only: Iterable[str] = (),
) -> "PlanOptions":
    """Return what was asked for as options; raise UsageError where it makes no sense."""
    from coincide.writing.plan import PlanOptions
    from coincide.writing.plan.programs import UNCONFIRMED

    if program is not None and to != "sidecar":
        raise UsageError("--for needs --to sidecar: every program reads the other targets.")
    if program in UNCONFIRMED:
        raise UsageError(UNCONFIRMED[program])
    if program is not None and program not in PROGRAMS:
        raise UsageError(f"--for {program}: there are {', '.join(PROGRAMS)}.")
    if (into is not None) != (to == "copies"):
        raise UsageError("--to copies and --into, the new folder, need each other.")
    known: Program | None = next((name for name in PROGRAMS if name == program), None)
    folder = None if into is None else _new_folder(into)
    return PlanOptions(to, known, caution, zone, guessed, folder, frozenset(only))


def _new_folder(into: Path) -> Path:
    folder = into.expanduser().absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{into} exists and is not empty. Give a new folder with --into.")
    return folder


def plan(
    sources: EventsOnDisk,
    to: To = "sidecar",
    program: For = None,
    out: Out = None,
    into: Into = None,
    zone: Zone = None,
    unsure: Annotated[
        bool,
        typer.Option("--unsure", help="Also correct galleries that are placed but not certain."),
    ] = False,
    slight: Annotated[
        bool,
        typer.Option(
            "--slight", help="Also correct clocks whose error is so small that they may be right."
        ),
    ] = False,
    guessed: Annotated[
        bool,
        typer.Option(
            "--guessed", help="Also write times that are estimated from a photo's content alone."
        ),
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="GALLERY",
            help="Correct only this gallery; repeatable. It still has to be certain, unless"
            " --unsure is given.",
            show_default=False,
        ),
    ] = None,
    sync: SyncFirst = False,
    project: ProjectOption = None,
) -> None:
    """Write a plan that shows, file by file, what correcting the photos would change.

    Nothing else is written. A plan needs an up-to-date result of coincide sync.
    Examples: coincide plan wedding/ --for digikam · coincide plan wedding/ --to file
    · coincide plan wedding/ --only Ben
    """
    from coincide import project as pipeline
    from coincide.model import file_of
    from coincide.project.read.remotealbum import mirror_of
    from coincide.writing.plan import Caution

    caution = Caution(unsure, slight)
    options = plan_options(to, program, zone, into, caution, guessed=guessed, only=only or ())
    opened = pipeline.Project.at(*sources, project=project)
    with Bars() as bars:
        if sync:
            opened.sync(progress=bars)
    if to != "table" and mirror_of(opened.sources) is not None:
        from coincide.app.cli.albums import plan_of_album

        plan_of_album(opened, options, out)
        return
    with Bars() as bars:
        made = pipeline.plan_solution(opened, options, progress=bars)
    deliver(made, to, out, file_of(opened.folder))


def deliver(made: "Plan", to: Target, out: Path | None, project: Path) -> None:
    """Write a plan, or the text it was asked for, and say what is in it and what to do next."""
    from coincide import project as pipeline
    from coincide.app.cli.output.plantable import print_plan
    from coincide.project.plans.plans import free_plan_path
    from coincide.storage.outputs import write_output
    from coincide.writing.plan import exiftool_script, plan_table

    if to in ("script", "table"):
        name = "PLAN" if out is None else out.name
        text = exiftool_script(made, name) if to == "script" else plan_table(made)
        if out is None:
            typer.echo(text, nl=False)
            return
        write_output(out, text.encode())
        print_plan(console(), made)
        console().print(Text(f"wrote {shown(out)}", style="dim"), soft_wrap=True)
        return
    path = out or free_plan_path(project)
    screen = console()
    print_plan(screen, made)
    if not made.files:
        print_prose(screen, f"There is nothing to write: {_why_nothing(made)}")
        return
    pipeline.save_plan(made, path)
    screen.print(Text(f"wrote {shown(path)}", style="dim"), soft_wrap=True)
    screen.print(
        Text(f"Nothing has been changed yet. To apply the plan: coincide apply {quoted(path)}"),
        soft_wrap=True,
    )


def _why_nothing(made: "Plan") -> str:
    """Say why a plan is empty, and what to do next."""
    states = {gallery.state for gallery in made.galleries}
    if states <= {"right", "moved"}:
        if "moved" in states and made.left:
            return "the files that are wrong are left alone for the reasons above."
        return "every file has the right time already."
    event = command_line(made.roots)
    likely = " --unsure also writes what is only likely." if "unsure" in states else ""
    return (
        "no clock is certain to be wrong. Answering the question at the end of coincide sync"
        f" {event}, or in coincide review {event}, would help most.{likely}"
    )
