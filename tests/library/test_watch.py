"""A library is watched: what comes in is scanned and judged, and nothing is written."""

import hashlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from queue import Queue

import pytest

from tests.library.on_disk import FIRST_S, shot, write_library

# seconds: far beyond what a look takes on a machine that does other things
_PATIENCE_S = 600.0


class Watching:
    """A watch in a process of its own, and the lines that it says."""

    def __init__(self, *places: str) -> None:
        command = [sys.executable, "-m", "coincide", "library", "watch", *places, "--every", "0.5"]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"COLUMNS": "400"},
            # whoever runs the tests may ignore Ctrl+C
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )
        self._lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as out:
            for line in out:
                self._lines.put(line.strip())

    def line(self) -> str:
        """Return the next line without its time."""
        return self._lines.get(timeout=_PATIENCE_S)[10:]

    def stop(self) -> tuple[int, list[str]]:
        """Press Ctrl+C; return the exit code and the lines that were left."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(_PATIENCE_S)
        finally:
            self.process.kill()
        self._reader.join(_PATIENCE_S)
        rest = list[str]()
        while not self._lines.empty():
            rest.append(self._lines.get_nowait())
        return code, rest


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    write_library(folder)
    return folder


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".coincide-library" not in path.parts
    }


def more(folder: Path, week: int, off_s: float) -> None:
    """Write six more photos of Anna's camera, ready elsewhere and moved in at once."""
    ready = folder.parent / f"ready{week}"
    for i in range(6):
        utc_s = FIRST_S + week * 7 * 86400.0 + 9 * 3600 + i * 240.0
        shown_s = utc_s + 2 * 3600 - off_s
        camera = {"make": "SONY", "model": "DSC-HX60V", "serial": "77"}
        shot(ready / f"DSC1{week:02d}{i}.jpg", utc_s, shown_s, fix=True, **camera)
    ready.rename(folder / "Anna" / f"week {week}")


@pytest.mark.slow
def test_what_comes_in_is_said_in_one_line_and_nothing_is_written(library: Path) -> None:
    watching = Watching(str(library), "--store", str(library.with_name("store")))
    try:
        assert watching.line().startswith("Watching ")
        assert watching.line().startswith("240 photos of 2 clocks; 60 can be corrected")
        more(library, 13, 1500.0)
        before = digests(library)
        assert len(before) == 246
        line = watching.line()
        assert line.startswith("6 new photos; SONY DSC-HX60V: 6 off by +25 min 00 s; 6 can be")
        assert f"coincide library plan {library}" in line
        # a disk that is not there is waited for, and nothing of it is forgotten
        away = library.with_name("away")
        library.rename(away)
        library.mkdir()
        assert "is not there" in watching.line()
        library.rmdir()
        away.rename(library)
    finally:
        code, rest = watching.stop()
    assert digests(library) == before
    assert code == 0
    assert [line[10:] for line in rest][-1:] == ["Stopped."]
    assert not any("Traceback" in line for line in rest)
