"""A demo event as people have it: stars and keywords inside, RAW, HEIC and videos."""

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import av
import pillow_heif
from PIL import Image

from coincide.demo import DemoOptions
from coincide.model import file_of
from coincide.writing.plan.document import read_plan
from tests.command import run_here
from tests.conftest import CopyDemo

# two phones, two cameras with RAW beside JPEG; all but the clock of one phone are wrong
OPTIONS = DemoOptions(n_galleries=4, n_photos=48, n_phones=2, raw=True, n_films=2, seed=3)
KEYWORDS = frozenset({"Places/garden", "cake"})
_BY_XMP = (
    *("-XMP:Rating=4", "-XMP-dc:Subject=garden", "-XMP-dc:Subject=cake", "-XMP-dc:Title=Title"),
    *("-XMP-lr:HierarchicalSubject=Places|garden", "-XMP-lr:HierarchicalSubject=cake"),
)
_BY_IPTC = ("-IPTC:CodedCharacterSet=UTF8", "-IPTC:Keywords=toast", "-IPTC:Keywords=rings")
_BY_EXIF = ("-EXIF:Rating=3", "-EXIF:Artist=Ida")
# what a photo exported from another program says of its time and of its development
_EXPORTED = ("-XMP:Rating=5", "-XMP-exif:DateTimeOriginal<EXIF:DateTimeOriginal")


@dataclass(frozen=True, slots=True)
class Said:
    """What is said inside a file: stars, None where none are, and keywords."""

    rating: int | None
    keywords: frozenset[str]


@dataclass(frozen=True, slots=True)
class Expected:
    """What programs are to show: times by path in the event, and what is said inside."""

    times: Mapping[Path, str]
    said: Mapping[Path, Said]
    files: Sequence[Path]


def make_event(copy_demo: CopyDemo, to: Path) -> dict[Path, Said]:
    """Render the event, give its files what people give them, and sync it."""
    event = copy_demo(OPTIONS, to)
    phone = _phone_that_moves(event)
    for photo in sorted(phone.glob("*.jpg"))[1::2]:
        _to_heic(photo)
    _to_mov(next(phone.glob("*.mp4")))
    said = _say(event)
    run_here("sync", str(event))
    return said


def _phone_that_moves(event: Path) -> Path:
    truth = json.loads((event / "truth.json").read_text())["offsets_s"]
    phones = [folder for folder in event.iterdir() if any(folder.glob("*.mp4"))]
    return max(phones, key=lambda folder: abs(truth[folder.name]))


def _to_heic(photo: Path) -> None:
    pillow_heif.register_heif_opener()
    with Image.open(photo) as image:
        image.save(photo.with_suffix(".heic"), "HEIF", exif=image.info["exif"])
    photo.unlink()


def _to_mov(video: Path) -> None:
    """Put the frames of a video into another container, with the same time in its header."""
    target = video.with_name(f"MOV{video.stem[3:]}.mov")
    with av.open(str(video)) as source, av.open(str(target), "w", format="mov") as copy:
        copy.metadata["creation_time"] = source.metadata["creation_time"]
        streams = {one.index: copy.add_stream_from_template(one) for one in source.streams}
        for packet in source.demux():
            if packet.dts is not None:
                packet.stream = streams[packet.stream.index]
                copy.mux(packet)


def _say(event: Path) -> dict[Path, Said]:
    """Write stars and keywords into one file of each kind, in each of the ways that are usual."""
    said = {}
    ways = [(_BY_XMP, Said(4, KEYWORDS)), (_BY_IPTC, Said(None, frozenset({"toast", "rings"})))]
    ways += [(_BY_EXIF, Said(3, frozenset())), (_EXPORTED, Said(5, frozenset()))]
    for pattern in ("*.JPG", "*.DNG", "*.heic", "*.mp4", "*.mov"):
        files = sorted(event.glob(f"*/{pattern}"))
        n_ways = {"*.JPG": 4, "*.DNG": 3}.get(pattern, 1)
        for file, (arguments, meant) in zip(reversed(files), ways[:n_ways], strict=False):
            subprocess.run(["exiftool", "-q", "-overwrite_original", *arguments, file], check=True)
            said[file.relative_to(event)] = meant
    return said


def corrected(event: Path, to: Path, said: Mapping[Path, Said], *arguments: str) -> Expected:
    """Copy the event, plan with some arguments, apply; return what programs are to show."""
    shutil.copytree(event, to)
    files = [path for path in sorted(to.glob("[!.]*/[!.]*")) if path.suffix != ".xmp"]
    return replanned(to, said, files, *arguments)


def replanned(
    event: Path, said: Mapping[Path, Said], files: Sequence[Path], *arguments: str
) -> Expected:
    """Plan and apply where the event lies."""
    planned = run_here("plan", str(event), "--sync", "--unsure", "--slight", *arguments)
    assert planned.returncode == 0, planned.stderr
    path = event / ".coincide" / "plan.json"
    applied = run_here("apply", str(path), "--yes", "--in", str(event))
    assert applied.returncode == 0, applied.stderr
    plan, _ = read_plan(path)
    times = {
        file_of(plan.where(one.photo)).relative_to(event): _shown(one.moment.corrected_s)
        for one in plan.files
    }
    return Expected(times, said, files)


def _shown(time_s: float) -> str:
    """Return a time as programs show it: what is behind the point is cut off."""
    return datetime.fromtimestamp(time_s // 1, UTC).strftime("%Y-%m-%dT%H:%M:%S")
