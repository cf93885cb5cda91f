"""An album as a folder that any browser opens, from a disk or from any web space."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from coincide.model.progress import StageProgress
from coincide.writing.album import manifest
from coincide.writing.album.document import album_text
from coincide.writing.album.manifest import Made
from coincide.writing.album.model import Story, Wishes, in_order
from coincide.writing.album.page import page_text, script_text
from coincide.writing.album.renditions import Renditions, jobs_of, make_all
from coincide.writing.album.view import page_view, with_material

INDEX, DOCUMENT = "index.html", "album.json"
# names of foreign files in one note
MOST_NAMED = 5


@dataclass(frozen=True)
class WrittenAlbum:
    """What was written: where to begin, how much it shows, and what could not be shown."""

    first: Path
    n_shown: int
    n_broken: int = 0
    n_still: int = 0  # clips of which there is a picture alone
    left: tuple[str, ...] = ()  # files in its folder that are not of the album
    untimed: tuple[str, ...] = ()  # why copies keep their camera's time, one of each

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be shown, in words."""
        told = (
            (self.n_broken, "could not be opened and left out"),
            (self.n_still, "of the videos could not be played over: their picture is shown"),
        )
        notes = tuple(f"{count} {what}." for count, what in told if count)
        if self.untimed:
            notes += (_untimed_text(self.untimed),)
        return (*notes, _left_text(self.left)) if self.left else notes


def _untimed_text(reasons: tuple[str, ...]) -> str:
    """Return how many copies keep their camera's time, and why the most of them do."""
    ((why, _),) = Counter(reasons).most_common(1)
    copies = "1 copy keeps" if len(reasons) == 1 else f"{len(reasons)} copies keep"
    return f"{copies} the time that the camera wrote inside: {why.removesuffix('.')}."


def untimed(made: Mapping[str, Made]) -> tuple[str, ...]:
    """Return why copies keep their camera's time, a reason for each that does."""
    return tuple(item.untimed for item in made.values() if item.untimed)


def _left_text(names: tuple[str, ...]) -> str:
    files = "1 file that is" if len(names) == 1 else f"{len(names)} files that are"
    more = "" if len(names) <= MOST_NAMED else ", …"
    return f"Left: {files} not of this album: {', '.join(names[:MOST_NAMED])}{more}."


def write_site(story: Story, folder: Path, wishes: Wishes, progress: StageProgress) -> WrittenAlbum:
    """Write an album into a folder, or go on with one that was stopped.

    The page comes last but for what is taken away: until then the one before is whole.
    """
    manifest.check_folder(folder)
    story = in_order(story)
    jobs = [job for shown in story.shown for job in jobs_of(shown, wishes).values()]
    made = make_all(jobs, folder, progress)
    story, material, n_broken = with_material(story, made, wishes)
    view = page_view(story, material, wishes)
    script = script_text(view).encode()
    name = f"album-{manifest.name_of(script)}.js"
    pages = {
        DOCUMENT: album_text(story, material, wishes).encode(),
        name: script,
        INDEX: page_text(story, view, name).encode(),
    }
    manifest.write_pages(folder, pages)
    left = manifest.settle(folder, made, pages)
    return WrittenAlbum(
        folder / INDEX, len(story.shown), n_broken, n_still(material), left, untimed(made)
    )


def n_still(material: Renditions) -> int:
    """Return how many clips could not be made into a film."""
    return sum(film is not None and not film.files for film in material.films)
