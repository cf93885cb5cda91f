"""The variants of the joint method: what is taken away from it, and where that can matter."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args

from coincide.solver.options import EvidenceKind, EvidenceOptions, JointOptions, PriorKind
from coincide_bench.methods import BenchMethod, run_joint

FULL = "full"
# every part can matter here
EVERYWHERE = ("splits", "simulated")


@dataclass(frozen=True)
class Variant:
    """The joint method with some options changed, and the suites on which they can matter.

    Elsewhere it would give the same answers as the full method: a photo without a position
    has no place to leave out.
    """

    name: str
    options: JointOptions
    suites: tuple[str, ...] = EVERYWHERE


def without_evidence(kind: EvidenceKind) -> JointOptions:
    """Return the options of all kinds of evidence but one."""
    return _with_kinds(*(arg for arg in get_args(EvidenceKind) if arg != kind))


def evidence_alone(kind: EvidenceKind) -> JointOptions:
    """Return the options of one kind of evidence; the priors stay."""
    return _with_kinds(kind)


def without_prior(prior: PriorKind) -> JointOptions:
    """Return the options of all priors but one."""
    return JointOptions(priors=tuple(arg for arg in get_args(PriorKind) if arg != prior))


def _with_kinds(*kinds: EvidenceKind) -> JointOptions:
    return _with_evidence(replace(EvidenceOptions(), kinds=kinds))


def _with_evidence(evidence: EvidenceOptions) -> JointOptions:
    return JointOptions(evidence=evidence)


VARIANTS: tuple[Variant, ...] = (
    Variant(
        FULL, JointOptions(), (*EVERYWHERE, "splits-gps", "tagged", "jumps", "filmed", "timed")
    ),
    Variant("without look", without_evidence("look"), (*EVERYWHERE, "splits-gps", "tagged")),
    # simulated photos have neither colours nor exposure
    Variant("without light", without_evidence("light"), ("splits", "tagged")),
    Variant("without place", without_evidence("place"), ("splits-gps", "tagged")),
    Variant("without rhythm", without_evidence("rhythm"), (*EVERYWHERE, "tagged")),
    # only where there are clips
    Variant("without sound", without_evidence("sound"), ("filmed",)),
    Variant("without frames", without_evidence("frames"), ("filmed",)),
    # of simulated photos these two are the same as without the other
    Variant("look alone", evidence_alone("look"), ("splits",)),
    Variant("rhythm alone", evidence_alone("rhythm"), ("splits",)),
    Variant("place alone", evidence_alone("place"), ("splits-gps",)),
    Variant("without overlap prior", without_prior("overlap"), (*EVERYWHERE, "tagged")),
    Variant("without hours prior", without_prior("hours"), (*EVERYWHERE, "tagged")),
    Variant("without clocks prior", without_prior("clocks"), ("tagged",)),
    # only where something measured clocks exactly
    Variant("without exact prior", without_prior("exact"), ("timed",)),
    Variant("without learning", _with_evidence(replace(EvidenceOptions(), learn=False))),
    Variant("without pooling", JointOptions(pooling=False)),
    Variant(
        "without coarse to fine", _with_evidence(replace(EvidenceOptions(), coarse_to_fine=False))
    ),
    Variant("without jumps", JointOptions(jumps=False), (*EVERYWHERE, "jumps")),
)

# the order of every table
NAMES = tuple(variant.name for variant in VARIANTS)


def methods_of(suite: str) -> Mapping[str, BenchMethod]:
    """Return the variants that can matter on a suite, the full method first."""
    return {
        variant.name: partial(run_joint, options=variant.options)
        for variant in VARIANTS
        if suite in variant.suites
    }
