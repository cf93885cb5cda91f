"""darktable: import photos into a library of its own, and read what that says."""

import json
from collections.abc import Sequence
from pathlib import Path

from tests.programs.held import Held, rows
from tests.programs.screen import Screen, running, wait_until

# times are counted from the year 1, in millionths of a second
_QUERY = """
    select folder || '/' || filename,
        strftime('%Y-%m-%dT%H:%M:%S', datetime_taken / 1000000 - 62135596800, 'unixepoch'),
        flags & 7,
        (select group_concat(name, char(10)) from tagged_images join d1.tags on tags.id = tagid
         where imgid = images.id and name not like 'darktable|%')
    from images join film_rolls on film_rolls.id = film_id
"""


def import_files(screen: Screen, files: Sequence[Path]) -> None:
    """Import photos one after the other; what darktable does not know is passed over."""
    run_lua(screen, "\n".join(f"pcall(dt.database.import, {_quoted(one)})" for one in files))


def run_lua(screen: Screen, script: str) -> None:
    """Start darktable, let it do what a script says, and end it."""
    folder, mark = screen.home / "darktable", screen.home / "darktable.done"
    folder.mkdir(exist_ok=True)
    mark.unlink(missing_ok=True)
    path = folder / "script.lua"
    head, tail = 'local dt = require "darktable"', f'io.open({_quoted(mark)}, "w"):close()'
    path.write_text(f"{head}\n{script}\n{tail}\n")
    with running(screen, [*command(screen), "--luacmd", f"dofile({_quoted(path)})"]) as program:
        wait_until(mark.exists, program, "darktable did what it was told")


def command(screen: Screen) -> list[str]:
    """Return how darktable is started, with nothing of another user's."""
    folder = screen.home / "darktable"
    own = ["--configdir", str(folder), "--cachedir", str(folder / "cache")]
    return ["darktable", *own, "--library", str(folder / "library.db"), "--disable-opencl"]


def held(screen: Screen) -> dict[Path, Held]:
    """Return what the library says of each photo."""
    folder = screen.home / "darktable"
    found = {}
    for path, time, rating, tags in rows(folder / "library.db", _QUERY, folder / "data.db"):
        keywords = frozenset(str(tags or "").replace("|", "/").split("\n")) - {""}
        found[Path(str(path))] = Held(None if time is None else str(time), _int(rating), keywords)
    return found


def _int(value: object) -> int:
    return value if isinstance(value, int) else -1


def _quoted(path: Path) -> str:
    return json.dumps(str(path))
