"""``coincide trust``: confirm the code and the servers that a project brings along."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from coincide.app.cli.options import Named, named
from coincide.app.cli.output.tables import console, shown
from coincide.app.cli.sync import ProjectOption
from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide.project.trustcheck import Brought


def trust(
    sources: Annotated[
        list[Named] | None,
        typer.Argument(
            metavar="EVENT", parser=named, help="As for coincide sync.", show_default=False
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Confirm everything that is listed, without asking.")
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="List what you have confirmed so far, for all events.")
    ] = False,
    forget: Annotated[
        list[str] | None,
        typer.Option(
            "--forget",
            metavar="FILE|SERVER",
            help="Forget a confirmation, by the path or the address that --list shows; repeatable.",
            show_default=False,
        ),
    ] = None,
    project: ProjectOption = None,
) -> None:
    """Show which code and servers a project folder names, and ask you to confirm them.

    A project folder may have been made by somebody else. The code that it names is not run, and
    its servers get no keys, before you confirm them here or name them yourself in a command. Code
    that has changed has to be confirmed again. Examples: coincide trust wedding/ · coincide trust
    --list
    """
    if forget:
        _forget(forget)
    if listed:
        _print_confirmed(console())
    if sources:
        _confirm(sources, project, yes=yes)
    elif not forget and not listed:
        raise UsageError("Name an event, or use --list.")


def _confirm(sources: "list[Named]", project: "Named | None", *, yes: bool) -> None:
    from coincide.project import Project
    from coincide.project.trustcheck import brought_along, trust_all

    opened, screen = Project.at(*sources, project=project), console()
    brought = brought_along(opened)
    if not brought.code and not brought.servers:
        screen.print(
            Text(
                f"{shown(opened.folder)} names no code and no servers: there is nothing to confirm."
            ),
            soft_wrap=True,
        )
        return
    _print_brought(screen, brought)
    if brought.trusted:
        screen.print("You trust all of this already.")
        return
    if not yes and not typer.confirm("Do you trust all of this?"):
        raise typer.Exit(1)
    trust_all(brought)
    screen.print("Trusted, as it is now.")


def _print_brought(screen: Console, brought: "Brought") -> None:
    for code in brought.code:
        does = "is run as Python code" if code.option == "method" else "is loaded as a network"
        line = f"{shown(code.path)} {does} (--{code.option})"
        _print_entry(screen, line, f"sha256 {code.sha256}", trusted=code.trusted)
    for server in brought.servers:
        line = f"{shown(server.base)} is sent your keys"
        _print_entry(screen, line, f"named in {shown(server.named_in)}", trusted=server.trusted)


def _print_entry(screen: Console, line: str, detail: str, *, trusted: bool) -> None:
    state = "trusted" if trusted else "not trusted yet"
    screen.print(Text(f"{line}: {state}"), soft_wrap=True)
    screen.print(Text(f"  {detail}", style="dim"), soft_wrap=True)


def _print_confirmed(screen: Console) -> None:
    from coincide.storage.ledger import list_trusted

    entries = list_trusted()
    for entry in entries:
        day = datetime.fromtimestamp(entry.at_s).date().isoformat()
        screen.print(Text(f"{entry.kind}  {shown(entry.what)}  since {day}"), soft_wrap=True)
    if not entries:
        screen.print("Nothing has been confirmed yet.")


def _forget(names: list[str]) -> None:
    """Forget confirmations by address or path; a path is forgotten with every content it had."""
    from coincide.storage.ledger import distrust, list_trusted

    for name in names:
        wanted = {name, name.rstrip("/"), str(Path(name).expanduser().absolute())}
        found = [
            entry
            for entry in list_trusted()
            if entry.what in wanted or entry.what.rpartition(" sha256:")[0] in wanted
        ]
        if not found:
            raise UsageError(f"{name} was never confirmed: coincide trust --list shows what was.")
        for entry in found:
            distrust(entry.kind, entry.what)
            console().print(Text(f"{shown(entry.what)} is forgotten."), soft_wrap=True)
