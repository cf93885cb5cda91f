"""An album as folders of copies: one for each chapter, photos named by their order."""

import re
from collections.abc import Iterator
from pathlib import Path

from coincide.model.progress import StageProgress
from coincide.writing.album import manifest
from coincide.writing.album.document import album_text
from coincide.writing.album.manifest import Made
from coincide.writing.album.model import Story, Wishes, in_order, without
from coincide.writing.album.renditions import Renditions, copy_of, make_all
from coincide.writing.album.site import DOCUMENT, WrittenAlbum, untimed

_LAST = "Time unknown"
# letters that some disk does not take
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
_LONGEST = 60


def write_folders(
    story: Story, folder: Path, wishes: Wishes, progress: StageProgress
) -> WrittenAlbum:
    """Write copies of all photos and clips, stripped unless they are wanted as they are."""
    manifest.check_folder(folder)
    story = in_order(story)
    jobs = [
        copy_of(one, place, wishes)
        for one, place in zip(story.shown, _places(story, wishes), strict=True)
    ]
    made = make_all(jobs, folder, progress)
    broken = {row for row, job in enumerate(jobs) if made[job.recipe].why_not}
    copies = tuple(made[job.recipe] for row, job in enumerate(jobs) if row not in broken)
    story = without(story, broken)
    nothing = (None,) * len(copies)
    text = album_text(story, Renditions((Made("", "", {}),) * len(copies), nothing, copies), wishes)
    pages = {DOCUMENT: text.encode()}
    manifest.write_pages(folder, pages)
    left = manifest.settle(folder, made, pages)
    return WrittenAlbum(folder, len(story.shown), len(broken), left=left, untimed=untimed(made))


def _places(story: Story, wishes: Wishes) -> Iterator[str]:
    """Yield where each copy goes, without an ending."""
    folder_of = {
        row: f"{number:02d} {name_for_disk(chapter.name)}"
        for number, chapter in enumerate(story.album.chapters, start=1)
        for row in chapter.rows
    }
    for row, one in enumerate(story.shown):
        who = f" {name_for_disk(story.people[one.person])}" if wishes.who else ""
        yield f"{folder_of.get(row, _LAST)}/{row + 1:04d}{who}"


def name_for_disk(text: str) -> str:
    """Return a name that every disk takes.

    >>> name_for_disk("Dinner: 19:30/late. "), name_for_disk("???")
    ('Dinner 19-30-late', 'Chapter')
    """
    spelt = re.sub(r"(?<=\d):(?=\d)", "-", text).replace(": ", " ")
    return _FORBIDDEN.sub("-", spelt)[:_LONGEST].strip(" .-") or "Chapter"
