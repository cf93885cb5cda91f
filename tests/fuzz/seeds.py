"""Sound files of every kind, to be damaged: media, sidecars, plans and journals."""

import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Literal, NamedTuple

from coincide.media.exiftool import find_exiftool
from coincide.writing.apply.journal import Journal, open_journal
from coincide.writing.apply.state import FileState
from coincide.writing.apply.step import Step
from coincide.writing.plan import FileChange, GalleryPlan, LeftAlone, Plan, TagChange, plan_json
from coincide.writing.plan.model import Fingerprint, Moment, Place
from coincide.writing.plan.xmp import edit_sidecar
from tests.media.exact_films import gps9, gpsu, telemetry_film, timecode_film
from tests.media.imagedata import made
from tests.media_files import box, movie_bytes, write_dng, write_mp4
from tests.writing.apply.samples import MADE

Kind = Literal["media", "sidecar", "plan", "journal"]
KINDS: dict[str, Kind] = {".xmp": "sidecar", ".plan": "plan", ".journal": "journal"}

ROOT = Path("/photos/wedding")
PLAN_SHA256, PLAN_ID = hashlib.sha256(b"plan").hexdigest(), "plan123"
_BEGAN_S = 1_714_825_815.25
_XMP_TIMES = {
    "XMP-exif:DateTimeOriginal": "2024-05-04T15:00:00+02:00",
    "XMP-photoshop:DateCreated": "2024-05-04T15:00:00",
}
_ADOBE = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <!-- a comment > with a bracket -->
  <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:exif='http://ns.adobe.com/exif/1.0/' xmp:Rating="4"
    xmp:CreateDate = '2024-05-04T14:00:00.25' xmp:Label="a > b &amp; c">
   <exif:DateTimeOriginal>2024-05-04T14:00:00.25</exif:DateTimeOriginal>
   <dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Bag><rdf:li>Hände</rdf:li>
     <rdf:li xml:lang="de">Fest</rdf:li></rdf:Bag></dc:subject>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""
_DARKTABLE = """<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:darktable="http://darktable.sf.net/"
   exif:DateTimeOriginal="2024:05:04 14:00:00"
   darktable:xmp_version="5"
   darktable:history_end="11">
   <darktable:history><rdf:Seq>
     <rdf:li darktable:num="0" darktable:operation="exposure" darktable:params="gz02eJ"/>
   </rdf:Seq></darktable:history>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
"""


class Seed(NamedTuple):
    """A sound file: its name says its kind."""

    name: str
    kind: Kind
    data: bytes


def build_seeds(folder: Path) -> None:
    """Write all seeds that are made here into a folder; the same bytes each time."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, write in MADE.items():
        if name != "a.mov" or find_exiftool() is not None:
            write(folder / name)
    write_dng(folder / "a.dng", seed=0)  # else its picture would be by the folder's name
    for name in (*made.NAMES, *made.RAW_NAMES):
        made.make(name, folder)
    for path in folder.glob("made.*"):
        path.unlink()
    for name in ("a.avi", "a.mkv"):
        write_mp4(folder / name, duration_s=0.5)
    for name, data in _small().items():
        (folder / name).write_bytes(data)
    with _journal(folder / "apply.journal"):
        pass


def load_seeds(folder: Path, fixtures: Path | None) -> list[Seed]:
    """Return the seeds of a folder and the fixtures, in a fixed order."""
    paths = sorted(path for path in folder.iterdir() if path.is_file())
    if fixtures is not None:
        paths += sorted(path for path in fixtures.rglob("*") if path.is_file())
    return [
        Seed(path.name, KINDS.get(path.suffix.lower(), "media"), path.read_bytes())
        for path in paths
        if path.suffix.lower() != ".gpx"
    ]


def _small() -> dict[str, bytes]:
    key = box(b"keys", bytes(4) + b"\0\0\0\1" + box(b"mdta", b"com.apple.quicktime.make"))
    value = box(b"\0\0\0\1", box(b"data", b"\0\0\0\1\0\0\0\0Apple"))
    meta = box(b"meta", box(b"hdlr", bytes(8) + b"mdta") + key + box(b"ilst", value))
    user = box(b"\xa9mak", b"\0\5\0\0Canon") + box(b"CNMN", b"EOS") + box(b"GPMF", b"x")
    sony = b'<CreationDate value="2024-05-04T14:00:00+02:00"/>'
    behind = box(b"meta", bytes(4) + box(b"hdlr", bytes(12)) + box(b"xml ", bytes(4) + sony))
    canon = box(b"uuid", bytes.fromhex("85c0b687820f11e08111f4ce462b6a48") + box(b"CMT1", b"II*\0"))
    return {
        "headers.mp4": movie_bytes(3_797_000_000, user=user, inside=meta + canon, behind=behind),
        "telemetry.mp4": telemetry_film(_BEGAN_S, [gpsu(_BEGAN_S + n) for n in range(4)]),
        "positions.mp4": telemetry_film(_BEGAN_S, [gps9(_BEGAN_S + n) for n in range(4)]),
        "timecode.mov": timecode_film(_BEGAN_S, 1_234_567),
        "long.mov": movie_bytes(3_797_000_000, long=True, user=user),
        "new.xmp": edit_sidecar(None, _XMP_TIMES),
        "adobe.xmp": _ADOBE.encode(),
        "darktable.xmp": _DARKTABLE.encode(),
        "sidecars.plan": plan_json(_plan()).encode(),
    }


def _plan() -> Plan:
    changes = tuple(_changes())
    return Plan(
        event="wedding",
        to="sidecar",
        program="digikam",
        roots=(ROOT, Path("/photos/more")),
        project=ROOT / ".coincide",
        anchor="Ben",
        event_time="true",
        galleries=(GalleryPlan("Anna", "moved", -3600.0, "why", ("Canon", "EOS", "1")),),
        files=changes,
        left=(LeftAlone("/photos/wedding/x.avi", "AVI"),),
        notes=("a note",),
    )


def _changes() -> Iterator[FileChange]:
    state = Fingerprint(1234, 5, "ab" * 32)
    tags = [TagChange(tag, None, text) for tag, text in _XMP_TIMES.items()]
    tags.append(TagChange("XMP-exif:DateTimeOriginal", "2024-05-04T14:00:00", None))
    for number in range(3):
        photo = PurePosixPath(f"Anna/IMG {number}.jpg")
        yield FileChange(
            Place(number % 2, photo),
            state,
            Place(number % 2, photo.with_name(f"{photo.name}.xmp")),
            state if number else None,
            tuple(tags),
            Moment(10.0, 3600, -3590.0, -3600.0),
            "Anna",
            "an hour",
        )


def open_as_fuzzed(path: Path, *, write: bool) -> Journal:
    """Open a journal as that of the plan the seeds are of."""
    return open_journal(path, plan_sha256=PLAN_SHA256, plan_id=PLAN_ID, roots=[ROOT], write=write)


def _journal(path: Path) -> Journal:
    path.unlink(missing_ok=True)
    steps = [Step(number, ROOT, ROOT / f"{number}.jpg", None) for number in range(5)]
    journal = open_as_fuzzed(path, write=True)
    journal.remember_folders([(ROOT, 5), (ROOT / "new", None)])
    journal.intend(steps)
    journal.ready([(step, FileState(3, 10**18, "ab" * 32)) for step in steps[:4]])
    journal.done(steps[:3])
    journal.undone(steps[:1])
    return journal
