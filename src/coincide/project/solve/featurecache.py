"""An event's features in memory, so that it is solved again without reading anything.

They are of the event as it is found; choices rearrange their rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from coincide.features.backbones import Backbone, open_backbone
from coincide.features.same import compare_files
from coincide.model import Event, Guess, Place, Singles, Timeline
from coincide.model.progress import StageProgress
from coincide.project.copies import find_copies, fold_copies, fold_like
from coincide.project.folder.trust import require_code
from coincide.project.options import SyncOptions
from coincide.project.read.clockphotos import with_clocks
from coincide.project.read.features import (
    Embedder,
    EventFeatures,
    compute_features,
    without,
)
from coincide.project.solve.joint import look_of
from coincide.project.userinput.choices import Choices, chosen
from coincide.solver.evidence import Shelf, VerifiedPairs
from coincide.storage.projectstore import ProjectStore


@dataclass
class Warmth:
    """What the solve before found that holds for the next one too: for one solve at a time.

    ``features`` and ``look`` as they were arranged last, by ``rows`` of those found; ``looked``
    tells whether it is known if a closer look is needed. Without a ``shelf`` no evidence is kept:
    it takes memory that one solve alone has no use for.
    """

    shelf: Shelf | None = None
    # what a closer look found, by rows of those found; None where none was taken or needed
    closer: VerifiedPairs | None = None
    looked: bool = False
    rows: list[int] = field(default_factory=list)
    features: EventFeatures | None = None
    look: Singles | None = None


@dataclass(frozen=True)
class Held:
    """The features of an event as found, without copies and photos that cannot be decoded.

    ``warmth`` makes the next solve faster, and changes nothing else.
    """

    features: EventFeatures
    backbone: Backbone
    options: SyncOptions
    warmth: Warmth = field(default_factory=Warmth, compare=False, repr=False)

    @property
    def words(self) -> str:
        """Which network and layers the features are of."""
        return f"{self.backbone.name} {' + '.join(self.features.taps)}"

    def event(self, choices: Choices) -> Event:
        """Return the event as a person chose it."""
        return chosen(self.features.event, choices)

    def as_held(self, event: Event) -> Event:
        """Return an event without what its features lack: copies, and what shows nothing."""
        before = self.features.event
        return fold_like(without(event, before.skipped), before)

    def of_files_now(self, event: Event) -> "Held":
        """Return the same of an event of the same photos, whose files may have been corrected."""
        now = with_clocks(self.as_held(event), self.features.clocks)
        return replace(self, features=replace(self.features, event=now))

    def is_of(self, event: Event) -> bool:
        """Tell whether these are of an event's photos, but for those that cannot be decoded."""
        failed = {skipped.path for skipped in self.features.event.skipped}
        wanted = {(photo.path, photo.key) for photo in event.photos if photo.path not in failed}
        held = list(self.features.event.photos)
        have = {(photo.path, photo.key) for photo in held}
        moving = (
            companion
            for photo in held
            for companion in photo.companions
            if companion.role == "copy"
        )
        copies = {(companion.path, companion.key) for companion in moving}
        again = {(photo.path, photo.key) for photo in self.as_held(event).photos}
        return wanted <= have | copies and have == again

    def arranged(self, event: Event) -> EventFeatures:
        """Return the features of an event: the very arrays of before if in the same order.

        Evidence is kept by the arrays that it is made from.
        """
        warmth, rows = self.warmth, _rows(self.features, event)
        if warmth.features is None or warmth.rows != rows:
            warmth.rows, warmth.look = rows, None
            in_order = rows == list(range(self.features.event.n_photos))
            warmth.features = self.features if in_order else arranged(self.features, event)
        return replace(warmth.features, event=event)

    def look(self, event: Event) -> Singles:
        """Return what the network saw of an event's photos, as an array that stays the same."""
        features = self.arranged(event)
        if self.warmth.look is None:
            self.warmth.look = look_of(features)
        return self.warmth.look

    def closer(self, event: Event) -> VerifiedPairs | None:
        """Return what a closer look found, by rows of an event."""
        found = self.warmth.closer
        if found is None:
            return None
        self.arranged(event)
        now = np.argsort(np.array(self.warmth.rows))
        return VerifiedPairs(now[found.pairs], found.log_ratio)


def hold_event(
    event: Event,
    options: SyncOptions,
    store: ProjectStore,
    progress: StageProgress,
    embedder: Embedder | None = None,
    *,
    warm: bool = False,
) -> Held:
    """Embed what is missing of an event as found, count copies once, and keep its features.

    ``warm``: to be solved more than once.
    """
    require_code(options)
    backbone = open_backbone(
        options.embed.backbone,
        weights=options.embed.weights,
        progress=lambda done, total: progress("download", done, total),
    )
    features = compute_features(event, backbone, store, options, progress, embedder)
    originals = find_copies(features.event, lambda: look_of(features), compare_files())
    if originals:
        features = arranged(features, fold_copies(features.event, originals))
    return Held(features, backbone, options, Warmth(Shelf() if warm else None))


def arranged(features: EventFeatures, event: Event) -> EventFeatures:
    """Return features in the order of an event that has the same photos in other galleries."""
    rows = _rows(features, event)
    return replace(
        features,
        event=event,
        arrays=[array[rows] for array in features.arrays],
        colours=features.colours[rows],
    )


def _rows(features: EventFeatures, event: Event) -> list[int]:
    row_of: dict[Place, int] = {photo.path: row for row, photo in enumerate(features.event.photos)}
    return [row_of[photo.path] for photo in event.photos]


def carried(guesses: Sequence[Guess], before: Timeline, after: Timeline) -> tuple[Guess, ...]:
    """Return guesses moved as the photos were that they are by; gone where those are unplaced."""
    was_s = {entry.photo.path: entry.event_time_s for entry in before}
    is_s = {entry.photo.path: entry.event_time_s for entry in after}
    moved = []
    for guess in guesses:
        old_s, new_s = was_s.get(guess.like), is_s.get(guess.like)
        if old_s is not None and new_s is not None:
            moved.append(replace(guess, event_time_s=guess.event_time_s + new_s - old_s))
    return tuple(moved)
