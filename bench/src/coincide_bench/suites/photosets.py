"""The sets of real photos: what each is for, what is known of its clocks, and how to load it.

The truth of every set is here and nowhere else. The sets themselves are not part of the
project; whatever is not at hand is left out, and said so.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from coincide.errors import EventError
from coincide.ingest import read_event
from coincide.model import Device, Photo
from coincide.model.times import DAY_S, HOUR_S, from_clock
from coincide_bench.event import TruthKind
from coincide_bench.suites.context import BenchContext

logger = logging.getLogger(__name__)

Galleries = Mapping[str, tuple[Photo, ...]]

NETWORK_S = 2.0  # phones set by the network agree with each other this well


@dataclass(frozen=True)
class CameraSet:
    """Several cameras at one event.

    ``offsets_s``: what to add to each camera's clock; the first is the anchor. A camera
    that is not named is left out: it has too few photos, or nothing is known of its clock.
    ``tolerance_s``: how exact that is. ``since_s``: earlier photos are left out.
    ``misplaced``: cameras whose GPS positions are not where their photos were taken.
    """

    folder: str
    offsets_s: tuple[tuple[str, float], ...]
    truth_kind: TruthKind
    tolerance_s: float
    since_s: float = -float("inf")
    misplaced: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The camera the others are expressed against."""
        return self.offsets_s[0][0]


@dataclass(frozen=True)
class SplitSet:
    """One camera's photos, to be dealt to pseudo-galleries.

    ``positions``: whether its GPS positions are real. ``report_only``: held out, so it is
    dealt only when results are to be reported.
    """

    name: str
    folder: str
    camera: str
    positions: bool = False
    report_only: bool = False


REAL: tuple[CameraSet, ...] = (
    # both verified by GPS time
    CameraSet("mongolia_2025", (("iphone16pro", 0.0), ("iphone15pro", 0.0)), "known", NETWORK_S),
    # by GPS time the Sony is on UTC+5:30 and the Lenovo on UTC+5:45: it reads 15 min 5 s later
    CameraSet("annapurna_2017", (("sony_hx60v", 0.0), ("lenovo_k6", -905.0)), "known", 5.0),
    # Pixel = D80 + 4191 d 1 h 26 min, by eye on four scenes
    CameraSet(
        "met_2017",
        (("pixel2", 0.0), ("nikon_d80", 4191 * DAY_S + HOUR_S + 26 * 60.0)),
        "known",
        120.0,
    ),
    # phones on network time, two of them confirmed by GPS time
    CameraSet(
        "gt_places_2016",
        (
            ("samsung_sm-g925i", 0.0),
            ("iphone6_a_ios9.3.5", 0.0),
            ("iphone6_b_ios9.3.4", 0.0),
            ("iphone6_c_ios9.3.1", 0.0),
            ("iphone6_d_photos1.2", 0.0),
            ("nexus_5x", 0.0),
        ),
        "known",
        NETWORK_S,
        misplaced=("nexus_5x",),  # it repeats one stale fix
    ),
    CameraSet(
        "photowalk_2024",
        (("iphone_11", 0.0), ("iphone_13", 0.0), ("iphone_14", 0.0), ("iphone_xr", 0.0)),
        "known",
        NETWORK_S,
    ),
)

INFERRED: tuple[CameraSet, ...] = (
    # parallel bursts: the Canon is 58.6 to 59.2 min ahead. Of the third phone nothing is known.
    CameraSet("nubes_2021", (("moto_g8plus", 0.0), ("canon_sx420", -3534.0)), "inferred", 18.0),
    # The Fuji seems left on UTC+1, the phone followed the zones: no one offset holds for all of
    # the 55 days. From 20 April on the phone was on UTC+2, and there most photos of both are.
    CameraSet(
        "europe_2019",
        (("iphone_6s", 0.0), ("fuji_x-t20", HOUR_S)),
        "inferred",
        60.0,
        since_s=from_clock(2019, 4, 20, 0, 0, 0),
    ),
    # the Galaxy is set by the network, so its offset should be 0; nothing confirms it
    CameraSet("mongolia_2025", (("iphone16pro", 0.0), ("galaxy_flip7", 0.0)), "inferred", 60.0),
)

SPLITS: tuple[SplitSet, ...] = (
    SplitSet("jiuzhaigou_2016", "jiuzhaigou_2016", "ipad_air"),
    SplitSet("newyork_2021", "newyork_2021", "nikon_d3200"),
    SplitSet("odm_seneca_2013", "odm_seneca_2013", "canon_powershot_elph_300_hs", positions=True),
    SplitSet("europe_2019", "europe_2019", "iphone_6s", positions=True),
    SplitSet("gt_places_2016-samsung", "gt_places_2016", "samsung_sm-g925i"),
    SplitSet("gt_places_2016-iphone6c", "gt_places_2016", "iphone6_c_ios9.3.1"),
    SplitSet("mongolia_2025", "mongolia_2025", "iphone16pro", positions=True, report_only=True),
)

# three stations that never see the same: no offset between them can be found. Station B has
# one more photo, of another camera.
STRANGERS_FOLDER = "camtrapr_2009"
STRANGERS: tuple[str, ...] = ("StationA", "StationB · G6.1 CUDDEBACK", "StationC")


def load_galleries(
    context: BenchContext, folder: str, cameras: Sequence[str], *, tags: bool = False
) -> Galleries | None:
    """Return the photos of some cameras of a set, by camera time; None where it is not at hand.

    Only what a bench event may be made of is handed on: whatever names the device or tells
    true time, which would give the answer away, is taken off here unless ``tags`` allows it.
    """
    path = None if context.datasets is None else context.datasets / folder
    if path is None or not path.is_dir():
        logger.warning("The photo set %s is not at hand and is left out.", folder)
        return None
    found = {gallery.name: gallery.photos for gallery in read_event([path]).galleries}
    missing = [name for name in cameras if name not in found]
    if missing:
        raise EventError(f"{path} has no photos of {', '.join(missing)}: is it the right set?")
    if tags:
        return {name: found[name] for name in cameras}
    return {name: tuple(_stripped(photo) for photo in found[name]) for name in cameras}


def load_cameras(
    context: BenchContext, wanted: CameraSet, *, tags: bool = False
) -> Galleries | None:
    """Return the photos of the cameras of a set whose offsets are known or inferred."""
    names = [name for name, _ in wanted.offsets_s]
    galleries = load_galleries(context, wanted.folder, names, tags=tags)
    if galleries is None:
        return None
    return {
        name: tuple(photo for photo in photos if photo.camera_time_s >= wanted.since_s)
        for name, photos in galleries.items()
    }


def load_split(context: BenchContext, wanted: SplitSet) -> tuple[Photo, ...] | None:
    """Return the photos of the one camera, positions only where they are real."""
    galleries = load_galleries(context, wanted.folder, [wanted.camera])
    if galleries is None:
        return None
    photos = galleries[wanted.camera]
    return photos if wanted.positions else tuple(replace(p, position=None) for p in photos)


def split_sets(context: BenchContext) -> tuple[SplitSet, ...]:
    """Return the sets that may be dealt: those held out only for a report."""
    return tuple(split_set for split_set in SPLITS if context.report or not split_set.report_only)


def _stripped(photo: Photo) -> Photo:
    return replace(photo, device=Device(), zone_s=None, gps_time_s=None, exact=None)
