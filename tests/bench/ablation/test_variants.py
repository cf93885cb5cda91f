from dataclasses import replace
from functools import partial
from typing import get_args

from coincide.solver.options import EvidenceKind, EvidenceOptions, JointOptions, PriorKind
from coincide_bench.ablation.run import ABLATED
from coincide_bench.ablation.variants import FULL, NAMES, VARIANTS, methods_of

BY_NAME = {variant.name: variant for variant in VARIANTS}


def test_names_are_distinct_and_the_full_method_comes_first() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert NAMES[0] == FULL
    assert BY_NAME[FULL].options == JointOptions()


def test_every_kind_of_evidence_and_every_prior_is_left_out_once() -> None:
    for kind in get_args(EvidenceKind):
        kinds = BY_NAME[f"without {kind}"].options.evidence.kinds
        assert set(kinds) == set(get_args(EvidenceKind)) - {kind}
    for prior in get_args(PriorKind):
        priors = BY_NAME[f"without {prior} prior"].options.priors
        assert set(priors) == set(get_args(PriorKind)) - {prior}


def test_a_variant_changes_one_thing_only() -> None:
    for variant in VARIANTS[1:]:
        options = variant.options
        changed = [
            name
            for name in ("priors", "pooling", "jumps")
            if getattr(options, name) != getattr(JointOptions(), name)
        ] + [
            name
            for name in ("kinds", "learn", "coarse_to_fine")
            if getattr(options.evidence, name) != getattr(EvidenceOptions(), name)
        ]
        assert len(changed) == 1, variant.name
        plain = replace(options, evidence=EvidenceOptions(), priors=JointOptions().priors)
        assert replace(plain, pooling=True, jumps=True) == JointOptions()


def test_every_variant_runs_somewhere_beside_the_full_method() -> None:
    for variant in VARIANTS:
        assert variant.suites
        assert set(variant.suites) <= set(ABLATED) & set(BY_NAME[FULL].suites)


def test_methods_of_a_suite_have_their_options() -> None:
    methods = methods_of("tagged")
    assert next(iter(methods)) == FULL
    assert "without clocks prior" in methods
    assert "without clocks prior" not in methods_of("splits")
    method = methods["without clocks prior"]
    assert isinstance(method, partial)
    assert method.keywords == {"options": BY_NAME["without clocks prior"].options}
