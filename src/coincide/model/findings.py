"""What was found of a clock besides its offset: typed, so that nothing has to read sentences."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class FindingKind(StrEnum):
    """What a finding is about; ``words.py`` has the sentence of each."""

    # nothing places it
    NOT_CONNECTED = "not-connected"
    NOT_REACHED = "not-reached"
    # what its posterior is not sure of
    NO_PAIR = "no-pair"
    LOOSE_ANCHOR = "loose-anchor"
    LOOSE_GROUP = "loose-group"
    OTHER_OFFSET = "other-offset"
    CHANCE = "chance"
    LONG_SCENES = "long-scenes"
    THIN = "thin"
    NOT_SEEN = "not-seen"
    TWO_PLACES = "two-places"
    HEARSAY = "hearsay"
    # its clock was set anew, or its photos are of two clocks
    TORN = "torn"
    TWO_DEVICES = "two-devices"
    ANCHOR_OF_TWO = "anchor-of-two"
    RIGHT_UNKNOWN = "right-unknown"
    MAYBE_SET_RIGHT = "maybe-set-right"
    OPEN_STEP = "open-step"
    # what cannot be, or what nothing tells
    IMPOSSIBLE_DATE = "impossible-date"
    ONE_SECOND = "one-second"
    WIDE = "wide"
    OWN_CLOCK = "own-clock"
    NO_CAUSE = "no-cause"
    WHOSE_CLOCK = "whose-clock"
    # the paper's methods, and methods of other packages
    FEW_LINKS = "few-links"
    FEW_AGREE = "few-agree"
    EQUAL_OFFSETS = "equal-offsets"
    DOUBTFUL_PARENT = "doubtful-parent"
    STATED = "stated"
    # what speaks for it, or is only reported
    MEASURED = "measured"
    ASSUMED = "assumed"
    PAIRS_COUNTED = "pairs-counted"
    TIMES_COUNTED = "times-counted"


# all other kinds speak against a place being certain; how far two clocks are apart can be certain
# where whose is right is not
NEUTRAL = frozenset(
    {
        FindingKind.MEASURED,
        FindingKind.ASSUMED,
        FindingKind.PAIRS_COUNTED,
        FindingKind.TIMES_COUNTED,
        FindingKind.MAYBE_SET_RIGHT,
        FindingKind.WHOSE_CLOCK,
    }
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found of a clock, with the numbers and names that it is about.

    ``galleries``: others that it is about. ``text``: words of others, such as how a clock was
    measured, or what a method of another package says. ``photo``: the photo of the gallery that a
    person is asked about next.
    """

    kind: FindingKind
    galleries: tuple[str, ...] = ()
    seconds: float | None = None
    count: int | None = None
    text: str = ""
    photo: int | None = None

    @staticmethod
    def stated(text: str) -> "Finding":
        """Return what a method of another package says against a place, in its own words."""
        return Finding(FindingKind.STATED, text=text)

    @property
    def against(self) -> bool:
        """Whether it keeps a place from being certain."""
        return self.kind not in NEUTRAL


BasisSource = Literal[
    "unknown",
    "evidence",
    "anchor",
    "true-time",
    "pinned",
    "by-hand",
    "own-clock",
    "clock-alone",
    "corrected",
    "stated",
]


@dataclass(frozen=True, slots=True)
class Basis:
    """What an offset rests on.

    ``kinds`` of evidence, the most telling first; ``clock``: how its own clock is known, where
    that agrees. ``said``: a person gave the offset itself, which is meant to the second.
    """

    source: BasisSource = "unknown"
    kinds: tuple[str, ...] = ()
    clock: str = ""
    text: str = ""
    said: bool = False

    @staticmethod
    def stated(text: str) -> "Basis":
        """Return what a method rests an offset on, in its own words."""
        return Basis("stated", text=text)

    @property
    def is_given(self) -> bool:
        """Whether it was not found by comparing photos: said, measured, or the reference itself."""
        return self.said or self.source in ("anchor", "true-time")


UNKNOWN = Basis()
PINNED = Basis("pinned", said=True)
BY_HAND = Basis("by-hand", said=True)
THE_ANCHOR = Basis("anchor")
