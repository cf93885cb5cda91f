"""The group of all commands: its help, and what Ctrl-C says whichever command it ends."""

import sys
from typing import Any

import typer
from typer.core import TyperGroup

from coincide.app.cli.tables import shown
from coincide.plugins import GROUPS, find_added

INTERRUPTED = 130


class Commands(TyperGroup):
    """A group whose help ends with the names that other packages add."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help; what is installed is looked up now, not by every command."""
        lines = [
            f"Of other packages, {kind}s: {', '.join(shown(added.name) for added in found)}."
            for kind in GROUPS
            if (found := find_added(kind))
        ]
        self.epilog = "\n\n".join(lines) or None
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; Typer itself would end without a word at Ctrl-C."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            tell_interrupted()
            raise typer.Exit(INTERRUPTED) from None


def tell_interrupted() -> None:
    """Say that the work ended early, and that nothing is lost."""
    print("\ncoincide: stopped; what was computed is kept.", file=sys.stderr)  # noqa: T201
