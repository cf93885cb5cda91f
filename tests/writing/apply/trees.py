"""Trees of files with everything that is odd about real ones, steps to change them, snapshots."""

import hashlib
import os
import pickle
import stat
from dataclasses import dataclass
from pathlib import Path

from coincide.writing.apply.disk import write_new
from coincide.writing.apply.state import state_of
from coincide.writing.apply.step import ORIGINALS, PART, MakeError, Step

PLAN_ID = "p1a2b3c4"
PLAN_SHA256 = "0" * 64
ODD_NAMES = (
    *("-rf", "--help.jpg", "a b  c.jpg", "line\nbreak.jpg", "Zoë – naïve ☀.heic", "e\u0301.jpg"),
    *("日本語.dng", "'quotes\".jpg", "$(id).mp4", "%s %d.jpg", "tab\there.jpg", "x" * 240 + ".jpg"),
    os.fsdecode(b"not-utf8-\xff\xfe.jpg"),
)
ODD_MODES = (0o644, 0o600, 0o400, 0o444, 0o777, 0o4755, 0o2640, 0o000)


class TextMaker:
    """New contents that tell their step, whole or not at all; read back byte for byte."""

    def make(self, step: Step, part: Path) -> None:
        write_new(part, new_bytes(step.number))

    def check(self, step: Step, part: Path) -> list[str]:
        return [] if part.read_bytes() == new_bytes(step.number) else ["its text differs"]


class FailingMaker(TextMaker):
    """Cannot make some files, and reads others back otherwise."""

    def __init__(self, *, cannot: set[int] = frozenset(), differs: set[int] = frozenset()) -> None:
        self.cannot = cannot
        self.differs = differs

    def make(self, step: Step, part: Path) -> None:
        super().make(step, part)
        if step.number in self.cannot:
            raise MakeError("this one cannot be made")

    def check(self, step: Step, part: Path) -> list[str]:
        return ["the hour is 3, not 4"] if step.number in self.differs else []


def new_bytes(number: int) -> bytes:
    return f"new contents of step {number}, ".encode() * 16


def old_bytes(number: int) -> bytes:
    return f"old contents of file {number}; ".encode() * (1 + number % 40)


def make_tree(root: Path, n_files: int, *, n_folders: int = 5, odd: bool = True) -> list[Path]:
    """Make files in folders; every sixth is odd in some way. Return the regular ones, in order."""
    root.mkdir()
    folders = [root, *(root / f"folder {number}" for number in range(1, n_folders))]
    for folder in folders[1:]:
        folder.mkdir()
    files: list[Path] = []
    for number in range(n_files):
        name = f"IMG_{number:05d}.jpg"
        if odd and number % 6 == 0 and number // 6 < len(ODD_NAMES):
            name = ODD_NAMES[number // 6]
        path = folders[number % n_folders] / name
        path.write_bytes(old_bytes(number))
        if odd:
            _make_odd(path, number, files)
        os.utime(path, ns=(10**18 + number, 10**18 + 1000 * number))
        files.append(path)
    if odd:
        (root / "to a folder").symlink_to(folders[-1])
        (root / "to a file").symlink_to(files[0])
        (root / "to nowhere").symlink_to("nowhere")
    for number, folder in enumerate(folders):
        os.utime(folder, ns=(10**18, 9 * 10**17 + number))
    return files


def _make_odd(path: Path, number: int, files: list[Path]) -> None:
    if number % 7 == 3:
        path.unlink()
        os.link(files[-2], path)  # its partner is changed as well, or is not
    if number % 5 == 1:
        os.setxattr(path, "user.rating", str(number).encode())
        os.setxattr(path, "user.empty", b"")
    if os.getuid() == 0 and number % 11 == 4:
        os.chown(path, 1234, 4321)
    path.chmod(ODD_MODES[number % len(ODD_MODES)] if number % 4 == 2 else 0o644)


def make_steps(root: Path, files: list[Path]) -> list[Step]:
    """Return steps that replace every other file and make a sidecar for the rest.

    The last sidecars go to folders that are not there yet.
    """
    steps = []
    for number, path in enumerate(files):
        before = state_of(path)
        assert before is not None
        if number % 2 == 0:
            steps.append(Step(number, root, path, before))
            continue
        target = root / f"sidecars/of/{number}.xmp"
        if number < len(files) - 10 and len(os.fsencode(path.name)) < 250:
            target = path.with_name(path.name + ".xmp")
        steps.append(Step(number, root, target, None, ((path, before),)))
    return steps


def save_steps(path: Path, steps: list[Step]) -> None:
    path.write_bytes(pickle.dumps(steps))


def load_steps(path: Path) -> list[Step]:
    steps: list[Step] = pickle.loads(path.read_bytes())
    return steps


@dataclass(frozen=True)
class Seen:
    """All that can be seen of one name in a tree; ``links`` are all the names of the file."""

    mode: int
    owner: tuple[int, int]
    mtime_ns: int
    contents: str
    attributes: tuple[tuple[str, bytes], ...]
    links: tuple[str, ...]
    n_links: int


def snapshot(root: Path) -> dict[str, Seen]:
    """Return everything that undo must bring back, by name."""
    names = [str(root), *(str(path) for path in sorted(root.rglob("*")))]
    by_inode: dict[int, list[str]] = {}
    for name in names:
        by_inode.setdefault(os.lstat(name).st_ino, []).append(name)
    return {name: _see(name, by_inode) for name in names}


def _see(name: str, by_inode: dict[int, list[str]]) -> Seen:
    seen = os.lstat(name)
    is_folder = stat.S_ISDIR(seen.st_mode)
    contents = ""
    if stat.S_ISREG(seen.st_mode):
        contents = hashlib.sha256(Path(name).read_bytes()).hexdigest()
    elif stat.S_ISLNK(seen.st_mode):
        contents = str(Path(name).readlink())
    attributes = tuple(
        (key, os.getxattr(name, key, follow_symlinks=False))
        for key in sorted(os.listxattr(name, follow_symlinks=False))
    )
    return Seen(
        mode=seen.st_mode,
        owner=(seen.st_uid, seen.st_gid),
        mtime_ns=seen.st_mtime_ns,
        contents=contents,
        attributes=attributes,
        links=tuple(by_inode[seen.st_ino]),
        n_links=1 if is_folder else seen.st_nlink,
    )


def is_old(step: Step) -> bool:
    if step.before is None:
        return not os.path.lexists(step.target)
    state = state_of(step.target)
    return state is not None and state.sha256 == step.before.sha256


def is_new(step: Step) -> bool:
    state = state_of(step.target)
    return state is not None and state.sha256 == new_sha256(step.number)


def new_sha256(number: int) -> str:
    return hashlib.sha256(new_bytes(number)).hexdigest()


def litter(root: Path) -> list[Path]:
    """Return the unfinished files and the kept originals that lie about."""
    return [path for path in root.rglob("*") if PART in path.name or path.name == ORIGINALS]
