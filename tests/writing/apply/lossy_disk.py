"""A model of a disk that loses whatever was not flushed, replaying recorded system calls.

It is as unkind as POSIX permits: bytes not flushed may be missing, wholly or in part; names not
flushed may be there or not, each on its own and in any order, unless one rename in one folder
changed them together. Flushing a file does not flush its name.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from tests.writing.apply.system_calls import UNKNOWN, Call

Change = dict[str, "Node | None"]
Image = tuple[tuple[str, int, bytes | None], ...]  # name, file number, bytes; None: a folder
# a flush covers what was written before it began; a descriptor is free for another thread before
# the call that closes it has ended
AT_ONCE = {"fsync", "fdatasync", "close"}
MAX_ALL = 6  # changes of names of which every subset is tried


@dataclass(eq=False)
class Node:
    """A file or folder: what the running system sees, and what is surely on disk."""

    number: int
    is_folder: bool
    data: bytes = b""
    flushed_data: bytes = b""
    names: dict[str, "Node"] = field(default_factory=dict)
    flushed_names: dict[str, "Node"] = field(default_factory=dict)
    pending: list[tuple[int, Change]] = field(default_factory=list)  # with its place in time


@dataclass
class _Open:
    node: Node
    append: bool
    position: int = 0


class LossyDisk:
    """One folder on such a disk, all flushed at first."""

    def __init__(self, base: Path) -> None:
        self._base = str(base)
        self._nodes: list[Node] = []
        self._time = 0
        self._inodes: dict[int, Node] = {}
        self.root = self._load(base)
        self._open: dict[int, _Open] = {}
        self._flushing: dict[int, tuple[Node, bytes, int]] = {}

    def _new(self, *, is_folder: bool) -> Node:
        self._nodes.append(Node(len(self._nodes), is_folder))
        return self._nodes[-1]

    def _load(self, path: Path) -> Node:
        seen = path.lstat()
        if seen.st_ino in self._inodes:
            return self._inodes[seen.st_ino]
        node = self._inodes[seen.st_ino] = self._new(is_folder=path.is_dir())
        if node.is_folder:
            node.names = {child.name: self._load(child) for child in sorted(path.iterdir())}
            node.flushed_names = dict(node.names)
        else:
            node.data = node.flushed_data = path.read_bytes()
        return node

    # Replaying

    def replay(self, calls: Sequence[Call]) -> Iterator[Call]:
        """Do what was done, yielding after each call that touched the folder."""
        moments = [(call.begins, 0, call) for call in calls if call.name in AT_ONCE]
        moments += [(call.ends, 1, call) for call in calls if call.name != "close"]
        for _place, ending, call in sorted(moments, key=lambda moment: moment[:2]):
            if ending:
                if self._do(call):
                    yield call
            elif call.name == "close":
                self._open.pop(call.first, None)
            else:
                self._begin_flush(call)

    def _do(self, call: Call) -> bool:
        if call.name in UNKNOWN:
            assert not self._concerns(call), f"the model does not know {call.name}"
            return False
        act = getattr(self, f"_{call.name}", None)
        return bool(act(call)) if act is not None else False

    def _concerns(self, call: Call) -> bool:
        return any(self._find(text) is not None for text in call.texts) or (
            call.arguments[:1].isdigit() and call.first in self._open
        )

    def _find(self, text: bytes) -> tuple[Node, str] | None:
        """Return the folder and the name a path leads to, if it is in the model."""
        path = os.path.normpath(os.fsdecode(text))
        if not path.startswith(self._base + "/"):
            return None
        folder = self.root
        *way, name = path[len(self._base) + 1 :].split("/")
        for part in way:
            if part not in folder.names:
                return None
            folder = folder.names[part]
        return folder, name

    def _change(self, folder: Node, change: Change) -> bool:
        for name, node in change.items():
            if node is None:
                folder.names.pop(name, None)
            else:
                folder.names[name] = node
        self._time += 1
        folder.pending.append((self._time, change))
        return True

    def _openat(self, call: Call) -> bool:
        self._open.pop(call.result, None)
        if call.texts and os.fsdecode(call.texts[0]) == self._base:
            self._open[call.result] = _Open(self.root, append=False)
        place = self._find(call.texts[0]) if call.texts else None
        if place is None:
            return False
        folder, name = place
        created = name not in folder.names
        if created:
            assert "O_CREAT" in call.arguments, call
            self._change(folder, {name: self._new(is_folder=False)})
        node = folder.names[name]
        if "O_TRUNC" in call.arguments:
            node.data = b""
        self._open[call.result] = _Open(node, append="O_APPEND" in call.arguments)
        return created

    def _write(self, call: Call) -> bool:
        file = self._open.get(call.first)
        if file is None:
            return False
        data, node = call.texts[0][: call.result], file.node
        start = len(node.data) if file.append else file.position
        node.data = node.data[:start].ljust(start, b"\0") + data + node.data[start + len(data) :]
        file.position = start + len(data)
        return True

    def _pwrite64(self, call: Call) -> bool:
        file = self._open.get(call.first)
        if file is None:
            return False
        data, node = call.texts[0][: call.result], file.node
        start = int(call.arguments.rsplit(",", 1)[1])
        node.data = node.data[:start].ljust(start, b"\0") + data + node.data[start + len(data) :]
        return True

    def _ftruncate(self, call: Call) -> bool:
        file = self._open.get(call.first)
        if file is None:
            return False
        file.node.data = file.node.data[: int(call.arguments.split(",")[1])]
        return True

    def _begin_flush(self, call: Call) -> None:
        file = self._open.get(call.first)
        if file is not None:
            node = file.node
            self._flushing[call.ends] = (node, node.data, len(node.pending))

    def _fsync(self, call: Call) -> bool:
        if call.ends not in self._flushing:
            return False
        node, data, n_changes = self._flushing.pop(call.ends)
        node.flushed_data = data
        for _time, change in node.pending[:n_changes]:
            _apply(node.flushed_names, change)
        del node.pending[:n_changes]
        return True

    _fdatasync = _fsync

    def _rename(self, call: Call) -> bool:
        old, new = (self._find(text) for text in call.texts)
        if old is None or new is None:
            assert old is new, "moved in or out"
            return False
        node = old[0].names[old[1]]
        if new[0].names.get(new[1]) is node:
            return True  # links to one file: POSIX does nothing
        if old[0] is new[0]:
            return self._change(old[0], {old[1]: None, new[1]: node})
        # between folders, either half may get lost on its own
        return self._change(new[0], {new[1]: node}) and self._change(old[0], {old[1]: None})

    _renameat = _renameat2 = _rename

    def _linkat(self, call: Call) -> bool:
        old, new = (self._find(text) for text in call.texts)
        if old is None or new is None:
            return False
        return self._change(new[0], {new[1]: old[0].names[old[1]]})

    _link = _linkat

    def _unlink(self, call: Call) -> bool:
        place = self._find(call.texts[0])
        return place is not None and self._change(place[0], {place[1]: None})

    _unlinkat = _rmdir = _unlink

    def _mkdir(self, call: Call) -> bool:
        place = self._find(call.texts[0])
        return place is not None and self._change(place[0], {place[1]: self._new(is_folder=True)})

    _mkdirat = _mkdir

    # What may be found after a power cut

    def images(self) -> Iterator[Image]:
        """Yield what the disk may hold if the power is cut now: the worst choices, and the best."""
        folders = list(_folders(self.root, set()))
        changes = sorted(
            (
                (time, folder.number, change)
                for folder in folders
                for time, change in folder.pending
            ),
            key=lambda row: row[0],
        )
        for chosen in _subsets(len(changes)):
            names = {folder.number: dict(folder.flushed_names) for folder in folders}
            for k in sorted(chosen):
                _apply(names[changes[k][1]], changes[k][2])
            for data in self._data_choices():
                yield tuple(_walk(self.root, "", names, data))

    def _data_choices(self) -> Iterator[dict[int, bytes]]:
        """Yield the bytes of the files that are not flushed: all alike, and one unlike the rest."""
        dirty = [node for node in self._nodes if node.data != node.flushed_data]
        flushed = {node.number: node.flushed_data for node in dirty}
        current = {node.number: node.data for node in dirty}
        torn = {node.number: _half(node) for node in dirty}
        yield from (flushed, current, torn)
        for node in dirty:
            for worse in (flushed, torn):
                yield {**current, node.number: worse[node.number]}
                yield {**worse, node.number: current[node.number]}


def _subsets(n: int) -> set[frozenset[int]]:
    """Return which of n changes may be on disk: all subsets of a few, else the telling ones."""
    if n <= MAX_ALL:
        return {frozenset(c) for size in range(n + 1) for c in combinations(range(n), size)}
    everything = frozenset(range(n))
    in_order = {frozenset(range(k)) for k in range(n + 1)}
    return in_order | {frozenset({k}) for k in range(n)} | {everything - {k} for k in range(n)}


def _apply(names: dict[str, Node], change: Change) -> None:
    for name, node in change.items():
        if node is None:
            names.pop(name, None)
        else:
            names[name] = node


def _folders(folder: Node, seen: set[int]) -> Iterator[Node]:
    """Yield all folders that any choice may show."""
    if folder.number in seen:
        return
    seen.add(folder.number)
    yield folder
    pending = [node for _, change in folder.pending for node in change.values() if node]
    for node in (*folder.flushed_names.values(), *folder.names.values(), *pending):
        if node.is_folder:
            yield from _folders(node, seen)


def _walk(
    folder: Node, way: str, names: dict[int, dict[str, Node]], data: dict[int, bytes]
) -> Iterator[tuple[str, int, bytes | None]]:
    for name, node in sorted(names.get(folder.number, {}).items()):
        if node.is_folder:
            yield f"{way}{name}", node.number, None
            yield from _walk(node, f"{way}{name}/", names, data)
        else:
            yield f"{way}{name}", node.number, data.get(node.number, node.flushed_data)


def _half(node: Node) -> bytes:
    return node.data[: (len(node.flushed_data) + len(node.data)) // 2]


def lay_out(base: Path, image: Image) -> None:
    """Make real files of an image; a file of several names becomes one with several links."""
    made: dict[int, Path] = {}
    for name, number, data in image:
        path = base / name
        if data is None:
            path.mkdir()
        elif number in made:
            os.link(made[number], path)
        else:
            path.write_bytes(data)
            made[number] = path
