"""From a timeline to the plan of an album: every asset whose time is not what it is to be."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from msgspec import structs

from coincide.model import Event, Offsets, Timeline
from coincide.model.times import WallTime
from coincide.servers import Asset, AssetTime
from coincide.writing.plan.build import Aims, PlanOptions, aims_of, timeless_of
from coincide.writing.plan.model import LeftAlone
from coincide.writing.plan.newtimes import Wanted
from coincide.writing.served.model import AlbumPlan, AssetChange, change_of

_ZONE_ONLY = "its clock is right, but the server does not know its zone and sorts it hours off"


def build_album_plan(
    event: Event,
    offsets: Offsets,
    timeline: Timeline,
    assets: Mapping[Path, Asset],
    owners: Mapping[str, str],
    address: str,
    options: PlanOptions = PlanOptions(),
) -> AlbumPlan:
    """Return what would be sent to put an album on one clock.

    ``assets`` are those that the event's files stand for, as the server has them now.
    """
    aims = aims_of(event, offsets, timeline, options)
    changes = [change for want in aims.wanted for change in _changes(want, aims, assets)]
    changed = {change.owner for change in changes}
    return AlbumPlan(
        event=event.name,
        address=address,
        owners={owner: name for owner, name in owners.items() if owner in changed},
        anchor=offsets.anchor,
        event_time=offsets.event_time,
        galleries=aims.galleries,
        notes=tuple(notes_of(changes)),
        assets=tuple(sorted(changes, key=lambda change: (change.owner, change.was, change.id))),
        left=(*_left(aims, assets), *timeless_of(event, timeline)),
    )


def split_by_owner(plan: AlbumPlan, here: Collection[str]) -> tuple[AlbumPlan, list[AlbumPlan]]:
    """Return the part of a plan whose owners' keys are here, and one plan for each other owner."""
    others = [owner for owner in plan.owners if owner not in here]
    if not others:
        return plan, []
    own = [_part(plan, [owner]) for owner in others]
    return _part(plan, [owner for owner in plan.owners if owner in here]), own


def _part(plan: AlbumPlan, owners: Collection[str]) -> AlbumPlan:
    assets = tuple(asset for asset in plan.assets if asset.owner in owners)
    names = {asset.gallery for asset in assets}
    return structs.replace(
        plan,
        owners={owner: plan.owners[owner] for owner in owners},
        assets=assets,
        # who carries out one owner's part need not be told what others left undone
        galleries=tuple(gallery for gallery in plan.galleries if gallery.name in names),
        left=plan.left if len(owners) > 1 else (),
        notes=tuple(notes_of(assets)),
    )


def _changes(want: Wanted, aims: Aims, assets: Mapping[Path, Asset]) -> Iterator[AssetChange]:
    asset, goal = assets.get(want.path), _goal(want, aims)
    if asset is None or goal is None:
        return
    zone_s = asset.time.zone_s if goal.zone_s is None else goal.zone_s
    new = AssetTime(goal.time_s, goal.time_s - zone_s)
    if asset.time.is_at(new):
        return
    why = want.why if want.state == "moved" else f"{want.gallery}: {_ZONE_ONLY}"
    yield change_of(asset, new, shift_s=want.shift_s, gallery=want.gallery, why=why)


def _goal(want: Wanted, aims: Aims) -> WallTime | None:
    """Return what an asset is to say; None of one that is left as it is.

    Where a clock is right its face stays, but a server sorts by instants: it must know the zone.
    """
    if want.state == "moved":
        return want.written
    if want.state != "right" or want.photo is None:
        return None
    written = aims.local.of(want.photo, 0.0, follows=want.gallery in aims.local.following)
    return None if written.zone_s is None else written


def _left(aims: Aims, assets: Mapping[Path, Asset]) -> Iterator[LeftAlone]:
    for want in aims.wanted:
        asset = assets.get(want.path)
        if asset is None:
            yield LeftAlone(want.path.name, "it is no longer in the album: sync again")
        elif want.state == "guessed":
            why = f"its time is only estimated ({want.why}): --guessed writes it anyway"
            yield LeftAlone(asset.name, why)
        elif want.state in ("unsure", "unplaced"):
            yield LeftAlone(asset.name, want.why)


def notes_of(changes: Collection[AssetChange]) -> Iterator[str]:
    """Yield what to know beforehand; first of all what undo will not bring back."""
    lost = Counter(change.zone or "none" for change in changes if not _is_offset(change.zone))
    if lost:
        named = ", ".join(f"{n} × {zone}" for zone, n in sorted(lost.items()))
        yield (
            "The server stores a zone's offset but not its name, so undo cannot restore the names:"
            f" instants, local times and order are restored, but not {named}."
        )


def _is_offset(zone: str | None) -> bool:
    return zone is not None and zone.startswith("UTC")
