"""Which galleries are of one device: when clocks are counted, a device is one witness.

Photos of one device can be several galleries: its clock was reset (stretches), its photos lie in
several folders, somebody has copies of them. Such galleries always agree with each other, so
counting them twice would let a clock confirm itself. Two galleries of one model count as two
witnesses only where the files show two devices; where that is open they count as one. Galleries
that name no device are taken to be of as many devices as there are galleries: such files say
nothing of clocks that set themselves, so they vouch for nobody.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from coincide.ingest.bodies import is_edited
from coincide.ingest.counter import is_by_camera, number_of
from coincide.ingest.devices import ModelKey, model_key
from coincide.model import Gallery

_UNNAMED: ModelKey = ("", "")
# file numbers of one counter do not differ by more within one event
_COUNTER_GAP = 1000
# photos with a file number that are needed to know a counter
_LEAST_NUMBERED = 3


@dataclass(frozen=True, slots=True)
class _Traits:
    """What the files of a gallery tell of its device; None or empty where they do not."""

    model: ModelKey
    serial: str | None
    software: frozenset[str]
    numbers: tuple[int, int] | None  # lowest and highest file number
    span_s: tuple[float, float]  # first and last camera time


def witnesses(galleries: Sequence[Gallery]) -> dict[str, str]:
    """Return for each gallery the gallery that stands for its device, the one of most photos.

    Two galleries that map to the same name may be of one device.
    """
    traits = {gallery.name: _traits_of(gallery) for gallery in galleries}
    by_size = sorted(galleries, key=lambda gallery: (-len(gallery.photos), gallery.name))
    representatives: dict[ModelKey, list[str]] = {}
    found: dict[str, str] = {}
    for gallery in by_size:
        if traits[gallery.name].model == _UNNAMED:
            found[gallery.name] = gallery.name
            continue
        known = representatives.setdefault(traits[gallery.name].model, [])
        same = (name for name in known if not _are_two(traits[name], traits[gallery.name]))
        found[gallery.name] = next(same, gallery.name)
        if found[gallery.name] == gallery.name:
            known.append(gallery.name)
    return found


def n_witnesses(names: Collection[str], witness_of: Mapping[str, str]) -> int:
    """Return how many devices some galleries are of."""
    return len({witness_of[name] for name in names})


def _traits_of(gallery: Gallery) -> _Traits:
    own = [photo for photo in gallery.photos if not is_edited(photo)]
    serials = Counter(photo.device.serial for photo in gallery.photos if photo.device.serial)
    numbers = [
        number
        for photo in gallery.photos
        if is_by_camera(photo.path) and (number := number_of(photo.path)) is not None
    ]
    return _Traits(
        model=model_key(gallery.device),
        serial=serials.most_common(1)[0][0] if serials else None,
        software=frozenset(photo.device.software for photo in own if photo.device.software),
        numbers=(min(numbers), max(numbers)) if len(numbers) >= _LEAST_NUMBERED else None,
        span_s=(gallery.photos[0].camera_time_s, gallery.photos[-1].camera_time_s),
    )


def _are_two(a: _Traits, b: _Traits) -> bool:
    """Tell whether two galleries of one model are clearly of two devices.

    Software and file numbers tell it only of photos taken in the same days: one device is updated,
    and its counter begins again, between two.
    """
    if a.serial and b.serial:
        return a.serial != b.serial
    if a.span_s[0] > b.span_s[1] or b.span_s[0] > a.span_s[1]:
        return False
    if a.software and b.software and not a.software & b.software:
        return True
    if a.numbers is None or b.numbers is None:
        return False
    return max(a.numbers[0], b.numbers[0]) - min(a.numbers[1], b.numbers[1]) > _COUNTER_GAP
