"""darktable itself: what its library says after an import, and after reading once more."""

import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.programs import darktable
from tests.programs.compare import kinds, lost, wrong_times
from tests.programs.conftest import Tagged
from tests.programs.events import Expected
from tests.programs.held import Held
from tests.programs.screen import Screen, hidden_screen, running, wait_until

# each takes a minute, and needs programs of half a gigabyte that no runner has
pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(
        not all(map(shutil.which, ("darktable", "Xvfb", "dbus-run-session", "xdotool"))),
        reason="needs darktable, xvfb, dbus and xdotool of Debian",
    ),
]
PHOTOS = {".jpg", ".dng", ".heic"}
UNRATED = 1  # its own setting: what is imported has one star
# the two buttons of the dialog about sidecars that are newer than the library
SELECT_ALL, KEEP_XMP = (103, 69), (240, 246)
# what is pressed before the dialog is drawn goes to what lies behind it
SETTLED_S = 10.0


def _held(screen: Screen, event: Path) -> dict[Path, Held]:
    return {path.relative_to(event): one for path, one in darktable.held(screen).items()}


def test_it_shows_what_sidecars_say(tagged: Tagged, screen: Screen, tmp_path: Path) -> None:
    expected = tagged.corrected(tmp_path / "event", "--for", "darktable")
    darktable.import_files(screen, expected.files)
    held = _held(screen, tmp_path / "event")
    assert wrong_times(held, expected) == {}
    assert lost(held, expected, unrated=UNRATED) == {}
    assert kinds(held) == PHOTOS
    assert kinds(expected.times.keys() - held.keys()) == {".mp4", ".mov"}, "it knows no videos"


def test_it_shows_what_is_written_into_files(
    tagged: Tagged, screen: Screen, tmp_path: Path
) -> None:
    expected = tagged.corrected(tmp_path / "event", "--to", "file")
    darktable.import_files(screen, expected.files)
    held = _held(screen, tmp_path / "event")
    assert wrong_times(held, expected) == {}
    assert kinds(held) == PHOTOS
    assert lost(held, _readable(expected), unrated=UNRATED) == {}


def test_photos_that_it_has_already_are_read_again_at_the_next_start(
    tagged: Tagged, screen: Screen, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    files = tagged.copied(event)
    darktable.import_files(screen, files)
    before = _held(screen, event)
    time.sleep(1.1)  # it compares times of modification in whole seconds
    expected = tagged.replanned(event, files, "--for", "darktable")
    assert len(wrong_times(before, expected)) > len(expected.times) // 2
    look = [*darktable.command(screen), "--conf", "run_crawler_on_start=true"]
    # its first start after an import by script takes no mouse, why was not found; the next does
    with hidden_screen(screen.home) as first, running(first, look) as program:
        wait_until(lambda: _asks(first), program, "darktable asked about sidecars")
        time.sleep(SETTLED_S)
    with hidden_screen(screen.home) as fresh, running(fresh, look) as program:
        wait_until(lambda: _asks(fresh), program, "darktable asked once more")
        time.sleep(SETTLED_S)
        wait_until(lambda: not _answered(fresh, event, expected), program, "it had read them")
    # the sidecars are its own, of its first import: they say what it read then
    assert lost(_held(screen, event), _readable(expected), unrated=UNRATED) == {}


def _readable(expected: Expected) -> Expected:
    """Return what darktable reads from files: of a HEIC the time, and not what else is inside."""
    said = {path: said for path, said in expected.said.items() if path.suffix != ".heic"}
    return replace(expected, said=said)


def _answered(screen: Screen, event: Path, expected: Expected) -> dict[Path, str]:
    """Press the buttons, once more where the dialog was not ready; return what is still wrong."""
    for place in (SELECT_ALL, KEEP_XMP):
        screen.click(*place)
        time.sleep(SETTLED_S / 2)
    return wrong_times(_held(screen, event), expected)


def _asks(screen: Screen) -> bool:
    return "updated XMP" in screen.windows()
