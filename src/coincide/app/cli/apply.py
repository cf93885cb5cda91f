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
        help="A plan written by coincide plan, or the folder of an event, for its newest plan.",
        show_default=False,
    ),
]
Yes = Annotated[
    bool,
    typer.Option(
        "--yes",
        help="Do not ask for confirmation. Nothing outside the current folder is then written,"
        " unless --in allows it.",
    ),
]
In = Annotated[
    list[str] | None,
    typer.Option(
        "--in",
        metavar="DIR|SERVER",
        help="With --yes: a folder that may be written to, or the server of an album; repeatable.",
        show_default=False,
    ),
]


def apply(plan_file: PlanFile, yes: Yes = False, inside: In = None) -> None:
    """Apply a plan, after asking for confirmation. If interrupted, run it again to continue.

    Each file is written next to its destination, read back with a second reader, and only then
    moved into place. Originals are kept, and coincide undo PLAN restores them. A plan applies to
    the folder it is in, even if that folder has been renamed or copied.

    Exit codes: 0 everything was written; 7 the plan cannot be used; 8 a file has changed since the
    plan was made; 9 stopped before the end; 10 another apply is running; 11 ExifTool is missing or
    failed.
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
        failed="files could not be written and are unchanged",
    )


def undo(
    plan_file: PlanFile,
    yes: Yes = False,
    inside: In = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="Also restore files that this account has no record of having written, because"
            " the plan was applied on another computer, by another user, or by version 0.1."
            " Each file is listed first.",
        ),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List every file before asking.")
    ] = False,
) -> None:
    """Restore every file as it was before a plan was applied, byte for byte.

    A plan applies to the folder it is in: in a copy of the event, only the copy is restored; after
    a rename it still works. Files to be deleted are listed before you are asked. Files that
    another program has changed since are left alone and listed, and so are files that this account
    has no record of having written. The exit codes are those of coincide apply.
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
    _confirm(opened.plan, "Restore all files?", yes=yes, inside=inside or [])
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
            help="For an album's plan: the server to ask, if you have not named it before.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check that the files written by a plan are unchanged, reading every byte.

    For the plan of a remote album, the server is asked; if only the plan names that server, you
    have to confirm it first. The exit code is 8 if a file was changed or is missing.
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
        screen.print(f"{report.undone} files are restored.")
    else:
        screen.print("Nothing was restored: according to its journal, the plan is not applied.")
    for left in report.left[:LISTED]:
        kept = "" if left.kept is None else f"; its original is {left.kept}"
        line = f"  {shown(left.step.name)}: {shown(left.reason)}{shown(kept)}"
        screen.print(Text(line, style="red"), soft_wrap=True)
    for path in report.still_kept[:LISTED]:
        line = f"  {shown(path)}: an original that is still kept"
        screen.print(Text(line, style="red"), soft_wrap=True)
    if report.stopped:
        raise WriteError("Stopped. Run coincide undo again to continue.")
    complaints = [*_of_left(report, plan_file), *_of_kept(report)]
    if complaints:
        raise ChangedError(" ".join(complaints))


def _of_left(report: "UndoReport", plan_file: Path) -> Sequence[str]:
    if not report.left:
        return ()
    told = [f"{len(report.left)} files were left unchanged."]
    n_unrecorded = sum(left.unrecorded for left in report.left)
    if n_unrecorded:
        told.append(
            f"This account has no record of having written {n_unrecorded} of them: the plan was"
            " applied on another computer, by another user, or by version 0.1. If you trust the"
            f" plan, coincide undo {quoted(plan_file)} --trust lists them and asks."
        )
    return told


def _of_kept(report: "UndoReport") -> Sequence[str]:
    if not report.still_kept:
        return ()
    return (
        f"{len(report.still_kept)} originals are still in folders named .coincide-originals,"
        " although according to its journal the plan is not applied, or this account did not put"
        " them there. Compare them with your files, and move back by hand what you need.",
    )


def _n_files(n: int) -> str:
    return "1 file" if n == 1 else f"{n} files"
