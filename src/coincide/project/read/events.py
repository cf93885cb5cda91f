"""Load an event: its folders, its project folder, and what is remembered of both."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import overload

from coincide.errors import StoreError, UsageError
from coincide.ingest import is_event_file, make_event
from coincide.ingest.options import IngestOptions
from coincide.ingest.scan import existing_folder
from coincide.model import Event, Place, SkippedPhoto, Url, file_of, place_of
from coincide.model.places import expanded
from coincide.model.progress import StageProgress
from coincide.project.folder.corrections import AppliedPlans
from coincide.project.read.features import without
from coincide.project.read.objectstorage import photos_at
from coincide.project.read.ondisk import Run
from coincide.project.userinput.choices import chosen
from coincide.project.userinput.document import load_said

PROJECT_NAME = ".coincide"
# a folder for the projects of all events, as where photos cannot be written beside
FOLDER_VARIABLE = "COINCIDE_PROJECTS"


def load_event(
    *sources: str | Place,
    project: str | Place | None = None,
    options: IngestOptions = IngestOptions(),
    progress: StageProgress | None = None,
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
    *sources: str | Place,
    project: str | Place | None = None,
    options: IngestOptions = IngestOptions(),
    progress: StageProgress | None = None,
    run: Run | None = None,
    keep: bool = True,
) -> Event:
    """Read an event as it is found, before any choice of a person's.

    What was read of each file is kept for the next time, unless somebody only looks.
    """
    places = [expanded(place_of(source)) for source in sources]
    folder = project_folder(places, None if project is None else place_of(project))
    _check_kinds(places, folder)
    tell, run = progress or (lambda _stage, _done, _total: None), run or Run()
    reading = photos_at(folder, run, keep=keep).reading(places, options, tell)
    with run.meter.timed("read"), reading as read:
        event = make_event(
            read.scan,
            read.records,
            read.sidecars,
            places,
            options=options,
            project=folder,
            as_made=read.applied.as_made,
        )
    return _anchored(_without_failed(event, read.failed), read.applied)


def _check_kinds(places: Sequence[Place], folder: Place) -> None:
    """Refuse photos at a URL with a project folder on a disk, and the other way round."""
    at_url = [isinstance(place, Url) for place in places]
    if any(at_url) and not isinstance(folder, Url):
        raise UsageError(
            "The project folder for photos at a URL has to be a URL too: give it with --project"
            " (file:///… for a folder on this machine)."
        )
    if isinstance(folder, Url) and not (places and all(at_url)):
        raise UsageError(
            f"A project folder at a URL, {folder}, needs photos at a URL (file:///… for a folder"
            " on this machine)."
        )


def _without_failed(event: Event, failed: Mapping[Place, str]) -> Event:
    """Return the event without the files that are known to show nothing."""
    skipped = [SkippedPhoto(path, reason) for path, reason in failed.items()]
    shown = {photo.path for photo in event.photos}
    timeless = {photo.path for photo in event.timeless}
    event = without(event, [photo for photo in skipped if photo.path in shown])
    gone = tuple(photo for photo in skipped if photo.path in timeless)
    return replace(
        event,
        timeless=tuple(photo for photo in event.timeless if photo.path not in failed),
        skipped=(*event.skipped, *gone),
    )


def _anchored(event: Event, applied: AppliedPlans) -> Event:
    """Return the event with the anchor of what was applied: late galleries join that time."""
    names = {gallery.name for gallery in event.galleries}
    if event.anchor is None and applied.anchor in names:
        true_time = applied.true_time
        return replace(event, anchor=applied.anchor, true_time=true_time, anchor_applied=True)
    return event


@overload
def project_folder(sources: Sequence[Path], project: Path | None = None) -> Path: ...


@overload
def project_folder(sources: Sequence[Place], project: Place | None = None) -> Place: ...


def project_folder(sources: Sequence[Place], project: Place | None = None) -> Place:
    """Return an event's project folder: the one named, else the default of its sources."""
    if project is not None:
        named = expanded(project)
        linked = isinstance(named, Path) and named.is_symlink()
        return file_of(named).resolve() if linked else named  # who names a link means its target
    folder = _default_folder(sources)
    if isinstance(folder, Path) and folder.is_symlink():
        raise StoreError(
            f"{folder} is a symbolic link, which Coincide does not use as a project folder by"
            " itself. Give the real folder with --project."
        )
    return folder


def _default_folder(sources: Sequence[Place]) -> Place:
    projects = os.environ.get(FOLDER_VARIABLE)
    if projects and not any(isinstance(source, Url) for source in sources):
        first = file_of(sources[0]).expanduser().resolve().name if len(sources) == 1 else "event"
        return Path(projects) / f"{first}-{_digest(sources)}"
    if len(sources) != 1:
        return Path.cwd() / f"{PROJECT_NAME}-{_digest(sources)}"
    only = expanded(sources[0])
    if is_event_file(only):
        return only.parent / f"{PROJECT_NAME}-{only.stem}"
    return only / PROJECT_NAME


def _digest(sources: Sequence[Place]) -> str:
    which = "\n".join(sorted(_full_name(source) for source in sources))
    return hashlib.sha256(which.encode()).hexdigest()[:8]


def roots_of(sources: Sequence[Place]) -> tuple[Place, ...]:
    """Return the folders that an event lies in; empty where only an event file tells."""
    urls = {source for source in sources if isinstance(source, Url)}
    if urls or event_file_of(sources) is not None:
        return tuple(sorted(urls))
    return tuple(sorted({existing_folder(file_of(source)) for source in sources}))


def event_file_of(sources: Sequence[Place]) -> Path | None:
    """Return the event file that the sources are, None where they are no such."""
    only = sources[0] if len(sources) == 1 else None
    return only if isinstance(only, Path) and is_event_file(only) else None


def _full_name(source: Place) -> str:
    if isinstance(source, Url):
        raise UsageError("Several URLs have no project folder in common: give one with --project.")
    return str(source.expanduser().resolve())
