"""Correct the times of assets on a server: planned, journalled, read back, undoable."""

from coincide.writing.served.build import build_album_plan, split_by_owner
from coincide.writing.served.carry import (
    OpenAlbumPlan,
    apply_album,
    open_album_plan,
    undo_album,
    verify_album,
)
from coincide.writing.served.model import (
    AlbumPlan,
    AssetChange,
    album_plan_json,
    change_of,
    parse_album_plan,
)

__all__ = [
    "AlbumPlan",
    "AssetChange",
    "OpenAlbumPlan",
    "album_plan_json",
    "apply_album",
    "build_album_plan",
    "change_of",
    "open_album_plan",
    "parse_album_plan",
    "split_by_owner",
    "undo_album",
    "verify_album",
]
