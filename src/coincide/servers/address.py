"""From an address that a person types to an album that is open."""

import re
from urllib.parse import quote, unquote

from coincide.errors import PluginError, UsageError
from coincide.model import Place, Url, place_of
from coincide.plugins import choose_added, find_added
from coincide.servers.form import WHOLE_SERVER, Connection, Opener, RemoteAlbum
from coincide.servers.immichphotos import open_immich_place
from coincide.servers.keys import family_of, find_keys, require_named, variable_of

OPENERS: dict[str, Opener] = {"immich": open_immich_place}
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?")
_PLAIN = "+http"


def is_album(place: Place) -> bool:
    """Tell whether a place is an album of a server; nothing is asked."""
    if not isinstance(place, Url):
        return False
    family = family_of(place.scheme)
    return family in OPENERS or any(added.name == family for added in find_added("server"))


def place_of_server(text: str) -> Url:
    """Return the server that a text means, with or without an album behind it."""
    place = place_of(text)
    if not isinstance(place, Url) or not is_album(place):
        raise UsageError(f"{text} is not a photo server: write immich://HOST.")
    return place


def base_of(text: str) -> str:
    """Return where the server is that a text means; a part behind the host is a folder of it.

    >>> base_of("immich+http://localhost:2283")
    'http://localhost:2283'
    """
    return split_address(place_of_server(text) / "any").base


def split_address(url: Url) -> Connection:
    """Return where a URL leads: https unless its scheme says +http; its last part is the album.

    >>> from coincide.model import place_of
    >>> split_address(place_of("immich://photos.example.org/Our%20trip"))
    Connection(scheme='immich', base='https://photos.example.org', album='Our trip')
    """
    _, host, *between = url.parts
    if not between:
        raise UsageError(
            f"{url} does not name an album: write {url.scheme}://HOST/ALBUM, its id or its name."
        )
    if _HOST.fullmatch(host) is None:
        raise UsageError(f"{url}: {host!r} is not a host; an address does not contain keys.")
    album = between.pop()
    scheme = "http" if url.scheme.endswith(_PLAIN) else "https"
    base = "/".join([f"{scheme}://{host}", *between])
    return Connection(url.scheme, base, unquote(album))


def whole_of(server: Url) -> Url:
    """Return the address that stands for all photos of a server, as a plan names it."""
    return server / WHOLE_SERVER


def address_of(url: Url, album_id: str) -> str:
    """Return an album's address with its id, as it is written into a plan."""
    return str(url.parent / quote(album_id, safe=""))


def open_album(url: Url) -> RemoteAlbum:
    """Open an album with all keys that are at hand for its server.

    Raise UntrustedError, before anything is sent, unless the user named that server.
    """
    where = split_address(url)
    require_named(where.base)
    keys = find_keys(where.scheme, where.base)
    if not keys:
        raise UsageError(
            f"There is no key for {where.base}. Store one in the key ring with coincide keys add"
            f" {url.scheme}://{url.parts[1]}, or set {variable_of(where.scheme)}."
        )
    return _opener(where.scheme)(Connection(where.scheme, where.base, where.album, keys))


def _opener(scheme: str) -> Opener:
    family = family_of(scheme)
    ours = OPENERS.get(family)
    if ours is not None:
        return ours
    added = choose_added("server", family)
    if added is None:
        raise UsageError(f"{scheme}:// is not a known kind of server.")
    function = added.load()

    def opened(where: Connection) -> RemoteAlbum:
        album = added.call(function, where)
        if not hasattr(album, "set_time"):
            raise PluginError(f"The server {family!r} of {added.package} does not provide albums.")
        return album  # type: ignore[return-value]

    return opened
