"""Photos in object storage: read and embedded by tasks, each photo fetched once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from coincide.features.backbones import open_backbone
from coincide.ingest.options import IngestOptions
from coincide.model import Place, Url
from coincide.model.places import url_of
from coincide.model.progress import StageProgress
from coincide.project.folder.trust import require_code
from coincide.project.options import SyncOptions
from coincide.project.read.features import Embedder, chosen_taps
from coincide.project.read.objectrecords import ObjectReadSetup, read_objects
from coincide.project.read.objectvectors import ObjectEmbedder
from coincide.project.read.ondisk import PhotoSource, ReadFiles, Run
from coincide.project.read.shardjob import FeatureRequest, look_of
from coincide.storage.store import Store


@dataclass(frozen=True)
class InStorage:
    """Photos at URLs, and a project folder at another."""

    project: Url
    run: Run
    on_disk = False

    @contextmanager
    def reading(
        self, sources: Sequence[Place], options: IngestOptions, progress: StageProgress
    ) -> Iterator[ReadFiles]:
        """Read the objects that are new; with options to look by, embed them meanwhile."""
        look = None if self.run.look is None else _look(self.run.look)
        reading = ObjectReadSetup(self.run.engine, self.run.meter, progress, look)
        yield read_objects([url_of(source) for source in sources], self.project, options, reading)

    @property
    def embedder(self) -> Embedder:
        """What fetches photos and embeds them."""
        return ObjectEmbedder(self.run.engine, self.run.meter)


def _look(options: SyncOptions) -> FeatureRequest:
    require_code(options)
    backbone = open_backbone(options.embed.backbone, weights=options.embed.weights)
    return look_of(backbone, chosen_taps(backbone, options.features, options.method), options.embed)


def photos_at(project: Place, run: Run, *, keep: bool = True) -> PhotoSource:
    """Return the reader of photos whose project folder is at a place.

    Without ``keep``, records and vectors are not written to the project folder.
    """
    if isinstance(project, Url):
        return InStorage(project, run)
    from coincide.project.read.ondisk import OnDisk

    store = run.store if isinstance(run.store, Store) else None
    return OnDisk(project, run.meter, keep, run.applied, store)
