"""``coincide apply``, ``undo`` and ``verify``: write a plan, take it back, look again."""

import shlex
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from coincide.app.cli.plan import LISTED, print_plan
from coincide.app.cli.progress import Bars
from coincide.app.cli.tables import console, shown
from coincide.errors import ChangedError, UsageError, WriteError
from coincide.writing.apply.standing import Standing
from coincide.writing.plan.model import Plan

PlanFile = Annotated[
    Path, typer.Argument(metavar="PLAN", help="As coincide plan wrote it.", show_default=False)
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
    list[Path] | None,
    typer.Option(
        "--in", help="With --yes: a folder that may be written in; repeatable.", show_default=False
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

    opened = pipeline.open_plan(plan_file)
    screen = console()
    print_plan(screen, opened.plan)
    _confirm(opened.plan, _question(opened.plan), yes=yes, inside=inside or [])
    with Bars() as bars, _stoppable() as stop:
        report = pipeline.apply_plan(opened, progress=bars, stop=stop)
    screen.print(f"{report.done} written, {report.already} were already there.")
    for failure in report.failed[:LISTED]:
        line = f"  {shown(failure.step.name)}: {shown(failure.reason)}"
        screen.print(Text(line, style="red"), soft_wrap=True)
    for step in report.left[:LISTED]:
        line = f"  {shown(step.name)}: was written, and changed since by another program"
        screen.print(Text(line), soft_wrap=True)
    path = shlex.quote(str(plan_file))
    if report.stopped:
        raise WriteError(f"Stopped. Go on with coincide apply {path}, or back with undo.")
    if report.failed:
        raise WriteError(
            f"{len(report.failed)} files could not be written and are as they were."
            f" Try again with coincide apply {path}, or take all back with coincide undo {path}."
        )
    screen.print(Text(f"To take it all back: coincide undo {path}"), soft_wrap=True)


def undo(plan_file: PlanFile, yes: Yes = False, inside: In = None) -> None:
    """Bring every file back as it was before a plan was applied, to the byte.

    A plan is for the folder it lies in: in a copy of the event, the copy is brought back and the
    original stays as it is; after a rename it still works. What another program changed since is
    left alone and named. Exit codes are those of coincide apply.
    """
    from coincide import project as pipeline

    opened = pipeline.open_plan(plan_file)
    screen = console()
    _confirm(opened.plan, "Bring all files back as they were?", yes=yes, inside=inside or [])
    with Bars() as bars, _stoppable() as stop:
        report = pipeline.undo_plan(opened, progress=bars, stop=stop)
    screen.print(f"{report.undone} files are as they were.")
    for left in report.left[:LISTED]:
        kept = "" if left.kept is None else f"; its original is {left.kept}"
        line = f"  {shown(left.step.name)}: {shown(left.reason)}{shown(kept)}"
        screen.print(Text(line, style="red"), soft_wrap=True)
    if report.stopped:
        raise WriteError("Stopped. Run coincide undo again to go on.")
    if report.left:
        raise ChangedError(f"{len(report.left)} files were left as they are.")


def verify(plan_file: PlanFile) -> None:
    """Say whether the files still are what a plan made of them, reading every byte.

    Exit code 8 if a file was changed or is missing.
    """
    from coincide import project as pipeline

    opened = pipeline.open_plan(plan_file)
    states = pipeline.verify_plan(opened)
    count = Counter(found.state for found in states)
    words: dict[Standing, str] = {
        "new": "as planned",
        "old": "as before the plan",
        "changed": "changed since",
        "missing": "missing",
    }
    screen = console()
    for state, word in words.items():
        if count[state]:
            screen.print(f"{count[state]} {word}")
    bad = [found for found in states if found.state in ("changed", "missing")]
    for found in bad[:LISTED]:
        screen.print(Text(f"  {shown(found.step.name)}: {words[found.state]}"), soft_wrap=True)
    if bad:
        raise ChangedError(f"{len(bad)} files are not what the plan made of them.")


def _question(made: Plan) -> str:
    n_files = len(made.files)
    return f"Write {n_files} file{'s' if n_files != 1 else ''}?"


def _confirm(made: Plan, question: str, *, yes: bool, inside: Sequence[Path]) -> None:
    """Let a person confirm where is written; in a script, where it may be must be plain."""
    from coincide import project as pipeline

    roots = [shown(root) for root in made.written_roots]
    if not yes:
        screen = console()
        screen.print(Text("Below " + ", ".join(roots)), soft_wrap=True)
        if not typer.confirm(question):
            raise typer.Exit(1)
        return
    for root in pipeline.outside(made, [Path.cwd(), *inside]):
        raise UsageError(
            f"The plan writes below {root}, which is not inside the current folder."
            f" Confirm it with --in {shlex.quote(str(root))}."
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
