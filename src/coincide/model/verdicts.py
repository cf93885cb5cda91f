"""How sure a place is: the only module that compares a probability with a number.

A probability is what the evidence gives, and is never overwritten. What else was found of a clock
stands beside it, and both together make the verdict.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from coincide.model.arrays import Floats
from coincide.model.findings import Finding, FindingKind

if TYPE_CHECKING:
    from coincide.model.offsets import Contradicted, Estimate

# from this probability on an offset is called certain, and written without being asked
CERTAIN = 0.99
# where something speaks against a place, it counts as no surer than this
HELD_BACK = 0.98
# from this probability on it is likelier right than wrong; below, it is no answer
LIKELY = 0.5

# "placed": by a method that states no probability
State = Literal["unplaced", "placed", "unsure", "likely", "assumed", "certain"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How sure a place is, with the evidence's probability and all that was found besides.

    ``contradicted``: a person gave it, the photos deny it, and the person has not confirmed it.
    """

    state: State
    probability: float | None
    findings: tuple[Finding, ...] = ()
    contradicted: bool = False

    @property
    def against(self) -> tuple[Finding, ...]:
        """What keeps it from being certain."""
        return tuple(finding for finding in self.findings if finding.against)

    @property
    def held_back(self) -> bool:
        """Whether the evidence alone would make it certain, and something speaks against that."""
        return is_sure_to(self.probability, CERTAIN) and self.state != "certain"

    @property
    def sureness(self) -> float:
        """A number to order places by, the least sure first: an unplaced one comes before all."""
        if self.state == "unplaced":
            return -1.0
        if self.contradicted and is_sure_to(self.probability, CERTAIN):
            return LIKELY  # word against word
        return _effective(self.probability or 0.0, self.findings)


def verdict_of(
    estimate: "Estimate | None",
    findings: Sequence[Finding] = (),
    contradicted: "Contradicted | None" = None,
) -> Verdict:
    """Return the verdict on a place: every surface shows this one, and none judges again."""
    known = tuple(findings)
    if estimate is None:
        return Verdict("unplaced", None, known)
    denied = contradicted is not None and not contradicted.confirmed
    state: State = "unsure" if denied else _state(estimate.probability, known)
    return Verdict(state, estimate.probability, known, denied)


def _state(probability: float | None, findings: tuple[Finding, ...]) -> State:
    if any(finding.kind == FindingKind.ASSUMED for finding in findings):
        return "assumed"
    if probability is None:
        return "placed"
    effective = _effective(probability, findings)
    if is_certain(effective):
        return "certain"
    return "likely" if is_likely(effective) else "unsure"


def _effective(probability: float, findings: tuple[Finding, ...]) -> float:
    """Return a probability as the findings leave it: the more cautious of both."""
    if any(finding.against for finding in findings):
        return min(probability, HELD_BACK)
    measured = any(finding.kind == FindingKind.MEASURED for finding in findings)
    if not measured or not is_likely(probability):
        return probability
    # satellites told both clocks, and what they tell is wrong only if pictures are wrong as well
    return 1 - (1 - probability) * (1 - CERTAIN)


def is_certain(probability: float) -> bool:
    """Tell whether a probability by itself is enough to call something certain."""
    return probability >= CERTAIN


def harm_of(placed: float, worse: float) -> float:
    """Return P(harm) of writing a gallery's photos.

    None is harmed if the gallery is placed right, and event time is such that nothing moves for
    the worse.
    """
    return 1 - placed * (1 - worse)


def open_rows(unharmed: float, chances: Floats) -> NDArray[np.bool_]:
    """Tell which photos are too likely harmed by an offset that is not theirs.

    ``unharmed``: the probability that nothing else harms them.
    """
    too_likely: NDArray[np.bool_] = (chances < 1) & leaves_doubt(1 - unharmed * chances)
    return too_likely


def may_harm(chance_worse: float) -> bool:
    """Tell whether writing a time is too likely to make it worse."""
    return chance_worse > 1 - CERTAIN


def is_likely(probability: float) -> bool:
    """Tell whether something is likelier right than wrong."""
    return probability >= LIKELY


def leaves_doubt(chance_wrong: Floats) -> NDArray[np.bool_]:
    """Tell where the chance to be wrong is more than *certain* leaves."""
    too_likely: NDArray[np.bool_] = chance_wrong > 1 - CERTAIN
    return too_likely


def is_sure_to(probability: float | None, least: float) -> bool:
    """Tell whether a probability reaches a level; one that is not stated reaches none."""
    return probability is not None and probability >= least


def is_probability(stated: float | None) -> bool:
    """Tell whether a number that a method states can be a probability; None states none."""
    return stated is None or 0.0 <= stated <= 1.0


def percent(probability: float) -> str:
    """Write a probability in per cent, never rounded up: the same figure wherever it is shown.

    >>> [percent(share) for share in (0.9996, 0.9978, 0.979, 0.004)]
    ['> 99.9 %', '99.7 %', '97 %', '< 1 %']
    """
    if probability > 0.999:
        return "> 99.9 %"
    if probability >= CERTAIN:
        return f"{math.floor(probability * 1000) / 10:.1f} %"
    if probability < 0.01:
        return "< 1 %"
    return f"{math.floor(probability * 100)} %"
