"""Cut the power after every system call: what was not flushed is lost, and nothing is harmed.

A small apply and a small undo are recorded, and replayed on a model of a disk that loses what it
may lose. Whatever is then on disk is laid out as real files, and the real code recovers from it.
"""

import os
import shutil
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from itertools import islice
from json import dumps
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import coincide.writing.apply.engine
import coincide.writing.apply.undo
from coincide.errors import CoincideError
from coincide.storage.userdata import FOLDER_VARIABLE
from coincide.writing.apply import disk
from coincide.writing.apply.state import state_of
from coincide.writing.apply.step import Step
from tests.writing.apply.driver import COMMAND, REPOSITORY, Driver, Order, open_for_test
from tests.writing.apply.lossy_disk import Image, LossyDisk, lay_out
from tests.writing.apply.system_calls import Call, record, strace_works
from tests.writing.apply.trees import TextMaker, is_new, is_old, make_tree, save_steps

pytestmark = pytest.mark.skipif(
    not strace_works(), reason="system calls cannot be recorded here (strace)"
)
N_TOLD = 5

Contents = dict[str, tuple[bytes | None, tuple[str, ...]]]


def make_event(folder: Path) -> list[Step]:
    """Make a few files and steps: replaced, created, in a new folder, with two names."""
    root = folder / "tree"
    files = make_tree(root, 4, n_folders=2, odd=False)
    os.link(files[0], root / "second name of 0")
    states = [state_of(path) for path in files]
    steps = [
        Step(0, root, files[0], states[0]),
        Step(1, root, files[1].with_suffix(".xmp"), None, ((files[1], states[1]),)),
        Step(2, root, files[2], states[2]),
        Step(3, root, root / "new folder" / "3.xmp", None, ((files[3], states[3]),)),
    ]
    save_steps(folder / "steps", steps)
    return steps


def contents(root: Path, *, has_links: bool) -> Contents:
    """Return the bytes of every file by name, and all its names where the disk has links."""
    paths = sorted(root.rglob("*"))
    names: dict[int, list[str]] = {}
    for path in paths if has_links else ():
        names.setdefault(path.stat().st_ino, []).append(str(path))
    return {
        str(path): (
            path.read_bytes() if path.is_file() else None,
            tuple(names.get(path.stat().st_ino, ())),
        )
        for path in paths
    }


class Recovery:
    """Lays images out where the steps expect them, recovers, and complains."""

    def __init__(
        self, folder: Path, steps: list[Step], original: Contents, *, has_links: bool
    ) -> None:
        self.folder = folder
        self.has_links = has_links
        self.steps = steps
        self.original = original
        self.n_images = 0

    def complaints(self, image: Image, verb: str) -> Iterator[str]:
        self.n_images += 1
        self._lay_out(image)
        yield from self._look(verb)
        try:
            self._undo()
            if not self._is_original():
                yield "undo does not bring everything back"
            if verb == "undo":
                return
            self._lay_out(image)
            self._apply()
            if not all(is_new(step) for step in self.steps):
                yield "resuming does not finish"
            self._undo()
            if not self._is_original():
                yield "undo after resuming does not bring everything back"
        except (CoincideError, AssertionError) as error:
            yield f"{type(error).__name__}: {error}"

    def _is_original(self) -> bool:
        return contents(self.folder / "tree", has_links=self.has_links) == self.original

    def _lay_out(self, image: Image) -> None:
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        lay_out(self.folder, image)

    def _look(self, verb: str) -> Iterator[str]:
        for step in self.steps:
            if not is_old(step) and not is_new(step):
                yield f"{step.target} is neither old nor new"
        with open_for_test(*self._paths, write=False) as journal:
            for number, now in journal.records.items():
                step = self.steps[number]
                if verb == "apply" and now.state == "done" and not is_new(step):
                    yield f"{step.target} is said to be done and is not"
                if verb == "undo" and now.state == "undone" and not is_old(step):
                    yield f"{step.target} is said to be undone and is not"

    @property
    def _paths(self) -> tuple[Path, Path]:
        return self.folder / "plan.json.journal", self.folder / "tree"

    def _apply(self) -> None:
        with open_for_test(*self._paths) as journal:
            report = coincide.writing.apply.engine.run(self.steps, TextMaker(), journal)
        assert not report.failed, report.failed

    def _undo(self) -> None:
        with open_for_test(*self._paths) as journal:
            report = coincide.writing.apply.undo.run(journal, self.steps)
        assert not report.left, report.left


@pytest.fixture
def fast(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: the disk is a model, so it may as well be fast."""
    if not os.access("/dev/shm", os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


@dataclass(frozen=True)
class Recording:
    """The calls of one apply or undo, the disk before it, and all that was found sound."""

    verb: str
    disk: LossyDisk
    calls: list[Call]
    recovery: Recovery
    sound: set[Image] = field(default_factory=set)

    def complaints(self, calls: list[Call]) -> Iterator[str]:
        """Cut the power after each call, and yield what is wrong then."""
        model = deepcopy(self.disk)
        for _call in model.replay(calls):
            for image in set(model.images()) - self.sound:
                told = list(self.recovery.complaints(image, self.verb))
                yield from told
                if not told:
                    self.sound.add(image)


def make_recording(base: Path, verb: str, without: str = "") -> Recording:
    folder = base / "event"
    folder.mkdir()
    steps = make_event(folder)
    has_links = "links" not in without
    original = contents(folder / "tree", has_links=has_links)
    if verb == "undo":
        with Driver() as driver:
            driver(Order("apply", str(folder), without="" if has_links else "links"))
    model = LossyDisk(folder)
    order = Order(verb, str(folder), 3, without)
    calls = record([*COMMAND, dumps(asdict(order))], base / "log", REPOSITORY)
    recovery = Recovery(folder, steps, original, has_links=has_links)
    return Recording(verb, model, calls, recovery)


@pytest.fixture(autouse=True)
def _flush_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recover fast: the recorded process is the one that must flush."""
    monkeypatch.setattr(disk, "flush", lambda _descriptor: None)


@pytest.mark.parametrize("verb", ["apply", "undo"])
@pytest.mark.parametrize("without", ["", "links"])
def test_nothing_is_harmed_wherever_the_power_is_cut(fast: Path, verb: str, without: str) -> None:
    recording = make_recording(fast, verb, without)
    assert list(islice(recording.complaints(recording.calls), N_TOLD)) == []
    assert len(recording.sound) > 30


@pytest.mark.slow
@pytest.mark.parametrize("without", ["", "links"])
def test_what_is_in_place_is_on_the_private_record(
    fast: Path, without: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record is on the same disk, and loses what was not flushed: undo needs no trust."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(fast / "event" / "data"))
    recording = make_recording(fast, "apply", without)
    assert list(islice(recording.complaints(recording.calls), N_TOLD)) == []
    names = {name for image in recording.sound for name, _, _ in image}
    assert "data/record.sqlite-journal" in names  # so it was cut in the middle of a transaction


@pytest.mark.parametrize(
    ("verb", "flush"),
    [
        *(("apply", flush) for flush in ("parts", "folders", "kept", "journal")),
        # undo tells from the disk what is to be done: losing its journal costs it nothing
        *(("undo", flush) for flush in ("folders", "parts,links")),
    ],
)
def test_it_is_noticed_if_a_kind_of_flush_is_left_out(fast: Path, verb: str, flush: str) -> None:
    recording = make_recording(fast, verb, flush)
    assert any(recording.complaints(recording.calls))


def flushes(recording: Recording) -> Iterator[tuple[int, str]]:
    """Yield the place of every flush and what it flushes: a path, or the journal's last entry."""
    opened: dict[int, str] = {}
    base = str(recording.recovery.folder)
    for place, call in enumerate(recording.calls):
        if call.name == "openat":
            opened[call.result] = os.fsdecode(call.texts[0])
        elif call.name == "write" and opened.get(call.first, "").endswith(".journal"):
            opened[call.first] = call.texts[0].decode().split('"')[3] + ".journal"
        elif call.name == "fsync":
            yield place, opened[call.first].removeprefix(base).removeprefix("/")


@pytest.mark.slow
def test_every_flush_of_an_apply_is_needed(fast: Path) -> None:
    recording = make_recording(fast, "apply")
    assert list(islice(recording.complaints(recording.calls), N_TOLD)) == []
    unneeded = [
        what
        for place, what in flushes(recording)
        if not any(recording.complaints(recording.calls[:place] + recording.calls[place + 1 :]))
    ]
    # the next flush of the journal brings the header along; who is done can be told from the
    # disk; and the folder in which a folder was made happens to be flushed again in time
    assert unneeded == ["header.journal", "tree", "done.journal", "done.journal"]
