"""A screen that nobody sees, and programs on it with a home of their own."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SIZE = (1280, 800)
# seconds; on a machine with much else to do a program takes half a minute to show its window
PATIENCE_S = 300.0
# how long a program may take to end by itself
END_S = 20.0


@dataclass(frozen=True, slots=True)
class Screen:
    """A display, and the home of whoever sits before it."""

    display: str
    home: Path

    def variables(self) -> dict[str, str]:
        """Return what programs see: nothing of the machine's own user."""
        folders = {
            f"XDG_{name}_HOME": str(self.home / f".{name.lower()}")
            for name in ("CACHE", "CONFIG", "DATA", "STATE")
        }
        runtime = self.home / "run"
        runtime.mkdir(mode=0o700, parents=True, exist_ok=True)
        return {
            **folders,
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(runtime),
            "DISPLAY": self.display,
            "LC_ALL": "C.UTF-8",
            "TZ": "America/New_York",  # at home again: not where the photos were taken
            "NO_AT_BRIDGE": "1",  # nobody listens to what the screen would read out
            "GSETTINGS_BACKEND": "memory",
        }

    def picture(self, path: Path) -> Path:
        """Take a picture of all that is shown."""
        self.run(["import", "-window", "root", str(path)])
        return path

    def click(self, x: int, y: int) -> None:
        """Press the mouse's first button somewhere."""
        self.run(["xdotool", "mousemove", str(x), str(y), "click", "1"])

    def windows(self) -> str:
        """Return the titles of what is shown, line by line."""
        return self.run(["xwininfo", "-root", "-tree"])

    def run(self, command: Sequence[str]) -> str:
        """Run something short, and return what it prints."""
        done = subprocess.run(
            command, env=self.variables(), capture_output=True, text=True, timeout=60, check=True
        )
        return done.stdout


@contextmanager
def hidden_screen(home: Path, size: tuple[int, int] = SIZE) -> Iterator[Screen]:
    """Start an X server without a screen; it ends with the block."""
    home.mkdir(parents=True, exist_ok=True)
    read, write = os.pipe()
    geometry = f"{size[0]}x{size[1]}x24"
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", geometry, "-nolisten", "tcp"]
    with (home / "Xvfb.log").open("wb") as log:
        server = subprocess.Popen(command, pass_fds=[write], stdout=log, stderr=log)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield Screen(f":{told.readline().strip()}", home)
    finally:
        server.terminate()
        server.wait(END_S)


@contextmanager
def running(
    screen: Screen, command: Sequence[str], variables: Mapping[str, str] | None = None
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a program on the screen, with a message bus of its own; it ends with the block."""
    with (screen.home / f"{command[0]}.log").open("ab") as log:
        program = subprocess.Popen(
            ["dbus-run-session", "--", *command],
            env=screen.variables() | dict(variables or {}),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield program
    finally:
        _end(program)


def _end(program: "subprocess.Popen[bytes]") -> None:
    """End a program and all that it started, first politely.

    The bus ends at once; what it ran holds its database until it has ended as well.
    """
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(program.pid, how)
            end_s = time.monotonic() + END_S
            while time.monotonic() < end_s:
                program.poll()  # the first of a group is in it until somebody asks how it ended
                os.killpg(program.pid, 0)
                time.sleep(0.1)
        except ProcessLookupError:
            return


def wait_until(told: Callable[[], bool], program: "subprocess.Popen[bytes]", what: str) -> None:
    """Wait until something is so; a program that ended, or takes too long, is an error."""
    end_s = time.monotonic() + PATIENCE_S
    while not told():
        if program.poll() is not None and not told():
            raise RuntimeError(f"it ended with {program.returncode} before {what}")
        if time.monotonic() > end_s:
            raise TimeoutError(f"waited {PATIENCE_S:.0f} s for {what}")
        time.sleep(0.5)
