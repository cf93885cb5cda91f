"""What each damaged file is put through, and what may come out of it: values and our errors."""

import io
import json
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from coincide.errors import PlanError
from coincide.ingest.options import IngestOptions
from coincide.media.exiftool import ExifTool
from coincide.media.imagedata import image_digest
from coincide.media.pictures import DECODE_ERRORS, open_picture
from coincide.media.record import FileRecord
from coincide.media.records import read_file
from coincide.media.sidecars import parse_sidecar as ingest_sidecar
from coincide.media.tagreader import all_tags, read_named
from coincide.media.video.tags import read_video_tags
from coincide.writing.apply.filereader import read_file_times, video_times
from coincide.writing.plan import parse_plan, plan_json
from coincide.writing.plan.xmp import edit_sidecar, parse_sidecar
from tests.fuzz.seeds import open_as_fuzzed

_NEW_TIME = "2030-01-01T00:00:00"
_XMP_NAMES = ("Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate")
_SIDE_PX = 224  # what embedding asks a JPEG for


@dataclass
class Tried:
    """What became of one file: CPU seconds of each reader, and what they said."""

    cpu_s: dict[str, float] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def trying(self, name: str, *allowed: type[BaseException]) -> Iterator[None]:
        """Time a reader; an error of an allowed kind is an answer, any other a finding."""
        start_s = time.process_time()
        self.said[name] = "value"
        try:
            yield
        except UnicodeEncodeError:
            raise  # of what was read, not in reading: it could not be written or printed
        except allowed as error:
            self.said[name] = type(error).__name__
        finally:
            self.cpu_s[name] = time.process_time() - start_s


def try_media(path: Path, data: bytes, tool: ExifTool) -> Tried:
    tried = Tried()
    with tried.trying("read_file"):
        record = read_file(path, tool)
        written = json.dumps(record.to_json(), allow_nan=False)
        written.encode()
        _hold(FileRecord.from_json(json.loads(written)) == record, "a record is not read back")
    n_pixels = (record.width_px or 0) * (record.height_px or 0)
    if record.viewable and n_pixels <= IngestOptions().max_pixels:
        with tried.trying("open_picture", *DECODE_ERRORS):
            _hold(min(_opened_size(path)) > 0, "a picture without pixels")
    with tried.trying("image_digest", ValueError):
        _hold(len(image_digest(path)) == 64, "no digest")
    with tried.trying("read_file_times", ValueError):
        "".join(read_file_times(path).values()).encode()
    with tried.trying("video_times", ValueError):
        "".join(video_times(path).values()).encode()
    with tried.trying("read_video_tags", ValueError):
        read_video_tags(io.BytesIO(data))
    with tried.trying("all_tags", ValueError):
        all_tags(path)
    return tried


def _opened_size(path: Path) -> tuple[int, int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow's of damaged tags and of sizes
        return open_picture(path, lambda image: image.draft("RGB", (_SIDE_PX, _SIDE_PX))).size


def try_sidecar(_path: Path, data: bytes, _tool: ExifTool) -> Tried:
    tried = Tried()
    with tried.trying("ingest.parse_sidecar", ValueError):
        ingest_sidecar(data)
    with tried.trying("plan.parse_sidecar", ValueError):
        sidecar = parse_sidecar(data)
    if tried.said["plan.parse_sidecar"] == "value":
        values = dict.fromkeys([*sidecar.values, "XMP-exif:DateTimeOriginal"], _NEW_TIME)
        with tried.trying("edit_sidecar"):
            data = edit_sidecar(data, values)
            _hold(parse_sidecar(data).values == values, "an edited sidecar is not read back")
    if set(tried.said.values()) == {"value"}:
        with tried.trying("read_named", ValueError):
            read_named(data, _XMP_NAMES)
    return tried


def try_plan(_path: Path, data: bytes, _tool: ExifTool) -> Tried:
    tried = Tried()
    with tried.trying("parse_plan", PlanError):
        plan = parse_plan(data)
        _hold(parse_plan(plan_json(plan).encode()) == plan, "a plan is not read back")
        for change in plan.files:
            root = plan.roots[change.writes.root]
            inside = plan.where(change.writes).resolve().is_relative_to(root.resolve())
            _hold(inside, "a plan writes outside its folders")
    return tried


def try_journal(path: Path, data: bytes, _tool: ExifTool) -> Tried:
    tried = Tried()
    with tried.trying("read journal", PlanError):
        open_as_fuzzed(path, write=False).close()
    with tried.trying("open journal", PlanError):
        open_as_fuzzed(path, write=True).close()
    _hold(data.startswith(path.read_bytes()) or tried.said["open journal"] == "value", "it grew")
    return tried


def _hold(true: bool, otherwise: str) -> None:
    if not true:
        raise AssertionError(otherwise)


TARGETS: dict[str, Callable[[Path, bytes, ExifTool], Tried]] = {
    "media": try_media,
    "sidecar": try_sidecar,
    "plan": try_plan,
    "journal": try_journal,
}
