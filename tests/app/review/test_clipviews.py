"""Clips over HTTP: their files in parts, their shapes, what they heard, and what is said of it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from coincide import project as pipeline
from coincide.app.review.clipviews import sound_questions
from coincide.app.review.report import report_data
from coincide.model.offsets import Estimate, Placement
from coincide.sound.features import N_COLUMNS
from tests.app.review.conftest import Live, serving

pytest.importorskip("av")

LAG_S = 2.1


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two people who filmed the same, solved once."""
    from tests.film_files import write_two_films

    folder = tmp_path_factory.mktemp("heard") / "speech"
    write_two_films(folder, length_s=14.0, lag_s=LAG_S)
    pipeline.Project.at(folder).sync()
    return folder


@pytest.fixture
def live(heard: Path, tmp_path: Path) -> Iterator[Live]:
    folder = Path(shutil.copytree(heard, tmp_path / "home" / "speech"))
    with serving([folder.parent], [folder]) as opened:
        yield opened


def test_clips_have_their_length_and_the_shape_of_their_sound(live: Live) -> None:
    event = live.get("/api/event")
    assert [one["row"] for one in event["clips"]] == [0, 1]
    assert [one["duration_s"] for one in event["clips"]] == pytest.approx([14.0, 14.0], abs=0.1)
    assert [len(one["shape"]) for one in event["clips"]] == [N_COLUMNS, N_COLUMNS]
    assert len(set(event["clips"][0]["shape"])) > 8


def test_what_two_clips_heard_is_told_with_the_lag(live: Live) -> None:
    (tie,) = live.get("/api/event")["heard"]
    assert tie["rows"] == [0, 1]
    assert tie["lag_s"] == pytest.approx(LAG_S, abs=0.03)
    assert tie["apart_s"] == pytest.approx(LAG_S, abs=0.1)
    assert tie["sure"]
    assert tie["supports"]
    assert not tie["contradicts"]
    assert "which matches clearly" in tie["how"]


def test_a_clip_is_sent_whole_and_in_the_part_that_is_asked_for(live: Live) -> None:
    data = (live.folder / "Ida" / "VID_20250823_180000.mp4").read_bytes()
    whole = live.client.get("/api/clip/0")
    assert whole.status_code == 200
    assert whole.content == data
    assert whole.headers["content-type"] == "video/mp4"
    assert whole.headers["accept-ranges"] == "bytes"
    part = live.client.get("/api/clip/0", headers={"Range": "bytes=100-299"})
    assert part.status_code == 206
    assert part.content == data[100:300]
    assert part.headers["content-range"] == f"bytes 100-299/{len(data)}"
    end = live.client.get("/api/clip/0", headers={"Range": "bytes=-50"})
    assert end.status_code == 206
    assert end.content == data[-50:]
    beyond = live.client.get("/api/clip/0", headers={"Range": f"bytes={len(data)}-"})
    assert beyond.status_code == 416


def test_nobody_gets_a_clip_without_the_token_or_from_another_site(live: Live) -> None:
    base = str(live.client.base_url)
    assert httpx.get(f"{base}/api/clip/0").status_code == 403
    foreign = live.client.get("/api/clip/0", headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403
    answer = live.client.get("/api/clip/0")
    assert "media-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("row", ["-1", "2", "99999"])
def test_rows_without_a_clip_have_none_to_send(live: Live, row: str) -> None:
    assert live.client.get(f"/api/clip/{row}").status_code == 404


def test_a_clip_that_is_gone_is_not_sent(live: Live) -> None:
    (live.folder / "Ida" / "VID_20250823_180000.mp4").unlink()
    assert live.client.get("/api/clip/0").status_code == 404


def test_a_tie_is_rejected_confirmed_and_taken_back(live: Live) -> None:
    layout = live.get("/api/event")["layout"]
    live.post("/api/hint", kind="not-heard", rows=[0, 1], layout=layout)
    live.settled()
    event = live.get("/api/event")
    assert [one["answer"] for one in event["heard"]] == ["not-heard"]
    assert "not the same sound" in event["hints"][0]["words"]
    live.post("/api/hint", kind="heard", rows=[1, 0], lag_s=-2.2, layout=layout)
    live.settled()
    event = live.get("/api/event")
    (tie,) = event["heard"]
    assert (tie["answer"], tie["lag_s"], tie["how"]) == ("heard", 2.2, "you heard it")
    assert tie["apart_s"] == pytest.approx(2.2, abs=0.1)
    assert len(event["hints"]) == 1
    live.post("/api/undo")
    live.post("/api/undo")
    live.settled()
    event = live.get("/api/event")
    assert event["hints"] == []
    assert event["heard"][0]["answer"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "heard", "rows": [0, 1]},  # how far apart?
        {"kind": "not-heard", "rows": [0, 1], "lag_s": 1.0},
        {"kind": "heard", "rows": [0, 1], "lag_s": 20.0},  # they would have nothing in common
        {"kind": "heard", "rows": [0, 0], "lag_s": 1.0},
        {"kind": "heard", "rows": [0, 1], "lag_s": 1.0, "layout": "of another event"},
    ],
)
def test_what_cannot_be_said_of_two_clips_is_refused(live: Live, body: dict[str, object]) -> None:
    assert live.client.post("/api/hint", json=body).status_code == 400
    assert live.get("/api/event")["hints"] == []


def test_a_tie_is_asked_about_where_it_is_not_sure_and_a_gallery_is_not_certain(
    heard: Path,
) -> None:
    from dataclasses import replace

    solution = pipeline.Project.at(heard).shown().solution
    assert sound_questions(solution) == ()
    (tie,) = solution.heard
    unsure = replace(tie, sure=False, reasons=("it may have been played twice",))
    doubted = tuple(
        one if one.gallery == solution.offsets.anchor else Placement(one.gallery, _open(one))
        for one in solution.offsets.placements
    )
    offsets = replace(solution.offsets, placements=doubted)
    assert sound_questions(replace(solution, heard=(unsure,))) == ()
    (asked,) = sound_questions(replace(solution, heard=(unsure,), offsets=offsets))
    assert asked.rows == (0, 1)
    assert asked.lag_s == pytest.approx(LAG_S, abs=0.03)
    assert asked.why.endswith("but it may have been played twice")


def _open(placement: Placement) -> Estimate | None:
    found = placement.estimate
    return None if found is None else Estimate(found.offset_s, found.low_s, found.high_s, 0.5)


def test_a_report_has_the_shapes_of_clips_and_what_they_heard(heard: Path) -> None:
    data = report_data(pipeline.Project.at(heard).shown(), details=False)
    assert len(data.event.clips) == 2
    assert all(one.shape for one in data.event.clips)
    assert [one.rows for one in data.event.heard] == [(0, 1)]


def test_a_project_from_before_there_were_shapes_gets_them_without_hearing_all_again(
    heard: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(heard, tmp_path / "speech"))
    for name in ("shapes", "solutions"):
        shutil.rmtree(folder / ".coincide" / name)
    before = sorted((folder / ".coincide" / "vectors").rglob("*"))
    solution = pipeline.Project.at(folder).sync().solution
    assert sorted(map(len, solution.shapes.values())) == [N_COLUMNS, N_COLUMNS]
    assert sorted((folder / ".coincide" / "vectors").rglob("*")) == before
