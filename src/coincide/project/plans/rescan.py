"""After sidecars were written or taken back: let the server that reads them read them again."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from coincide.errors import UsageError
from coincide.model.progress import StageProgress
from coincide.project.solutions.status import quiet
from coincide.servers import Asset
from coincide.servers.library import ExternalLibrary
from coincide.writing.apply.carry import OpenPlan, plan_state
from coincide.writing.plan.model import FileChange

# seconds: a server of some thousand photos looks for sidecars in some; asked again in between
_EVERY_S, _AGAIN_S, _GIVE_UP_S = 2.0, 20.0, 120.0
# what a sidecar says is whole to the second at least
_SAME_S = 1.0


@dataclass
class Refreshed:
    """Which photos a server now tells rightly, which not, and which it does not know."""

    right: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    sidecars_looked_for: bool = False


def refresh_library(
    opened: OpenPlan,
    library: ExternalLibrary,
    *,
    progress: StageProgress = quiet,
    sleep: Callable[[float], None] = time.sleep,
) -> Refreshed:
    """Let a server read the sidecars of a plan again, and wait until it tells their times."""
    state = plan_state(opened)
    if opened.plan.to != "sidecar" or state == "partly":
        raise UsageError("Refresh needs a plan of sidecars that is completely applied or undone.")
    done = Refreshed()
    waiting: list[tuple[Asset, float, str]] = []
    for change in opened.plan.files:
        path = opened.plan.where(change.photo)
        asset, expected_s = library.find(path), _expected_s(change, applied=state == "applied")
        if asset is None or expected_s is None:
            done.unknown.append(str(path))
        else:
            waiting.append((asset, expected_s, str(path)))
    n_found = len(waiting)
    passed_s, next_s = 0.0, 0.0
    while waiting and passed_s <= _GIVE_UP_S:
        if passed_s >= next_s:
            done.sidecars_looked_for |= library.look_for_sidecars()
            sleep(_EVERY_S)
            library.read_again([asset for asset, _, _ in waiting])
            next_s = passed_s + _AGAIN_S
        sleep(_EVERY_S)
        passed_s += _EVERY_S
        still = []
        for asset, expected_s, name in waiting:
            if abs(library.asset(asset).time.local_s - expected_s) < _SAME_S:
                done.right.append(name)
            else:
                still.append((asset, expected_s, name))
        waiting = still
        progress("write", n_found - len(waiting), n_found)
    done.late = [name for _, _, name in waiting]
    return done


def _expected_s(change: FileChange, *, applied: bool) -> float | None:
    return change.moment.corrected_s if applied else change.moment.recorded_s
