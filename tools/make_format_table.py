"""Write the page of photo formats: what can be read, planned, written and undone, one by one.

Every sample goes the whole way: read, planned, applied, checked, undone. Run from the repository:
``python tools/make_format_table.py [FIXTURES]``, with a folder of camera files if there is one.
"""

import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from coincide.media.exiftool import ExifTool
from coincide.media.records import read_file
from coincide.model import Event, Gallery, Photo
from coincide.timeline import build_timeline
from coincide.writing.apply.carry import apply_plan, open_plan, undo_plan
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.choices import Target
from coincide.writing.plan import Files, PlanOptions, build_plan, plan_json
from coincide.writing.plan.filetags import capture_time_s
from tests.writing.apply.samples import MADE, sha256_of
from tests.writing.plan.events import told

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "photo-formats.md"
HEADER = """# Photo formats

What can be read, planned, written and undone. Made by `make format-table`: each sample was read,
corrected by an hour, read back, and undone. Samples of a format are files made by the tests and,
where counted so, files of real cameras, many of which are cut down to their tags. Where a number is
less than the samples, the others have no time inside, or are refused because something would have
changed that was not planned.

"""
COLUMNS = (
    *("format", "made here", "of cameras", "has a time inside", "sidecar written", "and undone"),
    *("planned in the file", "written and checked", "and undone"),
)


@dataclass(frozen=True)
class Outcome:
    """How far one sample came."""

    read: bool
    sidecar: bool
    sidecar_undone: bool
    planned: bool
    written: bool
    undone: bool


def main() -> None:
    """Take every sample through all of it, and write the page."""
    rows: dict[str, list[tuple[bool, Outcome]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as scratch, ExifTool() as tool:
        for number, (made, name, source) in enumerate(_samples()):
            path = Path(scratch) / str(number) / "event" / name
            path.parent.mkdir(parents=True)
            shutil.copyfile(source, path) if source is not None else MADE[name](path)
            record = read_file(path, tool)
            if record.format is not None:
                time_s = record.recorded_time_s or _time_inside_s(path)
                rows[record.format].append((made, _outcome(path, time_s)))
    lines = [_row(format_, found) for format_, found in sorted(rows.items())]
    table = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n{''.join(lines)}"
    PAGE.write_text(HEADER + table, encoding="utf-8")


def _samples() -> Iterator[tuple[bool, str, Path | None]]:
    for name in MADE:
        yield True, name, None
    for folder in map(Path, sys.argv[1:]):
        for source in sorted(folder.glob("*/*")):
            if source.is_file() and source.suffix.lower() not in (".xmp", ".gpx"):
                yield False, source.name, source


def _time_inside_s(path: Path) -> float | None:
    """Return the time in a file that is no photo for us, as one of eight by eight pixels."""
    try:
        return capture_time_s(read_file_times(path))
    except ValueError:
        return None


def _outcome(path: Path, time_s: float | None) -> Outcome:
    sidecar, sidecar_undone, _ = _tried(path, time_s, "sidecar")
    written, undone, planned = _tried(path, time_s, "file")
    return Outcome(time_s is not None, sidecar, sidecar_undone, planned, written, undone)


def _tried(path: Path, time_s: float | None, to: Target) -> tuple[bool, bool, bool]:
    """Plan, apply and undo one file; tell how far it came: written, undone, planned."""
    if time_s is None:
        return False, False, False
    before = sha256_of(path)
    photo = Photo(path, before, time_s, time_s)
    anchor = Photo(path.parent / "anchor.jpg", "0" * 64, time_s, time_s)
    event = Event("event", (Gallery("a", (anchor,)), Gallery("b", (photo,))))
    offsets = told(event, "a", b=3600.0)
    files = Files([path.parent], read_file_times)
    plan = build_plan(event, offsets, build_timeline(event, offsets), files, PlanOptions(to))
    if not plan.files:
        return False, False, False
    plan_path = path.parents[1] / f"{to}.json"
    plan_path.write_text(plan_json(plan))
    opened = open_plan(plan_path)
    report = apply_plan(opened, progress=lambda *_: None, stop=lambda: False)
    undo_plan(opened, progress=lambda *_: None, stop=lambda: False)
    is_back = sha256_of(path) == before and len(list(path.parent.iterdir())) == 1
    return report.done == 1, report.done == 1 and is_back, True


def _row(format_: str, found: list[tuple[bool, Outcome]]) -> str:
    n_made = sum(made for made, _ in found)
    outcomes = [outcome for _, outcome in found]
    counts = [
        sum(getattr(outcome, name) for outcome in outcomes)
        for name in ("read", "sidecar", "sidecar_undone", "planned", "written", "undone")
    ]
    cells = [format_, n_made, len(found) - n_made, *counts]
    return f"| {' | '.join(map(str, cells))} |\n"


if __name__ == "__main__":
    main()
