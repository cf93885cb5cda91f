"""Verdicts in words: once for the command line, the app, the report and all files."""

from collections.abc import Callable

from coincide.model.findings import Basis, BasisSource, Finding, FindingKind
from coincide.model.offsets import Contradicted, Estimate, Placement
from coincide.model.times import (
    DAY_S,
    HOUR_S,
    MINUTE_S,
    offset_in_words,
    span_in_words,
    to_text,
)
from coincide.model.verdicts import State, Verdict, percent

# an interval of less than this to either side reads best as "±"
SMALL_S = 120.0
# lengths of so much or more are told in hours
_IN_HOURS_S = 90 * MINUTE_S


def length_of(seconds: float) -> str:
    """Write a time as shortly as tells it: in minutes, or in hours where it is long."""
    long = abs(seconds) >= _IN_HOURS_S
    return f"{abs(seconds) / HOUR_S:.1f} h" if long else f"{abs(seconds) / MINUTE_S:.0f} min"


def _away(finding: Finding) -> str:
    seconds = finding.seconds or 0.0
    return f"{length_of(seconds)} {'later' if seconds > 0 else 'earlier'}"


def _of_two(finding: Finding, whose: str = "its") -> str:
    apart = length_of(finding.seconds or 0.0)
    return f"{whose} photos alternate between two times {apart} apart: are they from two devices?"


def _open_step(finding: Finding) -> str:
    first, *others = finding.galleries
    if not others:
        return f"{first}'s clock seems to have been changed, and no other clock can confirm it"
    return f"the clock of {first} or of {others[0]} was changed: which one?"


def _whose(finding: Finding) -> str:
    mine, *theirs = finding.galleries
    other = f"{theirs[0]}'s" if theirs else "its own"
    return f"it is unknown whose clock is right, {mine}'s or {other}"


def _pairs_counted(finding: Finding) -> str:
    n_pairs = finding.count
    named = "pair that you gave does" if n_pairs == 1 else f"{n_pairs} pairs that you gave do"
    return f"the {named} not settle it: give another, of a different moment"


def _times_counted(finding: Finding) -> str:
    n_times = finding.count
    named = "time that you gave does" if n_times == 1 else f"{n_times} times that you gave do"
    return f"the {named} not settle it"


_SENTENCES: dict[FindingKind, str | Callable[[Finding], str]] = {
    FindingKind.NOT_CONNECTED: "nothing connects this gallery with the anchor's",
    FindingKind.NOT_REACHED: "no links lead from the anchor to this gallery",
    FindingKind.NO_PAIR: "none of its photos resembles a photo of the same moment in another"
    " gallery",
    FindingKind.LOOSE_ANCHOR: "the anchor itself is only loosely connected",
    FindingKind.LOOSE_GROUP: "the galleries that it is connected to are only loosely connected to"
    " the rest",
    FindingKind.OTHER_OFFSET: lambda of: f"an offset {_away(of)} fits almost as well",
    FindingKind.CHANCE: "the evidence is hardly better than chance",
    FindingKind.LONG_SCENES: "its photos show scenes that last for minutes",
    FindingKind.THIN: "the evidence is thin",
    FindingKind.NOT_SEEN: (
        "this rests on what is typical of such clocks, not on evidence from this event"
    ),
    FindingKind.TWO_PLACES: lambda of: (
        f"{of.count} of its photos resemble photos {_away(of)}: does it have a single clock?"
    ),
    FindingKind.HEARSAY: "the sound of its clips does not fit any offset to the second",
    FindingKind.TORN: "two offsets fit its photos better than one: was its clock changed?",
    FindingKind.TWO_DEVICES: _of_two,
    FindingKind.ANCHOR_OF_TWO: lambda of: (
        f"it is compared with {of.galleries[0]}, {_of_two(of, 'whose')}"
    ),
    FindingKind.RIGHT_UNKNOWN: (
        "its clock was corrected, as you said, but it is unknown whose clock is right"
    ),
    FindingKind.MAYBE_SET_RIGHT: (
        "its clock may have been corrected before its last photos, and no other photos can confirm"
        " it"
    ),
    FindingKind.OPEN_STEP: _open_step,
    FindingKind.IMPOSSIBLE_DATE: lambda of: (
        f"it would take photos to {to_text(of.seconds or 0.0).partition(' ')[0]}, which is"
        " impossible"
    ),
    FindingKind.ONE_SECOND: "all its times of day are the same, so they do not come from a clock",
    FindingKind.WIDE: lambda of: (
        f"it is only known to within {(of.seconds or 0.0) / MINUTE_S:.0f} min"
    ),
    FindingKind.OWN_CLOCK: lambda of: f"its clock is {of.text}, but the pictures disagree",
    FindingKind.NO_CAUSE: "phones are never off by that much: does it have a single clock?",
    FindingKind.WHOSE_CLOCK: _whose,
    FindingKind.FEW_LINKS: lambda of: f"only {of.count} link{'s' * (of.count != 1)}",
    FindingKind.FEW_AGREE: lambda of: f"only {of.text}",
    FindingKind.EQUAL_OFFSETS: "several offsets fit equally well",
    FindingKind.DOUBTFUL_PARENT: lambda of: (
        f"placed against {of.galleries[0]}, which is doubtful itself"
    ),
    FindingKind.STATED: lambda of: of.text,
    FindingKind.MEASURED: "GPS times measure its clock and the anchor's",
    FindingKind.ASSUMED: lambda of: f"assumed right: {of.text}",
    FindingKind.PAIRS_COUNTED: _pairs_counted,
    FindingKind.TIMES_COUNTED: _times_counted,
}

_STATES: dict[State, str] = {"assumed": "assumed right"}

_RESTS_ON: dict[BasisSource, str] = {
    "unknown": "",
    "anchor": "the anchor",
    "pinned": "pinned by a person",
    "by-hand": "given by a person",
    "own-clock": "its own clock",
    "clock-alone": "its clock alone",
    "corrected": "the correction of its files",
}


def finding_in_words(finding: Finding) -> str:
    """Say what was found.

    >>> finding_in_words(Finding(FindingKind.OTHER_OFFSET, seconds=-7200.0))
    'an offset 2.0 h earlier fits almost as well'
    """
    sentence = _SENTENCES[finding.kind]
    return sentence if isinstance(sentence, str) else sentence(finding)


def reasons_in_words(placement: Placement) -> tuple[str, ...]:
    """Say why a place is not certain, or what waits for an answer; nothing where all is well."""
    told_elsewhere = (FindingKind.ASSUMED, FindingKind.MEASURED)
    return tuple(
        finding_in_words(finding)
        for finding in placement.findings
        if finding.kind not in told_elsewhere
    )


def basis_in_words(basis: Basis) -> str:
    """Say what an offset rests on.

    >>> basis_in_words(Basis("evidence", ("look", "rhythm"), clock="a phone's"))
    "look, rhythm, its clock (a phone's)"
    """
    if basis.source == "evidence":
        clock = [f"its clock ({basis.clock})"] if basis.clock else []
        return ", ".join((*basis.kinds, *clock)) or "overlap of the galleries alone"
    if basis.source == "true-time":
        return f"true time by its own clock: {basis.clock}"
    return basis.text if basis.source == "stated" else _RESTS_ON[basis.source]


def how_sure(verdict: Verdict) -> str:
    """Say how sure an offset is; a figure is given where it is the reason.

    >>> how_sure(Verdict("certain", 0.995)), how_sure(Verdict("likely", 0.871))
    ('certain', 'likely (87 %)')
    >>> how_sure(Verdict("likely", 0.995)), how_sure(Verdict("assumed", 0.9))
    ('likely', 'assumed right')
    """
    words = _STATES.get(verdict.state, verdict.state)
    said_why = verdict.held_back or verdict.contradicted
    if verdict.state not in ("likely", "unsure") or said_why or verdict.probability is None:
        return words
    return f"{words} ({percent(verdict.probability)})"


def interval(estimate: Estimate | Contradicted) -> str:
    """Write the 90 % interval of an offset; of two sides that differ, "±" is the wider.

    >>> interval(Estimate(60.0, 52.0, 70.0)), interval(Estimate(0.0, -600.0, 3600.0))
    ('± 10 s', '-10 min 00 s to +1 h 00 min 00 s')
    >>> interval(Estimate(8e8, 8e8 - 110.0, 8e8 + 400.0))
    '110 s less to 7 min more'
    """
    less_s, more_s = estimate.offset_s - estimate.low_s, estimate.high_s - estimate.offset_s
    if max(less_s, more_s) < SMALL_S:
        return f"± {span_in_words(max(less_s, more_s))}"
    if abs(estimate.offset_s) >= DAY_S:  # of two times in days the difference is hard to see
        return f"{span_in_words(less_s)} less to {span_in_words(more_s)} more"
    return f"{offset_in_words(estimate.low_s)} to {offset_in_words(estimate.high_s)}"


def contradicted_in_words(told: Contradicted) -> str:
    """Say what the photos say where a person said otherwise.

    >>> contradicted_in_words(Contradicted(-3600.0, -3608.0, -3595.0, 120))
    '120 pairs of photos contradict what you said; without it they say -1 h 00 min 00 s, ± 8 s'
    """
    pairs = "1 pair of photos contradicts" if told.n_pairs == 1 else "photos contradict"
    if told.n_pairs > 1:
        pairs = f"{told.n_pairs} pairs of photos contradict"
    where = f"{offset_in_words(told.offset_s)}, {interval(told)}"
    return f"{pairs} what you said; without it they say {where}"


def open_in_words(placement: Placement, row: int, what: str) -> str:
    """Say why it is not known by how much the time of one of its photos or clips is off."""
    waits = placement.maybe_set_right
    if waits is not None and row >= waits:
        return finding_in_words(Finding(FindingKind.MAYBE_SET_RIGHT))
    was = "was" if placement.jumps else "may have been"
    where = f"before or after this {what}"
    return f"its clock {was} changed about here, and it is unknown whether {where}"
