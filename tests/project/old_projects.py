"""Project folders that version 0.1.0 wrote, put back as if it had written them at another place.

Plans, journals, results and the state name files by absolute paths, so whoever moves an event
cannot undo what was written before, in 0.1.0 as today. A test may not write to the place where
these were made, so the paths are changed on the way out, and with them what is computed from
them: a plan's digest, which names its journal and the folders of originals, and the checksums of
the journal's lines. That was compared with what 0.1.0 writes when it works at the other place:
but for the time of day, each byte is the same. Nothing else is touched.
"""

import hashlib
import json
import os
import sqlite3
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import CoincideError

WRITTEN = Path(__file__).parent / "written_by_0_1_0"
# what 0.1.0 called the same moment is of one scene: nobody said that it was to the second
_TEXT = (
    (WRITTEN / "expected.json").read_text(encoding="utf-8").replace("same moment:", "same scene:")
)
EXPECTED: dict[str, Any] = json.loads(_TEXT)
MADE_AT = "/home/anna"
EVENT, PROJECT = "party", ".coincide"
PLAN = f"{EVENT}/{PROJECT}/plan.json"
_ID_CHARACTERS = 12  # of a plan's digest, in names of 0.1.0


@dataclass(frozen=True)
class Entry:
    """A file, a second name of one, or a folder, where neither data nor link is given."""

    mode: int
    mtime_ns: int
    data: bytes | None = None
    link: str | None = None


def unpack(case: str, to: Path) -> Path:
    """Put a case below a folder and return its event, with every time to the nanosecond."""
    home = to.resolve()
    entries = _moved(dict(_entries(case)), home)
    for name, entry in entries.items():
        path = home / name
        if entry.data is not None:
            path.write_bytes(entry.data)
            path.chmod(entry.mode)
        elif entry.link is None:
            path.mkdir(exist_ok=True)
    for name, entry in entries.items():
        if entry.link is not None:
            (home / name).hardlink_to(home / entry.link)
    _move_state(home)
    for name, entry in reversed(entries.items()):  # folders after what is in them
        os.utime(home / name, ns=(entry.mtime_ns, entry.mtime_ns))
    return home / EVENT


def run(*arguments: str | Path) -> str:
    """Run a command of today's as the shell would; return its text, raise its error."""
    done = CliRunner().invoke(app, [*map(str, arguments)])
    if isinstance(done.exception, CoincideError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


def tree(home: Path) -> dict[str, list[Any]]:
    """Return each file and folder of an event and beside it with digest and time, as EXPECTED."""
    # but for the event's own folder, in which its project folder lies
    found = (path for path in home.rglob("*") if PROJECT not in path.parts)
    paths = sorted(path for path in found if path != home / EVENT)
    return {
        path.relative_to(home).as_posix(): [
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None,
            path.stat().st_mtime_ns,
        ]
        for path in paths
    }


def _entries(case: str) -> Iterator[tuple[str, Entry]]:
    with tarfile.open(WRITTEN / "projects.tar.xz") as archive:
        for member in archive:
            of_case, _, name = member.name.partition("/")
            if of_case != case or not name:
                continue
            # as text: a float has no nanoseconds
            time_s = Decimal(member.pax_headers.get("mtime", member.mtime))
            entry = Entry(member.mode, int(time_s * 10**9))
            if member.islnk():
                entry = replace(entry, link=member.linkname.partition("/")[2])
            elif member.isfile():
                read = archive.extractfile(member)
                assert read is not None
                entry = replace(entry, data=read.read())
            yield name, entry


def _moved(entries: dict[str, Entry], home: Path) -> dict[str, Entry]:
    """Return what 0.1.0 would have written below another folder."""
    texts = {
        name: _with_paths(entry.data, home)
        for name, entry in entries.items()
        if entry.data is not None and f"/{PROJECT}/" in name and name.endswith((".json", ".csv"))
    }
    entries = entries | {name: replace(entries[name], data=text) for name, text in texts.items()}
    if PLAN not in texts:
        return entries
    before = _plan_digest(home, texts[PLAN], was=True)
    after = _plan_digest(home, texts[PLAN])
    journal = entries.get(f"{PLAN}.journal")
    if journal is not None and journal.data is not None:
        text = _with_paths(journal.data, home).replace(before.encode(), after.encode())
        text = text.replace(_id(before).encode(), _id(after).encode())
        entries[f"{PLAN}.journal"] = replace(journal, data=_checksummed(text))

    def renamed(name: str) -> str:
        return name.replace(_id(before), _id(after))

    return {
        renamed(name): entry if entry.link is None else replace(entry, link=renamed(entry.link))
        for name, entry in entries.items()
    }


def _with_paths(data: bytes, home: Path) -> bytes:
    return data.replace(MADE_AT.encode(), str(home).encode())


def _plan_digest(home: Path, plan: bytes, *, was: bool = False) -> str:
    data = plan.replace(str(home).encode(), MADE_AT.encode()) if was else plan
    return hashlib.sha256(data).hexdigest()


def _id(digest: str) -> str:
    return digest[:_ID_CHARACTERS]


def _checksummed(journal: bytes) -> bytes:
    """Return a journal with the checksums of its lines, each over all lines so far."""
    lines, checksum = [], 0
    for line in journal.splitlines():
        entry = line[len('["12345678",') : -len("]")]
        checksum = zlib.crc32(entry, checksum)
        lines.append(b'["%08x",%b]\n' % (checksum, entry))
    return b"".join(lines)


def _move_state(home: Path) -> None:
    """Change the paths of the files that were read, and of the plans that were applied."""
    path = home / EVENT / PROJECT / "state.sqlite"
    if not path.exists():
        return
    state = sqlite3.connect(path)
    for table in ("files", "plans"):
        rows = state.execute(f"SELECT path FROM {table}").fetchall()
        moved = [(_with_paths(old, home), old) for (old,) in rows]
        state.executemany(f"UPDATE {table} SET path = ? WHERE path = ?", moved)
    state.commit()
    state.close()
