"""Friends' phones, a camera, a video and pictures of a chat become one folder in order."""

import json
import re
from pathlib import Path

import pytest

from coincide.demo import DemoOptions, plan_event
from coincide.demo.companions import CHAT, plan_forwarded
from coincide.demo.filmplan import plan_films
from tests.journeys.events import digests, exif_time_s
from tests.journeys.shell import Environment, open_page

PAGE = "docs/tutorials/friends.md"
OPTIONS = DemoOptions(n_galleries=4, n_photos=60, n_phones=3, n_films=1, n_forwarded=6)
WITHIN_S = 120.0
GUESSED_WITHIN_S = 600.0  # ± 5 min, which half of them keep
NAME = re.compile(r"(?P<day>[\d-]{10})_(?P<time>[\d-]{8})(?P<sign>~?)_(?P<who>[^_]+)_(?P<name>.+)")


def true_times_s() -> dict[str, float]:
    """Return the event time of every file by its path in the event."""
    plan = plan_event(OPTIONS)
    times_s = {
        f"{gallery.name}/{shot.file_name}": shot.event_time_s
        for gallery in plan.galleries
        for shot in gallery.shots
    }
    times_s |= {f"{one.gallery.name}/{one.file_name}": one.event_time_s for one in plan_films(plan)}
    for one in plan_forwarded(plan):
        times_s[f"{CHAT}/{one.file_name}"] = one.shot.event_time_s
        if not one.original_kept:
            del times_s[f"{one.gallery}/{one.shot.file_name}"]
    return times_s


@pytest.mark.slow
def test_the_page(wheel_env: Environment, tmp_path: Path) -> None:
    with open_page(PAGE, wheel_env, tmp_path) as page:
        page.run_until("coincide demo")
        originals = digests(tmp_path / "lake")
        truth = true_times_s()
        assert set(originals) == {*truth, "truth.json", "truth-clips.json"}
        page.run_rest()
        status, printed = page.shell.run(
            "exiftool -q -json -DateTimeOriginal -CreateDate together/*"
        )
    assert status == 0, printed
    assert digests(tmp_path / "lake") == originals

    copies = sorted(path.name for path in (tmp_path / "together").iterdir())
    found = [NAME.fullmatch(name) for name in copies]
    paths = [f"{one['who']}/{one['name']}" for one in found if one]
    # everything is there but the one that nothing tells the time of
    assert set(truth) - set(paths) == {f"{CHAT}/IMG-20250823-WA0006.jpg"}
    assert len(paths) == len(copies) == len(truth) - 1

    inside = {Path(one["SourceFile"]).name: one for one in json.loads(printed)}
    for name, one, path in zip(copies, found, paths, strict=True):
        assert one is not None
        named_s = exif_time_s(f"{one['day']} {one['time']}".replace("-", ":"))
        within_s = GUESSED_WITHIN_S if one["sign"] else WITHIN_S
        assert abs(named_s - truth[path]) <= within_s, name
        if not name.endswith(".mp4"):  # whose time inside is in UTC
            assert abs(exif_time_s(inside[name]["DateTimeOriginal"]) - named_s) <= 1.0, name
    assert sum(bool(one and one["sign"]) for one in found) == 1
    assert_in_order([truth[path] for path in paths])


def assert_in_order(times_s: list[float]) -> None:
    """Photos further apart than the errors of two clocks are in the true order."""
    latest_s = -float("inf")
    for time_s in times_s:
        assert time_s > latest_s - 2 * WITHIN_S
        latest_s = max(latest_s, time_s)
