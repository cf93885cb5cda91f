"""ExifTool as a held process: started once, asked many times, started anew when it dies."""

import contextlib
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self, cast

from coincide.errors import ExifToolError

# the user's own ExifTool, where it is not on the PATH
PATH_VARIABLE = "COINCIDE_EXIFTOOL"
INSTALL_LINES = {
    "Debian, Ubuntu": "sudo apt install libimage-exiftool-perl",
    "Fedora": "sudo dnf install perl-Image-ExifTool",
    "Arch": "sudo pacman -S perl-image-exiftool",
    "macOS": "brew install exiftool",
    "Windows": "winget install OliverBetz.ExifTool",
}
# no user's configuration is executed: what we read and write must not hang on it
_COMMAND = ("-config", "", "-stay_open", "True", "-@", "-")
# for every request: names and values are UTF-8 on every system
_COMMON = ("-charset", "filename=utf8", "-charset", "utf8")
# how long the process may take to end when told so
_GOODBYE_S = 5.0


class ExifToolDied(ExifToolError):  # noqa: N818 - it is what happened
    """ExifTool ended or went silent in the middle of a request; the next one starts it anew."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What ExifTool said to one request, on its two channels."""

    out: str
    err: str


def find_exiftool() -> Path | None:
    """Return where ExifTool is: what COINCIDE_EXIFTOOL names, else the one on the PATH."""
    named = os.environ.get(PATH_VARIABLE)
    found = shutil.which(named) if named else shutil.which("exiftool")
    return Path(found) if found else None


def need_exiftool(for_what: str) -> Path:
    """Return where ExifTool is; raise ExifToolError, saying how to get it, where it is not.

    ``for_what`` begins the sentence: "Reading AVI videos".
    """
    found = find_exiftool()
    if found is None:
        raise ExifToolError(
            f"{for_what} needs ExifTool, which is not installed. {install_advice()}"
        )
    return found


def install_advice() -> str:
    """Return how to install ExifTool: the line for this system, and then those for others.

    >>> install_advice().startswith("Install it: ")
    True
    """
    here = _this_system()
    others = "; ".join(f"{name}: {line}" for name, line in INSTALL_LINES.items() if name != here)
    return f"Install it: {install_line()} ({here}; on {others})."


def install_line() -> str:
    """Return the command that installs ExifTool on this system."""
    return INSTALL_LINES[_this_system()]


def _this_system() -> str:
    if sys.platform == "darwin":
        return "macOS"
    if sys.platform == "win32":
        return "Windows"
    managers = {"apt": "Debian, Ubuntu", "dnf": "Fedora", "pacman": "Arch"}
    for manager, system in managers.items():
        if shutil.which(manager):
            return system
    return "Debian, Ubuntu"


class ExifTool:
    """A held ExifTool, safe to use from several threads; one request runs at a time.

    It starts with the first request. If it dies or stays silent, that request raises
    ExifToolDied and the next one starts it anew.
    """

    def __init__(self, program: Path | None = None) -> None:
        self._program = program
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._n_requests = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process; a further request starts another."""
        with self._lock:
            if self._process is not None:
                self._process.end()
                self._process = None

    def run(self, args: Sequence[str], *, timeout_s: float = 60.0) -> Reply:
        """Return what ExifTool says to one request.

        Arguments go one to a line, so none may contain a line break; a file is given by its
        absolute path (see ``file_argument``), so that no name can pass for an option.
        """
        lines = [*_COMMON, *(_one_line(argument) for argument in args)]
        with self._lock:
            self._n_requests += 1
            process = self._process or _Process(self._program or need_exiftool("This step"))
            self._process = None  # until it has answered: what has not is not used again
            try:
                reply = process.ask(lines, self._n_requests, timeout_s)
            except BaseException:
                process.kill()
                raise
            self._process = process
            return reply


def file_argument(path: Path) -> str:
    """Return a path as an argument that can only be a file; raise ValueError where none can.

    >>> file_argument(Path("/photos/-o.jpg"))
    '/photos/-o.jpg'
    """
    return _one_line(str(path.absolute()))


def _one_line(argument: str) -> str:
    """Return an argument that arrives as it was sent; raise ValueError for one that would not.

    ExifTool ends an argument at a line break, drops white space before it, and takes a line
    that begins with # for a comment and an empty one for nothing.
    """
    if not argument or argument[0].isspace() or argument[0] == "#":
        raise ValueError(f"ExifTool would change this argument: {argument!r}")
    if any(character in argument for character in "\n\r\0"):
        raise ValueError(f"ExifTool does not accept an argument with a line break: {argument!r}")
    return argument


class _Process:
    """One process and the two threads that listen to it."""

    def __init__(self, program: Path) -> None:
        # all pipes are there, because they were asked for
        self._feeder = _start_feeder()
        try:
            source = subprocess.PIPE if self._feeder is None else self._feeder.stdout
            self._popen = subprocess.Popen(
                [str(program), *_COMMAND],
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=program.parent,  # a folder that will not go away
            )
        except OSError as error:
            _end(self._feeder)
            raise ExifToolError(f"{program} cannot be started ({error}).") from error
        finally:
            if self._feeder is not None:
                cast("IO[bytes]", self._feeder.stdout).close()  # it is ExifTool's now
        self._stdin = cast("IO[bytes]", (self._feeder or self._popen).stdin)
        self._out = _Channel(cast("IO[bytes]", self._popen.stdout))
        self._err = _Channel(cast("IO[bytes]", self._popen.stderr))

    def ask(self, lines: Sequence[str], number: int, timeout_s: float) -> Reply:
        # the mark comes on the first channel by itself; -echo4 puts it on the second
        mark = f"{{ready{number}}}"
        request = "\n".join((*lines, "-echo4", mark, f"-execute{number}", ""))
        deadline_s = time.monotonic() + timeout_s
        try:
            self._stdin.write(os.fsencode(request))
            self._stdin.flush()
        except OSError as error:
            raise ExifToolDied(f"ExifTool exited: {error}. Try again.") from error
        return Reply(self._out.until(mark, deadline_s), self._err.until(mark, deadline_s))

    def end(self) -> None:
        # if it does not listen, it is made to end below
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._stdin.write(b"-stay_open\nFalse\n")
            self._stdin.close()
            self._popen.wait(_GOODBYE_S)
        self.kill()

    def kill(self) -> None:
        _end(self._popen)
        _end(self._feeder)
        for channel in (self._out, self._err):
            channel.join()


def _start_feeder() -> "subprocess.Popen[bytes] | None":
    """Start what passes our requests on, and tells ExifTool to end when we no longer can.

    At the end of its input ExifTool waits for more, for ever: if this process were killed, it
    would stay. Windows has no such shell; there it stays until the user logs out.
    """
    if os.name != "posix":
        return None
    return subprocess.Popen(
        ["/bin/sh", "-c", "cat; printf '%s\\n' -stay_open False"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _end(process: "subprocess.Popen[bytes] | None") -> None:
    if process is None:
        return
    process.kill()
    process.wait()
    # what was still to be written has nobody to read it
    with contextlib.suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()


class _Channel:
    """The lines of one of the process's channels, gathered by a thread, so that neither fills."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._gather, args=(pipe,), daemon=True)
        self._thread.start()

    def _gather(self, pipe: IO[bytes]) -> None:
        with pipe:
            for line in pipe:
                self._lines.put(line)
        self._lines.put(None)

    def join(self) -> None:
        self._thread.join(_GOODBYE_S)

    def until(self, mark: str, deadline_s: float) -> str:
        """Return all that comes before the mark."""
        ending = f"{mark}\n".encode()
        said = bytearray()
        while not said.endswith(ending):
            try:
                line = self._lines.get(timeout=max(deadline_s - time.monotonic(), 0.001))
            except queue.Empty as error:
                raise ExifToolDied(
                    "ExifTool stopped responding and was terminated. Try again."
                ) from error
            if line is None:
                raise ExifToolDied("ExifTool exited before it answered. Try again.")
            said += line.replace(b"\r\n", b"\n")
        return said.removesuffix(ending).decode("utf-8", errors="replace")
