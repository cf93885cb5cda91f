"""An event that was read and not solved yet: who is who can be said of it, and no more."""

from dataclasses import dataclass, replace

from coincide.model import Event
from coincide.model.progress import StageProgress
from coincide.project import Known, Project, chosen
from coincide.project.read.remotealbum import pull_if_named


@dataclass(frozen=True)
class Unsolved:
    """A project without a solution, and its event as it was found."""

    project: Project
    found: Event
    known: Known

    @property
    def event(self) -> Event:
        """The event as a person chose it."""
        return chosen(self.found, self.known.said.choices)

    def knowing(self, known: Known) -> "Unsolved":
        """Return the same with what was said since."""
        return replace(self, known=known)


def read_unsolved(project: Project, progress: StageProgress) -> Unsolved:
    """Read an event; what was read of its files is kept, for it is to be solved next."""
    pull_if_named(project.sources, progress)  # an album has no photos here before that
    return Unsolved(project, project.read(progress), project.known())
