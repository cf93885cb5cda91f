"""``coincide plan``: show what would be written, and write nothing but that."""

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from coincide.app.cli.options import EventsOnDisk, ProjectOption, SyncFirst
from coincide.app.cli.progress import Bars
from coincide.app.cli.tables import NAME_WIDTH, NARROW, console, print_prose, shown
from coincide.errors import UsageError
from coincide.model import file_of
from coincide.model.times import offset_in_words
from coincide.writing.plan.build import PlanOptions
from coincide.writing.plan.decide import Caution
from coincide.writing.plan.examples import examples_of
from coincide.writing.plan.model import PROGRAMS, GalleryPlan, LeftAlone, Plan, Program, Target
from coincide.writing.plan.programs import UNCONFIRMED

LISTED = 12  # files or reasons in one listing; the plan itself has them all

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
        " number if that one is applied.",
        show_default=False,
    ),
]


def plan_options(
    to: Target,
    program: str | None,
    zone: str | None,
    into: Path | None,
    caution: Caution,
    *,
    guessed: bool = False,
    only: Iterable[str] = (),
) -> PlanOptions:
    """Return what was asked for as options; raise UsageError where it makes no sense."""
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
    from coincide.project.albums import mirror_of

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


def deliver(made: Plan, to: Target, out: Path | None, project: Path) -> None:
    """Write a plan, or the text it was asked for, and say what is in it and what to do next."""
    from coincide import project as pipeline
    from coincide.project.plans import free_plan_path
    from coincide.writing.plan import exiftool_script, plan_table

    if to in ("script", "table"):
        name = "PLAN" if out is None else out.name
        text = exiftool_script(made, name) if to == "script" else plan_table(made)
        if out is None:
            typer.echo(text, nl=False)
            return
        pipeline.write_new_text(out, text)
        print_plan(console(), made)
        console().print(Text(f"wrote {shown(out)}", style="dim"), soft_wrap=True)
        return
    path = out or free_plan_path(project)
    screen = console()
    print_plan(screen, made)
    if not made.files:
        screen.print("Nothing is to be written.")
        return
    pipeline.save_plan(made, path)
    screen.print(Text(f"wrote {shown(path)}", style="dim"), soft_wrap=True)
    screen.print(
        Text(f"Nothing is changed yet. To do it: coincide apply {shlex.quote(str(path))}"),
        soft_wrap=True,
    )


def print_plan(screen: Console, made: Plan) -> None:
    """Print what a plan does with each gallery, what it leaves alone, and what to know."""
    counts = Counter(change.gallery for change in made.files)
    print_galleries(screen, made.galleries, counts, f"{shown(made.event)}: {_what(made)}")
    _print_examples(screen, made)
    print_left(screen, made.left)
    for note in made.notes:
        print_prose(screen, note)


def print_galleries(
    screen: Console, galleries: Sequence[GalleryPlan], n_files: Counter[str], title: str
) -> None:
    """Print what becomes of each gallery."""
    narrow = screen.width < NARROW
    table = _narrow(galleries, n_files) if narrow else _wide(galleries, n_files)
    table.title = Text(title)
    table.title_justify = "left"
    screen.print(table)


def _wide(galleries: Sequence[GalleryPlan], n_files: Counter[str]) -> Table:
    table = Table()
    for heading in ("Gallery", "Files", "Shift", "Why"):
        right = heading in ("Files", "Shift")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    for gallery in galleries:
        shift = offset_in_words(gallery.shift_s) if gallery.moved else "–"
        table.add_row(
            Text(shown(gallery.name)),
            str(n_files[gallery.name]),
            shift,
            Text(shown(gallery.why)),
            style="" if gallery.moved else "dim",
        )
    return table


def _narrow(galleries: Sequence[GalleryPlan], n_files: Counter[str]) -> Table:
    """Return a table of two columns, which leaves most of the room to the reasons."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("Gallery", max_width=NAME_WIDTH, overflow="fold")
    table.add_column("Files, shift, and why")
    for gallery in galleries:
        n = n_files[gallery.name]
        files = f"{n} file{'s' * (n != 1)}: " if gallery.moved else "left: "
        what = Text(files + shown(gallery.why), style="" if gallery.moved else "dim")
        table.add_row(Text(shown(gallery.name)), what)
    return table


def _print_examples(screen: Console, made: Plan) -> None:
    """Print a few photos before and after, to be checked at a glance."""
    for nth, example in enumerate(examples_of(made)):
        if nth == 0:
            screen.print(Text("For example:", style="bold"))
        between = "\n    " if screen.width < NARROW else "  "
        line = f"  {shown(example.photo)}{between}{example.before} → {example.after}"
        screen.print(Text(line), soft_wrap=True)


def _what(made: Plan) -> str:
    n_files = len(made.files)
    files = "1 file" if n_files == 1 else f"{n_files} files"
    n_new = sum(change.was is None for change in made.files)
    if made.to == "sidecar":
        for_whom = "" if made.program is None else f" for {made.program}"
        return f"{n_new} new sidecars, {n_files - n_new} changed{for_whom}"
    if made.to == "copies":
        return f"{files} copied to {made.roots[-1]}"
    return f"{files} changed"


def print_left(screen: Console, left_alone: Sequence[LeftAlone]) -> None:
    """Print the files left alone, one line per reason."""
    reasons = Counter(left.why for left in left_alone)
    if reasons:
        files = "1 file is" if len(left_alone) == 1 else f"{len(left_alone)} files are"
        screen.print(Text(f"{files} left alone:", style="bold"))
    for why, count in reasons.most_common(LISTED):
        first = next(left.path for left in left_alone if left.why == why)
        others = f" and {count - 1} more" if count > 1 else ""
        print_prose(screen, f"  {Path(first).name}{others}: {why}")
    if len(reasons) > LISTED:
        screen.print(f"  … and {len(reasons) - LISTED} more reasons, all in the plan")
