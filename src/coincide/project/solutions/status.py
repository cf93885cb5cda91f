"""What is looked at: what is known of a project, and how a solution stands beside it."""

from dataclasses import dataclass, field
from pathlib import Path

from coincide.model import Event
from coincide.project.folder.corrections import plans_stamp
from coincide.project.solutions.solutions import Solution
from coincide.project.solve.run import SyncResult
from coincide.project.userinput.document import UserInput, said_in
from coincide.storage.projectstore import ProjectStore


def quiet(_stage: str, _done: int, _total: int) -> None:
    """Tell nobody how far work is."""


@dataclass(frozen=True)
class LastSolution:
    """An event as it was found last, with what tells it from others."""

    event: Event
    photos: str
    listing: str | None


@dataclass(frozen=True)
class Known:
    """What stands in a project folder beside its solutions, read at one time.

    ``plans`` were applied at some time; ``stamp`` tells how they and their journals stand.
    """

    said: UserInput = field(default_factory=UserInput)
    can_undo: bool = False
    can_redo: bool = False
    plans: tuple[Path, ...] = ()
    stamp: tuple[str, ...] = ()


@dataclass(frozen=True)
class SolutionStatus:
    """A solution as it is looked at: with what changed since, and which galleries are corrected.

    Where nothing changed, ``changed`` is empty, and the solution holds.
    """

    solution: Solution
    known: Known
    changed: tuple[str, ...] = ()
    corrected: frozenset[str] = frozenset()

    def tells_as(self, other: "SolutionStatus") -> bool:
        """Tell whether another look has nothing else to say."""
        return (
            self.solution.key == other.solution.key
            and (self.known, self.changed) == (other.known, other.changed)
            and self.corrected == other.corrected
        )


@dataclass(frozen=True)
class Synced:
    """A solution, and the run that found it; None where it was kept from before."""

    solution: Solution
    run: SyncResult | None


def known_in(store: ProjectStore) -> Known:
    """Return what stands in an open store."""
    plans = tuple(store.load_plan_paths())
    undo, redo = store.can_undo_hints()
    return Known(said_in(store), undo, redo, plans, plans_stamp(plans))
