"""Find the XMP sidecars beside photos, and read the capture time a person set in them.

``IMG.JPG.xmp`` comes before ``IMG.xmp``, as in Immich; the first is how digiKam and darktable
name them, the second how Adobe does, of the RAW of that name. They are read anew each time, so
that a cached record of the photo never hides a change in its sidecar.
"""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from coincide.media.file import TakenTime, taken_inside
from coincide.media.metadata import is_possible
from coincide.media.record import FileRecord
from coincide.media.tagbounds import MAX_XMP_BYTES, MOST_ELEMENTS
from coincide.media.tagreader import read_named
from coincide.media.takeout import read_takeout
from coincide.model import Place, SkippedPhoto, file_of
from coincide.model.times import parse_exif_time, parse_zone_s, to_text

MAX_SIDECAR_BYTES = MAX_XMP_BYTES
_MAX_DEPTH = 64

SUFFIX = ".xmp"
# in the order in which programs believe them
_TIME_TAGS = ("Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate")
_ZONE_TAG = "Xmp.exifEX.OffsetTimeOriginal"
_TIME = re.compile(
    r"\s*(\d{4}[:-]\d\d[:-]\d\d[T ]\d\d:\d\d)(?:(:\d\d)(?:\.(\d+))?)?\s*(Z|[+-]\d\d:?\d\d)?\s*",
    re.ASCII,
)
# darktable writes the photo's own time into each sidecar, whether or not anybody set it
_DARKTABLE = b"http://darktable.sf.net/"


@dataclass(frozen=True, slots=True)
class SidecarTime:
    """The time in a sidecar: ``resolution_s`` is 60 where it has no seconds, else 1 or less."""

    time_s: float
    zone_s: int | None
    resolution_s: float
    by_darktable: bool = False


@dataclass(frozen=True)
class SidecarTimes:
    """When files were taken by their sidecars, and the sidecars that could not be used."""

    by_file: Mapping[Place, TakenTime]
    skipped: tuple[SkippedPhoto, ...]
    taken_utc_s: Mapping[Place, float] = field(default_factory=dict)  # by Google Takeout


def read_sidecars(
    records: Mapping[Place, FileRecord],
    *,
    listed: Callable[[Place], Iterable[Place]] | None = None,
    read: Callable[[Place], SidecarTime | None] | None = None,
) -> SidecarTimes:
    """Return what the sidecars beside some files say of when they were taken.

    A sidecar that cannot be read is listed, and the photo keeps its own time. ``listed`` names
    the sidecars in a folder and ``read`` reads one, where that is not on this machine's disk.
    """
    read = read or read_sidecar
    media = {path: record for path, record in records.items() if record.media is not None}
    owned, skipped = find_sidecars(media, listed)
    by_file: dict[Place, TakenTime] = {}
    for path, sidecars in owned.items():
        times = []
        for sidecar in sidecars:
            try:
                times.append(read(sidecar))
            except ValueError as error:
                skipped.append(SkippedPhoto(sidecar, f"a sidecar that is not used: {error}"))
        taken = _believed(times, taken_inside(records[path]))
        if taken is not None:
            by_file[path] = taken
    # in object storage each would be a request of its own
    told = read_takeout(media) if listed is None else {}
    return SidecarTimes(by_file, tuple(skipped), told)


def find_sidecars(
    records: Mapping[Place, FileRecord], listed: Callable[[Place], Iterable[Place]] | None = None
) -> tuple[dict[Place, list[Place]], list[SkippedPhoto]]:
    """Return the sidecars of each file, the one that counts first, and those of unclear owner."""
    files_in: dict[Place, list[Place]] = {}
    for path in records:
        files_in.setdefault(path.parent, []).append(path)
    owned: dict[Place, list[Place]] = {}
    unclear: list[SkippedPhoto] = []
    for folder, files in sorted(files_in.items()):
        sidecars = sorted(
            (listed or _listed)(folder), key=lambda path: (-len(path.stem), path.name)
        )
        for sidecar in sidecars:
            owner = _owner(sidecar, files, records)
            if not isinstance(owner, list):
                owned.setdefault(owner, []).append(sidecar)
            elif owner:
                reason = "a sidecar that is not used: it may belong to " + " or ".join(owner)
                unclear.append(SkippedPhoto(sidecar, reason))
    return owned, unclear


def _listed(folder: Place) -> Iterator[Path]:
    """Yield the sidecars in a folder; one that cannot be listed has given its reason already."""
    here = file_of(folder)
    try:
        with os.scandir(here) as entries:
            names = [entry.name for entry in entries if entry.name.lower().endswith(SUFFIX)]
    except OSError:
        return
    yield from (here / name for name in names if not name.startswith("."))


def _owner(
    sidecar: Place, files: Iterable[Place], records: Mapping[Place, FileRecord]
) -> Place | list[str]:
    """Return the file that a sidecar belongs to, or the names of several that it may belong to."""
    stem = sidecar.name[: -len(SUFFIX)].casefold()
    files = sorted(files)
    by_full_name = [path for path in files if path.name.casefold() == stem]
    by_stem = [path for path in files if path.stem.casefold() == stem]
    raws = [path for path in by_stem if records[path].media == "raw"]
    photos = [path for path in by_stem if records[path].media == "photo"]
    for owners in (by_full_name, raws, photos, by_stem):
        if owners:
            return owners[0] if len(owners) == 1 else [path.name for path in owners]
    return []


def read_sidecar(place: Place) -> SidecarTime | None:
    """Return the capture time in a sidecar, None if it has none; raise ValueError if unusable."""
    path = file_of(place)
    try:
        kind = path.stat().st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):  # a pipe may keep us waiting for ever
            raise ValueError("not a regular file")
        with path.open("rb") as file:
            data = file.read(MAX_SIDECAR_BYTES + 1)
    except OSError as error:
        raise ValueError(f"cannot be read: {(error.strerror or str(error)).lower()}") from error
    return parse_sidecar(data)


def parse_sidecar(data: bytes) -> SidecarTime | None:
    """Return the capture time in a sidecar's bytes; raise ValueError, saying why, if unusable."""
    if len(data) > MAX_SIDECAR_BYTES:
        raise ValueError(f"larger than {MAX_SIDECAR_BYTES / 1e6:g} MB")
    _check_xml(data)
    try:
        tags = read_named(data, (*_TIME_TAGS, _ZONE_TAG))
    except ValueError as error:
        raise ValueError(f"it is not XMP: {error}") from error
    for tag in _TIME_TAGS:
        found = _parse(tags.get(tag, ""), tags.get(_ZONE_TAG, ""), _DARKTABLE in data)
        if found is not None and not is_possible(found.time_s):
            raise ValueError(f"absurd capture time: {to_text(found.time_s)}")
        if found is not None:
            return found
    return None


class _Bounds:
    """Refuses XML that exiv2 had better not see, which goes down into elements by recursion."""

    def __init__(self) -> None:
        self._depth, self._n_elements = 0, 0

    def enter(self, _name: str, _attributes: object) -> None:
        self._depth += 1
        self._n_elements += 1
        if self._depth > _MAX_DEPTH or self._n_elements > MOST_ELEMENTS:
            raise ValueError("it has too many XML elements for a sidecar")

    def leave(self, _name: str) -> None:
        self._depth -= 1

    def refuse(self, *_: object) -> None:
        # an entity can grow to any size while it is read, and XMP has no use for one
        raise ValueError("it declares XML entities")


def _check_xml(data: bytes) -> None:
    """Raise ValueError for what is no XML: exiv2 would read half of it without a word."""
    bounds, parser = _Bounds(), expat.ParserCreate()
    parser.StartElementHandler = bounds.enter
    parser.EndElementHandler = bounds.leave
    parser.StartDoctypeDeclHandler = bounds.refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, UnicodeError) as error:  # the last two: odd encodings
        raise ValueError(f"it is not XMP: {error}") from error


def _parse(text: str, zone: str, by_darktable: bool) -> SidecarTime | None:
    match = _TIME.fullmatch(text)
    if match is None:  # blank, or a day without a time
        return None
    minute, second, fraction, own_zone = match.groups()
    time_s = parse_exif_time(minute + (second or ":00"), subseconds=fraction)
    if time_s is None:
        return None
    resolution_s = 60.0 if second is None else 10.0 ** -len(fraction or "")
    return SidecarTime(time_s, parse_zone_s(own_zone or zone), resolution_s, by_darktable)


def _believed(times: Iterable[SidecarTime | None], inside: TakenTime | None) -> TakenTime | None:
    """Return the first time that says more than the file itself does."""
    for time in times:
        if time is None:
            continue
        if inside is None or not _says_no_more(time, inside):
            return TakenTime(time.time_s, time.zone_s, "sidecar")
        if not time.by_darktable:
            return None
    return None


def _says_no_more(time: SidecarTime, inside: TakenTime) -> bool:
    """Tell whether a sidecar repeats the file's own time, perhaps with fewer digits.

    Then the file's own time stands, with its fraction of a second and its zone.
    """
    if time.zone_s is not None and time.zone_s != inside.zone_s:
        return False
    return 0.0 <= inside.time_s - time.time_s < time.resolution_s - 1e-6 or (
        abs(inside.time_s - time.time_s) < 1e-3
    )
