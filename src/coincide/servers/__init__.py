"""Albums on photo servers: read as an event, and corrected asset by asset.

``form.Album`` is all that a server must do; ``immich`` is one, ``mirror`` brings an album to a
folder of small photos, and other packages add servers of their own (``opening``).
"""

from coincide.servers.address import address_of, is_album, open_album, split_address
from coincide.servers.form import Asset, AssetTime, Connection, RemoteAlbum, zoned_text

__all__ = [
    "Asset",
    "AssetTime",
    "Connection",
    "RemoteAlbum",
    "address_of",
    "is_album",
    "open_album",
    "split_address",
    "zoned_text",
]
