"""digiKam: a collection with a database of its own, scanned at start, and what that says."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import Popen

from tests.programs.held import Held, rows
from tests.programs.screen import Screen, running, wait_until

# what the first run's questions would set; then it asks nothing
_SETTINGS = """[General Settings]
Version=7.9.0

[Album Settings]
Scan At Start=true

[Database Settings]
Database Type=QSQLITE
Database Name={folder}/
Database Name Face={folder}/
Database Name Similarity={folder}/
Database Name Thumbnails={folder}/
Internal Database Server=false

[Metadata Settings]
Rescan File If Modified=true
Use XMP Sidecar For Reading={sidecars}
Metadata Writing Mode=0
"""
_DATABASES = ("digikam4.db", "thumbnails-digikam.db", "recognition.db", "similarity.db")
_ITEMS = """
    select Images.id, specificPath || relativePath || '/' || Images.name, creationDate, rating
    from Images join Albums on Albums.id = album join AlbumRoots on AlbumRoots.id = albumRoot
    left join ImageInformation on imageid = Images.id where Images.status = 1
"""
# its own marks, such as colours, hang below this one
_OWN_TAG = "_Digikam_Internal_Tags_"


def import_folder(screen: Screen, folder: Path, n_files: int, *, sidecars: bool = True) -> None:
    """Start digiKam with a folder as its only collection; end it when all files are scanned."""
    _prepare(screen, sidecars)
    with started(screen) as program:
        wait_until(lambda: _has_tables(screen), program, "digiKam made its database")
    with closing(sqlite3.connect(_database(screen))) as connection, connection:
        values = (f"volumeid:?path={folder}",)
        connection.execute(
            "insert into AlbumRoots (label, status, type, identifier, specificPath)"
            " values ('event', 0, 1, ?, '/')",
            values,
        )
    with started(screen) as program:
        wait_until(lambda: len(held(screen)) >= n_files, program, f"digiKam had {n_files} files")


@contextmanager
def started(screen: Screen) -> "Iterator[Popen[bytes]]":
    """Run digiKam; its browser part refuses to be in a sandbox where root starts it."""
    variables = {"QTWEBENGINE_DISABLE_SANDBOX": "1"} if os.geteuid() == 0 else {}
    with running(screen, ["digikam"], variables) as program:
        yield program


def _prepare(screen: Screen, sidecars: bool) -> None:
    folder = screen.home / "digikam"
    folder.mkdir()
    for name in _DATABASES:
        (folder / name).touch()  # where they are not, it asks
    settings = screen.home / ".config" / "digikamrc"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(_SETTINGS.format(folder=folder, sidecars=str(sidecars).lower()))


def _database(screen: Screen) -> Path:
    return screen.home / "digikam" / _DATABASES[0]


def _has_tables(screen: Screen) -> bool:
    try:
        return any(rows(_database(screen), "select 1 from Settings where keyword = 'DBVersion'"))
    except sqlite3.Error:
        return False


def held(screen: Screen) -> dict[Path, Held]:
    """Return what the database says of each file that was scanned, by its path in the event."""
    try:
        items, tags = list(rows(_database(screen), _ITEMS)), _tags(screen)
    except sqlite3.OperationalError:  # it is writing
        return {}
    found = {}
    for number, path, time, rating in items:
        if time is not None:
            keywords = frozenset(tags.get(number, ()))
            place = Path(str(path).lstrip("/"))
            found[place] = Held(str(time)[:19], rating if isinstance(rating, int) else -1, keywords)
    return found


def _tags(screen: Screen) -> dict[object, set[str]]:
    names = {row[0]: row[1:] for row in rows(_database(screen), "select id, pid, name from Tags")}
    found: dict[object, set[str]] = {}
    for item, tag in rows(_database(screen), "select imageid, tagid from ImageTags"):
        path = "/".join(_way(tag, names))
        if not path.startswith(_OWN_TAG):
            found.setdefault(item, set()).add(path)
    return found


def _way(tag: object, names: dict[object, tuple[object, ...]]) -> list[str]:
    way: list[str] = []
    while tag in names:
        tag, name = names[tag]
        way.insert(0, str(name))
    return way
