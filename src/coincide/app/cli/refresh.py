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
    """Let an Immich server read the sidecars of a plan again, once it is applied or undone.

    For photos that the server reads where they lie (an external library): it notices no sidecar
    by itself. Example: coincide refresh plan.json immich://photos.example.org
    """
    from coincide import project as pipeline
    from coincide.project.plans.rescan import refresh_library
    from coincide.servers.library import open_library

    opened, library = pipeline.open_plan(plan_file), open_library(server)
    with Bars() as bars:
        found = refresh_library(opened, library, progress=bars)
    screen = console()
    screen.print(f"The server tells {len(found.right)} photos as their sidecars do.")
    for name in found.unknown[:LISTED]:
        screen.print(Text(f"  {shown(Path(name).name)}: the server has no such photo of yours"))
    if found.late:
        raise ServerError(
            f"{len(found.late)} photos still have other times, {Path(found.late[0]).name} for one."
            + _remedy(looked_for=found.sidecars_looked_for)
        )


def _remedy(*, looked_for: bool) -> str:
    if looked_for:
        return " The server may need more time: run this again."
    return (
        " New sidecars are looked for by an administrator's job, which no key here may start:"
        " Administration → Jobs → Sidecar metadata → Sync; then run this again."
    )
