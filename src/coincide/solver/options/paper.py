"""Options of the paper's methods."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, PAPER, setting


@dataclass(frozen=True, slots=True)
class MrfOptions:
    """Weights of the MRF's two terms, as in the authors' public parameter file."""

    gamma: float = setting(0.1385, PAPER, "great-circle distance")
    delta: float = setting(29.66, PAPER, "time gaps")


@dataclass(frozen=True, slots=True)
class AgreementOptions:
    """When the links of two galleries are too few, or too much at odds, to trust an estimate."""

    few_links: int = setting(3, BY_HAND, "below so many links one false pair decides the answer")
