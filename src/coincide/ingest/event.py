"""Read an event: folders or an event file become galleries and a list of what was left out."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from coincide.config import IngestOptions
from coincide.errors import EventError
from coincide.ingest.eventfile import scan_event_file
from coincide.ingest.galleries import NamedClocks, Person, build_galleries, drop_copies
from coincide.ingest.reading import Progress, read_files
from coincide.ingest.record import FileRecord, MetadataCache
from coincide.ingest.scan import Scan, scan_folder, scan_folders
from coincide.model import Device, Event, Photo, Position, SkippedPhoto


def read_event(
    sources: Sequence[Path],
    *,
    options: IngestOptions = IngestOptions(),
    project: Path | None = None,
    cache: MetadataCache | None = None,
    progress: Progress | None = None,
) -> Event:
    """Return the event in one folder, in several folders, or in an event file.

    One folder: each sub-folder is one person's photos. Several folders: each
    is one person's. ``progress`` is told (files done, files in all). Raises
    EventError for what the user can mend; a bad file is listed in ``skipped``.
    """
    scan = _scan(sources)
    paths = sorted({path for source in scan.sources for path in source.files})
    records = read_files(paths, cache=cache, progress=progress)
    skipped = [*scan.skipped, *_left_out(records, options)]
    people, copies = drop_copies(_people(scan, records, options))
    named = build_galleries(people, options)
    skipped = sorted({*skipped, *copies}, key=lambda left_out: (left_out.path, left_out.reason))
    if not named.galleries:
        raise EventError(_nothing_found(sources, skipped))
    anchor = None if scan.anchor is None else _anchor(scan.anchor, named)
    return Event(scan.name, named.galleries, tuple(skipped), project, anchor)


def is_event_file(path: Path) -> bool:
    """Tell an event file from a folder, whatever the folder's name."""
    return path.suffix.lower() == ".toml" and not path.expanduser().is_dir()


def _scan(sources: Sequence[Path]) -> Scan:
    if not sources:
        raise EventError("No folder was given: name the folder that holds the event's photos.")
    event_files = [source for source in sources if is_event_file(source)]
    if event_files and len(sources) > 1:
        raise EventError(f"{event_files[0]} is an event file: give it alone, without folders.")
    if event_files:
        return scan_event_file(event_files[0])
    return scan_folder(sources[0]) if len(sources) == 1 else scan_folders(sources)


def _people(scan: Scan, records: Mapping[Path, FileRecord], options: IngestOptions) -> list[Person]:
    people = []
    for source in scan.sources:
        usable = [path for path in source.files if _is_usable(records[path], options)]
        people.append(Person(source, tuple(_photo(path, records[path]) for path in usable)))
    others = [person for person in people if not person.source.loose and person.photos]
    return [
        Person(person.source, person.photos, flat=person.source.loose and not others)
        for person in people
    ]


def _is_usable(record: FileRecord, options: IngestOptions) -> bool:
    return not record.other and _reason(record, options) is None


def _reason(record: FileRecord, options: IngestOptions) -> str | None:
    """Return why a file is left out; the size limit is the caller's, so not in the record."""
    n_pixels = (record.width_px or 0) * (record.height_px or 0)
    if record.reason is None and n_pixels > options.max_pixels:
        size = f"{record.width_px} × {record.height_px} px"
        return f"too large: {size} is more than {options.max_pixels / 1e6:g} megapixels"
    return record.reason


def _left_out(records: Mapping[Path, FileRecord], options: IngestOptions) -> list[SkippedPhoto]:
    reasons = {path: _reason(record, options) for path, record in records.items()}
    return [SkippedPhoto(path, reason) for path, reason in reasons.items() if reason is not None]


def _photo(path: Path, record: FileRecord) -> Photo:
    if record.key is None or record.recorded_time_s is None:
        raise ValueError(f"the record of {path} is of no usable photo")
    place = None
    if record.latitude_deg is not None and record.longitude_deg is not None:
        place = Position(record.latitude_deg, record.longitude_deg)
    return Photo(
        path=path,
        key=record.key,
        camera_time_s=record.recorded_time_s,
        recorded_time_s=record.recorded_time_s,
        device=Device(record.make, record.model, record.serial, record.software),
        zone_s=record.zone_s,
        gps_time_s=record.gps_time_s,
        position=place,
        orientation=record.orientation,
        width_px=record.width_px,
        height_px=record.height_px,
        scene_ev=record.scene_ev,
    )


def _nothing_found(sources: Sequence[Path], skipped: Sequence[SkippedPhoto]) -> str:
    where = ", ".join(str(source) for source in sources)
    if not skipped:
        return f"No photos found in {where}: is it the right folder?"
    first = skipped[0]
    return (
        f"None of the {len(skipped)} files in {where} can be used: "
        f"the first is {first.path.name} ({first.reason})."
    )


def _anchor(wanted: str, named: NamedClocks) -> str:
    """Return the gallery that the event file's anchor means."""
    names = [gallery.name for gallery in named.galleries]
    meant = [wanted] if wanted in names else list(named.by_source.get(wanted, ()))
    if len(meant) == 1:
        return meant[0]
    choice = ", ".join(f'"{name}"' for name in (meant or names))
    why = "mixes several clocks" if meant else "names no gallery with usable photos"
    raise EventError(f'anchor = "{wanted}" {why}: choose one of {choice}.')
