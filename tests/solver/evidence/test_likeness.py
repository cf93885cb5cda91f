from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.evidence import (
    Crowd,
    EvidenceInputs,
    VerifiedPairs,
    gather_evidence,
    make_crowd,
)
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.evidence.likeness import KIND_OF, VerifiedMeasure, share_of, verified_table
from coincide.solver.evidence.measures import measures_of
from coincide.solver.options import EvidenceOptions
from tests.conftest import make_table
from tests.scenes import Shots, afternoon, make_features, make_material, seen_by

LOOK = EvidenceOptions(kinds=("look",))
TRIED_S = np.arange(-2 * HOUR_S, 1.0, 120.0)


@pytest.fixture(scope="module")
def walk() -> EvidenceInputs:
    """Ann and Bob see the same twenty scenes of four hours; Bob's clock is an hour ahead."""
    rng = np.random.default_rng(10_000)
    at_s = afternoon(rng, 20)
    galleries = {"ann": seen_by(rng, at_s), "bob": seen_by(rng, at_s, ahead_s=HOUR_S)}
    return make_material(make_features(rng, galleries))


def crowd_of(evidence: AllEvidence, *galleries: int) -> Crowd:
    nothing = np.zeros(evidence.table.n_galleries)
    return make_crowd(evidence.table, evidence.weights, galleries, nothing)


def odds_of(material: EvidenceInputs, tried_s: Floats, options: EvidenceOptions = LOOK) -> Floats:
    """Return what the photos of the second gallery say of offsets to the first."""
    evidence = gather_evidence(material, options)
    return evidence.measured.against(1, crowd_of(evidence, 0), tried_s)


def test_evidence_peaks_at_the_true_offset(walk: EvidenceInputs) -> None:
    odds = odds_of(walk, TRIED_S)
    assert TRIED_S[np.argmax(odds)] == pytest.approx(-HOUR_S, abs=60.0)
    elsewhere = odds[np.abs(TRIED_S + HOUR_S) > 1200.0]
    assert odds.max() > elsewhere.max() + 5.0


def test_photos_with_nobody_near_say_nothing(walk: EvidenceInputs) -> None:
    assert odds_of(walk, np.array([1e7, -1e7])).tolist() == [0.0, 0.0]


def test_what_photos_say_adds_up_to_what_is_said(walk: EvidenceInputs) -> None:
    measured = gather_evidence(walk, LOOK).measured
    crowd = crowd_of(gather_evidence(walk, LOOK), 0)
    together = measured.against(1, crowd, TRIED_S)
    by_photo = measured.by_photo(1, crowd, TRIED_S[:, None])
    assert by_photo.shape == (len(TRIED_S), 20)
    np.testing.assert_allclose(by_photo.sum(axis=1), together)
    np.testing.assert_allclose(measured.asking(1, crowd)(TRIED_S), together)
    # each photo may have offsets of its own
    own_s = np.tile(TRIED_S[:, None], 20)
    own_s[:, 3] -= 500.0
    apart = measured.by_photo(1, crowd, own_s)
    np.testing.assert_array_equal(np.delete(apart, 3, axis=1), np.delete(by_photo, 3, axis=1))
    assert not np.array_equal(apart[:, 3], by_photo[:, 3])


def test_what_was_asked_before_does_not_change_what_is_said(walk: EvidenceInputs) -> None:
    measured = gather_evidence(walk, EvidenceOptions()).measured
    crowd = crowd_of(gather_evidence(walk, LOOK), 0)
    ask = measured.asking(1, crowd)
    for tried_s in (TRIED_S, TRIED_S[:3], TRIED_S[30:] + 0.25, TRIED_S + 9000.0, TRIED_S):
        np.testing.assert_array_equal(ask(tried_s), measured.asking(1, crowd)(tried_s))


def test_two_scales_that_are_added_up_together_say_what_each_says_alone(
    walk: EvidenceInputs,
) -> None:
    measured = gather_evidence(walk, LOOK).measured
    crowd, options = crowd_of(gather_evidence(walk, LOOK), 0), measured.options
    rows = walk.table.rows(1)
    times_s = walk.table.camera_time_s[rows][:, None] + TRIED_S
    said = np.zeros(times_s.shape)
    for scale, scale_s in enumerate(measured.scales_s):
        ratio = np.exp(measured.log_ratio(1, 0, scale))[:, crowd.order]
        begin = np.searchsorted(crowd.time_s, times_s.min() - scale_s)
        sums = np.pad(np.cumsum(ratio[:, begin:], axis=1), ((0, 0), (1, 0)))
        first = np.searchsorted(crowd.time_s, times_s - scale_s) - begin
        after = np.searchsorted(crowd.time_s, times_s + scale_s, side="right") - begin
        near = np.take_along_axis(sums, after, 1) - np.take_along_axis(sums, first, 1)
        mean = near / np.maximum(after - first, 1)
        said += np.log(np.where(after > first, 1 - options.partner + options.partner * mean, 1.0))
    counts = measured.counts * options.scale_weight / len(measured.scales_s)
    by_photo = measured.by_photo(1, crowd, TRIED_S[:, None])
    np.testing.assert_allclose(by_photo.T, said * measured.weights[rows][:, None] * counts, 1e-9)


@pytest.mark.parametrize("at_once", [1, 50, 1000])
def test_it_does_not_matter_how_many_pairs_are_looked_at_together(
    walk: EvidenceInputs, at_once: int
) -> None:
    said = []
    for options in (EvidenceOptions(), EvidenceOptions(pairs_at_once=at_once)):
        evidence = gather_evidence(walk, options)
        said.append(evidence.measured.by_photo(1, crowd_of(evidence, 0), TRIED_S[:, None]))
    assert np.abs(said[0]).max() > 1.0
    np.testing.assert_allclose(said[0], said[1], atol=1e-9)


def test_all_measures_count_at_once(walk: EvidenceInputs) -> None:
    rng = np.random.default_rng(10_001)
    colour = rng.uniform(0.0, 1.0, (walk.table.n_photos, 24)).astype(np.float32)
    colour /= np.linalg.norm(colour, axis=1, keepdims=True)
    measured = gather_evidence(replace(walk, vectors={**walk.vectors, "colour": colour})).measured
    n_scales = len(measured.scales_s)
    ratios = [measured.log_ratio(1, 0, scale) for scale in range(n_scales)]
    weighted = [
        [
            one.share * one.learned.log_ratio[scale][one.learned.bins(one.measure.block(0, 1)).T]
            for one in measured._measures
        ]
        for scale in range(n_scales)
    ]
    assert len(weighted[0]) > 1
    np.testing.assert_allclose(ratios, np.sum(weighted, axis=1), atol=1e-12)


def test_with_one_kind_it_says_what_all_say_together(walk: EvidenceInputs) -> None:
    evidence = gather_evidence(walk, LOOK)
    crowd = crowd_of(evidence, 0)
    by_kind = evidence.measured.by_kind(1, crowd, TRIED_S)
    assert list(by_kind) == ["look"]
    np.testing.assert_allclose(by_kind["look"], evidence.measured.against(1, crowd, TRIED_S))


def test_a_photo_says_only_so_much(walk: EvidenceInputs) -> None:
    measured = gather_evidence(walk, LOOK).measured
    said = measured.by_photo(1, crowd_of(gather_evidence(walk, LOOK), 0), TRIED_S[:, None])
    assert said.min() >= LOOK.scale_weight * np.log(1 - LOOK.partner)
    assert said.max() <= LOOK.scale_weight * 2 * LOOK.cap


@pytest.mark.parametrize("copies", [5, 50])
def test_copies_in_the_crowd_cannot_raise_the_odds(walk: EvidenceInputs, copies: int) -> None:
    """However often Ann took the one picture that Bob has too, it is one moment."""
    vectors, times_s = walk.vectors["look"], walk.table.camera_time_s
    order = np.sort(np.concatenate([np.arange(40), np.full(copies, 7)]), kind="stable")
    ann = times_s[order[: 20 + copies]]
    many = EvidenceInputs(make_table(ann.tolist(), times_s[20:].tolist()), {"look": vectors[order]})
    off = replace(LOOK, learn=False)
    once, often = (odds_of(one, np.array([-HOUR_S]), off)[0] for one in (walk, many))
    assert often < once + 2.0


@pytest.mark.parametrize("copies", [5, 50])
def test_a_burst_cannot_raise_the_odds(walk: EvidenceInputs, copies: int) -> None:
    vectors, times_s = walk.vectors["look"], walk.table.camera_time_s
    order = np.sort(np.concatenate([np.arange(40), np.full(copies, 27)]), kind="stable")
    many = EvidenceInputs(
        make_table(times_s[:20].tolist(), times_s[order[20:]].tolist()), {"look": vectors[order]}
    )
    off = replace(LOOK, learn=False)
    once, often = (odds_of(one, np.array([-HOUR_S]), off)[0] for one in (walk, many))
    assert often < once + 2.0


def test_a_pair_that_was_rejected_says_nothing(walk: EvidenceInputs) -> None:
    same = np.column_stack([np.arange(20), np.arange(20, 40)])
    for rejected in (same, same[:, ::-1]):
        ruled_out = replace(walk, rejected=rejected)
        measured = gather_evidence(ruled_out, LOOK).measured
        assert (np.diag(measured.log_ratio(0, 1, 1)) == 0.0).all()
        assert (np.diag(measured.log_ratio(1, 0, 1)) == 0.0).all()
        here = np.array([-HOUR_S])
        assert odds_of(ruled_out, here)[0] < odds_of(walk, here)[0] - 5.0
    assert gather_evidence(walk, LOOK).measured.log_ratio(0, 1, 1).diagonal().mean() > 1.0


def test_who_asks_whom_does_not_change_what_a_pair_says(walk: EvidenceInputs) -> None:
    measured = gather_evidence(walk, LOOK).measured
    np.testing.assert_array_equal(measured.log_ratio(1, 0, 0), measured.log_ratio(0, 1, 0).T)


def test_a_second_gallery_in_the_crowd_is_heard() -> None:
    rng = np.random.default_rng(10_001)
    at_s = afternoon(rng, 20)
    galleries = {
        "ann": Shots(range(10), at_s[:10]),
        "bob": Shots(range(20), at_s),
        "cleo": Shots(range(10, 20), at_s[10:]),
    }
    evidence = gather_evidence(make_material(make_features(rng, galleries)), LOOK)
    here = np.zeros(1)
    alone, both = (
        evidence.measured.against(1, crowd_of(evidence, *crowd), here)[0]
        for crowd in ((0,), (0, 2))
    )
    assert both > alone + 3.0


def test_where_there_is_nothing_to_go_by_nothing_is_said() -> None:
    evidence = gather_evidence(EvidenceInputs(make_table([0.0, 600.0], [0.0]), {}))
    assert not evidence.measured.says_anything
    assert evidence.measured.look_vectors is None
    assert evidence.measured.against(1, crowd_of(evidence, 0), TRIED_S).tolist() == [0.0] * len(
        TRIED_S
    )
    assert evidence.measured.by_kind(1, crowd_of(evidence, 0), TRIED_S) == {}


def test_without_a_crowd_nothing_is_said(walk: EvidenceInputs) -> None:
    evidence = gather_evidence(walk, LOOK)
    assert evidence.measured.says_anything
    assert evidence.measured.look_vectors is not None
    assert evidence.measured.against(1, crowd_of(evidence), TRIED_S).tolist() == [0.0] * len(
        TRIED_S
    )


def test_every_measure_is_of_a_kind_and_has_a_share() -> None:
    table = replace(
        make_table([0.0, 1.0]), scene_ev=np.zeros(2), position_deg=np.zeros((2, 2), np.float64)
    )
    vectors = np.eye(2, dtype=np.float32)
    options = EvidenceOptions()
    material = EvidenceInputs(table, {"look": vectors, "colour": vectors})
    for measure in measures_of(material, [0], options):
        assert KIND_OF[measure.kind] in options.kinds
        assert 0.0 < share_of(measure.kind, options) <= 1.0


def test_a_share_of_nothing_silences_a_measure(walk: EvidenceInputs) -> None:
    colour = {**walk.vectors, "colour": walk.vectors["look"]}
    both = replace(walk, vectors=colour)
    light = replace(LOOK, kinds=("look", "light"))
    silent = replace(light, colour_share=0.0)
    np.testing.assert_allclose(odds_of(both, TRIED_S, silent), odds_of(walk, TRIED_S))
    assert not np.allclose(odds_of(both, TRIED_S, light), odds_of(walk, TRIED_S))


def test_likeness_counts_in_proportion_where_all_galleries_are_short(walk: EvidenceInputs) -> None:
    longest_s = walk.table.longest_s(range(2))
    full = replace(LOOK, in_full_s=longest_s)
    np.testing.assert_allclose(odds_of(walk, TRIED_S, LOOK), odds_of(walk, TRIED_S, full))
    fourth = odds_of(walk, TRIED_S, replace(LOOK, in_full_s=4 * longest_s))
    np.testing.assert_allclose(fourth, odds_of(walk, TRIED_S, full) / 4)


TABLE = make_table([0.0, 1000.0, 2000.0], [0.0, 1000.0])
LOOKED_AT = VerifiedPairs(np.array([[4, 0], [1, 3]]), np.array([1.5, -0.25]))


def test_what_was_found_comes_back_and_the_rest_says_nothing() -> None:
    measure = VerifiedMeasure(TABLE, LOOKED_AT)
    table = verified_table(LOOKED_AT, 2)
    for a, b in ((0, 1), (1, 0)):
        block = measure.block(a, b)
        said = table.log_ratio[1][table.bins(block)]
        np.testing.assert_array_equal(said, np.nan_to_num(block))
    np.testing.assert_array_equal(
        np.nan_to_num(measure.block(0, 1)), [[0.0, 1.5], [-0.25, 0.0], [0.0, 0.0]]
    )


def test_a_pair_that_passed_speaks_for_its_offset() -> None:
    evidence = gather_evidence(EvidenceInputs(TABLE, {}, verified=LOOKED_AT))
    crowd = make_crowd(TABLE, evidence.weights, [0], np.zeros(2))
    at_pair, elsewhere = evidence.by_kind(1, crowd, np.array([-1000.0, 5000.0]))["geometry"]
    assert at_pair > 0.3
    assert elsewhere == 0.0


def test_what_a_person_rejected_is_not_used() -> None:
    material = EvidenceInputs(TABLE, {}, rejected=np.array([[0, 4]]), verified=LOOKED_AT)
    evidence = gather_evidence(material)
    crowd = make_crowd(TABLE, evidence.weights, [0], np.zeros(2))
    assert evidence.by_kind(1, crowd, np.array([-1000.0]))["geometry"][0] <= 0.0
