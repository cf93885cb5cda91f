"""Scan a library on a server: what it tells of each photo, never an original.

Each page is one change of the store together with where the listing goes on, so a scan that is
stopped anywhere goes on there. Later scans ask for what was changed since, by the server's clock.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from coincide.ingest.counter import number_of
from coincide.library.scan.bodies import BodyKey
from coincide.library.scan.serverplace import ServerPlace
from coincide.library.scan.store import LibraryStore, PhotoRow
from coincide.library.scan.tags import Scanned
from coincide.media.tagrecord import tagged_record
from coincide.model import Device
from coincide.model.progress import Progress
from coincide.servers import Asset
from coincide.servers.immichphotos import (
    ImmichPhotos,
    ListedPage,
    ListedPhoto,
    ListingPosition,
    moment_text,
)
from coincide.servers.previewtags import TAKEN

# what was changed so shortly before a listing began is asked for again: a change is stamped when it
# begins, and seen when it is done
_OVERLAP_S = 600.0
_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class _Listing:
    """A listing of one owner's photos that is under way. ``begun``: by the server's clock."""

    owner: str
    name: str
    position: ListingPosition
    begun: str


def scan_server(
    store: LibraryStore,
    place: ServerPlace,
    photos: ImmichPhotos,
    *,
    again: bool = False,
    progress: Progress = lambda _done, _total: None,
) -> Scanned:
    """Record what a server tells of all photos whose owners' keys are at hand, as far as it is new.

    ``again``: list all photos, which also finds those that were removed for good.
    """
    found = Scanned()
    for owner, name in photos.owners.items():
        for page in _pages(store, place, photos, _listing_of(store, owner, name, again=again)):
            found += page
            n_done = found.n_read + found.n_kept
            progress(n_done, n_done + 1)
    return found


def _listing_of(store: LibraryStore, owner: str, name: str, *, again: bool) -> _Listing:
    """Return the listing of an owner that was interrupted, or a new one.

    People keep the name that they had first: clocks are called by it.
    """
    row = store.run("SELECT * FROM owners WHERE owner = ?", (owner,)).fetchone()
    if row is None:
        return _Listing(owner, name, ListingPosition(), "")
    _, name, changed_after, taken_after, page, begun, complete_to = row
    if page and not (again and changed_after):
        return _Listing(owner, name, ListingPosition(changed_after, taken_after, page), begun)
    return _Listing(owner, name, ListingPosition("" if again else complete_to), "")


def _pages(
    store: LibraryStore, place: ServerPlace, photos: ImmichPhotos, listing: _Listing
) -> Iterator[Scanned]:
    """Read page after page, each one change of the store."""
    seen = set[str]()  # since the instant at which pages go on: those of it come again
    while True:
        listed = photos.page(listing.owner, listing.position)
        page = replace(listed, photos=tuple(one for one in listed.photos if one.id not in seen))
        if listed.following and listed.following.page == 1:
            seen.clear()
        seen.update(one.id for one in listed.photos)
        if not listing.begun and page.server_s is not None:
            listing = replace(listing, begun=moment_text(page.server_s - _OVERLAP_S))
        with store.transaction():
            found = _keep(store, place, listing, page)
            if page.following is None:
                found += _finish(store, place, listing)
            else:
                _note(store, listing, page.following)
        yield found
        if page.following is None:
            return
        listing = replace(listing, position=page.following)


def _note(store: LibraryStore, listing: _Listing, following: ListingPosition) -> None:
    """Keep where a listing goes on."""
    going = (following.changed_after, following.taken_after, following.page, listing.begun)
    store.run(
        "INSERT INTO owners VALUES (?, ?, ?, ?, ?, ?, '') ON CONFLICT (owner) DO UPDATE SET"
        " name = excluded.name, changed_after = excluded.changed_after,"
        " taken_after = excluded.taken_after, page = excluded.page, begun = excluded.begun",
        (listing.owner, listing.name, *going),
    )


def _finish(store: LibraryStore, place: ServerPlace, listing: _Listing) -> Scanned:
    """Forget what a listing of everything has not seen, and keep that it is done."""
    n_gone = 0
    if not listing.position.changed_after:
        owned = os.fsencode(place.folder(listing.owner, ""))
        below = (owned + b"/", owned + b"0")  # "0" is what follows "/"
        gone = "folder > ? AND folder < ? AND folder NOT IN (SELECT folder FROM listed)"
        n_gone = store.drop_where(gone, below)
        store.run("DELETE FROM listed WHERE folder > ? AND folder < ?", below)
    done = (listing.owner, listing.name, listing.begun)
    store.run("INSERT OR REPLACE INTO owners VALUES (?, ?, '', '', 0, '', ?)", done)
    return Scanned(n_gone=n_gone)


def _keep(store: LibraryStore, place: ServerPlace, listing: _Listing, page: ListedPage) -> Scanned:
    """Record the photos of a page."""
    rows, devices, found = list[PhotoRow](), dict[str, Device](), Scanned()
    for photo in page.photos:
        folder = place.folder(listing.owner, photo.id)
        before = store.photos_in(folder)
        row, device = _row(listing.name, folder, photo)
        row = _as_first_seen(row, before)
        if not photo.trashed and before == {row.name: row}:
            found += Scanned(n_kept=1)
            continue
        store.drop_photos(folder, list(before))
        if photo.trashed:
            found += Scanned(n_gone=len(before))
            continue
        rows.append(row)
        devices[row.body] = device
    store.put_photos(rows)
    store.put_devices(devices)
    if not listing.position.changed_after:
        seen = [(os.fsencode(place.folder(listing.owner, one.id)),) for one in page.photos]
        store.run_each("INSERT OR IGNORE INTO listed VALUES (?)", seen)
    return found + Scanned(len(rows))


def _as_first_seen(row: PhotoRow, before: dict[str, PhotoRow]) -> PhotoRow:
    """Return a row with the time that its camera recorded: what the server said of it first.

    A person, or a plan, may have changed what the server says since; its original is the same.
    """
    earlier = before.get(row.name)
    if earlier is None or earlier.time_s is None or earlier.size != row.size:
        return row
    return replace(row, time_s=earlier.time_s, zone_s=earlier.zone_s)


def _row(owner: str, folder: Path, photo: ListedPhoto) -> tuple[PhotoRow, Device]:
    """Return what is kept of a photo, and its device."""
    name = photo.name.replace("/", "_") or photo.id
    asset = photo.asset
    record = tagged_record({} if asset is None else asset.tags)
    device = Device(record.make, record.model)
    body = BodyKey.of(device)
    got_ns = None if photo.uploaded_s is None else round(photo.uploaded_s * _NS)
    row = PhotoRow(
        *(body.text, owner, folder, name, _content_of(asset), got_ns),
        number=number_of(Path(name)),
        reason=_reason(photo, body),
    )
    if asset is None or row.reason is not None:
        return row, device
    time = asset.time
    kept = replace(
        row,
        time_s=time.local_s,
        zone_s=None if time.zone is None else time.zone_s,
        latitude=record.latitude_deg,
        longitude=record.longitude_deg,
        ev=record.scene_ev,
    )
    return kept, device


def _reason(photo: ListedPhoto, body: BodyKey) -> str | None:
    """Return why a photo is of no use; None where it has a time and a device."""
    asset = photo.asset
    if asset is None:
        return photo.why
    if not asset.time.settled:
        return "its server is still at work on it"
    if TAKEN not in asset.tags:
        return "its server knows no capture time"
    return None if body.is_known else "its tags name no device"


def _content_of(asset: Asset | None) -> int:
    """Return a number of a photo's original, another where that is another."""
    return 0 if asset is None else int(hashlib.sha1(asset.checksum.encode()).hexdigest()[:15], 16)
