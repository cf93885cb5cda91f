"""What of the solver a user or an ablation changes, in frozen options classes.

:class:`JointOptions` holds those of the joint solve. Each number is declared with
:func:`coincide.solver.options.setting.setting`, its reason and where it comes from. All others are
constants beside their use, below a comment with the reason; ``tools/check_numbers.py`` finds any
that is neither.
"""

from typing import Literal, get_args

from coincide.solver.options.evidence import (
    AscendingOptions,
    EvidenceKind,
    EvidenceOptions,
    RecallOptions,
    ShelfOptions,
)
from coincide.solver.options.joint import CourseOptions, HeardOptions, JointOptions, PriorKind
from coincide.solver.options.large import LargeOptions, ProcessOptions
from coincide.solver.options.links import (
    AgreementOptions,
    LinkApproach,
    LinkOptions,
    MrfOptions,
    NeighbourOptions,
)

Method = Literal["joint", "paper", "median"]
TreeMethod = Literal["paper", "median"]
TREE_METHODS: tuple[TreeMethod, ...] = get_args(TreeMethod)

__all__ = [
    "TREE_METHODS",
    "AgreementOptions",
    "AscendingOptions",
    "CourseOptions",
    "EvidenceKind",
    "EvidenceOptions",
    "HeardOptions",
    "JointOptions",
    "LargeOptions",
    "LinkApproach",
    "LinkOptions",
    "Method",
    "MrfOptions",
    "NeighbourOptions",
    "PriorKind",
    "ProcessOptions",
    "RecallOptions",
    "ShelfOptions",
    "TreeMethod",
]
