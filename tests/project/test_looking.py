"""Looking changes nothing and solves nothing, whatever a result was found with.

The app with all its views, the report and the plan show the result of the last sync, and no other.
"""

import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from coincide.project import Project
from coincide.project.plans.cameras import PATH_VARIABLE
from tests.app.review.conftest import Live, serving
from tests.drawn import write_event
from tests.project.kept_projects import KEPT, contents, count_work, run

SIZES = {"ann": 9, "bob": 12, "cyd": 7}
# what a sync is given, and what tells its result from others: the method and the anchor
WAYS: dict[str, tuple[list[str], tuple[str, str]]] = {
    "joint": ([], ("joint", "ann")),
    "median": (["--method", "median", "--features", "pooled"], ("median", "bob")),
    "paper": (["--method", "paper", "--features", "pooled"], ("paper", "bob")),
    "anchor": (["--anchor", "bob"], ("joint", "bob")),
    # by rhythm alone ann and cyd only likely agree, and that counts
    "without": (["--without", "look"], ("joint", "ann")),
    "verify": (["--verify"], ("joint", "ann")),
    "backbone": (["--backbone", "efficientnet-lite1"], ("joint", "ann")),
}
QUICK = ("joint", "median", "anchor")


def told_in(document: Any) -> dict[str, float | None]:
    """Return the offsets of a view or of offsets.json, to a hundredth as views tell them."""
    galleries = document["galleries"]
    if isinstance(galleries, dict):
        galleries = [{"name": name, **one} for name, one in galleries.items()]
    return {
        one["name"]: None if one["offset_s"] is None else round(one["offset_s"], 2)
        for one in galleries
    }


def views_of(live: Live) -> dict[str, Any]:
    """Ask for every view that the app has; return what they tell."""
    paths = ["state", "event", "questions", "graph", "plans"]
    for name in SIZES:
        paths += [f"evidence/{name}", f"profile/{name}"]
    views = {path: live.get(f"/api/{path}") for path in paths}
    for path in ("sprite/0", "sprite/0?px=32", "photo/0/256", "photo/3/1280"):
        answer = live.client.get(f"/api/{path}")
        assert answer.status_code == 200
        assert answer.content.startswith(b"\xff\xd8")
    return views


def in_report(page: Path) -> Any:
    (data,) = re.findall(
        r'<script type="application/json" id="coincide-data">(.*?)</script>',
        page.read_text(encoding="utf-8"),
        re.DOTALL,
    )
    return json.loads(data)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The event after a first sync in the usual way, which a later look could fall back to."""
    folder = write_event(tmp_path_factory.mktemp("looking") / "party", SIZES)
    for photo in (folder / "bob").iterdir():  # an hour ahead, so that there is something to plan
        photo.write_bytes(photo.read_bytes().replace(b"2024:05:04 14:", b"2024:05:04 15:"))
    Project.at(folder).sync()
    return folder


@pytest.fixture
def party(event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    return Path(shutil.copytree(event, tmp_path / "home" / "party"))


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=() if way in QUICK else pytest.mark.slow) for way in WAYS]
)
def test_whoever_looks_sees_that_result_and_changes_nothing(
    way: str, party: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, expected = WAYS[way]
    run("sync", party, *options)
    kept = json.loads((party / KEPT / "offsets.json").read_text(encoding="utf-8"))
    assert (kept["method"], kept["anchor"]) == expected
    before, work = contents(party), count_work(monkeypatch)

    with serving([party.parent], [party]) as live:
        views = views_of(live)
        again = views_of(live)
    assert views["state"]["changed"] == []
    assert views["event"]["anchor"] == expected[1]
    assert told_in(views["event"]) == told_in(again["event"]) == told_in(kept)
    assert contents(party) == before

    page = tmp_path / "party.html"
    run("report", party, "--out", page)
    report = in_report(page)
    assert told_in(report["event"]) == told_in(kept)
    assert report["event"]["anchor"] == expected[1]
    assert contents(party) == before

    run("timeline", party)
    assert contents(party) == before

    run("plan", party, "--unsure", "--slight")
    after = contents(party)
    assert after.keys() - before.keys() == {f"{KEPT}/plan.json"}
    assert {name: after[name] for name in before} == before
    plan = json.loads((party / KEPT / "plan.json").read_text(encoding="utf-8"))
    assert plan["anchor"] == expected[1]
    moved = {one["name"]: one["shift_s"] for one in plan["galleries"] if one["state"] == "moved"}
    assert moved
    for name, shift_s in moved.items():  # in whole seconds
        assert shift_s == pytest.approx(kept["galleries"][name]["offset_s"], abs=0.5), name
    assert work == {}


def test_the_ways_differ(event: Path, tmp_path: Path) -> None:
    """Or no test could tell which one is shown."""
    party = Path(shutil.copytree(event, tmp_path / "party"))
    found = []
    for way in QUICK:
        run("sync", party, "--defaults", *WAYS[way][0])
        found.append((party / KEPT / "offsets.json").read_bytes())
    assert len(set(found)) == len(QUICK)


def test_a_closer_profile_is_found_in_memory_alone(
    party: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it is not kept: whoever zooms in lets it be found again, and nothing is written."""
    run("sync", party, "--anchor", "bob")
    before, work = contents(party), count_work(monkeypatch)
    with serving([party.parent], [party]) as live:
        whole = live.get("/api/profile/ann")
        near = live.get("/api/profile/ann", around=0.0, span=600.0)
        assert near != whole
        assert live.get("/api/profile/cyd", around=0.0, span=600.0)
        assert told_in(live.get("/api/event")) == told_in(
            json.loads((party / KEPT / "offsets.json").read_text(encoding="utf-8"))
        )
    assert contents(party) == before
    # once: all is certain without a closer look
    assert work == Counter({"solve": 1, "solve jointly": 1})
