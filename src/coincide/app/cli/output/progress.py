"""Progress bars on a terminal, one per stage; silence everywhere else."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from coincide.app.cli.output.tables import notices

if TYPE_CHECKING:
    from coincide.project import Project, SolutionStatus


STAGES = {
    "render": "Rendering photos",
    "download": "Downloading weights",
    "wait": "Waiting for another",
    "album": "Fetching previews",
    "read": "Reading photos",
    "scan": "Reading tags",
    "embed": "Looking at photos",
    "frames": "Looking into clips",
    "clocks": "Looking for clock photos",
    "hear": "Hearing clips",
    "listen": "Comparing sounds",
    "vlad": "Encoding photos",
    "link": "Comparing galleries",
    "solve": "Placing galleries",
    "features": "Looking closer",
    "verify": "Comparing closer",
    "timeless": "Placing by look",
    "pictures": "Making pictures",
    "compare": "Comparing pictures",
    "match": "Comparing sessions",
    "try": "Trying occasions",
    "quality": "Judging pictures",
    "film": "Making the film",
    "plan": "Planning",
    "write": "Writing",
    "undo": "Bringing back",
    "bench": "Running configurations",
}


class Bars:
    """A progress callback ``(stage, done, total)`` that draws; a context manager."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description:<22}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(compact=True, elapsed_when_finished=True),
            console=console,
            disable=not console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> "Bars":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Draw the bar of a stage."""
        if stage not in self._tasks:
            self._tasks[stage] = self._progress.add_task(STAGES.get(stage, stage), total=total)
        self._progress.update(self._tasks[stage], completed=done, total=total)


def look_at(project: "Project") -> "SolutionStatus":
    """Return the latest solution; where it is old, say so and why, apart from the output."""
    with Bars() as bars:
        look = project.shown(bars)
    tell_old(look)
    return look


def tell_old(look: "SolutionStatus") -> None:
    """Say that a solution is old, and what changed since."""
    if look.changed:
        why = ", and ".join(look.changed)
        text = (
            f"This is the latest result, and it is out of date: {why}. Run coincide sync for a new"
            " one."
        )
        notices().print(Text(text, style="yellow"), soft_wrap=True)
