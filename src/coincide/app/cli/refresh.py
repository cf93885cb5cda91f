"""``coincide refresh``: let a server that reads sidecars read them again."""

from pathlib import Path

from rich.text import Text

from coincide.app.cli.apply import PlanFile
from coincide.app.cli.keys import Server
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import LISTED, console, shown
from coincide.errors import ServerError


def refresh(
    plan_file: PlanFile,
    server: Server,
) -> None:
    """Make an Immich server read the sidecars of a plan again after it was applied or undone.

    For photos in an external library, where the server does not notice changed sidecars by itself.
    Example: coincide refresh plan.json immich://photos.example.org
    """
    from coincide import project as pipeline
    from coincide.project.plans.rescan import refresh_library
    from coincide.servers.library import open_library

    opened, library = pipeline.open_plan(plan_file), open_library(server)
    with Bars() as bars:
        found = refresh_library(opened, library, progress=bars)
    screen = console()
    screen.print(f"On the server, {len(found.right)} photos have the times of their sidecars.")
    for name in found.unknown[:LISTED]:
        screen.print(Text(f"  {shown(Path(name).name)}: you have no such photo on the server"))
    if found.late:
        raise ServerError(
            f"{len(found.late)} photos still have other times, for example"
            f" {Path(found.late[0]).name}." + _remedy(looked_for=found.sidecars_looked_for)
        )


def _remedy(*, looked_for: bool) -> str:
    if looked_for:
        return " The server may need more time: run this again."
    return (
        " New sidecars are discovered by a job that only an administrator may start:"
        " Administration → Jobs → Sidecar metadata → Sync. Then run this again."
    )
