"""What was done to each file so far, on disk before it counts.

``<plan>.journal`` holds one JSON line per append: ``["<checksum>", {…}]``. Each append is one
write and one flush, and each checksum covers all lines before it. So a machine that stops in
mid-append leaves at most one torn line, the last, which is ignored and cut off; any other damage
is refused. The first line says which plan the journal belongs to, and a file that does not begin
with it is never changed. After it, in any number::

    {"folders": [[path, mtime_ns], …]}             before they are touched; null: to be created
    {"intent": [[number, target], …]}              before anything is written
    {"ready": [[number, size, mtime_ns, sha256], …]}  new contents and originals are flushed
    {"done": [number, …]}                          the new contents are in place, and flushed
    {"undoing": [number, …]}                       of servers: before that is asked for
    {"undone": [number, …]}                        what was there before is there again
    {"closed": true}                               all is undone and cleared away
"""

import errno
import json
import os
import re
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from coincide.errors import PlanError, WriteError
from coincide.storage import faults
from coincide.storage.documents import to_plain
from coincide.storage.ownfiles import open_descriptor, read_own
from coincide.writing.apply import disk
from coincide.writing.apply.entries import SCHEMA, Entry, Header
from coincide.writing.apply.relocation import STAYED, Move
from coincide.writing.apply.state import FileState
from coincide.writing.apply.step import Step

# bytes: the journal of a million files is below it
MAX_BYTES = 512 << 20
_PLAN_ID = re.compile(r"[0-9A-Za-z-]{4,32}")

Progressed = Literal["intent", "ready", "done", "undoing", "undone"]


class Noted(Protocol):
    """What a journal notes of a step: its number in the plan, and what it changes."""

    @property
    def number(self) -> int:
        """Its number in the plan."""

    @property
    def target(self) -> Path:
        """The file, or what an asset is called by its server."""


@dataclass(frozen=True, slots=True)
class Record:
    """How far one step has come; ``after`` is its new contents, once they are flushed."""

    state: Progressed
    after: FileState | None = None


class Journal:
    """An open journal: what it says, and a way to say more. Close it when done."""

    def __init__(
        self, path: Path, plan_id: str, descriptor: int | None, move: Move = STAYED
    ) -> None:
        self.path = path
        self.move = move  # it names everything as it was called when the plan was made
        self.plan_id = plan_id
        self.records: dict[int, Record] = {}
        self.folders: dict[Path, int | None] = {}
        self.was_closed = False
        self._descriptor = descriptor
        self._length = 0
        self._checksum = 0

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; what was said is kept."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @property
    def plan(self) -> Path:
        """The plan it lies beside."""
        return self.path.with_suffix("")

    # Saying more; each returns when it is on disk

    def remember_folders(self, folders: Iterable[tuple[Path, int | None]]) -> None:
        """Note the times of folders that are about to be touched; None: about to be made."""
        rows = tuple((str(self.move.there(folder)), time_ns) for folder, time_ns in folders)
        self._say(Entry(folders=rows))

    def intend(self, steps: Sequence[Noted]) -> None:
        """Note that these files are about to be written beside their targets."""
        rows = ((step.number, str(self.move.there(step.target))) for step in steps)
        self._say(Entry(intent=tuple(rows)))

    def ready(self, afters: Sequence[tuple[Step, FileState]]) -> None:
        """Note that new contents and originals are flushed, and what the new contents are."""
        rows = ((step.number, new.size, new.mtime_ns, new.sha256) for step, new in afters)
        self._say(Entry(ready=tuple(rows)))

    def done(self, steps: Sequence[Noted]) -> None:
        """Note that the new contents are in place."""
        self._say(Entry(done=tuple(step.number for step in steps)))

    def undoing(self, steps: Sequence[Noted]) -> None:
        """Note that a server is about to be asked for what was there before."""
        self._say(Entry(undoing=tuple(step.number for step in steps)))

    def undone(self, steps: Sequence[Noted]) -> None:
        """Note that what was there before is there again."""
        self._say(Entry(undone=tuple(step.number for step in steps)))

    def closed(self) -> None:
        """Note that all is undone and cleared away."""
        self._say(Entry(closed=True))

    def _say(self, entry: Entry) -> None:
        plain = to_plain(entry)
        if not all(plain.values()):  # of no file there is nothing to say
            return
        if self._descriptor is None:
            raise ValueError("the journal is not open for writing")
        line, checksum = _pack(plain, self._checksum)
        try:
            _write_all(self._descriptor, line)
            disk.flush(self._descriptor)
        except OSError:
            with suppress(OSError):  # half a line is no line, also where it stays
                os.ftruncate(self._descriptor, self._length)
            raise
        self._length += len(line)
        self._checksum = checksum
        self._learn(entry)

    # Reading

    def start(self, header: Header) -> None:
        """Write the first line of a new journal."""
        self._say(Entry(header=header))
        disk.fsync_folder(self.path.parent)

    def read(self, data: bytes, header: Header) -> bool:
        """Take in a journal's bytes; tell whether its header was written yet.

        Raises PlanError for a journal of another plan, a damaged one, and a file that is none.
        """
        entries, self._length, self._checksum = _unpack_all(data, self.path)
        if not entries:
            line, _ = _pack(to_plain(Entry(header=header)), 0)
            if not line.startswith(data):
                raise _no_journal(self.path, "it is another file")
            self._cut(data)
            return False
        try:
            for entry in entries[1:]:
                self._learn(msgspec.convert(entry, Entry))
            found = entries[0]["header"]
        except (KeyError, TypeError, ValueError, msgspec.ValidationError) as error:
            raise _damaged(self.path) from error
        if _as_header(found) != header:
            raise _not_ours(self.path, found)
        self._cut(data)
        return True

    def _cut(self, data: bytes) -> None:
        """Cut off a torn line, where the journal is open for writing."""
        if self._descriptor is not None and len(data) > self._length:
            os.ftruncate(self._descriptor, self._length)
            disk.flush(self._descriptor)

    def _learn(self, entry: Entry) -> None:
        for number, _target in entry.intent or ():
            self.records[number] = Record("intent")
        for number, size, mtime_ns, sha256 in entry.ready or ():
            self.records[number] = Record("ready", FileState(size, mtime_ns, sha256))
        for number in entry.done or ():
            self.records[number] = Record("done", self.records[number].after)
        for number in entry.undoing or ():
            self.records[number] = Record("undoing")
        for number in entry.undone or ():
            self.records[number] = Record("undone")
        times = {self.move.here(Path(name)): time_ns for name, time_ns in entry.folders or ()}
        self.folders |= times
        if entry.closed:
            self.records.clear()
            self.folders.clear()
            self.was_closed = True


def open_journal(
    path: Path,
    *,
    plan_sha256: str,
    plan_id: str,
    roots: Sequence[Path],
    move: Move = STAYED,
    write: bool = True,
) -> Journal:
    """Open the journal of one plan, or start it; PlanError if it is another's, or damaged.

    Hold the lock (``lock.hold``) before opening it to write. To read only, it may be missing.
    """
    if _PLAN_ID.fullmatch(plan_id) is None:
        raise PlanError(f"{plan_id!r} is not a valid plan id. Make the plan again.")
    header = Header(plan_sha256, plan_id, tuple(str(root) for root in roots))
    try:
        return _open(path, header, move, write=write)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EINVAL, errno.EFBIG):
            raise _no_journal(path, str(error.strerror)) from error
        raise WriteError(
            f"Cannot use {path}: {faults.in_words(error)}. No file was changed by this run."
        ) from error


def _open(path: Path, header: Header, move: Move, *, write: bool) -> Journal:
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    descriptor = open_descriptor(path, flags) if write else None
    journal = Journal(path, header.plan_id, descriptor, move)
    try:
        data = read_own(path, most=MAX_BYTES) if os.path.lexists(path) else b""
        if not journal.read(data, header) and write:
            journal.start(header)
    except BaseException:
        journal.close()
        raise
    return journal


def _as_header(found: object) -> Header | None:
    try:
        return msgspec.convert(found, Header)
    except msgspec.ValidationError:  # another version's, or nobody's
        return None


def _not_ours(path: Path, found: object) -> PlanError:
    if isinstance(found, dict) and found.get("schema") != SCHEMA:
        return PlanError(f"{path} was written by another version of Coincide; use that version.")
    return PlanError(
        f"{path} belongs to another plan than {path.with_suffix('').name}, which was made again or"
        " edited after it was applied. Restore the old plan to undo it, or save the new plan"
        " under another name."
    )


def _no_journal(path: Path, why: str) -> PlanError:
    return PlanError(
        f"{path} is not a journal of this plan: {why}. Nothing was changed. Move it elsewhere, or"
        " copy the plan to another folder and use it there."
    )


def _damaged(path: Path) -> PlanError:
    return PlanError(
        f"{path} is damaged, so it is unknown what was done. Nothing was written. "
        "The originals of changed files are in the folders named .coincide-originals."
    )


def _pack(entry: dict[str, Any], checksum: int) -> tuple[bytes, int]:
    body = json.dumps(entry, separators=(",", ":")).encode("ascii")
    checksum = zlib.crc32(body, checksum)
    return b'["%08x",%b]\n' % (checksum, body), checksum


def _unpack_all(data: bytes, path: Path) -> tuple[list[dict[str, Any]], int, int]:
    """Return the whole lines, their length, and the checksum to go on from."""
    entries: list[dict[str, Any]] = []
    length = checksum = 0
    while length < len(data):
        end = data.find(b"\n", length) + 1
        line = data[length : end or len(data)]
        entry = _unpack(line)
        if entry is None or _pack(entry, checksum)[0] != line:
            if end not in (0, len(data)):
                raise _damaged(path)
            break  # torn: the machine stopped in mid-append, so nothing relied on it
        entries.append(entry)
        checksum = int(line[2:10], 16)
        length = end
    return entries, length, checksum


def _unpack(line: bytes) -> dict[str, Any] | None:
    try:
        _checksum, entry = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
