"""What an album on a server is to us: the one interface that every kind of server has."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from coincide.model.times import to_xmp_text

# assets of one album: more than any has, and few enough to be held in memory
MAX_ASSETS = 200_000
# what stands for an album in the address of a whole server: no id is called so
WHOLE_SERVER = "*"
# milliseconds: what servers keep of a time
_SAME_S = 0.0015


@dataclass(frozen=True, slots=True)
class AssetTime:
    """When a server says an asset was taken: the clock's face, the instant, and the zone's name.

    ``settled`` is False while a server is still at work on a change that it was sent.
    """

    local_s: float
    utc_s: float
    zone: str | None = None
    settled: bool = True

    def is_at(self, other: "AssetTime") -> bool:
        """Tell whether face and instant are those of another; what a zone is called is not both.

        >>> AssetTime(7200.0, 0.0, "UTC+2").is_at(AssetTime(7200.0, 0.0, "Europe/Berlin"))
        True
        """
        near = (abs(self.local_s - other.local_s), abs(self.utc_s - other.utc_s))
        return max(near) < _SAME_S

    @property
    def zone_s(self) -> int:
        """Seconds east of UTC."""
        return round(self.local_s - self.utc_s)


@dataclass(frozen=True, slots=True)
class Asset:
    """One photo or video of an album, as its server tells of it.

    ``checksum`` changes when the original does. ``tags`` is what the server knows of it, by
    exiv2's names; ``photo`` is False of videos.
    """

    id: str
    owner: str
    name: str
    checksum: str
    time: AssetTime
    photo: bool = True
    tags: Mapping[str, str] = field(default_factory=dict)
    path: str = ""  # where the server has its file, if it tells


@dataclass(frozen=True, slots=True)
class Connection:
    """Where an album is, and the keys that open it; a key is never printed."""

    scheme: str
    base: str  # https://host:port
    album: str  # its id, or its name
    keys: tuple[str, ...] = field(default=(), repr=False)


class RemoteAlbum(Protocol):
    """An album that is open. Every method may be called from several threads.

    What fails raises ServerError, and RefusedError where it is the one asset that is refused.
    """

    @property
    def id(self) -> str:
        """What the server calls it; names may change."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def owners(self) -> Mapping[str, str]:
        """The names of those whose assets are in it, by their ids."""

    @property
    def writable(self) -> frozenset[str]:
        """The ids of those whose key is at hand; only they may change their assets."""

    def assets(self) -> Iterator[Asset]:
        """Yield all that is in it, of every owner."""

    def asset(self, asset_id: str) -> Asset:
        """Return one as it is now."""

    def preview(self, asset_id: str) -> bytes:
        """Return a picture of it, upright, as JPEG."""

    def head(self, asset_id: str, n_bytes: int) -> bytes | None:
        """Return the beginning of its original; None where that may not be read."""

    def set_time(self, asset: Asset, time: AssetTime) -> None:
        """Send the owner's wish to change when it was taken; the server may take its time."""


Opener = Callable[[Connection], RemoteAlbum]


def zoned_text(time: AssetTime) -> str:
    """Write a time with its offset from UTC, to the millisecond.

    >>> zoned_text(AssetTime(29267.5, 47267.5))
    '1970-01-01T08:07:47.500-05:00'
    """
    return to_xmp_text(time.local_s, zone_s=time.zone_s, digits=3)
