"""What a demo event is asked to be."""

from dataclasses import dataclass

from coincide.errors import UsageError

MIN_GALLERIES, MAX_GALLERIES = 2, 40
MIN_PHOTOS_PER_GALLERY = 3
# one party has only so many seconds: beyond this, runs of photos would grow into one another
MAX_PHOTOS_PER_GALLERY = 250
# below this, faces have no eyes any more
MIN_SCALE = 0.25
# of who only wants an event to try things on: a third of the work
QUICK_SCALE = 0.5


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """The size of a demo event, its seed, and how hard it is to bring together."""

    n_galleries: int = 8  # people who take photos
    n_photos: int = 200  # of all galleries together
    seed: int = 1  # another seed, another event
    # share of photos taken at the day's moments; the rest is seen by nobody else
    moment_share: float = 0.86
    # chance that a photographer who is there photographs a moment
    attendance: float = 0.65
    # how much of a moment's minutes is photographed; 0: all at its height, 1: all along
    time_spread: float = 0.5
    # how far the views of one moment lie apart; 0: all from one spot, 1: as guests do, 2: twice
    view_spread: float = 1.0
    # how much cameras differ in colour, contrast, noise; 0: all alike, 1: as real ones do
    camera_spread: float = 1.0
    # galleries, of those made with phones, that write their position
    n_gps: int = 2
    n_phones: int | None = None  # galleries made with phones; None: about half of them
    raw: bool = False  # cameras write a RAW beside each JPEG
    # videos with sound by phones; None: a few, as far as phones have time
    n_films: int | None = 0
    n_forwarded: int = 0  # copies from a messenger, in a folder of their own
    # pixels of a side, as a share of what the cameras' own would be: fewer are drawn sooner
    scale: float = 1.0


def check_options(options: DemoOptions) -> None:
    """Raise UsageError for options no event can be made of."""
    n_galleries, n_photos = options.n_galleries, options.n_photos
    if not MIN_GALLERIES <= n_galleries <= MAX_GALLERIES:
        raise UsageError(
            f"a demo event has {MIN_GALLERIES} to {MAX_GALLERIES} galleries, not {n_galleries}: "
            "ask for another number of galleries"
        )
    least, most = n_galleries * MIN_PHOTOS_PER_GALLERY, n_galleries * MAX_PHOTOS_PER_GALLERY
    if not least <= n_photos <= most:
        raise UsageError(
            f"{n_galleries} galleries share {least} to {most} photos, not {n_photos}: "
            "ask for another number of photos or galleries"
        )
    if options.seed < 0:
        raise UsageError(f"the seed is {options.seed}: give 0 or more")
    limits = {
        "moment_share": 1.0,
        "attendance": 1.0,
        "time_spread": 1.0,
        "view_spread": 2.0,
        "camera_spread": 2.0,
    }
    for name, highest in limits.items():
        value = getattr(options, name)
        if not 0.0 <= value <= highest:
            raise UsageError(f"{name} is {value}: give a number from 0 to {highest:g}")
    if not MIN_SCALE <= options.scale <= 1.0:
        raise UsageError(f"scale is {options.scale}: give a number from {MIN_SCALE} to 1")
    _check_counts(options)


def _check_counts(options: DemoOptions) -> None:
    for name in ("n_gps", "n_films", "n_forwarded"):
        if (getattr(options, name) or 0) < 0:
            raise UsageError(f"{name} is {getattr(options, name)}: give 0 or more")
    if options.n_phones is not None and not 0 <= options.n_phones <= options.n_galleries:
        raise UsageError(
            f"of {options.n_galleries} galleries {options.n_phones} cannot be made with phones:"
            f" give a number from 0 to {options.n_galleries}"
        )
