"""How a plan went, told of files and of assets alike: what was written, left, and what next."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.text import Text

from coincide.app.cli.output.tables import LISTED, console, quoted, shown
from coincide.errors import ChangedError, WriteError
from coincide.writing.apply.filestatus import Standing

STANDINGS: dict[Standing, str] = {
    "new": "as planned",
    "old": "as before the plan",
    "changed": "changed since",
    "missing": "missing",
}


class CarriedStep(Protocol):
    """A file or an asset of a plan."""

    @property
    def name(self) -> str:
        """What people call it."""


class CarriedFailure(Protocol):
    """A step that was left as it is, and why."""

    @property
    def step(self) -> CarriedStep:
        """The step."""

    @property
    def reason(self) -> str:
        """Why."""


class CarriedReport(Protocol):
    """What became of the steps of a plan."""

    @property
    def done(self) -> int:
        """How many were written."""

    @property
    def already(self) -> int:
        """How many were there."""

    @property
    def failed(self) -> Sequence[CarriedFailure]:
        """What could not be written."""

    @property
    def left(self) -> Sequence[CarriedStep]:
        """What was written before, and changed since."""

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped it."""


def tell_applied(
    screen: Console, report: CarriedReport, plan_file: Path, *, changed: str, failed: str
) -> None:
    """Tell how a plan was carried out, and how to go on or back; raise where it was not whole."""
    screen.print(f"{report.done} written, {report.already} were written already.")
    print_failed(screen, report.failed)
    for step in report.left[:LISTED]:
        line = f"  {shown(step.name)}: was written, and has changed since {changed}"
        screen.print(Text(line), soft_wrap=True)
    path = quoted(plan_file)
    if report.stopped:
        raise WriteError(
            f"Stopped. Continue with coincide apply {path}, or take it back with"
            f" coincide undo {path}."
        )
    if report.failed:
        raise WriteError(
            f"{len(report.failed)} {failed}."
            f" Try again with coincide apply {path}, or take all back with coincide undo {path}."
        )
    screen.print(Text(f"To take it all back: coincide undo {path}"), soft_wrap=True)


def print_failed(screen: Console, failed: Sequence[CarriedFailure]) -> None:
    """Print what could not be written."""
    for failure in failed[:LISTED]:
        line = f"  {shown(failure.step.name)}: {shown(failure.reason)}"
        screen.print(Text(line, style="red"), soft_wrap=True)


def tell_standings(found: Sequence[tuple[CarriedStep, Standing]], *, what: str) -> None:
    """Tell where the steps of a plan stand; raise where some are not as they should."""
    count = Counter(state for _, state in found)
    screen = console()
    for state, word in STANDINGS.items():
        if count[state]:
            screen.print(f"{count[state]} {word}")
    bad = [(step, state) for step, state in found if state in ("changed", "missing")]
    for step, state in bad[:LISTED]:
        screen.print(Text(f"  {shown(step.name)}: {STANDINGS[state]}"), soft_wrap=True)
    if bad:
        raise ChangedError(f"{len(bad)} {what} are not as the plan wrote them.")
