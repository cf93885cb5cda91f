"""The review as one HTML file that needs no network: the same front end, with its data inside.

By default it tells no folders, no positions and no serial numbers: pictures are pixels alone,
and of files only their names are told.
"""

import base64
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from coincide.app.review import static, views
from coincide.app.review.pictures import DECODERS, PER_SHEET, Pictures, photo_jpeg
from coincide.app.review.questions import questions_view
from coincide.app.review.shapes import ReportDetails, ReportView, to_bytes
from coincide.app.review.story import N_INSTANTS, story_view
from coincide.engine.local import Threads
from coincide.errors import UsageError
from coincide.model import Event, Photo, file_of
from coincide.model.progress import StageProgress
from coincide.project import Project, SolutionStatus, quiet
from coincide.storage.outputs import REMEDY, may_write, write_output
from coincide.writing.inline import policy_source, script_inside

# bytes: so much a mail takes; single photos are added while they fit
MOST_BYTES = 9_500_000
LARGE_PX, LARGE_QUALITY = 640, 72
MARK = "<!-- a report of Coincide's -->"
_SCRIPT = re.compile(r'<script\b[^>]*\bsrc="([^"]+)"[^>]*>\s*</script>')
_STYLE = re.compile(r'<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"]+)"[^>]*>')
_FETCHED = re.compile(r'<link\b(?![^>]*\bhref="data:)[^>]*>')


@dataclass(frozen=True)
class WrittenReport:
    """A report that was written: how large it is, and what it shows."""

    n_bytes: int
    look: SolutionStatus


def write_report(
    project: Project, out: Path, *, details: bool = False, progress: StageProgress = quiet
) -> WrittenReport:
    """Write a report of what was found of an event; return the bytes written."""
    index = static.read_index()
    if not may_write(out):
        raise UsageError(f"{out} exists and is not a report that Coincide wrote for you. {REMEDY}")
    look = project.shown(progress)
    with closing(Pictures(file_of(project.folder))) as pictures:
        page = report_page(index, look, pictures, details=details, progress=progress)
    data = page.encode()
    write_output(out, data)
    return WrittenReport(len(data), look)


def report_page(
    index: str,
    look: SolutionStatus,
    pictures: Pictures,
    *,
    details: bool = False,
    progress: StageProgress = lambda _stage, _done, _total: None,
) -> str:
    """Return the report as text: the page that was built, with everything it needs inside."""
    data = report_data(look, details=details, progress=progress)
    photos = list(look.solution.event.photos)
    starts = range(0, len(photos), PER_SHEET)
    sheets = {
        str(number): _uri(pictures.sheet(photos[start : start + PER_SHEET]))
        for number, start in enumerate(starts)
    }
    data = replace(data, sprites=sheets)
    left = MOST_BYTES - len(_inlined(index, data).encode())
    large = dict(_fitting(photos, _by_worth(data, len(photos)), left, progress))
    return _inlined(index, replace(data, large=large))


def report_data(
    look: SolutionStatus, *, details: bool, progress: StageProgress = quiet
) -> ReportView:
    """Return all that a report tells, but for its pictures."""
    solution = look.solution
    pairs = {name: (solution.evidence or {}).get(name) for name in solution.event.table.names}
    return ReportView(
        mode="report",
        event=views.event_view(look, 1, details=details),
        evidence={name: views.evidence_view(name, of, solution) for name, of in pairs.items()},
        graph=views.graph_view(solution, solution.edges),
        questions=questions_view(solution, settled=True).questions,
        story=story_view(look, progress),
        details=_details(solution.event) if details else UNSET,
        sprites={},
        large={},
        small={},
    )


def _details(event: Event) -> ReportDetails:
    """Return what a report tells only when asked to."""
    photos = list(event.photos)
    return ReportDetails(
        path=tuple(str(photo.path) for photo in photos),
        position=tuple(
            None
            if photo.position is None
            else (photo.position.latitude_deg, photo.position.longitude_deg)
            for photo in photos
        ),
        serial={gallery.name: gallery.device.serial for gallery in event.galleries},
    )


def _by_worth(data: ReportView, n_photos: int) -> list[int]:
    """Return the rows in the order in which they are worth a larger picture.

    First what the report opens with, then tied clips, then the pairs that galleries hang on, the
    strongest of each; then photos from all over.
    """
    opening = [row for instant in data.story.instants[:N_INSTANTS] for row in instant.rows]
    opening += data.story.best
    tied = [row for view in data.event.heard for row in view.rows]
    by_gallery = [[pair.rows for pair in item.pairs] for item in data.evidence.values()]
    deepest = max((len(pairs) for pairs in by_gallery), default=0)
    told = [row for rank in range(deepest) for pairs in by_gallery for row in _at(pairs, rank)]
    told += [row for contradiction in data.event.contradictions for row in contradiction.rows]
    step = 16
    spread = [row for start in range(step) for row in range(start, n_photos, step)]
    return list(dict.fromkeys([*opening, *tied, *told, *spread]))


def _at(pairs: Sequence[Sequence[int]], rank: int) -> Sequence[int]:
    return pairs[rank] if rank < len(pairs) else ()


def _fitting(
    photos: Sequence[Photo], rows: Sequence[int], most_bytes: int, progress: StageProgress
) -> Iterator[tuple[str, str]]:
    """Yield larger pictures, the most worth first, until there is no more room."""
    with Threads(DECODERS) as pool:
        for start in range(0, len(rows), DECODERS * 4):
            some = rows[start : start + DECODERS * 4]
            progress("pictures", start, len(rows))
            for row, jpeg in zip(
                some, pool.map(lambda row: _large(photos[row]), some), strict=True
            ):
                if jpeg is None:
                    continue
                text = _uri(jpeg)
                most_bytes -= len(text) + 12  # its row, quotes and comma
                if most_bytes < 0:
                    return
                yield str(row), text
    progress("pictures", len(rows), len(rows))


def _large(photo: Photo) -> bytes | None:
    return photo_jpeg(photo.file, LARGE_PX, LARGE_QUALITY)


def _uri(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"


def _inlined(index: str, data: ReportView) -> str:
    """Return the page with its script, its styles and the data inside, and nothing fetched."""
    scripts, styles = _SCRIPT.findall(index), _STYLE.findall(index)
    if len(scripts) != 1:
        raise UsageError(
            f"The built page has {len(scripts)} scripts instead of one. Run make web again."
        )
    script = script_inside(_text(scripts[0]))
    style = "\n".join(_text(name) for name in styles).replace("</", "<\\/")
    index = _FETCHED.sub("", _SCRIPT.sub("", index))
    policy = (
        f"default-src 'none'; script-src {policy_source(script)}; style-src {policy_source(style)};"
        " img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    # the encoding must be told in the first kilobyte
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    inside = to_bytes(data).decode().replace("<", "\\u003c")
    body = (
        f'<script type="application/json" id="coincide-data">{inside}</script>'
        f'<script type="module">{script}</script>'
    )
    page = _before(_after(index, "<head>", head), "</head>", f"<style>{style}</style>")
    page = _before(page, "</body>", body)
    return _after(page, "<!doctype html>", MARK)


def _after(page: str, place: str, text: str) -> str:
    found = page.lower().find(place)
    if found < 0:
        raise UsageError(f"The built page has no {place}. Run make web again.")
    end = found + len(place)
    return page[:end] + text + page[end:]


def _before(page: str, place: str, text: str) -> str:
    found = page.lower().rfind(place)
    if found < 0:
        raise UsageError(f"The built page has no {place}. Run make web again.")
    return page[:found] + text + page[found:]


def _text(name: str) -> str:
    """Return the text of a file that the page loads."""
    found = static.asset(name.removeprefix(".").removeprefix("/"))
    if found is None:
        raise UsageError(f"The built page needs {name}, which is missing. Run make web again.")
    return found[0].decode("utf-8")
