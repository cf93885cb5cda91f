"""The album as a person wants it: names, covers, hidden and chosen photos put into what was made.

Pure, as are the changes: each goes from what was said to what is said then.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from coincide.album import Chapter, Group, PhotoMoment
from coincide.errors import UsageError
from coincide.project.album.items import Item
from coincide.project.album.make import EventAlbum
from coincide.project.userinput.albumchoices import AlbumSaid, ChapterName, held, named
from coincide.project.userinput.changes import MAX_NAME, Change
from coincide.project.userinput.document import UserInput


def with_said(made: EventAlbum, said: AlbumSaid) -> EventAlbum:
    """Return an album with what a person chose; what was said of photos that are gone is not."""
    rows = _rows_by_key(made.items)
    hidden = _found(said.hidden, rows)
    chosen = _found(said.chosen, rows)
    covers = [row for key in said.covers for row in rows.get(key, ()) if row not in hidden]
    names = named(said.names, _chapters_by_key(made, rows))
    chapters = tuple(
        _chapter(one, names.get(number), covers, hidden)
        for number, one in enumerate(made.album.chapters)
    )
    groups = tuple(_group(group, chosen, hidden) for group in made.album.groups)
    album = replace(made.album, chapters=chapters, groups=groups)
    return replace(made, album=album, hidden=hidden, chosen=chosen)


def _rows_by_key(items: Sequence[Item]) -> Mapping[str, Sequence[int]]:
    """Return the rows of each photo, also by the keys of its other files: copies stand for it."""
    rows: dict[str, list[int]] = defaultdict(list)
    for row, item in enumerate(items):
        for key in (item.photo.key, *(companion.key for companion in item.photo.companions)):
            rows[key].append(row)
    return rows


def _found(keys: Sequence[str], rows: Mapping[str, Sequence[int]]) -> frozenset[int]:
    return frozenset(row for key in keys for row in rows.get(key, ()))


def _chapters_by_key(
    made: EventAlbum, rows: Mapping[str, Sequence[int]]
) -> Mapping[str, Sequence[int]]:
    of_row = {row: n for n, one in enumerate(made.album.chapters) for row in one.rows}
    return {key: [of_row[row] for row in found if row in of_row] for key, found in rows.items()}


def _chapter(
    chapter: Chapter, name: ChapterName | None, covers: Sequence[int], hidden: frozenset[int]
) -> Chapter:
    return replace(
        chapter,
        name=chapter.name if name is None else name.name,
        stop=chapter.stop if name is None else name.name,
        by_hand=name is not None,
        cover=_cover(chapter.rows, chapter.cover, covers, hidden),
        moments=tuple(_moment(moment, covers, hidden) for moment in chapter.moments),
    )


def _moment(moment: PhotoMoment, covers: Sequence[int], hidden: frozenset[int]) -> PhotoMoment:
    cover = _cover(moment.rows, moment.cover, covers, hidden)
    return moment if cover == moment.cover else replace(moment, cover=cover)


def _cover(rows: Sequence[int], cover: int, covers: Sequence[int], hidden: frozenset[int]) -> int:
    """Return the row that was chosen last, else the one that is cover, else one that is shown."""
    inside = set(rows)
    wanted = [row for row in covers if row in inside]
    if wanted:
        return wanted[-1]
    shown = [row for row in rows if row not in hidden]
    return cover if cover not in hidden or not shown else min(shown, key=lambda r: abs(r - cover))


def _group(group: Group, chosen: frozenset[int], hidden: frozenset[int]) -> Group:
    """Return a group for which a chosen photo stands, and no hidden one while others are shown."""
    shown = [row for row in group.rows if row not in hidden]
    wanted = [row for row in shown if row in chosen]
    if not wanted and (group.best not in hidden or not shown):
        return group
    best = group.best if group.best in wanted else (wanted or shown)[0]
    return replace(group, best=best)


# Changes


def name_chapter(made: EventAlbum, key: str, name: str) -> Change:
    """Call the chapter of a photo so; an empty name: as it is told by itself."""
    wanted = " ".join(name.split())
    if len(wanted) > MAX_NAME or not wanted.isprintable():
        raise UsageError(f"A name has at most {MAX_NAME} characters, all of them printable.")
    rows = _rows_by_key(made.items)
    chapters = _chapters_by_key(made, rows)
    number = _number(chapters, key)

    def change(said: AlbumSaid) -> AlbumSaid:
        # a chapter has one name: those before it in this place are let go
        others = tuple(item for item in said.names if number not in named([item], chapters))
        if not wanted:
            return replace(said, names=others)
        shown = with_said(made, said).album.chapters[number]
        keys = [made.items[row].photo.key for row in shown.rows]
        photos = held(made.items[shown.cover].photo.key, keys)
        return replace(said, names=(*others, ChapterName(wanted, photos)))

    return _saying(change)


def set_cover(made: EventAlbum, key: str, *, chosen: bool = True) -> Change:
    """Let a photo show its chapter, or no longer."""
    chapters = _chapters_by_key(made, _rows_by_key(made.items))
    number = _number(chapters, key)

    def change(said: AlbumSaid) -> AlbumSaid:
        others = tuple(cover for cover in said.covers if number not in chapters.get(cover, ()))
        return replace(said, covers=(*others, key) if chosen else others)

    return _saying(change)


def hide(keys: Sequence[str], *, hidden: bool = True) -> Change:
    """Hide photos from the album, or show them again."""
    return _saying(lambda said: said.hiding(keys, hidden=hidden))


def choose(keys: Sequence[str], *, chosen: bool = True) -> Change:
    """Choose photos, or no longer."""
    return _saying(lambda said: said.choosing(keys, chosen=chosen))


def _number(chapters: Mapping[str, Sequence[int]], key: str) -> int:
    found = chapters.get(key, ())
    if not found:
        raise UsageError("That photo is not in a chapter, because its clock is not known.")
    return found[0]


def _saying(change: Callable[[AlbumSaid], AlbumSaid]) -> Change:
    def of_said(said: UserInput) -> UserInput:
        return replace(said, album=change(said.album))

    return of_said
