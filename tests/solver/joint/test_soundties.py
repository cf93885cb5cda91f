"""Clips that heard the same: where galleries are by sound, and how exactly."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Finding, FindingKind, PhotoTable
from coincide.model.soundlags import HeardLag, HeardTie
from coincide.model.times import HOUR_S
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import JointSolution, solve_joint
from coincide.solver.joint.soundfit import without_hearsay
from coincide.solver.joint.soundties import SoundTies
from coincide.solver.options import HeardOptions

EXACT_S = 0.05


def table_of(*times_s: list[float]) -> PhotoTable:
    """Return galleries a, b, c … of clips that began at these camera times."""
    sizes = [len(one) for one in times_s]
    n = sum(sizes)
    return PhotoTable(
        names=tuple("abcdefgh"[: len(times_s)]),
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        camera_time_s=np.concatenate([np.array(one, float) for one in times_s]),
        position_deg=np.full((n, 2), np.nan),
        scene_ev=np.full(n, np.nan),
    )


def tie(a: int, b: int, *apart_s: float, nats: float = 9.0, sure: bool = True) -> HeardTie:
    lags = tuple(HeardLag(one, EXACT_S, nats) for one in apart_s)
    return HeardTie(a, b, lags, sure=sure)


def solved(table: PhotoTable, *ties: HeardTie) -> JointSolution:
    return solve_joint(EvidenceInputs(table, {}, heard=ties), anchor="a")


# the second clock is an hour and 7.4 s behind
TRUE_S = HOUR_S + 7.4
TWO = table_of([0.0, 900.0, 2000.0], [100 - TRUE_S, 950 - TRUE_S, 2100 - TRUE_S])


def test_what_a_person_heard_says_more_than_what_sound_vouches_for() -> None:
    by_sound, by_ear = (
        tie(0, 3, 100.0, nats=200.0),
        replace(tie(0, 3, 100.0, nats=200.0), told=True),
    )
    options = HeardOptions()
    assert SoundTies(TWO, (by_sound,), options).lags.nats.tolist() == [options.sure_nats]
    assert SoundTies(TWO, (by_ear,), options).lags.nats.tolist() == [options.told_nats]
    # two galleries, tied by sound in one stretch and by a person in another
    found = solved(TWO, tie(0, 3, 1000.0), replace(tie(1, 4, 50.0, nats=30.0), told=True))
    assert found.offsets["b"].offset_s == pytest.approx(TRUE_S, abs=0.3)


@pytest.mark.parametrize("off_s", [-13.0, 5.0, 4.0, 60.0])
def test_what_a_person_heard_wins_against_rivals_near_and_far(off_s: float) -> None:
    # three ties that sound vouches for agree with each other, and not with the person
    rivals = [tie(0, 3, 100.0 + off_s), tie(1, 4, 50.0 + off_s), tie(2, 5, 100.0 + off_s)]
    told = replace(tie(1, 5, 1200.0, nats=200.0), told=True)
    solution = solved(TWO, *rivals, told)
    assert solution.offsets["b"].offset_s == pytest.approx(TRUE_S, abs=0.3)
    assert solution.tuned is not None
    began_s = solution.tuned.start_s
    assert began_s[5] - began_s[1] == pytest.approx(1200.0, abs=0.05)


def test_what_a_person_heard_wins_against_what_clocks_are_believed_to_show() -> None:
    beliefs = [ClockBelief(name, 0.0, 2.0, 0.9, "a phone", keeps_itself=True) for name in "ab"]
    table = table_of([0.0, 900.0, 2000.0], [100.0, 950.0, 2100.0])
    told = replace(tie(0, 3, 113.0, nats=200.0), told=True)
    material = EvidenceInputs(table, {}, heard=(told,))
    found = solve_joint(material, anchor="a", beliefs=beliefs).offsets["b"]
    assert found.offset_s == pytest.approx(13.0, abs=0.3)


def test_two_galleries_are_where_their_sounds_have_them_to_a_tenth_of_a_second() -> None:
    found = solved(TWO, tie(0, 3, 100.0), tie(1, 4, 50.0)).offsets["b"].estimate
    assert found is not None
    assert found.offset_s == pytest.approx(TRUE_S, abs=0.1)
    assert found.low_s <= TRUE_S <= found.high_s
    assert found.high_s - found.low_s < 3.0
    assert (found.basis.source, found.basis.kinds[0]) == ("evidence", "sound")


def test_without_sound_nothing_is_known_of_them() -> None:
    bare = solve_joint(EvidenceInputs(TWO, {}), anchor="a").offsets["b"]
    assert bare.estimate is None or (bare.estimate.probability or 0.0) < 0.9


def test_a_tie_counts_no_more_than_it_may_and_a_stretch_once() -> None:
    options = HeardOptions()
    loud = SoundTies(TWO, (tie(0, 3, 100.0, nats=30.0),), options)
    here = np.array([TRUE_S])
    assert loud.pair_odds(0, 1, here)[0] == pytest.approx(options.sure_nats)
    thin = SoundTies(TWO, (tie(0, 3, 100.0, nats=30.0, sure=False),), options)
    assert thin.pair_odds(0, 1, here)[0] == pytest.approx(options.loose_nats)
    # two clips of one stretch of sound, then two of stretches far apart
    near = table_of([0.0, 20.0], [100 - TRUE_S, 120 - TRUE_S])
    once = SoundTies(near, (tie(0, 2, 100.0), tie(1, 3, 100.0)), options)
    assert once.pair_odds(0, 1, here)[0] == pytest.approx(options.sure_nats)
    twice = SoundTies(TWO, (tie(0, 3, 100.0), tie(1, 4, 50.0)), options)
    assert twice.pair_odds(0, 1, here)[0] == pytest.approx(2 * options.sure_nats)


def test_what_is_said_of_a_pair_is_said_both_ways_round() -> None:
    heard = SoundTies(TWO, (tie(0, 3, 100.0),), HeardOptions())
    shifts_s = TRUE_S + np.array([-20.0, 0.0, 20.0])
    np.testing.assert_allclose(heard.pair_odds(0, 1, shifts_s), heard.pair_odds(1, 0, -shifts_s))
    offset_s = np.array([0.0, TRUE_S - 5.0])
    assert heard.shifts_s((1,), (0,), offset_s) == pytest.approx([5.0])
    assert heard.shifts_s((0,), (1,), offset_s) == pytest.approx([-5.0])
    assert len(heard.supporting(1, (0,), offset_s)) == 1
    assert not heard.supporting(1, (0,), np.array([0.0, TRUE_S - 50.0]))


@pytest.mark.parametrize("clips", [(0, 2), (2, 0), (1, 2), (2, 1)])
def test_ties_with_a_third_gallery_say_nothing_of_two(clips: tuple[int, int]) -> None:
    heard = SoundTies(table_of([0.0], [50.0], [70.0]), (tie(*clips, 100.0),), HeardOptions())
    assert heard.relative_s(0, 1).tolist() == []
    assert heard.pair_odds(0, 1, np.array([0.0, 100.0])).tolist() == [0.0, 0.0]
    # nor do ties on one side of what separates a block from the rest
    one, other = clips
    assert heard.shifts_s((3 - one - other,), clips, np.zeros(3)).tolist() == []
    assert heard.shifts_s(clips, (3 - one - other,), np.zeros(3)).tolist() == []


def test_galleries_are_tied_once_whichever_clip_is_named_first() -> None:
    table = table_of([0.0, 10.0], [50.0], [70.0])
    ties = (tie(0, 2, 100.0), tie(2, 1, 100.0), tie(3, 2, 100.0))
    assert SoundTies(table, ties, HeardOptions()).pairs() == {(0, 1), (1, 2)}


def test_a_song_played_again_leaves_two_places() -> None:
    one = table_of([0.0, 600.0], [0.0, 600.0])
    found = solved(one, tie(0, 2, 30.0, 5000.0, nats=3.0, sure=False)).offsets["b"].estimate
    assert found is None or (found.probability or 0.0) < 0.99


def test_clips_that_are_tied_begin_where_sound_says_though_headers_tell_whole_seconds() -> None:
    rng = np.random.default_rng(7)
    true_s = np.sort(rng.uniform(0, 3000, 12))
    owner = np.arange(12) % 3
    wrong_s = np.array([0.0, -120.0, 55.3])
    clips = [np.flatnonzero(owner == one) for one in range(3)]
    table = table_of(*[list(np.floor(true_s[of] - wrong_s[one])) for one, of in enumerate(clips)])
    order = np.concatenate(clips)
    ties = [
        tie(a, b, float(true_s[order[b]] - true_s[order[a]]))
        for a in range(12)
        for b in range(a + 1, 12)
        if owner[order[a]] != owner[order[b]] and abs(true_s[order[b]] - true_s[order[a]]) < 1500
    ]
    solution = solved(table, *ties)
    tuned = solution.tuned
    assert tuned is not None
    # a floor takes half a second from every clip, on average: from all clocks alike
    for gallery, at_s in ((1, -120.0), (2, 55.3)):
        assert tuned.offset_s[gallery] == pytest.approx(at_s, abs=0.6)
        assert abs(tuned.offset_s[gallery] - at_s) < 4 * tuned.sd_s[gallery]
    starts_s = np.array([tuned.start_s[row] for row in range(12)])
    np.testing.assert_allclose(np.diff(starts_s), np.diff(true_s[order]), atol=0.05)


def test_one_wrong_tie_among_many_pulls_nothing() -> None:
    good = [tie(0, 3, 100.0), tie(1, 4, 50.0), tie(2, 5, 100.0)]
    wrong = tie(0, 4, 950.0 + 4.0)  # four seconds off, and yet near enough to count
    solution = solved(TWO, *good, wrong)
    assert solution.tuned is not None
    assert solution.tuned.offset_s[1] == pytest.approx(TRUE_S, abs=0.5)


def test_of_two_lags_the_one_counts_that_says_more_though_a_beat_is_nearer() -> None:
    # places are looked for in cells: one of these lags is nearer to where the solve has them
    lags = (
        HeardLag(100.0, EXACT_S, 9.0),
        HeardLag(102.0, EXACT_S, 1.0),
        HeardLag(98.0, EXACT_S, 1.0),
    )
    both = (HeardTie(0, 3, lags, sure=True), tie(1, 4, 50.0), tie(2, 5, 100.0))
    solution = solved(TWO, *both)
    assert solution.tuned is not None
    assert solution.tuned.offset_s[1] == pytest.approx(TRUE_S, abs=0.1)
    began = solution.tuned.start_s
    assert began[3] - began[0] == pytest.approx(100.0, abs=0.1)


def test_nobody_is_certain_by_ties_that_hold_nowhere() -> None:
    solution = solved(TWO, tie(0, 3, 100.0), tie(1, 4, 50.0), tie(2, 5, 100.0))
    board, offsets, tuned = solution.board, solution.offsets, solution.tuned
    assert tuned is not None
    assert offsets["b"].certain
    assert without_hearsay(board, offsets, tuned) == offsets
    # as where dozens of records that were played elsewhere agree to about ten seconds
    elsewhere = replace(tuned, offset_s={})
    for doubted in (
        without_hearsay(board, offsets, elsewhere),
        without_hearsay(board, offsets, None),
    ):
        assert not doubted["b"].certain
        assert doubted["b"].findings == (*offsets["b"].findings, Finding(FindingKind.HEARSAY))
        assert doubted["b"].verdict.state == "likely"
        assert doubted["b"].estimate == offsets["b"].estimate
        assert doubted["a"] == offsets["a"]
    # a photo that looks like one of the same moment speaks for it by itself
    seen = tuple(replace(one, n_links=1) for one in offsets.placements)
    linked = replace(offsets, placements=seen)
    assert without_hearsay(board, linked, None) == linked
