"""Our script in darktable itself: from a selection to the app, and corrected times read again."""

import shutil
import sys
import time
from pathlib import Path

import pytest

from coincide.app.review.program import Found, find_running
from tests.programs import darktable
from tests.programs.compare import wrong_times
from tests.programs.conftest import Tagged
from tests.programs.screen import Screen

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(
        not all(map(shutil.which, ("darktable", "Xvfb", "dbus-run-session", "xdotool"))),
        reason="needs darktable, xvfb, dbus and xdotool of Debian",
    ),
]
SCRIPT = Path(__file__).parents[2] / "integrations" / "darktable" / "coincide.lua"
STARTS_S = 120.0
# what both buttons of the script call, on all photos of the library as the selection
SELECTED = """
local coincide = dofile("{script}")
dt.preferences.write("coincide", "command", "string", "{command}")
local images = {{}}
for number, image in ipairs(dt.database) do images[number] = image end
dt.gui.selection(images)
"""


def test_a_selection_goes_to_the_app_and_its_times_come_back(
    tagged: Tagged, screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, data = tmp_path / "event", tmp_path / "data"
    files = tagged.copied(event)
    darktable.import_files(screen, files)
    before = {path.relative_to(event): one for path, one in darktable.held(screen).items()}
    monkeypatch.setenv("COINCIDE_DATA", str(data))
    command = f"env COINCIDE_DATA={data} {sys.executable} -m coincide"
    head = SELECTED.format(script=SCRIPT, command=command)
    darktable.run_lua(screen, f"{head}\ncoincide.open(dt.gui.selection())")
    app = _started()
    try:
        state = app.ask("GET", "/api/state")[1]
        assert state["page"] in ("working", "who", "event", "choose")
    finally:
        app.ask("POST", "/api/end", {})
    expected = tagged.replanned(event, files, "--for", "darktable")
    assert len(wrong_times(before, expected)) > len(expected.times) // 2
    darktable.run_lua(screen, f"{head}\ncoincide.reread(dt.gui.selection())")
    after = {path.relative_to(event): one for path, one in darktable.held(screen).items()}
    assert wrong_times(after, expected) == {}


def _started() -> Found:
    until_s = time.monotonic() + STARTS_S
    while time.monotonic() < until_s:
        found = find_running()
        if found is not None:
            return found
        time.sleep(0.5)
    raise AssertionError("the script did not start the app")
