"""How clusters speak and are joined, case by case."""

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
from coincide.model.findings import THE_ANCHOR
from coincide.model.hints import AnswerKind, RowHints
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.joint.placements import NOT_CONNECTED
from coincide.solver.large.join import (
    ClusterPlacements,
    JoinProblem,
    join_options,
    join_problem,
    joined,
)
from coincide.solver.large.material import LargeMaterial
from coincide.solver.options import JointOptions, LargeOptions
from tests.conftest import make_table

# three clusters: {0, 1}, {2, 3} and {4}, of three photos each gallery
TABLE = make_table(*[[0.0, 100.0, 200.0]] * 5)
CLUSTERS, ROOTS = ((0, 1), (2, 3), (4,)), (0, 2, 4)
LOOK, GPS = Basis("evidence", ("look",)), Basis("evidence", clock="GPS")
HERE = Estimate(0.0, 0.0, 0.0, 1.0, THE_ANCHOR)
LOOSE, LOOSE_ANCHOR = map(Finding, (FindingKind.LOOSE_GROUP, FindingKind.LOOSE_ANCHOR))
ALONE, THIN = Finding(FindingKind.NO_PAIR), Finding(FindingKind.THIN)


def placed(**others: Estimate | None) -> ClusterPlacements:
    """Return roots where they are, and others as told, else surely ten seconds later."""
    known = {"g0": HERE, "g2": HERE, "g4": HERE, **others}
    later = replace(HERE, offset_s=10.0, low_s=10.0, high_s=10.0, basis=LOOK)
    return ClusterPlacements(
        TABLE,
        CLUSTERS,
        ROOTS,
        tuple(Placement(name, known.get(name, later)) for name in TABLE.names),
    )


def ties(second: Estimate | None, third: Estimate | None = HERE) -> Offsets:
    three = zip(("g0", "g2", "g4"), (HERE, second, third), strict=True)
    return Offsets("g0", "joint", tuple(Placement(name, one) for name, one in three))


def estimate(probability: float | None, basis: Basis = LOOK) -> Estimate:
    return Estimate(50.0, 20.0, 90.0, probability, basis)


def found_of(where: ClusterPlacements, gallery: int, *findings: Finding) -> ClusterPlacements:
    """Return clusters in one of whose galleries this was found besides."""
    placements = list(where.placements)
    placements[gallery] = placements[gallery].with_findings(*findings)
    return replace(where, placements=tuple(placements))


@pytest.mark.parametrize(
    ("probability", "speaks"), [(None, False), (0.0, False), (0.89, False), (0.9, True), (1, True)]
)
def test_who_is_just_sure_enough_speaks(probability: float | None, speaks: bool) -> None:
    where = placed(g1=estimate(probability), g3=None)
    assert where.is_sure(1, LargeOptions(sure=0.9)) is speaks
    assert where.is_sure(3, LargeOptions(sure=0.0)) is False


def test_times_follow_all_that_a_clock_did() -> None:
    where = placed()
    moved = Placement(
        "g1", estimate(1.0), jumps=(Jump(1, 1000.0), Jump(2, 5000.0)), drift_ppm=10_000.0
    )
    where = replace(where, placements=(where.placements[0], moved, *where.placements[2:]))
    # 50 s on, a second in a hundred fast, and two steps
    assert where.time_s(1).tolist() == pytest.approx([50.0, 1151.0, 6252.0])
    later = replace(TABLE, camera_time_s=TABLE.camera_time_s + 7.0)
    assert replace(where, table=later).time_s(1).tolist() == pytest.approx([57.0, 1158.0, 6259.0])
    assert TABLE.camera_time_s[3:6].tolist() == [0.0, 100.0, 200.0]


def joining(
    where: ClusterPlacements,
    matches: dict[int, int],
    *,
    options: JointOptions = JointOptions(),
    beliefs: tuple[ClockBelief, ...] = (),
    hints: RowHints = NO_HINTS,
) -> JoinProblem:
    """Join clusters of photos that match some others, the most alike first."""
    rows, alike = np.full((15, 1), -1, np.int32), np.zeros((15, 1), np.float32)
    for nth, (one, other) in enumerate(matches.items()):
        rows[one], alike[one] = other, 0.9 - 0.01 * nth
    material = LargeMaterial(TABLE, {"look": np.eye(15, dtype=np.float16)})
    return join_problem(material, where, Neighbours(rows, alike, 0.0), options, beliefs, hints)


def test_a_cluster_speaks_by_the_photos_that_others_are_like() -> None:
    """By its own clock, where g1 and g3 are ten seconds later than their roots."""
    # 1 and 7 are alike, of two clusters; 4 and 2 are alike, of one
    found = joining(placed(), {1: 7, 4: 2})
    assert found.part.names == ("g0", "g2", "g4")
    assert found.part.starts.tolist() == [0, 3, 6, 8]
    assert found.part.starts.dtype == np.int64
    assert found.part.rows.tolist() == [0, 1, 5, 6, 7, 11, 12, 14]
    times_s = found.material.table.camera_time_s.tolist()
    assert times_s == [0.0, 100.0, 210.0, 0.0, 100.0, 210.0, 0.0, 200.0]
    np.testing.assert_array_equal(found.material.vectors["look"], np.eye(15)[found.part.rows])


def test_who_was_asked_about_speaks_whoever_they_are_like() -> None:
    first, other = AnswerKind("same"), AnswerKind("before")
    hints = RowHints({first: np.array([[4, 13]]), other: np.array([[1, 10]])})
    options = JointOptions(large=LargeOptions(cluster_speaking=2))
    found = joining(placed(), {2: 7, 8: 13}, options=options, hints=hints)
    assert found.part.rows.tolist() == [0, 1, 4, 5, 6, 10, 11, 12, 13, 14]
    assert found.part.rows[found.hints.answers[first]].tolist() == [[4, 13]]
    assert found.part.rows[found.hints.answers[other]].tolist() == [[1, 10]]


def test_no_more_speak_for_a_cluster_than_may_and_these_are_the_strongest() -> None:
    matches = {4: 12, 1: 12, 3: 12, 2: 6}
    options = JointOptions(large=LargeOptions(cluster_speaking=4))
    # 1 and 4 are of one minute, from which another one comes only after all the others
    assert joining(placed(), matches, options=options).part.rows[:4].tolist() == [0, 3, 4, 5]
    at_once = replace(options, evidence=replace(options.evidence, burst_s=600.0))
    assert joining(placed(), matches, options=at_once).part.rows[:4].tolist() == [0, 1, 4, 5]


def test_who_is_not_sure_is_nobody_to_be_like() -> None:
    """Neither is it of its own cluster, nor of any other."""
    where = placed(g1=estimate(0.5))
    assert joining(where, {4: 13, 3: 7, 10: 5}).part.rows.tolist() == [0, 2, 6, 11, 12, 14]


def test_pins_are_by_cluster_and_only_of_roots() -> None:
    found = joining(placed(), {}, hints=replace(NO_HINTS, pinned=((1, 5.0), (4, 6.0), (2, 7.0))))
    assert found.hints.pinned == ((1, 7.0), (2, 6.0))


def belief(gallery: str, offset_s: float, sd_s: float, weight: float) -> ClockBelief:
    return ClockBelief(gallery, offset_s, sd_s, weight, reason="GPS")


@pytest.mark.parametrize(
    ("beliefs", "expected"),
    [
        ([], []),
        # against the root, who is ten seconds behind
        ([belief("g3", 100.0, 5.0, 0.9)], [("g2", 90.0)]),
        ([belief("g2", 100.0, 5.0, 0.9)], [("g2", 100.0)]),
        ([belief("g2", 100.0, 5.0, 0.8), belief("g3", 200.0, 9.0, 0.9)], [("g2", 190.0)]),
        ([belief("g2", 100.0, 5.0, 0.9), belief("g3", 200.0, 9.0, 0.9)], [("g2", 100.0)]),
        ([belief("g2", 100.0, 9.0, 0.9), belief("g3", 200.0, 5.0, 0.9)], [("g2", 190.0)]),
        ([belief("g4", 1.0, 5.0, 0.9), belief("g1", 2.0, 5.0, 0.9)], [("g0", -8.0), ("g4", 1.0)]),
        ([belief("elsewhere", 1.0, 5.0, 0.9)], []),
    ],
)
def test_of_what_is_believed_the_likeliest_and_then_the_sharpest_counts(
    beliefs: list[ClockBelief], expected: list[tuple[str, float]]
) -> None:
    found = joining(placed(), {}, beliefs=tuple(beliefs)).beliefs
    assert [(one.gallery, one.offset_s) for one in found] == expected


def test_who_is_not_sure_says_nothing_of_the_clock() -> None:
    where = placed(g3=estimate(0.5))
    assert joining(where, {}, beliefs=(belief("g3", 100.0, 5.0, 0.9),)).beliefs == ()


def test_only_what_is_said_of_clusters_is_tempered() -> None:
    options = JointOptions(
        temper=0.8, interval_temper=2.0, mode_temper=4.0, large=LargeOptions(join_temper=0.25)
    )
    changed = join_options(options)
    assert (changed.temper, changed.interval_temper, changed.mode_temper) == (0.2, 0.5, 1.0)
    kinds = [kind for kind in options.evidence.kinds if kind != "rhythm"]
    assert [*changed.evidence.kinds] == kinds
    assert changed.priors == tuple(prior for prior in options.priors if prior != "hours")
    assert not changed.jumps
    assert not changed.drift
    assert replace(changed.evidence, kinds=options.evidence.kinds) == options.evidence


def test_errors_below_and_above_add_as_squares() -> None:
    own = Estimate(10.0, 7.0, 15.0, 1.0, LOOK)
    tie = Estimate(1000.0, 996.0, 1012.0, 1.0, GPS)
    (*_, third, _) = joined(placed(g3=own), ties(tie), 0, {})
    assert third.estimate == Estimate(1010.0, 1005.0, 1023.0, 1.0, LOOK)


def test_a_root_rests_on_what_its_cluster_rests_on() -> None:
    found = joined(placed(), ties(estimate(1.0, GPS)), 0, {})
    assert [one.estimate.basis for one in found if one.estimate] == [
        THE_ANCHOR,
        LOOK,
        GPS,
        LOOK,
        THE_ANCHOR,
    ]


@pytest.mark.parametrize(
    ("own", "tie", "anchors", "expected", "findings"),
    [
        (1.0, 1.0, 1.0, 1.0, ()),
        (1.0, 0.99, 0.99, 0.99, ()),
        (0.95, 0.98, 1.0, 0.95, (LOOSE,)),
        (1.0, 0.95, 0.98, 0.95, (LOOSE, LOOSE_ANCHOR)),
        (1.0, 1.0, 0.9, 0.9, (LOOSE_ANCHOR,)),
        (1.0, 1.0, None, 0.0, (LOOSE_ANCHOR,)),
        (1.0, None, 1.0, 0.0, (LOOSE,)),
        (None, 1.0, 1.0, 0.0, ()),
    ],
)
def test_the_least_sure_decides_and_is_named(
    own: float | None,
    tie: float | None,
    anchors: float | None,
    expected: float,
    findings: tuple[Finding, ...],
) -> None:
    where = placed(g1=estimate(anchors), g3=estimate(own))
    found = joined(where, ties(estimate(tie)), 0, {})[3]
    assert found.estimate is not None
    assert found.estimate.probability == expected
    assert found.findings == findings


def test_what_was_found_is_told_once() -> None:
    where = placed(g1=estimate(0.5), g3=estimate(1.0))
    where = found_of(where, 3, THIN, LOOSE, LOOSE_ANCHOR)
    assert joined(where, ties(estimate(0.5)), 0, {})[3].findings == (THIN, LOOSE, LOOSE_ANCHOR)


def test_whoever_is_held_back_makes_the_others_loose_and_no_probability_less() -> None:
    """By what was found of a cluster's tie, or of whoever tells where the anchor is."""
    where = placed(g1=estimate(0.999), g3=estimate(0.998))
    tied = ties(estimate(0.997))
    sure = joined(where, tied, 0, {})[3]
    assert (sure.certain, sure.findings, sure.verdict.probability) == (True, (), 0.997)
    doubted = tuple(one.doubted(THIN) for one in tied.placements)
    loose = joined(where, replace(tied, placements=doubted), 0, {})[3]
    by_anchor = joined(found_of(where, 1, THIN), tied, 0, {})[3]
    for found, findings in ((loose, (LOOSE,)), (by_anchor, (LOOSE_ANCHOR,))):
        assert found.findings == findings
        assert (found.verdict.state, found.verdict.probability) == ("likely", 0.997)


def test_a_tie_that_is_certain_because_it_was_measured_makes_nobody_loose() -> None:
    measured = Finding(FindingKind.MEASURED)
    tied = ties(estimate(0.7))
    tied = replace(tied, placements=tuple(one.with_findings(measured) for one in tied.placements))
    where = placed(g1=estimate(0.999), g3=estimate(0.998))
    found = joined(where, tied, 0, {})[3]
    assert (found.certain, found.findings) == (True, ())


def test_what_is_usual_of_a_clock_is_not_assumed_of_another_cluster() -> None:
    """It was held against its own cluster's, which is elsewhere itself."""
    assumed, unseen = Finding(FindingKind.ASSUMED, text="a phone"), Finding(FindingKind.NOT_SEEN)
    where = found_of(found_of(placed(), 3, unseen, assumed), 1, unseen, assumed)
    found = joined(where, ties(estimate(1.0)), 0, {2: 50.0})
    assert found[3].findings == (unseen,)
    assert found[3].verdict.state == "likely"
    assert found[1].verdict.state == "assumed"  # as before, beside the anchor


def test_the_anchor_is_as_sure_as_the_surest_beside_it() -> None:
    """In its cluster; sure if it is alone, not at all if nobody beside it is placed."""
    where = replace(
        placed(g1=estimate(0.6), g2=estimate(0.8), g3=None),
        clusters=((0, 1, 2, 3), (4,)),
        roots=(0, 4),
    )
    third = estimate(1.0)

    def limit(where: ClusterPlacements, anchor: int) -> float | None:
        found = joined(where, ties(None, third), anchor, {})[4].estimate
        return None if found is None else found.probability

    assert limit(where, 0) == 0.8
    nobody = placed(g1=None, g2=None, g3=None)
    assert limit(replace(nobody, clusters=where.clusters, roots=(0, 4)), 0) == 0.0
    alone = replace(placed(g4=estimate(1.0)), clusters=((0,), (1, 2, 3, 4)), roots=(0, 4))
    assert limit(alone, 0) == 1.0


def test_who_is_with_the_anchor_is_where_it_is() -> None:
    """However unsure others there are: they are told against the anchor itself."""
    where = found_of(placed(g1=estimate(0.3)), 1, THIN)
    assert joined(where, ties(estimate(0.5)), 0, {})[:2] == where.placements[:2]


@pytest.mark.parametrize("tie", [None, estimate(1.0)])
def test_who_is_nowhere_in_its_cluster_is_nowhere(tie: Estimate | None) -> None:
    """For the reasons it has there, wherever the cluster is."""
    where = placed()
    alone = Placement("g3", None, n_links=2, findings=(ALONE,))
    where = replace(where, placements=(*where.placements[:3], alone, where.placements[4]))
    assert joined(where, ties(tie), 0, {})[3] == alone


def test_a_gallery_whose_cluster_is_nowhere_has_no_clock() -> None:
    where = placed()
    moved = replace(where.placements[3], jumps=(Jump(1, 60.0),), drift_ppm=3.0, n_links=7)
    where = replace(where, placements=(*where.placements[:3], moved, where.placements[4]))
    nowhere = Offsets(
        "g0",
        "joint",
        (
            Placement("g0", HERE),
            Placement("g2", None, findings=(THIN, NOT_CONNECTED)),
            Placement("g4", None, findings=(NOT_CONNECTED,)),
        ),
    )
    found = joined(where, nowhere, 0, {})
    findings = (LOOSE, THIN, NOT_CONNECTED)
    assert found[3] == Placement("g3", None, n_links=7, findings=findings)
    assert found[4] == Placement("g4", None, findings=(NOT_CONNECTED,))
