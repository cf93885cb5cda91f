"""What an undo will do, told before it asks, and how it went."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from coincide.app.cli.shell import quoted
from coincide.app.cli.tables import LISTED, shown
from coincide.errors import ChangedError, WriteError

if TYPE_CHECKING:
    from coincide.writing.apply import Foreseen, UndoReport


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
