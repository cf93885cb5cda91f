"""How the photos of an event are read and embedded where they lie: here is the choice, once.

Where work runs is the engine's business, and where photos lie is this one's; an event is loaded
and embedded in one way, whatever the two are.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from coincide.engine import Engine, LocalEngine
from coincide.ingest import FileRecord
from coincide.ingest.options import IngestOptions
from coincide.ingest.scan import Scan
from coincide.media.sidecars import SidecarTimes
from coincide.model import Place, Url
from coincide.project.applied import AppliedPlans, read_applied
from coincide.project.costs import Meter
from coincide.project.features import Embedder, Progress
from coincide.project.options import SyncOptions
from coincide.storage.projectstore import ProjectStore
from coincide.storage.store import Store


@dataclass(frozen=True)
class Run:
    """Where the work of a run is done, and what counts it.

    ``look``: photos in object storage are embedded as these options say while they are read.
    ``applied`` tells what plans changed: whoever has read them reads them no second time.
    ``store`` is the project folder's where that is open already.
    """

    engine: Engine = field(default_factory=LocalEngine)
    meter: Meter = field(default_factory=Meter)
    look: SyncOptions | None = None
    applied: Callable[[Sequence[Path]], AppliedPlans] = read_applied
    store: ProjectStore | None = None


@dataclass(frozen=True)
class ReadFiles:
    """The files of an event as they were read, before they are put together.

    ``failed`` says of files that were embedded meanwhile why they cannot be decoded; ``applied``
    is what was corrected among them.
    """

    scan: Scan
    records: Mapping[Place, FileRecord]
    sidecars: SidecarTimes
    failed: Mapping[Place, str] = field(default_factory=dict)
    applied: AppliedPlans = field(default_factory=AppliedPlans)


class Photos(Protocol):
    """Photos that lie in one kind of place, with the project folder that is kept of them."""

    @property
    def on_disk(self) -> bool:
        """Whether their files can be opened on this machine."""

    def reading(
        self, sources: Sequence[Place], options: IngestOptions, progress: Progress
    ) -> AbstractContextManager[ReadFiles]:
        """Read what is new below some folders; what is made of it belongs into the block."""

    @property
    def embedder(self) -> Embedder:
        """What embeds those that the project folder has no vectors of."""


def photos_at(project: Place, run: Run, *, keep: bool = True) -> Photos:
    """Return how photos are dealt with whose project folder lies at a place.

    Not ``keep``: nothing is written there of what is read.
    """
    if isinstance(project, Url):
        from coincide.project.tasks.instorage import InStorage

        return InStorage(project, run)
    from coincide.project.ondisk import OnDisk

    store = run.store if isinstance(run.store, Store) else None
    return OnDisk(project, run.meter, keep, run.applied, store)
