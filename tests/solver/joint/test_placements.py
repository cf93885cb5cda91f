"""Where a gallery is said to be and how surely; of two galleries alone, whose posterior decides."""

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest

from coincide.model import Basis, Estimate, Finding, FindingKind, Placement
from coincide.model.findings import PINNED, THE_ANCHOR
from coincide.model.verdicts import CERTAIN, LIKELY, Verdict
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint import JointSolution, placements, solve_joint
from coincide.solver.joint.confidence import Posterior, posterior_of, probability
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.placements import doubts, place_all, read_posteriors
from tests.conftest import make_table
from tests.scenes import Shots, afternoon, make_features, make_material
from tests.solver.joint.between import ALIKE, THREE, Between, placed, usual
from tests.solver.joint.planted import NEAR_S, Planted, board_of
from tests.solver.joint.simulated import STEADY


@pytest.fixture(scope="module", params=["few", "many"])
def two(request: pytest.FixtureRequest) -> JointSolution:
    """A long gallery and a short one of some of its moments; either may be the anchor."""
    rng = np.random.default_rng(10_009)
    at_s = afternoon(rng, 40)
    some = np.arange(3, 40, 5)
    galleries = {"few": Shots(some, at_s[some] + 20.0), "many": Shots(range(40), at_s)}
    material = make_material(make_features(rng, galleries))
    return solve_joint(material, anchor=request.param, options=STEADY)


def test_the_gallery_of_fewer_moments_tells_how_sure(two: JointSolution) -> None:
    (estimate,) = (
        one.estimate for one in two.offsets.placements if one.gallery != two.offsets.anchor
    )
    assert estimate is not None
    few = posterior_of(two.board, (0,))
    assert estimate.probability == probability(few, None, [])
    low_s, high_s = (few.mirrored() if two.board.anchor == 0 else few).interval_s(0.9)
    assert estimate.low_s == pytest.approx(estimate.offset_s + min(low_s, 0.0))
    assert estimate.high_s == pytest.approx(estimate.offset_s + max(high_s, 0.0))
    assert estimate.low_s <= (20.0 if two.board.anchor == 0 else -20.0) <= estimate.high_s


def sure_by(
    at_mode: float, *, other: float = 0.0, other_s: float = 7200.0, sharp: bool = True
) -> Posterior:
    """Return a posterior with so much where it is, so much elsewhere, and the rest anywhere."""
    local = np.where(np.abs(NEAR_S) <= (60.0 if sharp else 900.0), 1.0, 0.0)
    local /= local.sum()
    return Posterior(
        local=local,
        at_mode=at_mode,
        other_s=np.array([other_s, -99.0]),
        other=np.array([other, 0.0]),
        anywhere=1.0 - at_mode - other,
        range_s=(-1e5, 1e5),
    )


THIN, CHANCE, LONG_SCENES = map(
    Finding, (FindingKind.THIN, FindingKind.CHANCE, FindingKind.LONG_SCENES)
)
LOOSE_ANCHOR, LOOSE_GROUP = map(Finding, (FindingKind.LOOSE_ANCHOR, FindingKind.LOOSE_GROUP))
NO_PAIR = Finding(FindingKind.NO_PAIR)


@pytest.mark.parametrize(
    ("steps", "n_links", "found"),
    [
        ([sure_by(0.95)], 0, NO_PAIR),
        ([sure_by(0.95), sure_by(0.92)], 1, LOOSE_ANCHOR),
        ([sure_by(0.95), sure_by(0.95), sure_by(0.92)], 1, LOOSE_GROUP),
        ([sure_by(0.8, other=0.2)], 1, Finding(FindingKind.OTHER_OFFSET, seconds=7200.0)),
        (
            [sure_by(0.8, other=0.2, other_s=-3600.0)],
            1,
            Finding(FindingKind.OTHER_OFFSET, seconds=-3600.0),
        ),
        (
            [sure_by(0.8, other=0.2, other_s=5400.0)],
            1,
            Finding(FindingKind.OTHER_OFFSET, seconds=5400.0),
        ),
        ([sure_by(0.8)], 1, CHANCE),
        ([sure_by(0.95, sharp=False)], 1, LONG_SCENES),
    ],
)
def test_every_doubt_is_told(steps: list[Posterior], n_links: int, found: Finding) -> None:
    assert doubts(steps, n_links) == (found,)
    assert found.against


def test_doubts_are_told_together() -> None:
    other = Finding(FindingKind.OTHER_OFFSET, seconds=7200.0)
    steps = [sure_by(0.6, other=0.2, sharp=False), sure_by(0.1)]
    all_of_them = (NO_PAIR, LOOSE_ANCHOR, other, CHANCE, LONG_SCENES)
    assert doubts(steps, 0) == all_of_them


def test_doubts_that_are_small_are_not_told() -> None:
    small = sure_by(0.81, other=0.1)  # 0.09 anywhere
    assert doubts([small, sure_by(0.9), sure_by(0.9)], 1) == ()
    # what is spread over minutes is told only of what is not less likely there than elsewhere
    less = float(np.nextafter(LIKELY, 0.0))
    assert doubts([sure_by(less, sharp=False)], 1) == (CHANCE,)
    assert doubts([sure_by(LIKELY, sharp=False)], 1) == (CHANCE, LONG_SCENES)


def test_what_is_spread_over_minutes_is_told_where_a_tenth_lies_beyond_five() -> None:
    """Of seconds to 300, and from there to 600: the second is not right to five minutes."""
    far = np.isclose(np.abs(NEAR_S), 525.0)

    def spread(share: float) -> Posterior:
        local = np.where(far, share / far.sum(), np.where(NEAR_S == 0.0, 1.0 - share, 0.0))
        return replace(sure_by(0.95), local=local)

    assert doubts([spread(0.11)], 1) == (LONG_SCENES,)
    assert doubts([spread(0.09)], 1) == ()
    # it is the one that lies so that is the weakest, though it is surest of its place
    steps = [sure_by(0.9), replace(spread(0.2), at_mode=1.0)]
    assert doubts(steps, 1) == (LOOSE_ANCHOR,)


def width_s(*way: Between, own: Between, anchor: Between) -> tuple[float, float]:
    """Return how far below and above its offset a gallery may be."""
    estimate = placed(*way, own=own, anchor=anchor).estimate
    assert estimate is not None
    assert estimate.offset_s == 1000.0
    return estimate.low_s - 1000.0, estimate.high_s - 1000.0


def test_errors_of_a_gallery_and_of_the_anchor_add_as_root_of_squares() -> None:
    own, anchor = Between(-3.0, 12.0), Between(-5.0, 4.0)
    # the anchor's error is the other way round
    assert width_s(own=own, anchor=anchor) == (-5.0, 13.0)
    # of a gallery and its blocks the widest counts, wherever it is on the way
    narrow, wide = Between(-2.0, 10.0), Between(-7.5, 12.0)
    assert width_s(narrow, wide, own=Between(-1.0, 2.0), anchor=anchor) == (-8.5, 13.0)
    assert width_s(wide, narrow, own=Between(-1.0, 2.0), anchor=anchor) == (-8.5, 13.0)


def test_an_interval_always_holds_the_offset_itself() -> None:
    assert width_s(own=Between(5.0, 12.0), anchor=Between(-5.0, -4.0)) == (0.0, 13.0)
    assert width_s(own=Between(-12.0, -5.0), anchor=Between(4.0, 5.0)) == (-13.0, 0.0)
    later, sooner = Between(5.0, 12.0), Between(-12.0, -5.0)
    assert width_s(later, own=later, anchor=Between(-0.0, 0.0)) == (0.0, 12.0)
    assert width_s(sooner, own=sooner, anchor=Between(-0.0, 0.0)) == (-12.0, 0.0)


@pytest.mark.parametrize("who", ["own", "anchor", "way"])
@pytest.mark.parametrize(("near", "is_placed"), [(0.5, True), (0.499, False)])
def test_a_gallery_is_placed_where_all_on_its_way_are_likelier_near_than_not(
    who: str, near: float, is_placed: bool
) -> None:
    loose = Between(-9.0, 9.0, near=near)
    found = placed(loose) if who == "way" else placed(**{who: loose})
    assert found.placed is is_placed
    assert found.n_links == 2


@pytest.mark.parametrize(
    ("own", "against"),
    [
        (Between(0.0, 0.0), THIN),
        (Between(0.0, 0.0, anywhere=0.5), CHANCE),
        (
            Between(0.0, 0.0, other=np.array([0.5]), other_s=np.array([60.0])),
            Finding(FindingKind.OTHER_OFFSET, seconds=60.0),
        ),
    ],
)
def test_what_is_certain_has_no_doubts(
    own: Between, against: Finding, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = float(np.nextafter(CERTAIN, 0.0))
    for chance, state, findings in ((CERTAIN, "certain", ()), (below, "likely", (against,))):
        monkeypatch.setattr(placements, "probability", Mock(return_value=chance))
        assert placed(own=own).verdict == Verdict(state, chance, findings)  # type: ignore[arg-type]


def test_how_sure_a_placement_is_is_told_with_the_least_sure_of_its_way() -> None:
    sure, fair = Between(0.0, 0.0), Between(0.0, 0.0, chance=0.8)
    certain = placed()
    assert certain.estimate is not None
    assert certain.estimate.probability == probability(sure, sure, [])
    assert (certain.findings, certain.via) == ((), "g0")
    assert certain.verdict.state == "certain"
    assert certain.estimate.basis == Basis("evidence")
    for found, against in (
        (placed(own=fair), THIN),
        (placed(anchor=fair), LOOSE_ANCHOR),
        (placed(fair), LOOSE_GROUP),
    ):
        own_is_fair = against == THIN
        chance = probability(fair, sure, []) if own_is_fair else probability(sure, fair, [])
        assert found.estimate is not None
        assert found.estimate.probability == chance < CERTAIN
        assert found.verdict == Verdict("likely", chance, (against,))


def test_what_a_person_pinned_is_as_sure_as_can_be() -> None:
    pinned = PriorKnowledge(THREE, replace(NO_HINTS, pinned=((1, 1000.0),)))
    found = placed(own=Between(-9e9, 9e9, 0.0, 0.0), knowledge=pinned)
    assert found.estimate == Estimate(1000.0, 1000.0, 1000.0, 1.0, PINNED)
    assert found.verdict == Verdict("certain", 1.0)
    assert found.n_links == 2


@pytest.mark.parametrize(
    ("beliefs", "assumed"),
    [
        ((usual(0, 50.0), usual(1, 1050.0)), "a phone, set by the network"),
        ((usual(0, 0.0, keeps_itself=False), usual(1, 700.0)), "a phone, set by the network"),
        ((usual(0, 0.0), usual(1, 699.0)), ""),  # over five minutes from where it would be
        ((usual(0, 0.0), usual(1, 1000.0, keeps_itself=False)), ""),
        ((usual(1, 1000.0),), ""),  # nothing is known of the anchor's
        ((usual(0, 0.0),), ""),
    ],
)
def test_a_clock_that_keeps_itself_is_taken_to_be_right_where_it_would_be(
    beliefs: tuple[ClockBelief, ...], assumed: str
) -> None:
    """No photo of it looks like another: its place is not seen, only what is usual."""
    knowledge = PriorKnowledge(THREE, beliefs=beliefs)
    nothing = dict.fromkeys(ALIKE, np.zeros((2, 2)))
    board = board_of(THREE, Planted(nothing), offset_s=[0.0, 1000.0, 0.0], knowledge=knowledge)
    sure = {(one,): Between(0.0, 0.0) for one in range(3)}
    found = place_all(board, (), sure).placements[1]  # type: ignore[arg-type]
    chance = probability(Between(0.0, 0.0), Between(0.0, 0.0), [])  # type: ignore[arg-type]
    assert chance >= CERTAIN
    right = (Finding(FindingKind.ASSUMED, text=assumed),) if assumed else ()
    state = "assumed" if assumed else "likely"
    assert found.verdict == Verdict(state, chance, (NO_PAIR, *right))  # type: ignore[arg-type]
    assert found.verdict.held_back


def test_of_two_as_long_the_gallery_itself_tells_where_it_is() -> None:
    table = make_table([0.0, 3600.0], [0.0, 3600.0])
    board = board_of(table, Planted({(1, 0): np.zeros((2, 2))}))
    profiles = {(0,): Between(-70.0, 80.0), (1,): Between(-3.0, 12.0)}
    estimate = place_all(board, (), profiles).placements[1].estimate  # type: ignore[arg-type]
    assert estimate is not None
    assert (estimate.low_s, estimate.high_s) == (-3.0, 12.0)
    shifted_only = {(0,): Between(-70.0, 80.0), (1,): Between(3.0, 12.0)}
    estimate = place_all(board, (), shifted_only).placements[1].estimate  # type: ignore[arg-type]
    assert estimate is not None
    assert (estimate.low_s, estimate.high_s) == (0.0, 12.0)
    below_only = {(0,): Between(-70.0, 80.0), (1,): Between(-12.0, -3.0)}
    estimate = place_all(board, (), below_only).placements[1].estimate  # type: ignore[arg-type]
    assert estimate is not None
    assert (estimate.low_s, estimate.high_s) == (-12.0, 0.0)


def test_who_has_no_partners_has_no_profile_and_no_place() -> None:
    board = board_of(THREE, Planted(ALIKE), partners={0: (1,), 1: (0,), 2: ()})
    profiles = read_posteriors(board, [(0, 1)])
    assert set(profiles) == {(0,), (1,), (0, 1)}
    alone = replace(board, members=(0,), outliers=(1, 2))
    assert read_posteriors(alone, []) == {}
    outlier = replace(board, members=(0, 2), outliers=(1,))
    assert set(read_posteriors(outlier, [])) == {(0,), (1,)}
    offsets = place_all(board, (), {(0,): Between(0.0, 0.0), (1,): Between(0.0, 0.0)})  # type: ignore[dict-item]
    assert (offsets.anchor, offsets.method) == ("g0", "joint")
    assert offsets["g0"] == Placement("g0", Estimate(0.0, 0.0, 0.0, 1.0, THE_ANCHOR))
    assert offsets["g2"].findings == (Finding(FindingKind.NOT_CONNECTED),)
    assert not offsets["g2"].placed
