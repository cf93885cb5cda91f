"""Group one person's files into shots: what was taken by one press of the button.

A RAW beside its JPEG, the film of a live photo and an edited copy are no photos of their own:
they are companions of the photo that stands for the shot, and move with it. A wrong join would
hide a photo, so a name alone joins nothing: times and devices must agree as well. Bursts stay
separate photos; they share one clock, and so move together anyway.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from coincide.ingest.devices import model_key
from coincide.media.file import MediaFile, TakenTime
from coincide.media.filenames import time_from_name
from coincide.model import Companion, Place, Role

# a RAW and its JPEG are written one after the other
_PAIR_S = 2.0
# films of live photos last 3 s; what is longer was filmed on purpose
_LIVE_S = 5.0
# a film's time may be of its beginning or of its end
_FILM_S = _LIVE_S + 2.0
# zones are whole quarters of an hour apart
_QUARTER_S = 900.0

# what phones put behind the name of each file of one shot
_PART = re.compile(r"(?:\.RAW-\d\d)?(?:\.MP)?(?:\.(?:COVER|ORIGINAL))?$", re.IGNORECASE)
_EDIT = re.compile(
    r"(?:[ _-](?:edited|edit|bearbeitet|modifié|copy|copie|kopie)(?:[ -]?\d+)?| ?\(\d+\)|~\d+)$",
    re.IGNORECASE,
)
_APPLE_EDIT = re.compile(r"IMG_E(?=\d{4}$)", re.IGNORECASE)
_NUMBERED = re.compile(r" ?\(\d+\)$")
# the nearest to what the camera wrote first
_FORMATS = ("HEIF", "JPEG", "AVIF", "WEBP", "TIFF", "PNG")


@dataclass(frozen=True)
class Shot:
    """The file that stands for a shot, its other files, and when it was taken if that is known.

    ``companions`` are by path. ``others`` are the same files as they were read.
    """

    main: MediaFile
    others: tuple[MediaFile, ...]
    companions: tuple[Companion, ...]
    taken: TakenTime | None


def group_shots(files: Iterable[MediaFile]) -> list[Shot]:
    """Return the shots of one person's files, by the path of the file that stands for each."""
    ordered = sorted(files, key=lambda file: file.path)
    groups = _Groups(len(ordered))
    for one, other in _pairs(ordered):
        if _belong_together(ordered[one], ordered[other]):
            groups.join(one, other)
    for raw, photo in _sister_pairs(ordered, groups.all()):
        groups.join(raw, photo)
    shots = [_shot([ordered[index] for index in group]) for group in groups.all()]
    return sorted(shots, key=lambda shot: shot.main.path)


class _Groups:
    """Sets of indices that are joined two by two."""

    def __init__(self, n: int) -> None:
        self._parent = list(range(n))

    def _root(self, index: int) -> int:
        while self._parent[index] != index:
            index = self._parent[index]
        return index

    def join(self, one: int, other: int) -> None:
        first, second = sorted((self._root(one), self._root(other)))
        self._parent[second] = first

    def all(self) -> list[list[int]]:
        groups: dict[int, list[int]] = {}
        for index in range(len(self._parent)):
            groups.setdefault(self._root(index), []).append(index)
        return list(groups.values())


def _pairs(files: Sequence[MediaFile]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that are worth a second look, by their names and what ties them."""
    alike: dict[object, list[int]] = {}
    for index, file in enumerate(files):
        for tie in _ties(file):
            alike.setdefault(tie, []).append(index)
    for indices in alike.values():
        yield from combinations(indices, 2)


def _ties(file: MediaFile) -> Iterator[object]:
    yield _stem_of(file)
    if file.time_s is not None:  # a folder of "photo (1)" to "photo (9999)" has but few per second
        yield file.path.parent, original_stem(file.path) or _stem_of(file), int(file.time_s)
    if file.record.content_id is not None:
        yield "content", file.record.content_id


def _stem_of(file: MediaFile) -> str:
    return _stem(file.path).casefold()


def _stem(path: Place) -> str:
    return _PART.sub("", path.stem)


def original_stem(path: Place) -> str | None:
    """Return the stem of the file that this one is a copy of by its name, if it is one.

    Phones number the photos of one second, 20240504_140000(1), which are no copies.

    >>> from pathlib import Path
    >>> original_stem(Path("IMG_E1234.HEIC")), original_stem(Path("IMG_1234-Edit.tif"))
    ('img_1234', 'img_1234')
    >>> original_stem(Path("20240504_140000(1).jpg")) is None
    True
    """
    stem = _stem(path)
    if _NUMBERED.search(stem) and time_from_name(path.name) is not None:
        return None
    original = _EDIT.sub("", _APPLE_EDIT.sub("IMG_", stem))
    return original.casefold() if original != stem else None


def _belong_together(one: MediaFile, other: MediaFile) -> bool:
    """Tell whether two files that something ties are of one shot."""
    media = {one.record.media, other.record.media}
    if media == {"video"}:
        return False
    if "video" in media:
        film, still = (one, other) if one.record.media == "video" else (other, one)
        return _is_live(film, still)
    if _is_named_after(one, other) or _is_named_after(other, one):
        return _is_version(one, other)
    if _stem_of(one) != _stem_of(other):
        return False
    return _is_version(one, other) if media == {"photo"} else _is_raw_pair(one, other)


def _is_named_after(copy: MediaFile, original: MediaFile) -> bool:
    return original_stem(copy.path) == _stem_of(original)


def _is_live(film: MediaFile, still: MediaFile) -> bool:
    length_s = film.record.duration_s
    ids = (film.record.content_id, still.record.content_id)
    if length_s is not None and length_s > _LIVE_S:
        return False
    if None not in ids:
        return ids[0] == ids[1]
    same_name = _same_folder(film, still) and _stem_of(film) == _stem_of(still)
    return length_s is not None and same_name and _film_agrees(film, still)


def _film_agrees(film: MediaFile, still: MediaFile) -> bool:
    """Tell whether the times do not contradict; one in UTC and one local differ by some zone."""
    if film.time_s is None or still.time_s is None:
        return True
    apart_s = film.time_s - still.time_s
    zones = (0 if film.record.clock == "utc" else film.record.zone_s, still.record.zone_s)
    if film.record.clock == "utc" or None not in zones:
        if None in zones:
            apart_s = (apart_s + _QUARTER_S / 2) % _QUARTER_S - _QUARTER_S / 2
        else:
            apart_s -= (zones[0] or 0) - (zones[1] or 0)
    return abs(apart_s) <= _FILM_S


def _is_version(one: MediaFile, other: MediaFile) -> bool:
    """Tell whether one may be the other edited: of one folder, time and known device."""
    if one.time_s is None or other.time_s is None or not _same_folder(one, other):
        return False
    if ("", "") in (model_key(one.device), model_key(other.device)):
        return False
    # programs cut the fraction of a second off
    whole = one.time_s % 1 == 0 or other.time_s % 1 == 0
    apart_s = abs(int(one.time_s) - int(other.time_s)) if whole else abs(one.time_s - other.time_s)
    return apart_s < 1e-3 and _same_device(one, other)


def _is_raw_pair(one: MediaFile, other: MediaFile) -> bool:
    """Tell whether a RAW belongs to a photo, or to a RAW it was converted from."""
    if not _same_folder(one, other) or not _same_device(one, other):
        return False
    if one.time_s is None or other.time_s is None:
        return one.record.media != other.record.media
    return abs(one.time_s - other.time_s) <= _PAIR_S


def _sister_pairs(
    files: Sequence[MediaFile], groups: Iterable[Sequence[int]]
) -> Iterator[tuple[int, int]]:
    """Yield each RAW and photo in sister folders that have nobody else, before or after.

    Counters begin again, so a name in two folders is worth less: both must have a time.
    """
    raws: dict[str, list[int]] = {}
    photos: dict[str, list[int]] = {}
    for group in groups:
        media = {files[index].record.media for index in group}
        for index in group:
            if files[index].record.media == "raw" and "photo" not in media:
                raws.setdefault(_stem_of(files[index]), []).append(index)
            if files[index].record.media == "photo" and "raw" not in media:
                photos.setdefault(_stem_of(files[index]), []).append(index)
    pairs = [
        (raw, photo)
        for stem in sorted(raws)
        for raw, photo in product(raws[stem], photos.get(stem, []))
        if _is_sister_pair(files[raw], files[photo])
    ]
    n_pairs = Counter(index for pair in pairs for index in pair)
    yield from (pair for pair in pairs if max(n_pairs[index] for index in pair) == 1)


def _is_sister_pair(raw: MediaFile, photo: MediaFile) -> bool:
    if raw.time_s is None or photo.time_s is None or not _same_device(raw, photo):
        return False
    near = _are_sisters(raw.path.parent, photo.path.parent)
    return near and abs(raw.time_s - photo.time_s) <= _PAIR_S


def _same_device(one: MediaFile, other: MediaFile) -> bool:
    """Tell whether two files may come from one body, as far as they name it."""
    models = {model_key(file.device) for file in (one, other)} - {("", "")}
    serials = {file.device.serial for file in (one, other)} - {None}
    return len(models) < 2 and len(serials) < 2


def _same_folder(one: MediaFile, other: MediaFile) -> bool:
    return one.path.parent == other.path.parent


def _are_sisters(one: Place, other: Place) -> bool:
    """Tell whether two folders lie side by side, or one in the other: card/raw and card/jpg."""
    return one.parent in (other.parent, other) or other.parent == one


def _shot(files: Sequence[MediaFile]) -> Shot:
    main, *others = sorted(files, key=_distance_from_original)
    companions = [Companion(file.path, file.key, _role(file)) for file in others]
    return Shot(
        main,
        tuple(others),
        tuple(sorted(companions, key=lambda companion: companion.path)),
        _taken([main, *others]),
    )


def _distance_from_original(file: MediaFile) -> tuple[object, ...]:
    """Order the files of a shot: who can be seen, then who is nearest to what the camera made."""
    format_ = file.record.format or ""
    return (
        not file.record.viewable,
        ("photo", "raw", "video").index(file.record.media or "photo"),
        original_stem(file.path) is not None,
        _FORMATS.index(format_) if format_ in _FORMATS else len(_FORMATS),
        file.path,
    )


def _role(file: MediaFile) -> Role:
    if file.record.media == "video":
        return "live"
    return "raw" if file.record.media == "raw" else "edit"


def _taken(files: Sequence[MediaFile]) -> TakenTime | None:
    """Return when a shot was taken: as a person corrected it, else by its best file."""
    known = [file.taken for file in files if file.taken is not None]
    corrected = [taken for taken in known if taken.time_from == "sidecar"]
    inside = [taken for taken in known if taken.time_from != "name"]
    return next(iter([*corrected, *inside, *known]), None)
