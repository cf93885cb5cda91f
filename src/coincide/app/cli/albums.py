"""What the commands print and ask of albums on servers: their plans, and how those went."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.text import Text

from coincide.app.cli.output.outcome import print_failed, tell_applied, tell_standings
from coincide.app.cli.output.plantable import print_galleries, print_left
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console, print_prose, quoted, shown
from coincide.errors import ChangedError, PlanError, UsageError, WriteError

if TYPE_CHECKING:
    from coincide.library.decide import Decision
    from coincide.library.openlibrary import Library
    from coincide.library.scan.serverplace import ServerPlace
    from coincide.project import Project
    from coincide.writing.plan.build import PlanOptions
    from coincide.writing.served import AlbumPlan

Stoppable = Callable[[], AbstractContextManager[Callable[[], bool]]]
N_EXAMPLES = 3


def plan_of_album(opened: "Project", options: "PlanOptions", out: Path | None) -> None:
    """Make the plans of an album, one for each owner whose key is not here, and say what to do."""
    from coincide.model import file_of
    from coincide.project.plans.remotealbum import plan_album

    with Bars() as bars:
        made, others = plan_album(opened, options, progress=bars)
    print_made_plans(made, others, file_of(opened.folder), out)


def print_made_plans(
    made: "AlbumPlan", others: "list[AlbumPlan]", folder: Path, out: Path | None
) -> None:
    """Print and keep the plan of those whose keys are here, and one for each other owner."""
    from coincide.project.plans.remotealbum import save_album_plans

    screen = console()
    if made.assets or not others:
        print_album_plan(screen, made)
    path, beside = save_album_plans(made, others, folder, out)
    if path is None and not beside:
        screen.print("There is nothing to write.")
    for place, other in zip(beside, others, strict=True):
        (owner,) = other.owners.values()
        n = len(other.assets)
        what = f"{shown(owner)}'s key is not here: the plan for {n} photos of theirs is"
        screen.print(Text(f"{what} {shown(place)}"), soft_wrap=True)
        screen.print(
            Text("  they can apply it with that key alone; it needs neither photos nor project"),
            soft_wrap=True,
        )
    if path is not None:
        screen.print(Text(f"wrote {shown(path)}", style="dim"), soft_wrap=True)
        line = f"Nothing has been changed yet. To apply the plan: coincide apply {quoted(path)}"
        screen.print(Text(line), soft_wrap=True)


def plan_on_server(
    library: "Library",
    place: "ServerPlace",
    decisions: "Sequence[Decision]",
    options: "PlanOptions",
) -> None:
    """Make the plan of each stretch; raise PlanError where none has a photo left to correct."""
    from coincide.library.plans import plan_path
    from coincide.library.serverplans import plan_served_stretch
    from coincide.project.plans.remotealbum import check_no_files

    check_no_files(options.to, options.program)
    server, settled = place.open(), list[PlanError]()
    for decision in decisions:
        try:
            with Bars() as bars:
                made, others = plan_served_stretch(library, decision, server, progress=bars)
        except PlanError as error:  # all of it was corrected since
            settled.append(error)
            continue
        library.plans.mkdir(parents=True, exist_ok=True)
        print_made_plans(made, others, library.plans, plan_path(library, decision))
    if len(settled) == len(decisions):
        raise settled[0]


def print_album_plan(screen: Console, made: "AlbumPlan") -> None:
    """Print what a plan does with each gallery of an album, and what to know beforehand."""
    counts = Counter(change.gallery for change in made.assets)
    n = len(made.assets)
    title = f"{shown(made.event)}: {n} photos changed at {shown(made.address)}"
    print_galleries(screen, made.galleries, counts, title)
    for line in _examples(made):
        screen.print(Text(line), soft_wrap=True)
    print_left(screen, made.left)
    for note in made.notes:
        print_prose(screen, note)


def _examples(made: "AlbumPlan") -> Iterator[str]:
    seen: set[str] = set()
    for change in made.assets:
        if change.gallery not in seen and len(seen) < N_EXAMPLES:
            if not seen:
                yield "For example:"
            seen.add(change.gallery)
            yield f"  {shown(change.name)}  {change.was} → {change.new}"


def apply_album_file(
    plan_file: Path, *, yes: bool, inside: Sequence[str], stoppable: Stoppable
) -> None:
    """Send what the plan of an album says, after asking."""
    from coincide.project.plans.remotealbum import apply_album_plan
    from coincide.writing.served import open_album_plan

    opened = open_album_plan(plan_file)
    screen = console()
    print_album_plan(screen, opened.plan)
    n = len(opened.plan.assets)
    _confirm(opened.plan, f"Change the times of {n} photos?", yes=yes, inside=inside)
    with Bars() as bars, stoppable() as stop:
        report = apply_album_plan(opened, progress=bars, stop=stop)
    tell_applied(
        screen, report, plan_file, changed="on the server", failed="photos could not be changed"
    )


def undo_album_file(
    plan_file: Path, *, yes: bool, inside: Sequence[str], stoppable: Stoppable
) -> None:
    """Give the assets of a plan their old times back, after asking."""
    from coincide.project.plans.remotealbum import undo_album_plan
    from coincide.writing.served import open_album_plan

    opened = open_album_plan(plan_file)
    screen = console()
    for note in opened.plan.notes:
        print_prose(screen, note)
    _confirm(opened.plan, "Restore the old times of all photos?", yes=yes, inside=inside)
    with Bars() as bars, stoppable() as stop:
        report = undo_album_plan(opened, progress=bars, stop=stop)
    screen.print(f"{report.done} photos have their old times again.")
    print_failed(screen, report.failed)
    if report.stopped:
        raise WriteError("Stopped. Run coincide undo again to continue.")
    if report.failed:
        raise ChangedError(f"{len(report.failed)} photos were left unchanged.")


def verify_album_file(plan_file: Path, *, inside: Sequence[str]) -> None:
    """Say whether the server still says what a plan told it; ask before a key is sent to it."""
    from coincide.project.plans.remotealbum import verify_album_plan
    from coincide.servers import split_address
    from coincide.servers.keys import is_named
    from coincide.writing.served import open_album_plan

    opened = open_album_plan(plan_file)
    if not is_named(split_address(opened.plan.url).base):
        question = "Ask this server about the photos, with your key?"
        _confirm(opened.plan, question, yes=bool(inside), inside=inside)
    tell_standings(verify_album_plan(opened), what="photos")


def _confirm(made: "AlbumPlan", question: str, *, yes: bool, inside: Sequence[str]) -> None:
    """Let a person confirm which server gets their keys; in a script it must be named."""
    from coincide.servers import split_address
    from coincide.servers.keys import name_server

    server = made.address.rsplit("/", 1)[0]
    if not yes:
        console().print(Text(f"At {shown(made.address)}"), soft_wrap=True)
        if not typer.confirm(question):
            raise typer.Exit(1)
    elif not any(text.rstrip("/") in (server, made.address) for text in inside):
        raise UsageError(
            f"The plan is for photos at {server}. Confirm it with --in {quoted(server)}."
        )
    name_server(split_address(made.url).base)
