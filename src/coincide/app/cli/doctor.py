"""``coincide doctor``: say what is installed, what is missing, and how to install it."""

from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.options import ProjectOption, on_disk
from coincide.app.cli.output.tables import shown
from coincide.app.doctor import all_needed_is_there, as_json, as_text, examine


def doctor(
    sources: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="EVENT",
            parser=on_disk,
            help="As for coincide sync: also check whether its project folder can be written to.",
            show_default=False,
        ),
    ] = None,
    project: ProjectOption = None,
    as_document: Annotated[
        bool, typer.Option("--json", help="Print the findings as JSON; --json - works too.")
    ] = False,
) -> None:
    """Show what is installed and what is missing, what it is for, and how to install it.

    It changes nothing and uses no network. The exit code is 0 if everything that plain coincide
    needs is installed; optional parts may be missing.
    """
    from coincide.project import project_folder

    if as_document:  # as other commands have it: to standard output
        sources = [source for source in sources or [] if source != Path("-")]
    named = bool(sources) or project is not None
    findings = examine(project_folder(sources or [], project) if named else None)
    if as_document:
        typer.echo(as_json(findings))
    else:
        typer.echo("\n".join(map(shown, as_text(findings).splitlines())))
    raise typer.Exit(0 if all_needed_is_there(findings) else 1)
