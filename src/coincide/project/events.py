"""Load an event: its folders, its project folder, and what is remembered of both."""

import hashlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from coincide.engine import Engine, LocalEngine
from coincide.errors import EventError, UsageError
from coincide.features.backbones import open_backbone
from coincide.ingest import FileRecord, is_event_file, read_event
from coincide.ingest.options import IngestOptions
from coincide.model import Event
from coincide.project.applied import AppliedPlans, load_applied
from coincide.project.choices import chosen
from coincide.project.costs import Meter
from coincide.project.features import Progress, chosen_taps
from coincide.project.options import SyncOptions
from coincide.project.remote import Reading, load_objects_event, look_of
from coincide.project.said import load_said
from coincide.storage.store import Store
from coincide.storage.urls import as_url, is_url

PROJECT_NAME = ".coincide"


@dataclass(frozen=True)
class Run:
    """Where the work of a run is done, and what counts it.

    ``look``: photos in object storage are embedded as these options say while they are read.
    """

    engine: Engine = field(default_factory=LocalEngine)
    meter: Meter = field(default_factory=Meter)
    look: SyncOptions | None = None


class _RecordCache:
    """What ingest read from each file, kept in the store."""

    def __init__(self, store: Store, meter: Meter, *, keep: bool = True) -> None:
        self.store, self.meter, self.keep = store, meter, keep

    def get(self, path: Path, size: int, mtime_ns: int) -> FileRecord | None:
        found = self.store.load_record(path, size, mtime_ns)
        return None if found is None else FileRecord.from_json(found)

    def put(self, path: Path, size: int, mtime_ns: int, record: FileRecord) -> None:
        if self.keep:
            self.store.save_record(path, size, mtime_ns, record.to_json())
        self.meter.add("read", photos=1, bytes_read=size)


def load_event(
    *sources: str | Path,
    project: str | Path | None = None,
    options: IngestOptions = IngestOptions(),
    progress: Progress | None = None,
    run: Run | None = None,
) -> Event:
    """Read an event: one folder, several folders, or a TOML event file; or the URL of a folder.

    Unless ``project`` names it, the project folder is ``.coincide`` inside the one
    folder; beside an event file, or in the current folder for several folders, it is
    ``.coincide-`` and a name of its own, so that events do not share one. The galleries are
    as a person chose them.
    """
    event = load_found_event(*sources, project=project, options=options, progress=progress, run=run)
    return event if event.project is None else chosen(event, load_said(event.project).choices)


def load_found_event(
    *sources: str | Path,
    project: str | Path | None = None,
    options: IngestOptions = IngestOptions(),
    progress: Progress | None = None,
    run: Run | None = None,
    keep: bool = True,
) -> Event:
    """Read an event as it is found, before any choice of a person's.

    What was read of each file is kept for the next time, unless somebody only looks.
    """
    paths = [Path(source).expanduser() for source in sources]
    folder = project_folder(paths, Path(project) if project is not None else None)
    tell, run = progress or (lambda _stage, _done, _total: None), run or Run()
    if any(is_url(path) for path in (folder, *paths)):
        return _load_objects(paths, folder, options, tell, run)
    with run.meter.timed("read"):
        return _load_files(paths, folder, options, tell, run.meter, keep=keep)


def _load_objects(
    paths: Sequence[Path], folder: Path, options: IngestOptions, tell: Progress, run: Run
) -> Event:
    """Read an event from object storage."""
    if not is_url(folder):
        raise UsageError(
            "What is computed of photos at a URL is kept at a URL: name it with --project"
            " (file:///… for a folder of this machine)."
        )
    if not paths or not all(is_url(path) for path in paths):
        raise UsageError(
            f"A project folder at a URL, {as_url(folder)}, is for photos at a URL"
            " (file:///… for a folder of this machine)."
        )
    look = None
    if run.look is not None:
        embed = run.look.embed
        backbone = open_backbone(embed.backbone, weights=embed.weights)
        taps = chosen_taps(backbone, run.look.features, run.look.method)
        look = look_of(backbone, taps, embed)
    return load_objects_event(paths, folder, options, Reading(run.engine, run.meter, tell, look))


def _load_files(
    paths: Sequence[Path],
    folder: Path,
    options: IngestOptions,
    tell: Progress,
    meter: Meter,
    *,
    keep: bool = True,
) -> Event:
    """Read an event from this machine's disks."""

    def read(cache: _RecordCache | None, applied: AppliedPlans = AppliedPlans()) -> Event:
        return read_event(
            paths,
            options=options,
            project=folder,
            cache=cache,
            progress=lambda done, total: tell("read", done, total),
            as_made=applied.as_made,
        )

    if not all(path.is_dir() or is_event_file(path) for path in paths):
        return read(None)  # says what is wrong; no project folder is made for a typing error
    is_new = not folder.exists()
    try:
        with Store(folder) as store:
            applied = load_applied(store)
            return _anchored(read(_RecordCache(store, meter, keep=keep), applied), applied)
    except EventError:
        if is_new:
            shutil.rmtree(folder, ignore_errors=True)  # made just now, for nothing
        raise


def _anchored(event: Event, applied: AppliedPlans) -> Event:
    """Return the event with the anchor of what was applied: late galleries join that time."""
    names = {gallery.name for gallery in event.galleries}
    if event.anchor is None and applied.anchor in names:
        return replace(event, anchor=applied.anchor, true_time=applied.true_time)
    return event


def project_folder(sources: Sequence[Path], project: Path | None = None) -> Path:
    """Return an event's project folder: the one named, else the default of its sources."""
    if project is not None:
        return project.expanduser()
    if len(sources) != 1:
        if any(is_url(source) for source in sources):
            raise UsageError("Several URLs have no project folder in common: name --project.")
        which = "\n".join(sorted(str(source.expanduser().resolve()) for source in sources))
        return Path.cwd() / f"{PROJECT_NAME}-{hashlib.sha256(which.encode()).hexdigest()[:8]}"
    only = sources[0].expanduser()
    if is_event_file(only):
        return only.parent / f"{PROJECT_NAME}-{only.stem}"
    return only / PROJECT_NAME
