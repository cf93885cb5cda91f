"""The paper's first results table: six features × two link approaches, on events at hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from coincide.errors import UsageError
from coincide.features.backbones import Backbone, open_backbone
from coincide.model.progress import StageProgress
from coincide.project import sync
from coincide.project.options import SyncOptions
from coincide.project.read.features import FUSION, embed_missing
from coincide.solver.options import LinkApproach, LinkOptions
from coincide.storage.objectstore import open_store
from coincide_bench.figures.metrics import Score, score
from coincide_bench.folders import KnownEvent

APPROACHES: tuple[LinkApproach, ...] = ("coverage", "exact")  # in the paper's order


@dataclass(frozen=True)
class Row:
    """One configuration and its score on each event."""

    layer: str
    approach: LinkApproach
    scores: tuple[Score, ...]


def paper_table(
    events: Sequence[KnownEvent], options: SyncOptions, *, progress: StageProgress
) -> tuple[Backbone, tuple[Row, ...]]:
    """Run the twelve configurations on every event."""
    backbone = open_backbone(options.embed.backbone, weights=options.embed.weights)
    if not backbone.paper_taps:
        raise UsageError(f"The table needs the paper's five layers, which {backbone.name} lacks.")
    layers = (*backbone.paper_taps, FUSION)
    configurations = [(layer, approach) for layer in layers for approach in APPROACHES]
    n_runs = len(configurations) * len(events)
    columns = []
    for number, known in enumerate(events):
        _embed_once(known, backbone, options, progress)
        column = []
        for layer, approach in configurations:
            column.append(_run(known, layer, approach, options))
            progress("bench", number * len(configurations) + len(column), n_runs)
        columns.append(column)
    return backbone, tuple(
        Row(layer, approach, scores)
        for (layer, approach), *scores_list in zip(configurations, *columns, strict=True)
        for scores in [tuple(scores_list)]
    )


def _embed_once(
    known: KnownEvent, backbone: Backbone, options: SyncOptions, progress: StageProgress
) -> None:
    """Run the network once for all layers, not once for each."""
    if known.event.project is None:
        raise ValueError("a known event is loaded from a folder")
    taps = [backbone.tap(name) for name in backbone.paper_taps]
    with open_store(known.event.project) as store:
        embed_missing(known.event, backbone, taps, store, options.embed, progress)


def _run(known: KnownEvent, layer: str, approach: LinkApproach, options: SyncOptions) -> Score:
    configured = replace(
        options, features=layer, link=LinkOptions(approach=approach, alpha=options.link.alpha)
    )
    return score(sync(known.event, configured).offsets, known.truth)
