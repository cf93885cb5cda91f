"""A plan that came with an event takes nothing away in the app, wherever it points."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from coincide import project as pipeline
from tests.app.review.conftest import SIZES, Live, serving, write_event
from tests.attacks.forged import forge_journal, rewrite, run, said_done

pytestmark = pytest.mark.slow


def ended(live: Live) -> str:
    """Return how taking a plan back ended badly."""
    (job,) = [job for job in live.settled()["jobs"] if job["what"] == "undo"]
    return str(job["error"])


def test_f06_a_plan_of_the_event_does_not_reach_other_folders(trip: Path, tmp_path: Path) -> None:
    """Both plans are accepted by the command line, where a person confirms the folder."""
    party = write_event(tmp_path / "party", SIZES)
    pipeline.Project.at(party).sync()
    plan = party / ".coincide" / "plan-9.json"
    run("shift", "trip", "+1h", "--gallery", "ben", "--out", "elsewhere.json")
    run("apply", "elsewhere.json", "--yes")
    sidecars = sorted(trip.rglob("*.xmp"))
    texts = [path.read_bytes() for path in sidecars]
    shutil.copy("elsewhere.json", plan)
    rewrite(plan, lambda document: document.update(project=str(plan.parent)))
    forge_journal(plan, *said_done(sidecars))
    with serving([tmp_path], [party]) as live:
        live.post("/api/take-back", path=str(plan))
        assert "which is outside the event" in ended(live)
    assert [path.read_bytes() for path in sidecars] == texts


def test_f06_the_app_deletes_nothing_that_this_account_did_not_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    party = write_event(tmp_path / "party", SIZES)
    pipeline.Project.at(party).sync()
    plan = party / ".coincide" / "plan.json"
    run("shift", party, "+1h", "--gallery", "bob", "--out", plan)
    run("apply", plan, "--yes", "--in", party)
    sidecars = sorted(party.rglob("*.xmp"))
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "another account"))
    with serving([tmp_path], [party]) as live:
        live.post("/api/take-back", path=str(plan))
        told: Any = ended(live)
    assert f"{len(sidecars)} files were left unchanged" in told
    assert "--trust in a terminal" in told
    assert sorted(party.rglob("*.xmp")) == sidecars
