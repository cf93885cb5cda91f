"""Vectors of pictures, kept between runs by what is seen and not by what files say of it.

A project keeps vectors by the content of whole files, tags and all. Trouble written into a
photo's tags makes a new file of an old picture, which is not looked at again here.
"""

import hashlib
from pathlib import Path

from PIL import Image
from PIL.ExifTags import Base

from coincide.features.backbones import open_backbone
from coincide.media.imagedata import image_digest
from coincide.model import Event, Gallery, Photo, Place
from coincide.project import Project
from coincide.project.features import chosen_taps, colour_key, embed_missing, feature_key
from coincide.project.known import quiet
from coincide.project.options import SyncOptions
from coincide.storage.objectstore import open_store
from coincide.storage.store import Store


def warm_project(folder: Path, cache: Path) -> None:
    """Give an event's project the vectors of its photos; look only at pictures not seen before."""
    opened = Project.at(folder)
    event = opened.read(keep=True)
    photos = [*event.photos, *(_timed(one.path, one.key) for one in event.timeless)]
    pictures = {photo.key: _picture(photo) for photo in photos}
    options = SyncOptions()
    backbone = open_backbone(options.embed.backbone)
    taps = chosen_taps(backbone, options.features, options.method)
    with Store(_made(cache)) as pool, open_store(opened.folder) as store:
        known = {photo.key: photo for photo in photos}
        unseen = tuple(_timed(known[key].path, picture) for key, picture in pictures.items())
        whole = Event("pool", (Gallery("pool", unseen),))
        _, failed = embed_missing(whole, backbone, taps, pool, options.embed, quiet)
        lost = {one.path for one in failed}
        keys = [key for key in pictures if known[key].path not in lost]
        wanted = [pictures[key] for key in keys]
        features = [feature_key(backbone, tap) for tap in taps]
        for feature in (*features, colour_key(backbone.preprocess)):
            if keys:
                store.save_vectors(feature, keys, pool.load_vectors(feature, wanted))


def _made(cache: Path) -> Path:
    folder = cache / "pool"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _timed(path: Place, key: str) -> Photo:
    return Photo(path, key, 0.0, 0.0)


def _picture(photo: Photo) -> str:
    """Return what names a picture: its pixels as stored, and how they are turned."""
    with Image.open(photo.file) as image:
        turned = image.getexif().get(Base.Orientation, 1)
    digest = image_digest(photo.file)
    return hashlib.sha256(f"{digest} {turned}".encode()).hexdigest()
