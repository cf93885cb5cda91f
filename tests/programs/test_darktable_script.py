"""Our script in darktable itself: from a selection to the app, and corrected times read again."""

import shutil
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from coincide.app.review.http.program import RunningApp, find_running
from tests.drawn import write_event
from tests.programs import darktable
from tests.programs.screen import Screen

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(
        not all(map(shutil.which, ("darktable", "Xvfb", "dbus-run-session", "xdotool", "setsid"))),
        reason="needs darktable, xvfb, dbus and xdotool of Debian",
    ),
]
SCRIPT = Path(__file__).parents[2] / "integrations" / "darktable" / "coincide.lua"
STARTS_S = 240.0
# what both buttons of the script call, on all photos of the library as the selection
SELECTED = """
local coincide = dofile("{script}")
dt.preferences.write("coincide", "command", "string", "{command}")
local images = {{}}
for number, image in ipairs(dt.database) do images[number] = image end
dt.gui.selection(images)
"""
# how wrong the second camera is said to be
OFF = timedelta(hours=1, minutes=2, seconds=3)


def test_a_selection_goes_to_the_app_and_its_times_come_back(
    screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    event = write_event(tmp_path / "home" / "party", {"ann": 5, "ben": 6})
    darktable.import_files(screen, sorted(event.rglob("*.jpg")))
    before = times(screen, event)
    assert len(before) == 11
    # what a test starts ends with darktable, unless it is in a session of its own
    told = f"COINCIDE_DATA={tmp_path}/data HOME={tmp_path}/home BROWSER=true"
    # the project of several folders is made where the app is started
    command = f"setsid env --chdir={tmp_path}/home {told} {sys.executable} -m coincide"
    head = SELECTED.format(script=SCRIPT, command=command)
    darktable.run_lua(screen, f"{head}\ncoincide.open(dt.gui.selection())")
    app = started()
    try:
        until_s = time.monotonic() + STARTS_S
        while app.ask("GET", "/api/state")[1]["page"] != "who":
            assert time.monotonic() < until_s, "the folders did not open"
            time.sleep(0.5)
    finally:
        app.ask("POST", "/api/end", {})
    correct(event)
    assert times(screen, event) == before, "it believes its library until it is told to look"
    darktable.run_lua(screen, f"{head}\ncoincide.reread(dt.gui.selection())")
    moved = {path: at + OFF if path.parts[0] == "ben" else at for path, at in before.items()}
    assert times(screen, event) == moved


def times(screen: Screen, event: Path) -> dict[Path, datetime]:
    """Return the times in darktable's library."""
    held = {path.relative_to(event): one.time for path, one in darktable.held(screen).items()}
    return {path: datetime.fromisoformat(at) for path, at in held.items() if at is not None}


def correct(event: Path) -> None:
    """Do with the event what a person does in the app."""
    for words in (
        ["sync", event, "--anchor", "ann"],
        ["hint", "pin", event, "ben", "1h2m3s"],
        ["hint", "confirm", event, "ben"],  # the pictures say otherwise: they are of one minute
        ["sync", event, "--anchor", "ann"],
        ["plan", event, "--for", "darktable", "--unsure"],
        ["apply", event / ".coincide" / "plan.json", "--yes", "--in", event],
    ):
        command = [sys.executable, "-m", "coincide", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def started() -> RunningApp:
    """Wait for the app that the script started."""
    until_s = time.monotonic() + STARTS_S
    while time.monotonic() < until_s:
        found = find_running()
        if found is not None:
            return found
        time.sleep(0.5)
    raise AssertionError("the script did not start the app")
