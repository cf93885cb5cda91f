"""One project that is open: what is shown of it, and what is known beside that."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from coincide.app.review.pictures import Pictures
from coincide.errors import StoreError
from coincide.model import Event
from coincide.model.progress import StageProgress
from coincide.project import (
    Choices,
    Known,
    Project,
    Solution,
    SolutionStatus,
    SyncResult,
    UserInput,
    chosen,
)
from coincide.project.read.remotealbum import pull_if_named
from coincide.project.solutions import why


class NotOpenError(StoreError):
    """No event is open."""


@dataclass(frozen=True)
class OpenedProject:
    """One project: what is shown of it, and what is known beside that.

    ``run`` is how the solution was found, where that was in this process.
    """

    project: Project
    look: SolutionStatus
    known: Known
    pictures: Pictures
    run: SyncResult | None = None

    def close(self) -> None:
        """Let go of what is held of it; what was said is kept."""
        self.pictures.close()
        self.project.store.let_go()

    @property
    def solution(self) -> Solution:
        """What is shown."""
        return self.look.solution

    @property
    def said(self) -> UserInput:
        """All that was said, which the solution may not know yet."""
        return self.known.said

    @property
    def settled(self) -> bool:
        """Whether the solution knows all that was said."""
        return self.look.known.said.of_clocks == self.known.said.of_clocks

    @property
    def look_now(self) -> SolutionStatus:
        """What is shown, with all that was said by now."""
        return replace(self.look, known=self.known)

    def pairs(self, gallery: str) -> Sequence[why.EvidencePair] | None:
        """Return the pairs behind a gallery's place; None where the method keeps none."""
        if self.solution.evidence is None and self._traced is not None:
            return why.pairs_of(self._traced, gallery)
        return None if self.solution.evidence is None else self.solution.evidence[gallery]

    def strength(self, gallery: str) -> why.Strength | None:
        """Return how well offsets fit a gallery; None where the method cannot tell."""
        kept = self.solution.strengths
        if kept is None and self._traced is not None:
            return why.strength_of(self._traced, gallery)
        return None if kept is None else kept[gallery]

    def edges(self) -> Sequence[why.EdgeView] | None:
        """Return what every two galleries say; None where the method does not tell."""
        if self.solution.edges is None and self._traced is not None:
            return why.edges_of(self._traced)
        return self.solution.edges

    @property
    def _traced(self) -> SyncResult | None:
        return None if self.run is None or self.run.trace is None else self.run

    @property
    def event(self) -> Event:
        """The event as it was chosen last, which the solution may not know yet."""
        before, now = self.look.known.said.choices.steps, self.said.choices.steps
        if now[: len(before)] == before:
            return chosen(self.solution.event, Choices(now[len(before) :]))
        return chosen(self.project.found or self.project.read(keep=False), self.said.choices)


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
