"""What commands that only look have in common: the latest solution, and whether it is old."""

from typing import TYPE_CHECKING

from rich.text import Text

from coincide.app.cli.progress import Bars
from coincide.app.cli.tables import notices

if TYPE_CHECKING:
    from coincide.project import Look, Project


def look_at(project: "Project") -> "Look":
    """Return the latest solution; where it is old, say so and why, apart from the output."""
    with Bars() as bars:
        look = project.shown(bars)
    tell_old(look)
    return look


def tell_old(look: "Look") -> None:
    """Say that a solution is old, and what changed since."""
    if look.changed:
        why = ", and ".join(look.changed)
        text = f"This is the latest result, and it is old: {why}. coincide sync finds a new one."
        notices().print(Text(text, style="yellow"), soft_wrap=True)
