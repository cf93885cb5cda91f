"""A photographer's RAW and JPEG of three bodies: what digiKam and Lightroom would read."""

import json
from pathlib import Path

import pytest

from coincide.demo import DemoOptions, plan_event
from tests.journeys.events import digests, exif_time_s
from tests.journeys.shell import Environment, OpenPage, open_page

PAGE = "docs/tutorials/photographer.md"
OPTIONS = DemoOptions(n_galleries=3, n_photos=72, seed=3, n_phones=0, raw=True)
WITHIN_S = 120.0  # the page says: to a minute or so


def true_times_s() -> dict[str, float]:
    """Return the event time of every file by its path in the event."""
    return {
        f"{gallery.name}/{Path(shot.file_name).with_suffix(suffix)}": shot.event_time_s
        for gallery in plan_event(OPTIONS).galleries
        for shot in gallery.shots
        for suffix in (".JPG", ".DNG")
    }


def read_times_s(page: OpenPage, suffix: str) -> dict[str, float]:
    """Return the capture times that ExifTool reads of all files with a suffix."""
    asked = f"exiftool -q -json -r -ext {suffix} -DateTimeOriginal wedding"
    status, printed = page.shell.run(asked)
    assert status == 0, printed
    return {
        one["SourceFile"].removeprefix("wedding/"): exif_time_s(one["DateTimeOriginal"])
        for one in json.loads(printed)
    }


def assert_true(found_s: dict[str, float], n_files: int) -> None:
    assert len(found_s) == n_files
    truth = true_times_s()
    errors_s = {name: abs(time_s - truth[name]) for name, time_s in found_s.items()}
    assert max(errors_s.values()) <= WITHIN_S, errors_s


@pytest.mark.slow
def test_the_page(wheel_env: Environment, tmp_path: Path) -> None:
    event = tmp_path / "wedding"
    with open_page(PAGE, wheel_env, tmp_path) as page:
        page.run_until("coincide demo")
        originals = digests(event)
        assert len(originals) == 2 * 72 + 1
        assert set(true_times_s()) < set(originals)

        page.run_until("coincide apply wedding/.coincide/plan.json")
        after = digests(event)
        assert {name: after[name] for name in originals} == originals
        sidecars = read_times_s(page, "xmp")
        assert_true({name.removesuffix(".xmp"): time_s for name, time_s in sidecars.items()}, 106)

        page.run_until("coincide apply wedding/.coincide/plan-2.json")
        # in the files of all three bodies, moved or not
        assert_true(read_times_s(page, "dng"), 72)
        assert_true(read_times_s(page, "jpg"), 72)

        page.run_rest()
    assert digests(event) == originals
    assert (tmp_path / "wedding.html").stat().st_size > 100_000
