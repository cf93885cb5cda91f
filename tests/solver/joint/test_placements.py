"""Where a gallery is said to be and how surely; of two galleries alone, whose posterior decides."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from coincide.model import Estimate, Floats, Placement
from coincide.model.certainty import CERTAIN, NOT_SEEN
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint import Solution, solve_joint
from coincide.solver.joint.calibration import log_odds_of
from coincide.solver.joint.confidence import Posterior, posterior_of, probability
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.placements import doubts, place_all, read_posteriors, with_basis
from coincide.solver.options import ConfidenceOptions
from tests.conftest import make_table
from tests.scenes import Shots, afternoon, make_features, make_material
from tests.solver.joint.planted import DEFAULTS, NEAR_S, Planted, board_of
from tests.solver.joint.simulated import STEADY


@pytest.fixture(scope="module", params=["few", "many"])
def two(request: pytest.FixtureRequest) -> Solution:
    """A long gallery and a short one of some of its moments; either may be the anchor."""
    rng = np.random.default_rng(10_009)
    at_s = afternoon(rng, 40)
    some = np.arange(3, 40, 5)
    galleries = {"few": Shots(some, at_s[some] + 20.0), "many": Shots(range(40), at_s)}
    material = make_material(make_features(rng, galleries))
    return solve_joint(material, anchor=request.param, options=STEADY)


def test_the_gallery_of_fewer_moments_tells_how_sure(two: Solution) -> None:
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
        options=DEFAULTS.confidence,
    )


def test_what_is_certain_has_no_doubts() -> None:
    assert doubts([sure_by(0.5)], CERTAIN, n_links=0, options=DEFAULTS.doubts) == ()
    assert doubts(
        [sure_by(0.95)], np.nextafter(CERTAIN, 0.0), n_links=3, options=DEFAULTS.doubts
    ) == ("the evidence is thin",)


@pytest.mark.parametrize(
    ("steps", "n_links", "words"),
    [
        ([sure_by(0.95)], 0, "no photo of it looks like one of the same moment elsewhere"),
        ([sure_by(0.95), sure_by(0.92)], 1, "the anchor itself is loosely connected"),
        (
            [sure_by(0.95), sure_by(0.95), sure_by(0.92)],
            1,
            "the galleries it goes with are loosely connected to the rest",
        ),
        ([sure_by(0.8, other=0.2)], 1, "an offset 2.0 h later fits almost as well"),
        ([sure_by(0.8, other=0.2, other_s=-3600.0)], 1, "an offset 60 min earlier fits almost"),
        ([sure_by(0.8, other=0.2, other_s=5400.0)], 1, "an offset 1.5 h later fits almost"),
        ([sure_by(0.8)], 1, "the evidence is hardly more than chance would give"),
        ([sure_by(0.95, sharp=False)], 1, "what its photos show goes on for minutes"),
    ],
)
def test_every_doubt_is_told_in_words(steps: list[Posterior], n_links: int, words: str) -> None:
    (told,) = doubts(steps, 0.9, n_links, options=DEFAULTS.doubts)
    assert told.startswith(words)


def test_doubts_that_are_small_are_not_told() -> None:
    small = sure_by(0.81, other=0.1)  # 0.09 anywhere
    assert doubts([small, sure_by(0.9), sure_by(0.9)], 0.9, n_links=1, options=DEFAULTS.doubts) == (
        "the evidence is thin",
    )
    # what is spread over minutes is told only of what is likelier there than not
    assert doubts([sure_by(0.5, sharp=False)], 0.9, n_links=1, options=DEFAULTS.doubts) == (
        "the evidence is hardly more than chance would give",
    )


def test_what_is_spread_over_minutes_is_told_where_a_tenth_lies_beyond_five() -> None:
    """Of seconds to 300, and from there to 600: the second is not right to five minutes."""
    far = np.isclose(np.abs(NEAR_S), 525.0)

    def spread(share: float) -> Posterior:
        local = np.where(far, share / far.sum(), np.where(NEAR_S == 0.0, 1.0 - share, 0.0))
        return replace(sure_by(0.95), local=local)

    assert doubts([spread(0.11)], 0.9, n_links=1, options=DEFAULTS.doubts) == (
        "what its photos show goes on for minutes",
    )
    assert doubts([spread(0.09)], 0.9, n_links=1, options=DEFAULTS.doubts) == (
        "the evidence is thin",
    )
    # it is the one that lies so that is the weakest, though it is surest of its place
    told = doubts(
        [sure_by(0.9), replace(spread(0.2), at_mode=1.0)], 0.9, n_links=1, options=DEFAULTS.doubts
    )
    assert told == ("the anchor itself is loosely connected",)


@dataclass(frozen=True)
class Between:
    """A posterior of which only is known between which shifts nine tenths of it lie."""

    low_s: float
    high_s: float
    chance: float = 0.9999
    # what lies within the half hour that decides whether a gallery is placed
    near: float = 0.9999
    at_mode: float = 0.5
    other: Floats = field(default_factory=lambda: np.zeros(0))
    other_s: Floats = field(default_factory=lambda: np.zeros(0))
    anywhere: float = 0.0
    options: ConfidenceOptions = DEFAULTS.confidence

    def interval_s(self, share: float) -> tuple[float, float]:
        assert share == 0.9
        return self.low_s, self.high_s

    def within(self, limit_s: float) -> float:
        return self.chance if limit_s == 300.0 else self.near

    @property
    def log_odds(self) -> float:
        return log_odds_of(self.chance, self.options.least_doubt)

    @property
    def seen_odds(self) -> float:
        return self.log_odds


THREE = make_table([0.0, 3600.0], [0.0, 3600.0], [0.0, 3600.0])
SILENT = {(1, 0): np.zeros((2, 2)), (1, 2): np.array([[9.0, 0.0], [0.0, 9.0]])}
ALIKE = {**SILENT, (2, 0): np.zeros((2, 2)), (2, 1): np.zeros((2, 2))}


def placed(
    *way: Between,
    own: Between = Between(0.0, 0.0),
    anchor: Between = Between(0.0, 0.0),
    **how: object,
) -> Placement:
    """Return where the second of three galleries is, by profiles of which that is known."""
    board = board_of(THREE, Planted(ALIKE), offset_s=[0.0, 1000.0, 1000.0], **how)  # type: ignore[arg-type]
    blocks = tuple((1, *range(3, 3 + n)) for n in range(1, len(way) + 1))
    profiles = {(0,): anchor, (1,): own, (2,): Between(-1e6, 1e6, 0.0, 0.0)}
    known = {**profiles, **dict(zip(blocks, way, strict=True)), (2, 9): Between(-9e9, 9e9, 0.0)}
    offsets = place_all(board, (*blocks, (2, 9)), known)  # type: ignore[arg-type]
    return with_basis(board, offsets).placements[1]


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


def test_how_sure_a_placement_is_is_told_with_the_least_sure_of_its_way() -> None:
    sure, fair = Between(0.0, 0.0), Between(0.0, 0.0, chance=0.8)
    certain = placed()
    assert certain.estimate is not None
    assert certain.estimate.probability == probability(sure, sure, [])
    assert (certain.reasons, certain.via) == ((), "g0")
    assert certain.estimate.basis == "overlap of the galleries alone"
    for found, words in (
        (placed(own=fair), "the evidence is thin"),
        (placed(anchor=fair), "the anchor itself is loosely connected"),
        (placed(fair), "the galleries it goes with are loosely connected to the rest"),
    ):
        own_is_fair = words == "the evidence is thin"
        chance = probability(fair, sure, []) if own_is_fair else probability(sure, fair, [])
        assert found.estimate is not None
        assert found.estimate.probability == chance < CERTAIN
        assert found.reasons == found.estimate.reasons == (words,)


def test_what_a_person_pinned_is_as_sure_as_can_be() -> None:
    pinned = PriorKnowledge(THREE, replace(NO_HINTS, pinned=((1, 1000.0),)))
    found = placed(own=Between(-9e9, 9e9, 0.0, 0.0), knowledge=pinned)
    assert found.estimate == Estimate(1000.0, 1000.0, 1000.0, 1.0, basis="pinned by a person")
    assert found.n_links == 2


def usual(gallery: int, offset_s: float, *, keeps_itself: bool = True) -> ClockBelief:
    reason = "a phone, set by the network"
    return ClockBelief(
        f"g{gallery}", offset_s, 2.0, 0.9, reason, assumed=True, keeps_itself=keeps_itself
    )


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
    estimate = place_all(board, (), sure).placements[1].estimate  # type: ignore[arg-type]
    assert estimate is not None
    assert (estimate.probability, estimate.assumed) == (NOT_SEEN, assumed)


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
    assert offsets["g0"] == Placement("g0", Estimate(0.0, 0.0, 0.0, 1.0, basis="the anchor"))
    assert offsets["g2"].reasons == ("nothing connects this gallery with the anchor's",)
    assert not offsets["g2"].placed
