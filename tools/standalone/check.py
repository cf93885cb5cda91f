"""The standalone program as somebody without Python starts it: by a double click, on a screen.

``python -m tools.standalone.check PROGRAM`` needs root, Xvfb, xdotool, dbus-run-session, pcmanfm.
It runs in a network namespace with nothing but this machine's own address, for a user who has no
Python and no ExifTool. It fails unless the first click opens the app, a second one the same,
dropped photos are shown, and *Quit* ends it; it prints how long the page takes to be there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from coincide.app.review.http.program import FILE, NoAnswerError, RunningApp
from tests.drawn import write_event
from tests.programs.screen import Screen, hidden_screen

INSIDE = "COINCIDE_IN_NAMESPACE"
WAIT_S = 120.0
# where the one entry of a folder is shown, once that has settled
ENTRY, SETTLED_S = (207, 96), 6.0
FILE_MANAGER = "pcmanfm"
# no question before what was clicked is started
QUICK = "[config]\nquick_exec=1\nsingle_click=0\n"
NEEDED = ("dbus-daemon", "sh", "sed", "mkdir", "cp", "rm", "dirname", "readlink")


def main(program: Path) -> None:
    """Go through all of it."""
    if INSIDE not in os.environ:
        command = ["unshare", "--net", sys.executable, "-m", "tools.standalone.check", program]
        sys.exit(subprocess.run(command, env={**os.environ, INSIDE: "1"}, check=False).returncode)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    with tempfile.TemporaryDirectory() as folder, hidden_screen(Path(folder, "home")) as screen:
        opened, variables = _user(screen)
        _use(program.resolve(), screen, opened, variables)


def _user(screen: Screen) -> tuple[Path, dict[str, str]]:
    """Return where the browser notes what it is asked to open, and what programs are told."""
    tools, opened = screen.home / "tools", screen.home / "opened"
    tools.mkdir()
    for name in NEEDED:
        (tools / name).symlink_to(shutil.which(name) or name)
    browser = tools / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n')
    browser.chmod(0o755)
    settings = screen.home / ".config" / "libfm" / "libfm.conf"
    settings.parent.mkdir(parents=True)
    settings.write_text(QUICK)
    opened.touch()
    told = {"PATH": str(tools), "BROWSER": f"{browser} %s", "COINCIDE_DATA": str(screen.home / "d")}
    return opened, {**screen.variables(), **told}


def _use(program: Path, screen: Screen, opened: Path, variables: Mapping[str, str]) -> None:
    subprocess.run([program.parent / "install.sh"], env=variables, check=True)
    entries = Path(variables["XDG_DATA_HOME"]) / "applications"
    manager = [shutil.which("dbus-run-session") or "", "--", shutil.which(FILE_MANAGER) or ""]
    with (screen.home / "manager.log").open("wb") as log:
        window = subprocess.Popen([*manager, entries], env=variables, stdout=log, stderr=log)
        try:
            time.sleep(SETTLED_S)
            first_s = _until(lambda: len(_lines(opened)) == 1, lambda: _double_click(screen))
            app = _found(screen)
            until_page_s = first_s + _until(lambda: _answers(app))
            print(f"from the double click to the page: {until_page_s:.1f} s")
            state = app.ask("GET", "/api/state")[1]
            assert (state["page"], state["can_end"], state["exiftool"]) == ("choose", True, False)
            _until(lambda: len(_lines(opened)) == 2, lambda: _double_click(screen))
            assert len(set(_lines(opened))) == 1, _lines(opened)
            print("a second double click opened the same")
            _drop(program, screen, variables, app)
            app.ask("POST", "/api/end", {})
            _until(lambda: not (screen.home / "d" / FILE).exists())
            assert not _answers(app)
            print("Quit ended it")
        finally:
            window.terminate()
            window.wait()


def _drop(program: Path, screen: Screen, variables: Mapping[str, str], app: RunningApp) -> None:
    """Start it with photos, as what is dropped on its icon."""
    event = write_event(screen.home / "party", {"ann": 5, "bob": 6})
    subprocess.run([program, event], env=variables, check=True, timeout=WAIT_S)
    _until(lambda: app.ask("GET", "/api/state")[1]["page"] == "who")
    print("dropped photos are shown")


def _double_click(screen: Screen) -> None:
    x, y = map(str, ENTRY)
    screen.run(["xdotool", "mousemove", x, y, "click", "--repeat", "2", "--delay", "80", "1"])


def _found(screen: Screen) -> RunningApp:
    return msgspec.json.decode((screen.home / "d" / FILE).read_bytes(), type=RunningApp)


def _answers(app: RunningApp) -> bool:
    try:
        return app.ask("GET", "/api/state")[0] == 200
    except NoAnswerError:
        return False


def _lines(path: Path) -> list[str]:
    return path.read_text().split()


def _until(done: Callable[[], bool], act: Callable[[], None] = lambda: None) -> float:
    """Act, and wait until something is so; return the seconds."""
    began_s = time.monotonic()
    act()
    while not done():
        assert time.monotonic() - began_s < WAIT_S, "it did not come to that"
        time.sleep(0.02)
    return time.monotonic() - began_s


if __name__ == "__main__":
    main(Path(sys.argv[1]))
