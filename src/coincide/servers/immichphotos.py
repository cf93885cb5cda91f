"""All photos of those whose keys are at hand, on an Immich server: without an album.

They are listed page by page in the order in which they were taken. A page begins at the last
instant of the one before it and not at a number: photos that come or go meanwhile move no other
across the border of two pages, and a listing that was interrupted goes on where it was.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from coincide.errors import RefusedError, ServerError
from coincide.model.times import to_xmp_text
from coincide.servers.client import Client
from coincide.servers.form import WHOLE_SERVER, Asset, Connection, RemoteAlbum
from coincide.servers.immich import (
    HEADER,
    MAX_PAGES,
    PAGE,
    ImmichAlbum,
    asset_of,
    open_immich,
    version_of,
    whose_keys,
)
from coincide.servers.immichtold import ToldAlbum, ToldAsset, ToldPages

_SEARCH = "/api/search/metadata"


@dataclass(frozen=True, slots=True)
class ListingPosition:
    """How far a listing has come: it goes on at an instant, there at a page.

    ``changed_after``: only what was changed since, by the server's clock; "": everything.
    """

    changed_after: str = ""
    taken_after: str = ""
    page: int = 1


@dataclass(frozen=True, slots=True)
class ListedPhoto:
    """A photo in a listing. ``asset`` is None where what the server tells of it cannot be."""

    id: str
    name: str
    asset: Asset | None = None
    uploaded_s: float | None = None
    trashed: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class ListedPage:
    """Photos of a listing, and where it goes on; None at its end."""

    photos: tuple[ListedPhoto, ...]
    following: ListingPosition | None
    server_s: float | None


class ImmichPhotos(ImmichAlbum):
    """All photos of those whose keys are at hand; in plans it stands for an album."""

    def __init__(
        self, client: Client, major: int, keys: Mapping[str, str], names: Mapping[str, str]
    ) -> None:
        super().__init__(client, major, keys, ToldAlbum(WHOLE_SERVER, "all photos"))
        self.owners = dict(names)
        self._key_of: dict[str, str] = {}

    def assets(self) -> Iterator[Asset]:
        """Yield the photos of all owners."""
        for owner in self.owners:
            position: ListingPosition | None = ListingPosition()
            while position is not None:
                page = self.page(owner, position)
                yield from (one.asset for one in page.photos if one.asset is not None)
                position = page.following

    def page(self, owner: str, position: ListingPosition) -> ListedPage:
        """Return the next photos of one owner. Those at a page's last instant may come again."""
        answer = self.client.ask("POST", _SEARCH, self._keys[owner], _wanted(position))
        found = self.client.decoded(ToldPages, _SEARCH, answer).assets
        photos = tuple(self._photo(one) for one in found.items if one.owner_id == owner)
        following = self._following(found.items, found.following, position)
        return ListedPage(photos, following, answer.date_s)

    def _following(
        self, items: list[ToldAsset], following: int | None, position: ListingPosition
    ) -> ListingPosition | None:
        if following is None:
            return None
        if following <= position.page or not items or following > MAX_PAGES:
            raise self._endless("no end of pages")
        times = [one.file_created_at for one in items]
        ascending = all(before <= after for before, after in pairwise(times))
        if ascending and times[-1] > max(times[0], position.taken_after):
            return replace(position, taken_after=times[-1], page=1)
        return replace(position, page=following)  # all of one instant, or a server without order

    def _photo(self, found: ToldAsset) -> ListedPhoto:
        try:
            asset, why = asset_of(found, self.client.base), ""
            uploaded_s = found.uploaded_s
        except (RefusedError, ValueError, OverflowError) as error:
            asset, why, uploaded_s = None, str(error)[:200], None
        return ListedPhoto(
            found.id, found.original_file_name, asset, uploaded_s, found.is_trashed, why
        )

    def asset(self, asset_id: str) -> Asset:
        """Return one photo as it is now, by the key of whoever may see it."""
        known = self._key_of.get(asset_id)
        keys = list(self._keys.values()) if known is None else [known]
        for number, key in enumerate(keys, start=1):
            try:
                found = self._asset(asset_id, key)
            except RefusedError:
                if number == len(keys):
                    raise
                continue
            self._key_of[asset_id] = self._keys.get(found.owner, key)
            return found
        raise ServerError(f"No key for {self.client.base} is at hand.")

    def _reader_of(self, asset_id: str) -> str:
        if asset_id not in self._key_of:
            self.asset(asset_id)
        return self._key_of[asset_id]


def _wanted(position: ListingPosition) -> dict[str, object]:
    wanted: dict[str, object] = {"type": "IMAGE", "withExif": True, "withStacked": True}
    wanted |= {"order": "asc", "size": PAGE, "page": position.page}
    if position.taken_after:
        wanted["takenAfter"] = position.taken_after
    if position.changed_after:  # also what is in the bin since
        wanted |= {"updatedAfter": position.changed_after, "withDeleted": True}
    return wanted


def moment_text(utc_s: float) -> str:
    """Return an instant as the server writes it.

    >>> moment_text(0.0)
    '1970-01-01T00:00:00.000Z'
    """
    return f"{to_xmp_text(utc_s, digits=3)}Z"


def open_photos(where: Connection, client: Client | None = None) -> ImmichPhotos:
    """Open a server with the keys that are at hand, each of its own person."""
    client = client or Client(where.base, HEADER)
    major = version_of(client)
    people = list(whose_keys(client, where))
    keys = {person.id: key for person, key in people}
    return ImmichPhotos(client, major, keys, _distinct({one.id: one.name for one, _ in people}))


def _distinct(names: Mapping[str, str]) -> dict[str, str]:
    """Return names by id of which no two are the same: who has no name goes by the id."""
    counts = Counter(names.values())
    return {
        person: (name if counts[name] == 1 else f"{name} {person[:4]}") if name else person
        for person, name in names.items()
    }


def open_immich_place(where: Connection) -> RemoteAlbum:
    """Open an album, or all photos of a server."""
    return open_photos(where) if where.album == WHOLE_SERVER else open_immich(where)
