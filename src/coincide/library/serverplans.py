"""From a stretch of photos on a server to the plan that sends their times, by each owner's key.

What a server says of a photo may have been changed by a person. The beginning of the original
tells: only a photo is moved of whose time its own tags, its server and the scan say the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coincide.engine.local import Threads
from coincide.errors import PlanError, RefusedError
from coincide.library.clocks import paths_of
from coincide.library.decide import Decision, Piece
from coincide.library.openlibrary import Library
from coincide.library.plans import days_of, reason_of
from coincide.library.scan.serverplace import asset_of_path
from coincide.media.heads import tags_in
from coincide.media.isolated import DecodeLimitError
from coincide.media.metadata import capture_of, is_possible, was_edited
from coincide.model.progress import StageProgress
from coincide.project.solutions.status import quiet
from coincide.servers import Asset, AssetTime, RemoteAlbum
from coincide.servers.address import whole_of
from coincide.servers.mirror import HEADS_BYTES
from coincide.writing.plan.model import GalleryPlan, LeftAlone
from coincide.writing.served import AlbumPlan, AssetChange, change_of, split_by_owner
from coincide.writing.served.build import notes_of

# two times of one photo are the same within this: some are read without their fractions
_SAME_S = 1.0
# photos that are asked for at one time, as previews are
_THREADS = 6
_CHANGED = "its time was changed on the server since its camera recorded it: that is kept"
_UNREAD = (
    "its original cannot be read, so nobody knows whether a person set its time on the server"
    " (the key needs asset.download)"
)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A photo of a piece: what its clock showed by the scan, and the zone it was taken in."""

    path: Path
    shown_s: float
    zone_s: float
    piece: Piece


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What becomes of a photo: it is changed, or left for a reason."""

    change: AssetChange | None = None
    left: LeftAlone | None = None


def plan_served_stretch(
    library: Library,
    decision: Decision,
    server: RemoteAlbum,
    *,
    progress: StageProgress = quiet,
) -> tuple[AlbumPlan, list[AlbumPlan]]:
    """Return the plan that corrects one stretch on its server, and plans of owners without a key.

    Raise PlanError where nothing is left to correct.
    """
    wanted = list(_wanted(library, decision))
    outcomes, name = list[_Outcome](), f"{decision.solved.clock.name} {days_of(decision)}"
    with Threads(_THREADS, thread_name_prefix="assets") as pool:
        found = pool.map(lambda one: _outcome(one, decision, server), wanted)
        for number, outcome in enumerate(found, start=1):
            outcomes.append(outcome)
            progress("read", number, len(wanted))
    changes = sorted(
        (one.change for one in outcomes if one.change is not None),
        key=lambda change: (change.owner, change.was, change.id),
    )
    left = tuple(one.left for one in outcomes if one.left is not None)
    if not changes:
        why = f" {left[0].path}: {left[0].why}." if left else ""
        raise PlanError(f"Nothing is left to correct of {name}.{why}")
    plan = AlbumPlan(
        event=name,
        address=_address(library),
        owners={one.owner: server.owners.get(one.owner, one.owner) for one in changes},
        anchor=None,
        event_time="true",
        galleries=tuple(_galleries(decision)),
        notes=tuple(notes_of(changes)),
        assets=tuple(changes),
        left=left,
    )
    return split_by_owner(plan, server.writable)


def _address(library: Library) -> str:
    if library.server is None:
        raise TypeError("a library of folders is planned by files")
    return str(whole_of(library.server.url))


def _wanted(library: Library, decision: Decision) -> Iterator[_Wanted]:
    solved = decision.solved
    clock = solved.clock
    for piece in decision.pieces:
        for session in range(piece.first, piece.end):
            paths = paths_of(library.store, clock, [session])
            shown_s: Sequence[float] = clock.photos.time_s[clock.rows(session)].tolist()
            for path, time_s in zip(paths, shown_s, strict=True):
                yield _Wanted(path, time_s, float(solved.zone_s[session]), piece)


def _outcome(wanted: _Wanted, decision: Decision, server: RemoteAlbum) -> _Outcome:
    """Return what becomes of one photo, as its server has it now."""
    _, asset_id = asset_of_path(wanted.path)
    try:
        asset = server.asset(asset_id)
    except RefusedError:
        return _Outcome(left=LeftAlone(wanted.path.name, "it is on the server no more"))
    why = _why_left(wanted, asset, server)
    if why is not None:
        return _Outcome(left=LeftAlone(asset.name, why))
    local_s = asset.time.local_s + wanted.piece.error_s
    new = AssetTime(local_s, local_s - wanted.zone_s)
    gallery, why = _gallery_name(decision, wanted.piece), reason_of(decision)
    return _Outcome(change_of(asset, new, shift_s=wanted.piece.error_s, gallery=gallery, why=why))


def _why_left(wanted: _Wanted, asset: Asset, server: RemoteAlbum) -> str | None:
    """Return why a photo is not moved; None where all that is known of its time agrees."""
    now_s = asset.time.local_s
    if not asset.time.settled or abs(now_s - wanted.shown_s) >= _SAME_S:
        return _CHANGED
    tags = _own_tags(server, asset)
    if tags is None:
        return _UNREAD
    recorded_s = capture_of(tags).time_s
    if recorded_s is None or abs(recorded_s - now_s) >= _SAME_S or was_edited(tags):
        return _CHANGED
    if not is_possible(now_s + wanted.piece.error_s):
        return "moved, it would lie where no photo can"
    return None


def _own_tags(server: RemoteAlbum, asset: Asset) -> dict[str, str] | None:
    """Return the tags of an original by as little of it as tells its time; None where none do."""
    for n_bytes in HEADS_BYTES:
        head = server.head(asset.id, n_bytes)
        if head is None:
            return None
        try:
            tags = tags_in(head)
        except DecodeLimitError:
            return None
        if capture_of(tags).time_s is not None:
            return tags
        if len(head) < n_bytes:
            break
    return None


def _galleries(decision: Decision) -> Iterator[GalleryPlan]:
    device = decision.solved.clock.device
    parts = (device.make or "", device.model or "", device.serial or "")
    for piece in decision.pieces:
        name = _gallery_name(decision, piece)
        yield GalleryPlan(name, "moved", piece.error_s, reason_of(decision), parts)


def _gallery_name(decision: Decision, piece: Piece) -> str:
    return f"{decision.solved.clock.name}, {days_of(decision, [piece])}"
