"""digiKam itself: what its database says after an import, and after reading once more."""

import hashlib
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.command import run_here
from tests.programs import digikam
from tests.programs.compare import kinds, lost, wrong_times
from tests.programs.conftest import Tagged
from tests.programs.screen import Screen, wait_until

# each takes a minute, and needs programs of half a gigabyte that no runner has
pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(
        not all(map(shutil.which, ("digikam", "Xvfb", "dbus-run-session"))),
        reason="needs digikam, xvfb and dbus of Debian",
    ),
]
EVERYTHING = {".jpg", ".dng", ".heic", ".mp4", ".mov"}
UNRATED = -1


def test_it_shows_what_sidecars_say_and_undo_leaves_nothing(
    tagged: Tagged, screen: Screen, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    expected = tagged.corrected(event, "--for", "digikam")
    digikam.import_folder(screen, event, len(expected.files))
    held = digikam.held(screen)
    assert wrong_times(held, expected) == {}
    assert lost(held, expected, unrated=UNRATED) == {}
    assert expected.times.keys() <= held.keys()
    assert kinds(expected.times) == EVERYTHING
    undone = run_here("undo", str(event / ".coincide" / "plan.json"), "--yes", "--in", str(event))
    assert undone.returncode == 0, undone.stderr
    assert _digests(event) == _digests(tagged.path)


def test_it_shows_what_is_written_into_files(
    tagged: Tagged, screen: Screen, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    expected = tagged.corrected(event, "--to", "file")
    digikam.import_folder(screen, event, len(expected.files))
    wrong = wrong_times(digikam.held(screen), expected)
    assert kinds(wrong) == {".mp4", ".mov"}, "of videos Debian's reads nothing but sidecars"


def test_photos_that_it_has_already_are_read_again_at_the_next_start(
    tagged: Tagged, screen: Screen, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    files = tagged.copied(event)
    digikam.import_folder(screen, event, len(files))
    before = digikam.held(screen)
    expected = tagged.replanned(event, files, "--for", "digikam")
    assert len(wrong_times(before, expected)) > len(expected.times) // 2
    with digikam.started(screen) as program:
        wait_until(
            lambda: (
                expected.times.keys() <= (held := digikam.held(screen)).keys()
                and not wrong_times(held, expected)
            ),
            program,
            "digiKam had read all sidecars",
        )
    assert lost(digikam.held(screen), expected, unrated=UNRATED) == {}


def _digests(event: Path) -> Mapping[Path, str]:
    return {
        path.relative_to(event): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(event.glob("[!.]*/*"))
    }
