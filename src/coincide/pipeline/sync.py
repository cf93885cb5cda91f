"""The stages in order: event → features → links → graph → offsets → timeline."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from coincide.config import SyncOptions
from coincide.embed.backbones import open_backbone
from coincide.errors import NothingToSyncError, UsageError
from coincide.graph import build_graph
from coincide.link import find_links
from coincide.model import Event, GalleryGraph, Offsets, Timeline
from coincide.offsets import solve_offsets
from coincide.pipeline.features import Progress, compute_features
from coincide.store import Store
from coincide.timeline import build_timeline


@dataclass(frozen=True)
class SyncResult:
    """What a sync found: the event as used, the offsets, and what they rest on."""

    event: Event
    offsets: Offsets
    graph: GalleryGraph
    features: str  # which network and layers, in words
    n_embedded: int  # photos embedded in this run; the others were in the store
    seconds: Mapping[str, float]  # wall time per stage

    @cached_property
    def timeline(self) -> Timeline:
        """All photos by event time."""
        return build_timeline(self.event, self.offsets)


def sync(
    event: Event,
    options: SyncOptions = SyncOptions(),
    *,
    store: Store | None = None,
    progress: Progress | None = None,
) -> SyncResult:
    """Find the offset of every gallery of an event.

    ``progress(stage, done, total)`` is called as the stages go on.
    """
    if store is None:
        with Store(_project(event)) as opened:
            return sync(event, options, store=opened, progress=progress)
    tell = progress or (lambda _stage, _done, _total: None)
    seconds: dict[str, float] = {}
    choose_anchor(event, options.anchor)  # a mistake is told before the long work
    backbone = open_backbone(
        options.embed.backbone,
        weights=options.embed.weights,
        progress=lambda done, total: tell("download", done, total),
    )
    with _timed(seconds, "embed"):
        features = compute_features(event, backbone, store, options, tell)
    event = features.event
    anchor = choose_anchor(event, options.anchor)
    with _timed(seconds, "link"):
        links = find_links(
            event.table,
            features.arrays,
            options.link,
            progress=lambda done, total: tell("link", done, total),
        )
    with _timed(seconds, "solve"):
        graph = build_graph(event.table, links)
        offsets = solve_offsets(
            event.table, graph, anchor=anchor, method=options.method, mrf=options.mrf
        )
    if any(gallery.trusted for gallery in event.galleries if gallery.name == anchor):
        offsets = replace(offsets, event_time="true")
    return SyncResult(
        event=event,
        offsets=offsets,
        graph=graph,
        features=f"{backbone.name} {' + '.join(features.taps)}",
        n_embedded=features.n_embedded,
        seconds=seconds,
    )


def choose_anchor(event: Event, name: str | None = None) -> str:
    """Return the anchor: as asked for, else by the event file, else trusted, else the first."""
    names = [gallery.name for gallery in event.galleries]
    if len(names) < 2:
        raise NothingToSyncError(
            f"{event.name} has {len(names)} usable galler{'y' if names else 'ies'};"
            " two clocks are needed to compare. Give each camera's photos its own sub-folder."
        )
    wanted = name if name is not None else event.anchor
    if wanted is not None:
        if wanted not in names:
            raise UsageError(f"No gallery is named {wanted!r}; there are: {', '.join(names)}.")
        return wanted
    return next((gallery.name for gallery in event.galleries if gallery.trusted), names[0])


def _project(event: Event) -> Path:
    if event.project is None:
        raise UsageError("This event has no project folder; load it with load_event().")
    return event.project


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    seconds[stage] = time.perf_counter() - start
