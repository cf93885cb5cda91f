"""The clips of an event laid out as SEM's are: what they show and have heard, by its rows."""

from coincide.features.backbones import Backbone
from coincide.model import Event
from coincide.model.progress import StageProgress
from coincide.model.soundlags import HeardTie
from coincide.project.clips.evidence import heard_ties
from coincide.project.clips.frames import can_look_into, frame_rows, frames_of_clips
from coincide.project.clips.sounds import can_listen, listen
from coincide.solver.evidence import FrameRows
from coincide.storage.store import Store


def clips_shown(
    event: Event, backbone: Backbone, tap: str, store: Store, tell: StageProgress
) -> FrameRows | None:
    """Return frames of an event's clips as the solver takes them; None where there are none."""
    if not can_look_into(event, backbone.tap(tap)):
        return None
    frames = frames_of_clips([*event.photos], backbone, backbone.tap(tap), store, progress=tell)
    return frame_rows(event, frames)


def clips_heard(event: Event, store: Store, tell: StageProgress) -> tuple[HeardTie, ...]:
    """Return what clips of two galleries have heard, with all that their headers may mean."""
    return heard_ties(event, listen(event, store, tell)) if can_listen(event) else ()
