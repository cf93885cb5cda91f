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
        help="Where times go: XMP sidecars; into the files, with ExifTool; copies in a new folder,"
        " named by time; an ExifTool argument file to run yourself; a CSV table. An album of a"
        " server is told its times itself, and needs none of these.",
    ),
]
For = Annotated[
    str | None,
    typer.Option(
        "--for",
        metavar="|".join(PROGRAMS),
        help="The program that is to read the sidecars, which decides their names.",
        show_default=False,
    ),
]
Zone = Annotated[
    str | None,
    typer.Option(
        "--zone",
        help="The place's zone, e.g. Europe/Berlin, where no tag tells it.",
        show_default=False,
    ),
]
Into = Annotated[
    Path | None,
    typer.Option("--into", help="The new folder, with --to copies.", show_default=False),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Where to write the plan. Default: plan.json in the project folder, or the next"
        " number if that one is applied, or is not of your making.",
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
        raise UsageError("--for is for --to sidecar: other targets every program reads.")
    if program in UNCONFIRMED:
        raise UsageError(UNCONFIRMED[program])
    if program is not None and program not in PROGRAMS:
        raise UsageError(f"--for {program}: there are {', '.join(PROGRAMS)}.")
    if (into is not None) != (to == "copies"):
        raise UsageError("--to copies needs --into, the new folder; and only it does.")
    known: Program | None = next((name for name in PROGRAMS if name == program), None)
    folder = None if into is None else _new_folder(into)
    return PlanOptions(to, known, caution, zone, guessed, folder, frozenset(only))


def _new_folder(into: Path) -> Path:
    folder = into.expanduser().absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{into} is there already and not empty. Name a new folder with --into.")
    return folder


def plan(
    sources: EventsOnDisk,
    to: To = "sidecar",
    program: For = None,
    out: Out = None,
    into: Into = None,
    zone: Zone = None,
    unsure: Annotated[
        bool, typer.Option("--unsure", help="Also move galleries that are placed, not certain.")
    ] = False,
    slight: Annotated[
        bool, typer.Option("--slight", help="Also move clocks that may as well be right.")
    ] = False,
    guessed: Annotated[
        bool, typer.Option("--guessed", help="Also write times that only a photo's look tells.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="GALLERY",
            help="Move this gallery and no other; repeatable. It must be certain all the same, or"
            " --unsure given.",
            show_default=False,
        ),
    ] = None,
    sync: SyncFirst = False,
    project: ProjectOption = None,
) -> None:
    """Show what correcting the photos would write, file by file, and write nothing but that plan.

    It is made of what coincide sync found, and refused where that no longer holds.
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
        print_prose(screen, f"Nothing is to be written: {_why_nothing(made)}")
        return
    pipeline.save_plan(made, path)
    screen.print(Text(f"wrote {shown(path)}", style="dim"), soft_wrap=True)
    screen.print(
        Text(f"Nothing is changed yet. To do it: coincide apply {quoted(path)}"),
        soft_wrap=True,
    )


def _why_nothing(made: "Plan") -> str:
    """Say why a plan is empty, and what to do next."""
    states = {gallery.state for gallery in made.galleries}
    if states <= {"right", "moved"}:
        if "moved" in states and made.left:
            return "the files that are wrong are left alone, as said above."
        return "every file says the right time already."
    event = command_line(made.roots)
    likely = " --unsure writes what is only likely." if "unsure" in states else ""
    return (
        "no clock is certain to be wrong. What would help most is the question at the end of"
        f" coincide sync {event}, and in coincide review {event}.{likely}"
    )
