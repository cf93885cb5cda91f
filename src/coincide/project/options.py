"""The options of a whole sync: those of every stage, together."""

from dataclasses import dataclass

from coincide.features.options import EmbedOptions, VladOptions
from coincide.ingest.options import IngestOptions
from coincide.solver.options import JointOptions, LinkOptions, MrfOptions


@dataclass(frozen=True, slots=True)
class SyncOptions:
    """The whole pipeline."""

    # joint, paper, median, one that another package adds, or the path of a Python file
    method: str = "joint"
    # taps of the backbone, e.g. "28x28" or "14x14,28x28" (late fusion); None: the method's own
    features: str | None = None
    # the gallery whose clock the others are brought to; None: chosen, see docs/guide/result.md
    anchor: str | None = None
    ingest: IngestOptions = IngestOptions()
    embed: EmbedOptions = EmbedOptions()
    vlad: VladOptions = VladOptions()
    link: LinkOptions = LinkOptions()
    mrf: MrfOptions = MrfOptions()
    joint: JointOptions = JointOptions()
    # look closer at the links that matter (joint only): seconds per gallery pair, needs OpenCV
    verify: bool = False
