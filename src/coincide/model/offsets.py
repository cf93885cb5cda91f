"""The offsets that are found: how far each clock is off, what it did, and how sure that is."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from coincide.model.arrays import spans_of
from coincide.model.findings import UNKNOWN, Basis, Finding, FindingKind
from coincide.model.verdicts import Verdict, harm_of, may_harm, open_rows, verdict_of


@dataclass(frozen=True)
class Estimate:
    """A relative offset with its uncertainty.

    ``low_s`` to ``high_s`` is the 90 % credible interval; ``probability`` is
    P(|error| ≤ 300 s) by the evidence, None where the method has no such figure.
    """

    offset_s: float
    low_s: float
    high_s: float
    probability: float | None = None
    basis: Basis = UNKNOWN

    @property
    def reach_s(self) -> float:
        """How far its interval goes to the wider side."""
        return max(self.high_s - self.offset_s, self.offset_s - self.low_s)

    def shifted(self, by_s: float) -> "Estimate":
        """Return it on another clock, so much later."""
        return replace(
            self, offset_s=self.offset_s + by_s, low_s=self.low_s + by_s, high_s=self.high_s + by_s
        )


@dataclass(frozen=True, slots=True)
class Jump:
    """A clock that was set anew: from photo ``row`` of its gallery on, ``step_s`` more is added."""

    row: int  # from this photo of the gallery on, counted from 0
    step_s: float  # so many seconds more are added


@dataclass(frozen=True, slots=True)
class Contradicted:
    """What the photos say of a gallery where that is not what a person said.

    ``n_pairs`` of photos speak for it; ``confirmed``: the person said it again.
    """

    offset_s: float  # where the photos have it
    low_s: float  # the 90 % interval
    high_s: float
    n_pairs: int  # pairs of photos that say so
    confirmed: bool = False  # whether the person said it again


@dataclass(frozen=True, slots=True)
class ClipShift:
    """What is added to one clip's time beside its gallery's offset.

    Its header tells whole seconds, or when it ended; its sound tells when it began.
    """

    key: str  # of its file
    shift_s: float


@dataclass(frozen=True)
class Placement:
    """Where one gallery ended up; unplaced when ``estimate`` is None.

    ``estimate`` holds for the gallery's first photo; ``jumps`` and ``drift_ppm`` say what its
    clock did after that; ``clips`` what is known of single clips beyond that. ``findings``: all
    that keeps it from being certain, or is worth reporting. ``error`` names the kind of error its
    clock has, in words, where the evidence supports it; else it is empty. ``contradicted``: it is
    where a person said, and the photos say otherwise.
    """

    gallery: str
    estimate: Estimate | None
    n_links: int = 0
    via: str | None = None  # the gallery it was placed against
    findings: tuple[Finding, ...] = ()
    jumps: tuple[Jump, ...] = ()
    drift_ppm: float = 0.0
    error: str = ""
    contradicted: Contradicted | None = None
    clips: tuple[ClipShift, ...] = ()
    right: float | None = None  # the probability that its clock is right as it is
    # the probability that event time is off so that bringing clocks there makes one worse
    worse: float = 0.0
    # the probability of each photo that its offset is as told here, given that the gallery is
    # placed right: its clock may have been set anew at others. Empty: all are sure
    row_chances: tuple[float, ...] = ()
    # if its last photos have another offset, it is the one at which its clock is right
    ends_right: bool = False

    @property
    def verdict(self) -> Verdict:
        """How sure it is, and why not."""
        return verdict_of(self.estimate, self.findings, self.contradicted)

    @property
    def harm(self) -> float | None:
        """P(harm) of writing a photo of which nothing is open but its gallery's place.

        None where no probability tells it: a person gave the offset, or a fact speaks against it.
        """
        verdict = self.verdict
        if self.estimate is None or self.estimate.basis.said or verdict.held_back:
            return None
        return harm_of(verdict.sureness, self.worse)

    def harm_at(self, row: int) -> float | None:
        """Return P(harm) of writing one photo, by its row."""
        harm = self.harm
        if harm is None or not self.row_chances:
            return harm
        return 1 - (1 - harm) * self.row_chances[row]

    def leaves_open(self, row: int) -> bool:
        """Tell whether a photo is less sure than its gallery, so that no plan moves it."""
        return any(first <= row < end for first, end in self.open_spans)

    @cached_property
    def open_spans(self) -> tuple[tuple[int, int], ...]:
        """The photos that are not sure enough to be written with their gallery: first and end."""
        if not self.row_chances:
            return ()
        harm, rest = self.harm, 1.0
        if harm is not None and self.certain and not may_harm(harm):
            rest -= harm
        return spans_of(open_rows(rest, np.array(self.row_chances)))

    def with_findings(self, *findings: Finding) -> "Placement":
        """Return it with more that was found."""
        return replace(self, findings=(*self.findings, *findings))

    def doubted(self, *findings: Finding) -> "Placement":
        """Return it no longer certain, and why; as it is where it was not."""
        return self.with_findings(*findings) if findings and self.certain else self

    def has(self, kind: FindingKind) -> bool:
        """Tell whether something was found of it."""
        return self._first(kind) is not None

    def _first(self, kind: FindingKind) -> Finding | None:
        return next((finding for finding in self.findings if finding.kind == kind), None)

    @property
    def of_two(self) -> bool:
        """Whether its photos seem to be of two devices, and a person is asked that."""
        return self.has(FindingKind.TWO_DEVICES)

    @property
    def maybe_set_right(self) -> int | None:
        """The photo before which its clock may have been set right, where that alone is open."""
        found = self._first(FindingKind.MAYBE_SET_RIGHT)
        return None if found is None or not self.certain else found.count

    @property
    def photo_to_date(self) -> int | None:
        """The photo whose true time a person is asked for; None where enough times are known."""
        dated = self._first(FindingKind.TIMES_COUNTED)
        return 0 if dated is None else dated.photo

    @property
    def whose_clock(self) -> Finding | None:
        """Why it may as well be the reference's clock that is wrong, where nothing tells."""
        return self._first(FindingKind.WHOSE_CLOCK)

    @property
    def placed(self) -> bool:
        """Whether the gallery has an offset."""
        return self.estimate is not None

    @property
    def certain(self) -> bool:
        """Whether the gallery has a place that is called certain."""
        return self.verdict.state == "certain"

    @property
    def assumed(self) -> Finding | None:
        """Why its clock is taken to be right though nothing was seen of it."""
        return self._first(FindingKind.ASSUMED)

    @property
    def offset_s(self) -> float | None:
        """Seconds to add to the camera time, or None when unplaced."""
        return None if self.estimate is None else self.estimate.offset_s


@dataclass(frozen=True)
class Offsets:
    """The answer: one placement per gallery, in the event's order, and what time it is in."""

    anchor: str
    method: str
    placements: tuple[Placement, ...]
    event_time: Literal["true", "anchor"] = "anchor"
    reference: str = ""  # why the others are brought to the anchor's clock, in words

    def __getitem__(self, gallery: str) -> Placement:
        for placement in self.placements:
            if placement.gallery == gallery:
                return placement
        raise KeyError(gallery)


# an offset is right when it is off by no more: what the probability of an estimate is of
RIGHT_WITHIN_S = 300.0
# the share of the probability that an estimate's interval holds
INTERVAL_SHARE = 0.9
# clocks that differ by less were set by the same time
AGREE_S = 120.0
