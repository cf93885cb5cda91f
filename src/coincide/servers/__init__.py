"""Albums on photo servers: read as an event, and corrected asset by asset.

``form.Album`` is all that a server must do; ``immich`` is one, ``mirror`` brings an album to a
folder of small photos, and other packages add servers of their own (``opening``).
"""

from coincide.servers.form import Album, Asset, AssetTime, Connection, zoned_text
from coincide.servers.opening import address_of, is_album, open_album, split_address

__all__ = [
    "Album",
    "Asset",
    "AssetTime",
    "Connection",
    "address_of",
    "is_album",
    "open_album",
    "split_address",
    "zoned_text",
]
