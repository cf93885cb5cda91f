"""What else is found of a place: what is only usual, what satellites told, and two places."""

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest

from coincide.model import Basis, Finding, FindingKind, Verdict
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint import placements
from coincide.solver.joint.confidence import probability
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.joint.support import Elsewhere
from tests.scenes import answered
from tests.solver.joint.between import THREE, Between, placed, usual

THIN, CHANCE = Finding(FindingKind.THIN), Finding(FindingKind.CHANCE)


def known(gallery: int, offset_s: float, *, keeps_itself: bool = True) -> ClockBelief:
    """Return what satellites told of a clock."""
    return replace(usual(gallery, offset_s, keeps_itself=keeps_itself), assumed=False)


SURE, FAIR = Between(0.0, 0.0), Between(0.0, 0.0, chance=0.8)
MEASURED = Finding(FindingKind.MEASURED)
PHONE = Finding(FindingKind.ASSUMED, text="a phone, set by the network")


def test_what_is_only_usual_of_such_clocks_is_not_seen() -> None:
    found = placed(own=Between(0.0, 0.0, seen=0.5))
    chance = probability(SURE, SURE, [])  # type: ignore[arg-type]
    assert found.verdict == Verdict("likely", chance, (Finding(FindingKind.NOT_SEEN),))
    assert found.verdict.held_back


@pytest.mark.parametrize(
    ("own", "clocks", "state", "findings"),
    [
        (FAIR, (known(0, 50.0), known(1, 1110.0)), "certain", (MEASURED,)),
        (FAIR, (known(0, 50.0), known(1, 1111.0)), "likely", (THIN,)),  # a minute off
        (FAIR, (usual(0, 50.0), known(1, 1050.0)), "likely", (THIN,)),
        (FAIR, (known(0, 50.0), usual(1, 1050.0)), "likely", (THIN,)),
        (FAIR, (known(1, 1050.0),), "likely", (THIN,)),
        (
            replace(FAIR, chance=0.3, at_mode=0.4),
            (known(0, 50.0), known(1, 1050.0)),
            "unsure",
            (THIN,),
        ),
        (SURE, (known(0, 50.0), known(1, 1050.0)), "certain", ()),  # pictures tell as well
        (replace(SURE, seen=0.5), (known(0, 50.0), known(1, 1050.0)), "certain", (MEASURED,)),
    ],
)
def test_where_satellites_told_both_clocks_a_likely_place_is_certain(
    own: Between, clocks: tuple[ClockBelief, ...], state: str, findings: tuple[Finding, ...]
) -> None:
    found = placed(own=own, knowledge=PriorKnowledge(THREE, beliefs=clocks))
    chance = probability(own, SURE, [])  # type: ignore[arg-type]
    assert found.verdict == Verdict(state, chance, findings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("own", "clocks", "state", "others"),
    [
        (SURE, (), "likely", ()),
        (FAIR, (known(0, 50.0), known(1, 1050.0)), "likely", ()),
        (replace(SURE, seen=0.5), (usual(0, 50.0), usual(1, 1050.0)), "assumed", (PHONE,)),
    ],
)
def test_photos_that_look_like_ones_of_another_time_speak_against_what_would_be_certain(
    own: Between,
    clocks: tuple[ClockBelief, ...],
    state: str,
    others: tuple[Finding, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(placements, "elsewhere", Mock(return_value=Elsewhere(3600.0, 7)))
    found = placed(own=own, knowledge=PriorKnowledge(THREE, beliefs=clocks))
    two = Finding(FindingKind.TWO_PLACES, seconds=3600.0, count=7)
    chance = probability(own, SURE, [])  # type: ignore[arg-type]
    assert found.verdict == Verdict(state, chance, (two, *others))  # type: ignore[arg-type]
    # who is less sure has other doubts; a person who was asked has seen both places
    assert placed(own=FAIR).findings == (THIN,)
    asked = answered(different=np.array([[0, 3]]))
    assert placed(own=SURE, knowledge=PriorKnowledge(THREE, asked)).findings == ()


@pytest.mark.parametrize(
    ("clocks", "chance", "state", "reach_s"),
    [
        ((usual(0, 50.0), usual(1, 250.0)), 0.81, "assumed", 300.0),
        ((known(0, 50.0), known(1, 250.0)), 0.81, "certain", 2 * np.hypot(2.0, 2.0)),
        ((usual(0, 50.0), usual(1, 250.0, keeps_itself=False)), None, "unplaced", None),
        ((usual(1, 250.0),), None, "unplaced", None),
    ],
)
def test_who_is_not_placed_by_pictures_is_where_its_clock_says_if_it_keeps_itself(
    clocks: tuple[ClockBelief, ...], chance: float | None, state: str, reach_s: float | None
) -> None:
    far = Between(-9e9, 9e9, 0.2, 0.2, at_mode=0.4, anywhere=0.5)
    found = placed(own=far, knowledge=PriorKnowledge(THREE, beliefs=clocks))
    findings = {"assumed": (CHANCE, PHONE), "certain": (MEASURED,), "unplaced": (CHANCE,)}[state]
    assert (found.verdict.state, found.findings) == (state, findings)
    assert found.n_links == 2
    if chance is None or reach_s is None:
        assert found.estimate is None
        return
    assert found.estimate is not None
    assert found.estimate.probability == pytest.approx(chance)
    assert (found.estimate.offset_s, found.estimate.basis) == (200.0, Basis("own-clock"))
    assert found.estimate.high_s - 200.0 == 200.0 - found.estimate.low_s == pytest.approx(reach_s)
