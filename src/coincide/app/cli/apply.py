"""``coincide apply``, ``undo`` and ``verify``: write a plan, take it back, look again."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console, quoted, shown
from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide.project.plans.files import Purpose
    from coincide.writing.plan import Plan
from typing import TYPE_CHECKING

from rich.console import Console

from coincide.app.cli.output.tables import LISTED
from coincide.errors import ChangedError, WriteError

if TYPE_CHECKING:
    from coincide.writing.apply import Foreseen, UndoReport


PlanFile = Annotated[
    Path,
    typer.Argument(
        metavar="PLAN|EVENT",
        help="A plan as coincide plan wrote it, or the folder of an event: its newest plan.",
        show_default=False,
    ),
]
Yes = Annotated[
    bool,
    typer.Option(
        "--yes",
        help="Do not ask. Then nothing outside the current folder is written, unless"
        " --in names where.",
    ),
]
In = Annotated[
    list[str] | None,
    typer.Option(
        "--in",
        metavar="DIR|SERVER",
        help="With --yes: a folder that may be written in, or the server of an album; repeatable.",
        show_default=False,
    ),
]


def apply(plan_file: PlanFile, yes: Yes = False, inside: In = None) -> None:
    """Write what a plan says, after asking; killed or stopped, it goes on where it was.

    Each file is written beside its place, read back with a second reader, and only then put
    there. Originals are kept, and coincide undo PLAN brings them back. A plan is for the folder it
    lies in, also where that was renamed or copied since.

    Exit codes: 0 all written; 7 no usable plan; 8 a file changed since the plan; 9 stopped before
    the end; 10 another apply is running; 11 ExifTool is missing or failed.
    """
    from coincide import project as pipeline
    from coincide.app.cli.albums import apply_album_file
    from coincide.app.cli.output.outcome import tell_applied
    from coincide.app.cli.output.plantable import print_plan
    from coincide.writing.served.carry import is_album_plan

    plan_file = _meant(plan_file, "apply")
    if is_album_plan(plan_file):
        apply_album_file(plan_file, yes=yes, inside=inside or [], stoppable=_stoppable)
        return
    opened = pipeline.open_plan(plan_file)
    screen = console()
    print_plan(screen, opened.plan)
    _confirm(opened.plan, _question(opened.plan), yes=yes, inside=inside or [])
    with Bars() as bars, _stoppable() as stop:
        report = pipeline.apply_plan(opened, progress=bars, stop=stop)
    tell_applied(
        screen,
        report,
        plan_file,
        changed="by another program",
        failed="files could not be written and are as they were",
    )


def undo(
    plan_file: PlanFile,
    yes: Yes = False,
    inside: In = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="Also bring back files that this account has no record of having written: the"
            " plan was applied on another computer, by another user, or by version 0.1. Each file"
            " is listed first.",
        ),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List every file before asking.")
    ] = False,
) -> None:
    """Bring every file back as it was before a plan was applied, to the byte.

    A plan is for the folder it lies in: in a copy of the event, the copy is brought back and the
    original stays as it is; after a rename it still works. Files to be deleted are listed before
    it asks. What another program changed since is left alone and named, and so is what this
    account has no record of having written. Exit codes are those of coincide apply.
    """
    from coincide import project as pipeline
    from coincide.app.cli.albums import undo_album_file
    from coincide.writing.served.carry import is_album_plan

    plan_file = _meant(plan_file, "undo")
    if is_album_plan(plan_file):
        undo_album_file(plan_file, yes=yes, inside=inside or [], stoppable=_stoppable)
        return
    opened = pipeline.open_plan(plan_file)
    screen = console()
    if not yes or trust or verbose:
        foreseen = pipeline.foresee_undo(opened, trusted=trust)
        print_foreseen(screen, foreseen, every=trust or verbose)
    _confirm(opened.plan, "Bring all files back as they were?", yes=yes, inside=inside or [])
    with Bars() as bars, _stoppable() as stop:
        report = pipeline.undo_plan(opened, progress=bars, stop=stop, trusted=trust)
    tell_undone(screen, report, plan_file)


def verify(
    plan_file: PlanFile,
    inside: Annotated[
        list[str] | None,
        typer.Option(
            "--in",
            metavar="SERVER",
            help="Of an album's plan: the server to ask, where you have not named it before.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Say whether the files still are what a plan made of them, reading every byte.

    Of an album's plan the server is asked; if only the plan names that server, you are asked first.
    Exit code 8 if a file was changed or is missing.
    """
    from coincide import project as pipeline
    from coincide.app.cli.albums import verify_album_file
    from coincide.app.cli.output.outcome import tell_standings
    from coincide.writing.served.carry import is_album_plan

    plan_file = _meant(plan_file, "verify")
    if is_album_plan(plan_file):
        verify_album_file(plan_file, inside=inside or [])
        return
    opened = pipeline.open_plan(plan_file)
    found = [(state.step, state.state) for state in pipeline.verify_plan(opened)]
    tell_standings(found, what="files")


def _meant(named: Path, purpose: "Purpose") -> Path:
    """Return the plan that is meant, and say which it is where an event was named."""
    from coincide.project.plans.files import plan_meant

    meant = plan_meant(named, purpose)
    if meant != named:
        console().print(Text(f"Plan {shown(meant)}"), soft_wrap=True)
    return meant


def _question(made: "Plan") -> str:
    n_files = len(made.files)
    return f"Write {n_files} file{'s' if n_files != 1 else ''}?"


def _confirm(made: "Plan", question: str, *, yes: bool, inside: Sequence[str]) -> None:
    """Let a person confirm where is written; in a script, where it may be must be plain."""
    from coincide import project as pipeline

    roots = [shown(root) for root in made.written_roots]
    if not yes:
        screen = console()
        screen.print(Text("Below " + ", ".join(roots)), soft_wrap=True)
        if not typer.confirm(question):
            raise typer.Exit(1)
        return
    for root in pipeline.outside(made, [Path.cwd(), *map(Path, inside)]):
        raise UsageError(
            f"The plan writes below {root}, which is not inside the current folder."
            f" Confirm it with --in {quoted(root)}."
        )


@contextmanager
def _stoppable() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C end the work after the files in hand; a second one at once."""
    asked = threading.Event()

    def ask(_signal: int, _frame: object) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def print_foreseen(screen: Console, foreseen: "Foreseen", *, every: bool) -> None:
    """List what will be deleted and replaced; ``every``: without a limit."""
    _print_paths(screen, "to be deleted, which the plan made", foreseen.delete, every=every)
    _print_paths(screen, "to be replaced by the original", foreseen.replace, every=every)
    what = "left alone: this account has no record of having written it"
    _print_paths(screen, what, foreseen.unrecorded, every=every)


def _print_paths(screen: Console, what: str, paths: Sequence[Path], *, every: bool) -> None:
    if not paths:
        return
    screen.print(Text(f"{_n_files(len(paths))} {what}:"), soft_wrap=True)
    listed = paths if every else paths[:LISTED]
    for path in listed:
        screen.print(Text(f"  {shown(path)}"), soft_wrap=True)
    if len(listed) < len(paths):
        screen.print(Text(f"  and {len(paths) - len(listed)} more: --verbose lists all"))


def tell_undone(screen: Console, report: "UndoReport", plan_file: Path) -> None:
    """Tell what was brought back; raise where something was not."""
    if report.undone or report.left or report.stopped:
        screen.print(f"{report.undone} files are as they were.")
    else:
        screen.print("Nothing was brought back: by its journal the plan is not in force.")
    for left in report.left[:LISTED]:
        kept = "" if left.kept is None else f"; its original is {left.kept}"
        line = f"  {shown(left.step.name)}: {shown(left.reason)}{shown(kept)}"
        screen.print(Text(line, style="red"), soft_wrap=True)
    for path in report.still_kept[:LISTED]:
        line = f"  {shown(path)}: an original that is still kept"
        screen.print(Text(line, style="red"), soft_wrap=True)
    if report.stopped:
        raise WriteError("Stopped. Run coincide undo again to go on.")
    complaints = [*_of_left(report, plan_file), *_of_kept(report)]
    if complaints:
        raise ChangedError(" ".join(complaints))


def _of_left(report: "UndoReport", plan_file: Path) -> Sequence[str]:
    if not report.left:
        return ()
    told = [f"{len(report.left)} files were left as they are."]
    n_unrecorded = sum(left.unrecorded for left in report.left)
    if n_unrecorded:
        told.append(
            f"This account has no record of having written {n_unrecorded} of them: the plan was"
            " applied on another computer, by another user, or by version 0.1. If you trust it,"
            f" coincide undo {quoted(plan_file)} --trust lists them and asks."
        )
    return told


def _of_kept(report: "UndoReport") -> Sequence[str]:
    if not report.still_kept:
        return ()
    return (
        f"{len(report.still_kept)} originals are still kept in folders named"
        " .coincide-originals, though by its journal the plan is not in force, or this account did"
        " not keep them. Compare them with your files; what you need of them, move by hand.",
    )


def _n_files(n: int) -> str:
    return "1 file" if n == 1 else f"{n} files"
