from dataclasses import replace

import numpy as np
import pytest

from coincide.model import (
    Basis,
    Estimate,
    Finding,
    FindingKind,
    Jump,
    Neighbours,
    Offsets,
    Placement,
)
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.joint.placements import NOT_CONNECTED
from coincide.solver.large.join import (
    ClusterPlacements,
    join_options,
    join_problem,
    joined,
)
from coincide.solver.large.material import LargeMaterial
from coincide.solver.options import JointOptions, LargeOptions
from tests.conftest import make_table

LOOSE, LOOSE_ANCHOR = map(Finding, (FindingKind.LOOSE_GROUP, FindingKind.LOOSE_ANCHOR))
ALONE, THIN = Finding(FindingKind.NO_PAIR), Finding(FindingKind.THIN)
LOOK = Basis("evidence", ("look",))
TABLE = make_table([0.0, 100.0, 200.0], [0.0, 100.0], [50.0, 60.0], [0.0, 500.0])


def at(offset_s: float, probability: float = 1.0, width_s: float = 0.0) -> Estimate:
    return Estimate(offset_s, offset_s - width_s, offset_s + width_s, probability, LOOK)


def placed(*estimates: Estimate | None) -> ClusterPlacements:
    placements = tuple(
        Placement(f"g{n}", one, findings=() if one else (ALONE,)) for n, one in enumerate(estimates)
    )
    return ClusterPlacements(TABLE, ((0, 1), (2, 3)), (0, 2), placements)


def ties(estimate: Estimate | None, findings: tuple[Finding, ...] = ()) -> Offsets:
    anchor = Placement("g0", at(0.0))
    return Offsets("g0", "joint", (anchor, Placement("g2", estimate, findings=findings)))


def test_offsets_add_up_and_the_least_sure_decides() -> None:
    where = placed(at(0.0), at(5.0, 0.999), at(0.0), at(7.0, 0.98, width_s=30.0))
    found = joined(where, ties(at(1000.0, 0.995, width_s=40.0)), 0, {})
    assert [one.offset_s for one in found] == [0.0, 5.0, 1000.0, 1007.0]
    chances = [one.estimate.probability for one in found if one.estimate]
    assert chances == [1.0, 0.999, 0.995, 0.98]
    last = found[3].estimate
    assert last is not None
    # errors of both add as squares
    assert (last.low_s, last.high_s) == (957.0, 1057.0)


def test_nobody_elsewhere_is_surer_than_the_anchor() -> None:
    where = placed(at(0.0), at(5.0, 0.7), at(0.0), at(7.0, 1.0))
    found = joined(where, ties(at(1000.0)), 0, {})
    assert found[3].estimate is not None
    assert found[3].estimate.probability == 0.7
    assert found[3].findings == (LOOSE_ANCHOR,)
    assert found[3].verdict.state == "likely"
    # but for what a person pinned, against the anchor's clock
    pinned = joined(where, ties(at(1000.0)), 0, {2: 1000.0})
    assert pinned[3].estimate is not None
    assert pinned[3].estimate.probability == 1.0
    assert pinned[3].findings == ()
    assert pinned[3].certain


def test_an_unsure_tie_is_a_reason() -> None:
    where = placed(at(0.0), at(5.0), at(0.0), at(7.0))
    found = joined(where, ties(at(1000.0, 0.6)), 0, {})
    assert found[2].findings == found[3].findings == (LOOSE,)
    assert found[2].verdict.state == found[3].verdict.state == "likely"


def test_who_is_unplaced_in_its_cluster_or_with_it_stays_so() -> None:
    where = placed(at(0.0), None, at(0.0), at(7.0))
    found = joined(where, ties(None, (NOT_CONNECTED,)), 0, {})
    assert [one.placed for one in found] == [True, False, False, False]
    assert found[1].findings == (ALONE,)
    assert found[3].findings == (NOT_CONNECTED,)
    thin = joined(where, ties(None, (THIN,)), 0, {})
    assert thin[3].findings == (LOOSE, THIN)


def test_times_follow_offsets_jumps_and_drift() -> None:
    where = placed(at(0.0), at(5.0), at(0.0), at(7.0))
    jumped = replace(where.placements[0], estimate=at(10.0), jumps=(Jump(1, 3600.0),))
    drifted = replace(where.placements[3], drift_ppm=2000.0)
    where = replace(where, placements=(jumped, *where.placements[1:3], drifted))
    assert where.time_s(0).tolist() == [10.0, 3710.0, 3810.0]
    assert where.time_s(3).tolist() == [7.0, 508.0]


def test_sure_galleries_speak_for_their_cluster_by_photos_like_others() -> None:
    where = placed(at(0.0), at(1000.0, 0.5), at(0.0), at(40.0, 0.95))
    # photos 1 and 5 are alike; photo 3 is like photo 8, but its gallery is not sure
    rows = np.full((9, 1), -1, np.int32)
    rows[1], rows[3] = 5, 8
    alike = (rows >= 0).astype(np.float32)
    vectors = np.eye(9, dtype=np.float16)
    beliefs = [
        ClockBelief("g3", offset_s=100.0, sd_s=5.0, weight=0.9, reason="GPS"),
        ClockBelief("g1", offset_s=9.0, sd_s=5.0, weight=0.9, reason="GPS"),
    ]
    joining = join_problem(
        LargeMaterial(TABLE, {"look": vectors}),
        where,
        Neighbours(rows, alike, 0.0),
        JointOptions(),
        beliefs,
        replace(NO_HINTS, pinned=((2, 77.0),)),
    )
    assert joining.part.names == ("g0", "g2")
    # of each cluster the first and the last, and those like others; by the cluster's time
    assert joining.part.rows.tolist() == [0, 1, 2, 7, 5, 8]
    assert joining.material.table.camera_time_s.tolist() == [0.0, 100.0, 200.0, 40.0, 50.0, 540.0]
    assert joining.hints.pinned == ((1, 77.0),)
    assert [(one.gallery, one.offset_s) for one in joining.beliefs] == [("g2", 60.0)]


def test_clusters_have_no_rhythm_and_no_zone_and_say_less() -> None:
    options = join_options(JointOptions(large=LargeOptions(join_temper=0.5)))
    assert "rhythm" not in options.evidence.kinds
    assert options.priors == ("overlap", "clocks", "exact")
    assert not options.jumps
    assert not options.drift
    assert options.mode_temper == pytest.approx(0.5 * JointOptions().mode_temper)
    assert options.temper == pytest.approx(0.5 * JointOptions().temper)
