from dataclasses import replace
from typing import get_args

import pytest

from coincide.model import (
    Basis,
    Estimate,
    Finding,
    FindingKind,
    Jump,
    Placement,
    State,
    Verdict,
)
from coincide.model.findings import BY_HAND, PINNED, THE_ANCHOR, UNKNOWN, BasisSource
from coincide.model.offsets import Contradicted
from coincide.model.words import (
    basis_in_words,
    contradicted_in_words,
    finding_in_words,
    how_sure,
    length_of,
    open_in_words,
    reasons_in_words,
)


@pytest.mark.parametrize(
    ("n_pairs", "who"),
    [
        (0, "photos contradict"),
        (1, "1 pair of photos contradicts"),
        (2, "2 pairs of photos contradict"),
    ],
)
def test_who_contradicts_is_said_as_far_as_it_is_known(n_pairs: int, who: str) -> None:
    words = contradicted_in_words(Contradicted(60.0, 50.0, 70.0, n_pairs))
    assert words == f"{who} what you said; without it they say +1 min 00 s, ± 10 s"


# one finding of each kind, with all that its sentence may be about, and the sentence
SENTENCES = {
    Finding(FindingKind.NOT_CONNECTED): "nothing connects this gallery with the anchor's",
    Finding(FindingKind.NOT_REACHED): "no links lead from the anchor to this gallery",
    Finding(
        FindingKind.NO_PAIR
    ): "none of its photos resembles a photo of the same moment in another gallery",
    Finding(FindingKind.LOOSE_ANCHOR): "the anchor itself is only loosely connected",
    Finding(FindingKind.LOOSE_GROUP): (
        "the galleries that it is connected to are only loosely connected to the rest"
    ),
    Finding(FindingKind.OTHER_OFFSET, seconds=7200.0): "an offset 2.0 h later fits almost as well",
    Finding(FindingKind.CHANCE): "the evidence is hardly better than chance",
    Finding(FindingKind.LONG_SCENES): "its photos show scenes that last for minutes",
    Finding(FindingKind.THIN): "the evidence is thin",
    Finding(FindingKind.NOT_SEEN): (
        "this rests on what is typical of such clocks, not on evidence from this event"
    ),
    Finding(FindingKind.TWO_PLACES, seconds=-1800.0, count=4): (
        "4 of its photos resemble photos 30 min earlier: does it have a single clock?"
    ),
    Finding(FindingKind.HEARSAY): "the sound of its clips does not fit any offset to the second",
    Finding(FindingKind.TORN): (
        "two offsets fit its photos better than one: was its clock changed?"
    ),
    Finding(FindingKind.TWO_DEVICES, seconds=2400.0): (
        "its photos alternate between two times 40 min apart: are they from two devices?"
    ),
    Finding(FindingKind.ANCHOR_OF_TWO, galleries=("ann",), seconds=-7200.0): (
        "it is compared with ann, whose photos alternate between two times 2.0 h apart:"
        " are they from two devices?"
    ),
    Finding(FindingKind.RIGHT_UNKNOWN): (
        "its clock was corrected, as you said, but it is unknown whose clock is right"
    ),
    Finding(FindingKind.MAYBE_SET_RIGHT, count=4): (
        "its clock may have been corrected before its last photos, and no other photos can"
        " confirm it"
    ),
    Finding(FindingKind.OPEN_STEP, galleries=("ann", "bob")): (
        "the clock of ann or of bob was changed: which one?"
    ),
    Finding(FindingKind.IMPOSSIBLE_DATE, seconds=4e9): (
        "it would take photos to 2096-10-02, which is impossible"
    ),
    Finding(
        FindingKind.ONE_SECOND
    ): "all its times of day are the same, so they do not come from a clock",
    Finding(FindingKind.WIDE, seconds=310.0): "it is only known to within 5 min",
    Finding(FindingKind.OWN_CLOCK, text="a phone, set by the network"): (
        "its clock is a phone, set by the network, but the pictures disagree"
    ),
    Finding(
        FindingKind.NO_CAUSE
    ): "phones are never off by that much: does it have a single clock?",
    Finding(FindingKind.WHOSE_CLOCK, galleries=("ann", "bob")): (
        "it is unknown whose clock is right, ann's or bob's"
    ),
    Finding(FindingKind.FEW_LINKS, count=2): "only 2 links",
    Finding(FindingKind.FEW_AGREE, text="1 of 5 links agree within 5 min"): (
        "only 1 of 5 links agree within 5 min"
    ),
    Finding(FindingKind.EQUAL_OFFSETS): "several offsets fit equally well",
    Finding(FindingKind.DOUBTFUL_PARENT, galleries=("ann",)): (
        "placed against ann, which is doubtful itself"
    ),
    Finding(FindingKind.STATED, text="too dark"): "too dark",
    Finding(FindingKind.MEASURED): "GPS times measure its clock and the anchor's",
    Finding(FindingKind.ASSUMED, text="a phone"): "assumed right: a phone",
    Finding(FindingKind.PAIRS_COUNTED, count=2): (
        "the 2 pairs that you gave do not settle it: give another, of a different moment"
    ),
    Finding(FindingKind.TIMES_COUNTED, count=2): "the 2 times that you gave do not settle it",
}


def test_whose_clock_names_the_other_where_that_is_not_its_own() -> None:
    own = Finding(FindingKind.WHOSE_CLOCK, galleries=("ann",))
    assert finding_in_words(own) == "it is unknown whose clock is right, ann's or its own"


def test_every_kind_of_finding_has_one_sentence_of_its_own() -> None:
    assert [finding.kind for finding in SENTENCES] == list(FindingKind)
    told = {finding: finding_in_words(finding) for finding in SENTENCES}
    assert told == SENTENCES
    assert all(words.strip() for words in told.values())
    assert len(set(told.values())) == len(FindingKind)


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (
            Finding(FindingKind.OTHER_OFFSET, seconds=-3600.0),
            "an offset 60 min earlier fits almost as well",
        ),
        (
            Finding(FindingKind.OTHER_OFFSET, seconds=5400.0),
            "an offset 1.5 h later fits almost as well",
        ),
        (
            Finding(FindingKind.OPEN_STEP, galleries=("ann",)),
            "ann's clock seems to have been changed, and no other clock can confirm it",
        ),
        (Finding(FindingKind.FEW_LINKS, count=1), "only 1 link"),
        (
            Finding(FindingKind.PAIRS_COUNTED, count=1),
            "the pair that you gave does not settle it: give another, of a different moment",
        ),
        (
            Finding(FindingKind.TIMES_COUNTED, count=1),
            "the time that you gave does not settle it",
        ),
    ],
)
def test_a_sentence_goes_by_the_numbers_and_names_it_is_about(finding: Finding, words: str) -> None:
    assert finding_in_words(finding) == words


@pytest.mark.parametrize("kind", FindingKind)
def test_a_finding_that_names_all_there_is_can_be_said(kind: FindingKind) -> None:
    """Whatever a kind is about, its sentence needs no more than a finding has room for."""
    finding = Finding(kind, galleries=("ann", "bob"), seconds=60.0, count=2, text="something")
    assert finding_in_words(finding)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0, "0 min"), (-5399.0, "90 min"), (5400.0, "1.5 h"), (-7200.0, "2.0 h")],
)
def test_lengths_are_in_hours_from_an_hour_and_a_half_on(seconds: float, words: str) -> None:
    assert length_of(seconds) == words


def test_what_others_state_is_said_in_their_own_words() -> None:
    assert Finding.stated("too dark") == Finding(FindingKind.STATED, text="too dark")
    assert Basis.stated("3 of 4 links") == Basis("stated", text="3 of 4 links")


def test_reasons_are_all_that_was_found_but_what_is_told_elsewhere() -> None:
    kinds = FindingKind.THIN, FindingKind.MEASURED, FindingKind.MAYBE_SET_RIGHT
    findings = (*map(Finding, kinds), Finding(FindingKind.ASSUMED, text="a phone"))
    assert reasons_in_words(Placement("bob", None, findings=findings)) == (
        "the evidence is thin",
        "its clock may have been corrected before its last photos, and no other photos can"
        " confirm it",
    )
    assert reasons_in_words(Placement("bob", None)) == ()


BASES = {
    UNKNOWN: "",
    Basis("evidence", ("look", "rhythm")): "look, rhythm",
    THE_ANCHOR: "the anchor",
    Basis("true-time", clock="GPS"): "true time by its own clock: GPS",
    PINNED: "pinned by a person",
    BY_HAND: "given by a person",
    Basis("own-clock"): "its own clock",
    Basis("clock-alone"): "its clock alone",
    Basis("corrected"): "the correction of its files",
    Basis("stated", text="3 of 4 links"): "3 of 4 links",
}


def test_every_source_of_an_offset_is_said() -> None:
    assert [basis.source for basis in BASES] == list(get_args(BasisSource))
    assert {basis: basis_in_words(basis) for basis in BASES} == BASES


@pytest.mark.parametrize(
    ("basis", "words"),
    [
        (Basis("evidence"), "overlap of the galleries alone"),
        (Basis("evidence", clock="a phone's"), "its clock (a phone's)"),
        (Basis("evidence", ("look",), "a phone's"), "look, its clock (a phone's)"),
        (Basis("corrected", said=True), "the correction of its files"),
    ],
)
def test_evidence_is_said_by_its_kinds_and_the_clock_last(basis: Basis, words: str) -> None:
    assert basis_in_words(basis) == words


def test_given_is_what_was_said_or_measured_or_is_the_reference() -> None:
    given = [basis.source for basis in BASES if basis.is_given]
    assert given == ["anchor", "true-time", "pinned", "by-hand"]
    assert Basis("corrected", said=True).is_given


@pytest.mark.parametrize("state", get_args(State))
def test_a_figure_is_told_only_where_it_is_the_reason(state: State) -> None:
    words = "assumed right" if state == "assumed" else state
    shown = f"{words} (87 %)" if state in ("likely", "unsure") else words
    assert how_sure(Verdict(state, 0.871)) == shown
    # of what is held back, denied by photos, or states no probability, the figure tells nothing
    assert how_sure(Verdict(state, 0.995)) == how_sure(Verdict(state, None)) == words
    assert how_sure(Verdict(state, 0.871, contradicted=True)) == words


def test_why_a_photos_time_is_open_is_said() -> None:
    found = Finding(FindingKind.MAYBE_SET_RIGHT, count=3)
    placed = Placement("bob", Estimate(5.0, 4.0, 6.0, 0.995), findings=(found,))
    assert open_in_words(placed, 3, "clip") == finding_in_words(found)
    about = "changed about here, and it is unknown whether before or after this"
    assert open_in_words(placed, 2, "photo") == f"its clock may have been {about} photo"
    anew = replace(placed, findings=(), jumps=(Jump(4, 60.0),))
    assert open_in_words(anew, 3, "clip") == f"its clock was {about} clip"
