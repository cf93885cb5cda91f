"""The group of all commands: its help, and what Ctrl-C says whichever command it ends."""

import shutil
import sys
from typing import Any, Literal

import typer
from typer.core import TyperGroup

from coincide.app.cli.output.tables import shown
from coincide.plugins import GROUPS, find_added

INTERRUPTED = 130
# columns from which on the help fits into boxes; in fewer its texts would be a word or two wide
BOXED_COLUMNS = 110


def help_markup() -> Literal["rich"] | None:
    """Return how the help is drawn: in boxes, or as plain text where these leave it no room."""
    return "rich" if shutil.get_terminal_size().columns >= BOXED_COLUMNS else None


class ListingGroup(TyperGroup):
    """A group that lists its commands, each with the whole of its first sentence."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list; Typer cuts sentences at 45 letters."""
        commands = [self.get_command(ctx, name) for name in self.list_commands(ctx)]
        rows = [
            (command.name, command.get_short_help_str(limit=200))
            for command in commands
            if command is not None and not command.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class Commands(ListingGroup):
    """A group whose help ends with the names that other packages add."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help; what is installed is looked up now, not by every command."""
        lines = [
            f"From other packages, {kind}s: {', '.join(shown(added.name) for added in found)}."
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
    print("\ncoincide: stopped; finished work is kept.", file=sys.stderr)  # noqa: T201
