"""Every number of the solver in frozen options classes, with its reason and where it comes from.

A class for each part; :class:`JointOptions` holds those of the joint solve. To add a number,
declare it with :func:`coincide.solver.options.setting.setting`; ``tools/check_numbers.py`` finds
any that stands elsewhere.
"""

from typing import Literal, get_args

from coincide.solver.options.certainty import (
    ConfidenceOptions,
    DoubtOptions,
    OutlierOptions,
    QuestionOptions,
    ReadingOptions,
)
from coincide.solver.options.clockwork import CourseOptions, DriftOptions
from coincide.solver.options.evidence import (
    AscendingOptions,
    EvidenceKind,
    EvidenceOptions,
    LikenessOptions,
    RatioOptions,
    RecallOptions,
    ShelfOptions,
)
from coincide.solver.options.heard import HeardOptions, MeaningOptions
from coincide.solver.options.joint import JointOptions, PriorKind
from coincide.solver.options.large import LargeOptions, ProcessOptions
from coincide.solver.options.links import LinkApproach, LinkOptions, NeighbourOptions
from coincide.solver.options.moves import BlockOptions, RefineOptions, Steps
from coincide.solver.options.pairs import MergeOptions, PairOptions, PartnerOptions
from coincide.solver.options.paper import AgreementOptions, LearningOptions, MrfOptions
from coincide.solver.options.priors import KnowledgeOptions, PriorOptions

Method = Literal["joint", "paper", "median"]
TreeMethod = Literal["paper", "median"]
TREE_METHODS: tuple[TreeMethod, ...] = get_args(TreeMethod)

__all__ = [
    "TREE_METHODS",
    "AgreementOptions",
    "AscendingOptions",
    "BlockOptions",
    "ConfidenceOptions",
    "CourseOptions",
    "DoubtOptions",
    "DriftOptions",
    "EvidenceKind",
    "EvidenceOptions",
    "HeardOptions",
    "JointOptions",
    "KnowledgeOptions",
    "LargeOptions",
    "LearningOptions",
    "LikenessOptions",
    "LinkApproach",
    "LinkOptions",
    "MeaningOptions",
    "MergeOptions",
    "Method",
    "MrfOptions",
    "NeighbourOptions",
    "OutlierOptions",
    "PairOptions",
    "PartnerOptions",
    "PriorKind",
    "PriorOptions",
    "ProcessOptions",
    "QuestionOptions",
    "RatioOptions",
    "ReadingOptions",
    "RecallOptions",
    "RefineOptions",
    "ShelfOptions",
    "Steps",
    "TreeMethod",
]
