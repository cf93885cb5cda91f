"""Plans of stretches whose photos are on a server: what is printed of them, and what to do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from coincide.app.cli.albums import print_made_plans
from coincide.app.cli.output.progress import Bars
from coincide.errors import PlanError

if TYPE_CHECKING:
    from coincide.library.decide import Decision
    from coincide.library.openlibrary import Library
    from coincide.library.scan.serverplace import ServerPlace
    from coincide.writing.plan import PlanOptions


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
