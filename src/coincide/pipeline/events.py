"""Load an event: its folders, its project folder, and what is remembered of both."""

from collections.abc import Sequence
from pathlib import Path

from coincide.config import IngestOptions
from coincide.ingest import FileRecord, read_event
from coincide.model import Event
from coincide.pipeline.features import Progress
from coincide.store import Store

PROJECT_NAME = ".coincide"


class _RecordCache:
    """What ingest read from each file, kept in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def get(self, path: Path, size: int, mtime_ns: int) -> FileRecord | None:
        found = self.store.load_record(path, size, mtime_ns)
        return None if found is None else FileRecord.from_json(found)

    def put(self, path: Path, size: int, mtime_ns: int, record: FileRecord) -> None:
        self.store.save_record(path, size, mtime_ns, record.to_json())


def load_event(
    *sources: str | Path,
    project: str | Path | None = None,
    options: IngestOptions = IngestOptions(),
    progress: Progress | None = None,
) -> Event:
    """Read an event: one folder, several folders, or a TOML event file.

    The project folder is ``.coincide`` inside the one folder, beside the event
    file, or, for several folders, in the current folder.
    """
    paths = [Path(source) for source in sources]
    folder = Path(project) if project is not None else default_project(paths)
    tell = progress or (lambda _stage, _done, _total: None)

    def read(cache: _RecordCache | None) -> Event:
        return read_event(
            paths,
            options=options,
            project=folder,
            cache=cache,
            progress=lambda done, total: tell("read", done, total),
        )

    if not all(path.exists() for path in paths):
        return read(None)  # says what is missing; no project folder is made for a typing error
    with Store(folder) as store:
        return read(_RecordCache(store))


def default_project(paths: Sequence[Path]) -> Path:
    """Return where an event's project folder is unless another is named."""
    if len(paths) != 1:
        return Path.cwd() / PROJECT_NAME
    (only,) = paths
    return (only.parent if only.suffix == ".toml" else only) / PROJECT_NAME
