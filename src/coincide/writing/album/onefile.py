"""An album as one HTML file for a small event: its pictures and films are inside."""

import base64
import tempfile
from pathlib import Path

from coincide.engine import LocalEngine
from coincide.errors import UsageError
from coincide.media.pictures import DECODE_ERRORS
from coincide.model.progress import StageProgress
from coincide.storage.outputs import write_output
from coincide.writing.album.films import write_film
from coincide.writing.album.manifest import Made
from coincide.writing.album.model import ShownPhoto, Story, Wishes, in_order, without
from coincide.writing.album.page import whole_page_text
from coincide.writing.album.pictures import QUALITIES, colours_of, encoded, upright
from coincide.writing.album.renditions import Renditions
from coincide.writing.album.site import WrittenAlbum
from coincide.writing.album.view import page_view

# so many photos are shown at this size (the longer side in pixels): about 20 MB in all
SIZES_PX = ((60, 1400), (150, 1000), (400, 640))
# bytes of a film that fits inside; of a longer one the picture alone is shown
MOST_FILM = 4_000_000


def write_one_file(
    story: Story, out: Path, wishes: Wishes, progress: StageProgress
) -> WrittenAlbum:
    """Write an album as one page with all that it shows inside."""
    story = in_order(story)
    size_px = next((size for most, size in SIZES_PX if len(story.shown) <= most), None)
    if size_px is None:
        raise UsageError(
            f"{len(story.shown)} photos are too many for one file: at most {SIZES_PX[-1][0]} fit."
            " Write a folder (--as site)."
        )
    if wishes.originals is not None:
        raise UsageError("One file has no room for originals. Write a folder (--as site).")
    found = []
    with LocalEngine() as engine:
        for done in engine.map(_picture, size_px, story.shown):
            found.append(done.value)
            progress("pictures", len(found), len(story.shown))
    broken = {row for row, one in enumerate(found) if one is None}
    story = without(story, broken)
    parts = [entry for entry in found if entry is not None]
    inside = {str(row): uri for row, (_, uri) in enumerate(parts)}
    films = [_film(shown) for shown in story.shown]
    inside |= {f"film-{row}": uri for row, uri in enumerate(films) if uri}
    none = (None,) * len(parts)
    view = page_view(story, Renditions(tuple(made for made, _ in parts), none, none), wishes)
    write_output(out, whole_page_text(story, view, inside).encode())
    n_still = sum(
        one.length_s is not None and not uri for one, uri in zip(story.shown, films, strict=True)
    )
    return WrittenAlbum(out, len(parts), len(broken), n_still)


def _picture(size_px: int, one: ShownPhoto) -> tuple[Made, str] | None:
    try:
        image = upright(one.file, size_px)
    except DECODE_ERRORS:
        return None
    made = Made("", "", {}, *image.size, colours_of(image))
    return made, _uri("image/webp", encoded(image, "WEBP", QUALITIES[1]))


def _film(one: ShownPhoto) -> str:
    if one.length_s is None:
        return ""
    with tempfile.TemporaryDirectory(prefix="album-") as folder:
        path = Path(folder) / "film.mp4"
        try:
            write_film(one.file, path)
        except DECODE_ERRORS:
            return ""
        return "" if path.stat().st_size > MOST_FILM else _uri("video/mp4", path.read_bytes())


def _uri(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"
