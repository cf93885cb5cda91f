"""Frames of clips as evidence: they speak as photos do, and change nothing where there are none."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.evidence import EvidenceInputs, FrameRows, Shelf, gather_evidence, make_crowd
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.evidence.keyframes import Layout, photo_weights
from coincide.solver.joint import solve_joint
from coincide.solver.options import EvidenceOptions, JointOptions
from tests.conftest import make_table

N_MOMENTS, N_SCENES = 36, 64
AHEAD_S = HOUR_S
LOOK = EvidenceOptions(kinds=("look", "frames"))
TRIED_S = np.arange(-2 * HOUR_S, 1.0, 30.0)


@pytest.fixture(scope="module")
def filmed() -> EvidenceInputs:
    """Ann photographs 36 moments of six hours, Bob films them in six clips, an hour ahead.

    Each clip begins with what nobody else sees.
    """
    rng = np.random.default_rng(10_000)
    at_s = np.sort(rng.uniform(0.0, 6 * HOUR_S, N_MOMENTS))
    scenes = rng.standard_normal((N_MOMENTS, N_SCENES))
    ann = seen(rng, scenes)
    nothing = rng.standard_normal((6, N_SCENES))
    begins_s = at_s[::6] - 20.0
    table = make_table(at_s.tolist(), (begins_s + AHEAD_S).tolist())
    clip = np.repeat(np.arange(6), 6)
    frames = FrameRows(N_MOMENTS + clip, at_s - begins_s[clip], unit(seen(rng, scenes)))
    look = unit(np.concatenate([ann, nothing]))
    return EvidenceInputs(table, {"look": look}, frames=frames)


def seen(rng: np.random.Generator, scenes: Floats) -> Floats:
    return scenes + 0.5 * rng.standard_normal(scenes.shape)


def unit(vectors: Floats) -> "np.typing.NDArray[np.float32]":
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / length).astype(np.float32)


def odds_of(evidence: AllEvidence) -> Floats:
    crowd = make_crowd(evidence.table, evidence.weights, [0], np.zeros(2))
    return evidence.against(1, crowd, TRIED_S)


def test_frames_tell_an_offset_that_beginnings_do_not(filmed: EvidenceInputs) -> None:
    odds = odds_of(gather_evidence(filmed, LOOK))
    assert TRIED_S[np.argmax(odds)] == pytest.approx(-AHEAD_S, abs=30.0)
    elsewhere = odds[np.abs(TRIED_S + AHEAD_S) > 1200.0]
    bare = odds_of(gather_evidence(replace(filmed, frames=None), LOOK))
    assert odds.max() > elsewhere.max() + 5.0
    assert odds.max() > bare.max() + 5.0


def test_frames_place_a_gallery_of_clips(filmed: EvidenceInputs) -> None:
    placed = solve_joint(filmed, anchor="g0").offsets["g1"]
    assert placed.offset_s == pytest.approx(-AHEAD_S, abs=15.0)
    assert placed.certain
    off = replace(EvidenceOptions(), kinds=("look", "light", "place", "rhythm", "sound"))
    without = solve_joint(filmed, anchor="g0", options=JointOptions(evidence=off)).offsets["g1"]
    bare = solve_joint(replace(filmed, frames=None), anchor="g0").offsets["g1"]
    assert not without.certain
    assert without == bare


def test_frames_of_nothing_change_nothing(filmed: EvidenceInputs) -> None:
    none = FrameRows(np.zeros(0, np.int64), np.zeros(0), np.zeros((0, N_SCENES), np.float32))
    evidence = gather_evidence(replace(filmed, frames=none), LOOK)
    assert evidence.framed is None
    by_photos_alone = replace(LOOK, kinds=("light", "frames"))
    assert gather_evidence(filmed, by_photos_alone).framed is None


def test_photos_say_of_each_other_what_they_said(filmed: EvidenceInputs) -> None:
    evidence = gather_evidence(filmed, LOOK)
    assert evidence.framed is not None
    layout = evidence.framed.layout
    own = layout.row[:N_MOMENTS], layout.row[N_MOMENTS:] - layout.table.starts[1]
    together = evidence.framed.measured.log_ratio(0, 1, 1)
    assert np.array_equal(together[np.ix_(*own)], evidence.measured.log_ratio(0, 1, 1))


def test_a_layout_is_by_time_and_knows_whose_frame_is_whose() -> None:
    table = replace(make_table([0.0, 5.0], [3.0, 50.0]), scene_ev=np.array([9.0, 8.0, 7.0, 6.0]))
    frames = FrameRows(np.array([3, 0, 2]), np.array([1.0, 7.0, 60.0]), np.eye(3, dtype=np.float32))
    layout = Layout.of(table, frames)
    assert layout.table.camera_time_s.tolist() == [0.0, 5.0, 7.0, 3.0, 50.0, 51.0, 63.0]
    assert layout.table.starts.tolist() == [0, 3, 7]
    assert layout.photo.tolist() == [0, 1, 0, 2, 3, 3, 2]
    assert layout.frame.tolist() == [-1, -1, 1, -1, -1, 0, 2]
    assert layout.row.tolist() == [0, 1, 3, 4]
    # frames tell no exposure
    unknown = np.nan
    np.testing.assert_array_equal(
        layout.table.scene_ev, [9.0, 8.0, unknown, 7.0, 6.0, unknown, unknown]
    )


def test_frames_are_where_their_clip_is_and_tell_no_colours(filmed: EvidenceInputs) -> None:
    table = filmed.table
    position_deg = np.column_stack([np.arange(table.n_photos) / 100, np.zeros(table.n_photos)])
    colour = unit(np.random.default_rng(1).standard_normal((table.n_photos, 8)))
    material = replace(
        filmed,
        table=replace(table, position_deg=position_deg, scene_ev=np.ones(table.n_photos)),
        vectors={**filmed.vectors, "colour": colour},
    )
    framed = gather_evidence(material).framed
    assert framed is not None
    blocks = {one.kind: one.block(0, 1) for one in framed.measured.all_measures}
    frame = framed.layout.frame[framed.table.rows(1)] >= 0
    assert np.isnan(blocks["colour"][:, frame]).all()
    assert np.isnan(blocks["brightness"][:, frame]).all()
    assert np.isfinite(blocks["look"]).all()
    first = framed.layout.photo[framed.table.rows(1)] == N_MOMENTS
    assert (np.ptp(blocks["place"][:, first], axis=1) == 0.0).all()


def test_a_rejected_clip_says_nothing_by_its_beginning(filmed: EvidenceInputs) -> None:
    rejected = np.array([[0, N_MOMENTS]])
    shelf = Shelf()
    gather_evidence(replace(filmed, shelf=shelf), LOOK)
    kept = gather_evidence(replace(filmed, shelf=shelf, rejected=rejected), LOOK)
    cold = gather_evidence(replace(filmed, rejected=rejected), LOOK)
    for evidence in (kept, cold):
        assert evidence.framed is not None
        row = evidence.framed.layout.row[N_MOMENTS] - evidence.framed.table.starts[1]
        ratio = evidence.framed.measured.log_ratio(0, 1, 1)
        assert ratio[0, row] == 0.0
        assert ratio[1, row] != 0.0
    np.testing.assert_array_equal(odds_of(kept), odds_of(cold))
    np.testing.assert_array_equal(odds_of(kept.bare()), odds_of(cold))


def test_other_frames_are_other_evidence(filmed: EvidenceInputs) -> None:
    shelf, frames = Shelf(), filmed.frames
    assert frames is not None
    first = gather_evidence(replace(filmed, shelf=shelf), LOOK)
    later = replace(frames, within_s=frames.within_s + 600.0)
    again = gather_evidence(replace(filmed, shelf=shelf, frames=later), LOOK)
    assert not np.array_equal(odds_of(first), odds_of(again))
    assert gather_evidence(replace(filmed, shelf=shelf), LOOK) is first


def test_a_burst_counts_as_one_photo() -> None:
    table = make_table([0.0, 1.0, 2.0, 3.0, 900.0])
    assert photo_weights(table, 60.0).tolist() == [0.25] * 4 + [1.0]


def test_other_cameras_are_no_part_of_a_burst() -> None:
    table = make_table([0.0, 1.0], [0.0, 1.0, 2.0, 3.0])
    assert photo_weights(table, 60.0).tolist() == [0.5] * 2 + [0.25] * 4


def test_the_bounds_of_a_burst_belong_to_it() -> None:
    table = make_table([0.0, 60.0, 120.1])
    assert photo_weights(table, 60.0).tolist() == [0.5, 0.5, 1.0]
    assert photo_weights(table, 0.0).tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("per_minute", [1, 10, 100])
def test_who_never_stops_shooting_counts_by_the_minute_not_by_the_shot(per_minute: int) -> None:
    times_s = np.arange(0.0, 3600.0, 60.0 / per_minute)
    total = float(photo_weights(make_table(times_s.tolist()), 60.0).sum())
    assert 20.0 <= total <= 40.0


def test_photos_of_one_second_count_as_one_together() -> None:
    assert photo_weights(make_table([7.0] * 5), 60.0).sum() == pytest.approx(1.0)
