"""Read an event: folders or an event file become galleries and a list of what was left out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from coincide.errors import EventError
from coincide.ingest.branches import join_branches
from coincide.ingest.copies import part_copies
from coincide.ingest.eventfile import scan_event_file
from coincide.ingest.galleries import NamedClocks, Person, build_galleries
from coincide.ingest.options import IngestOptions
from coincide.ingest.people import scan_folder
from coincide.ingest.photos import show_shots
from coincide.ingest.scan import Scan, Source, scan_folders
from coincide.ingest.shots import group_shots
from coincide.media.file import MediaFile, media_file
from coincide.media.record import FileRecord, MetadataCache
from coincide.media.records import read_files
from coincide.media.sidecars import SidecarTimes, read_sidecars
from coincide.model import Event, Place, SkippedPhoto, Timeless, file_of
from coincide.model.progress import Progress

AsMade = Callable[[MediaFile], MediaFile]


def read_event(
    sources: Sequence[Path],
    *,
    options: IngestOptions = IngestOptions(),
    project: Place | None = None,
    cache: MetadataCache | None = None,
    progress: Progress | None = None,
    as_made: AsMade = lambda file: file,
) -> Event:
    """Return the event in one folder, in several folders, or in an event file.

    One folder: each sub-folder is one person's photos. Several folders: each
    is one person's. ``progress`` is told (files done, files in all). Raises
    EventError for what the user can mend; a bad file is listed in ``skipped``, a photo
    without a time in ``timeless``. ``as_made`` returns a file that was corrected since as its
    camera made it.
    """
    scan = scan_sources(sources)
    records = read_files(files_of(scan), cache=cache, progress=progress)
    sidecars = read_sidecars(records)
    return make_event(
        scan, records, sidecars, sources, options=options, project=project, as_made=as_made
    )


def make_event(
    scan: Scan,
    records: Mapping[Place, FileRecord],
    sidecars: SidecarTimes,
    sources: Sequence[Place],
    *,
    options: IngestOptions = IngestOptions(),
    project: Place | None = None,
    as_made: AsMade = lambda file: file,
) -> Event:
    """Return the event of what was scanned and read below ``sources``, wherever that lies."""
    found = _find(scan, records, sidecars, options, as_made)
    named = build_galleries(found.people, options)
    skipped = sorted({*scan.skipped, *found.skipped}, key=lambda left: (left.path, left.reason))
    if not named.galleries:
        raise EventError(_nothing_found(sources, skipped, found.timeless))
    anchor = None if scan.anchor is None else _anchor(scan.anchor, named)
    timeless = tuple(sorted(found.timeless, key=lambda photo: photo.path))
    return Event(
        name=scan.name,
        galleries=named.galleries,
        skipped=tuple(skipped),
        project=project,
        anchor=anchor,
        timeless=timeless,
        roots=scan.roots,
        doubts=named.doubts,
    )


def is_event_file(place: Place) -> bool:
    """Tell an event file from a folder, whatever the folder's name."""
    is_folder = isinstance(place, Path) and place.expanduser().is_dir()
    return place.suffix.lower() == ".toml" and not is_folder


def scan_sources(sources: Sequence[Path]) -> Scan:
    """Return whose files lie in some folders, or are named by an event file."""
    if not sources:
        raise EventError("No folder was given: give the folder with the event's photos.")
    event_files = [source for source in sources if is_event_file(source)]
    if event_files and len(sources) > 1:
        raise EventError(f"{event_files[0]} is an event file: give it without folders.")
    if event_files:
        return scan_event_file(event_files[0])
    return scan_folder(sources[0]) if len(sources) == 1 else scan_folders(sources)


def files_of(scan: Scan) -> list[Path]:
    """Return all files of folders that were scanned, by path and each once."""
    return sorted({file_of(path) for source in scan.sources for path in source.files})


@dataclass(frozen=True)
class _Found:
    """What became of all files: photos of people, photos without a time, and the rest."""

    people: tuple[Person, ...]
    timeless: tuple[Timeless, ...]
    skipped: tuple[SkippedPhoto, ...]


def _find(
    scan: Scan,
    records: Mapping[Place, FileRecord],
    sidecars: SidecarTimes,
    options: IngestOptions,
    as_made: AsMade,
) -> _Found:
    reasons = {path: _reason(record, options) for path, record in records.items()}
    media = {
        path: media_file(path, record, sidecars.by_file.get(path), sidecars.taken_utc_s.get(path))
        for path, record in records.items()
        if reasons[path] == record.reason
    }
    skipped = [
        SkippedPhoto(path, reason)
        for path, reason in reasons.items()
        if reason is not None and media.get(path) is None
    ]
    files = [
        [as_made(file) for path in source.files if (file := media.get(path))]
        for source in scan.sources
    ]
    people_found = join_branches(scan.sources, files)
    parted = part_copies(people_found.files, [source.name for source in people_found.sources])
    sources = (*people_found.sources, *_several(people_found.sources, parted.nobodys))
    shown = [
        show_shots(group_shots(kept), parted.copies, source.name)
        for source, kept in zip(sources, (*parted.files, *parted.nobodys.values()), strict=True)
    ]
    people = [
        Person(source, one.photos, unsure=one.unsure)
        for source, one in zip(sources, shown, strict=True)
    ]
    return _Found(
        _told_flat(people),
        tuple(photo for shots in shown for photo in shots.timeless),
        (*skipped, *sidecars.skipped, *(left for shots in shown for left in shots.skipped)),
    )


def _several(
    sources: Sequence[Source], nobodys: Mapping[tuple[int, ...], tuple[MediaFile, ...]]
) -> Iterator[Source]:
    """Yield one more person for photos that lie with several, and may be of any of them."""
    for whom, files in nobodys.items():
        names = "+".join(sorted(sources[number].name for number in whom))
        yield Source(names, tuple(file.path for file in files), shared=True)


def _told_flat(people: Sequence[Person]) -> tuple[Person, ...]:
    """Say which people are none: loose files, where nobody else has any."""
    others = [person for person in people if not person.source.loose and person.photos]
    return tuple(replace(person, flat=person.source.loose and not others) for person in people)


def _reason(record: FileRecord, options: IngestOptions) -> str | None:
    """Return why a file is left out; the size limit is the caller's, so not in the record."""
    n_pixels = (record.width_px or 0) * (record.height_px or 0)
    if n_pixels > options.max_pixels:
        size = f"{record.width_px} × {record.height_px} px"
        return f"too large: {size} is more than {options.max_pixels / 1e6:g} megapixels"
    return record.reason


def _nothing_found(
    sources: Sequence[Place], skipped: Sequence[SkippedPhoto], timeless: Sequence[Timeless]
) -> str:
    where = ", ".join(str(source) for source in sources)
    left_out = [(file.path, file.reason) for file in skipped]
    unusable = sorted([*left_out, *((photo.path, photo.reason) for photo in timeless)])
    if not unusable:
        return f"No photos found in {where}: is it the right folder?"
    path, reason = unusable[0]
    return (
        f"None of the {len(unusable)} files in {where} can be used: "
        f"the first is {path.name} ({reason})."
    )


def _anchor(wanted: str, named: NamedClocks) -> str:
    """Return the gallery that the event file's anchor means."""
    names = [gallery.name for gallery in named.galleries]
    meant = [wanted] if wanted in names else list(named.by_source.get(wanted, ()))
    if len(meant) == 1:
        return meant[0]
    choice = ", ".join(f'"{name}"' for name in (meant or names))
    why = "mixes several clocks" if meant else "is not a gallery with usable photos"
    raise EventError(f'anchor = "{wanted}" {why}: choose one of {choice}.')
