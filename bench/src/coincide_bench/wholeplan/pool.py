"""Vectors of pictures, kept between runs by what is seen and not by what files say of it.

A project keeps vectors by the content of whole files, tags and all. Trouble written into a
photo's tags makes a new file of an old picture, which is not looked at again here.
"""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from PIL import Image
from PIL.ExifTags import Base

from coincide.features.backbones import open_backbone
from coincide.features.verify import VerifyOptions, verify_key
from coincide.media.imagedata import image_digest
from coincide.model import Event, Gallery, Photo, Place
from coincide.project import Project
from coincide.project.options import SyncOptions
from coincide.project.read.features import chosen_taps, colour_key, embed_missing, feature_key
from coincide.project.solutions.status import quiet
from coincide.storage.objectstore import open_store
from coincide.storage.projectstore import ProjectStore
from coincide.storage.store import Store


def warm_project(folder: Path, cache: Path) -> None:
    """Give an event's project the vectors of its photos; look only at pictures not seen before."""
    opened = Project.at(folder)
    event = opened.read(keep=True)
    photos = [*event.photos, *(_timed(timeless.path, timeless.key) for timeless in event.timeless)]
    pictures = {photo.key: _picture(photo) for photo in photos}
    options = SyncOptions()
    backbone = open_backbone(options.embed.backbone)
    taps = chosen_taps(backbone, options.features, options.method)
    with Store(_made(cache)) as pool, open_store(opened.folder) as store:
        known = {photo.key: photo for photo in photos}
        unseen = tuple(_timed(known[key].path, picture) for key, picture in pictures.items())
        whole = Event("pool", (Gallery("pool", unseen),))
        _, failed = embed_missing(whole, backbone, taps, pool, options.embed, quiet)
        lost = {photo.path for photo in failed}
        keys = [key for key in pictures if known[key].path not in lost]
        wanted = [pictures[key] for key in keys]
        features = [feature_key(backbone, tap) for tap in taps]
        for feature in (*features, colour_key(backbone.preprocess)):
            if keys:
                store.save_vectors(feature, keys, pool.load_vectors(feature, wanted))
        _pass_counts(pool, store, _pairs(pictures), _pairs({key: key for key in pictures}))


def keep_counts(folder: Path, cache: Path) -> None:
    """Keep what a sync found by comparing pictures closer for the next case of the same ones."""
    opened = Project.at(folder)
    pictures = {photo.key: _picture(photo) for photo in opened.read(keep=False).photos}
    with Store(_made(cache)) as pool, open_store(opened.folder, readonly=True) as store:
        _pass_counts(store, pool, _pairs({key: key for key in pictures}), _pairs(pictures))


def _pairs(names: Mapping[str, str]) -> list[str]:
    """Return every two of some photos by other names, in one order of the photos."""
    ordered = sorted(names)
    return [" ".join(sorted((names[one], names[other]))) for one, other in combinations(ordered, 2)]


def _pass_counts(
    source: ProjectStore, to: ProjectStore, keys: Sequence[str], names: Sequence[str]
) -> None:
    """Give one store what another knows of pairs, each under the name it has there."""
    feature = verify_key(VerifyOptions())
    missing = set(source.missing(feature, keys))
    known = {name: key for key, name in zip(keys, names, strict=True) if key not in missing}
    if known:
        counts = source.load_vectors(feature, [*known.values()])
        to.save_vectors(feature, [*known], counts)


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
