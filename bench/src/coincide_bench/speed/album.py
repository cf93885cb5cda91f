"""How fast is an album built, against bare resizing of the same photos in the same run."""

from dataclasses import asdict, dataclass
from pathlib import Path

from PIL import Image

from coincide.album import Album, Chapter, PhotoMoment
from coincide.engine import LocalEngine
from coincide.writing.album import ShownPhoto, Story, Wishes, write_story
from coincide.writing.album.pictures import METHOD, QUALITIES, SIZES_PX
from coincide_bench.speed.material import write_photos
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell, by_turns, measured

N_PHOTOS = 200
# both ways take turns, so that what else the machine does slows both alike
TURNS = 5


@dataclass(frozen=True)
class AlbumSpeed:
    """Photos per second: a whole album, and pictures of the same sizes alone."""

    n_photos: int
    album: float
    bare: float

    @property
    def ratio(self) -> float:
        """The album's speed as a share of bare resizing's."""
        return self.album / self.bare


def run(settings: SpeedSettings, tell: Tell) -> Measured:
    """Measure how fast an album is built, beside bare resizing of the same photos."""
    found = measure_album(settings.folder, settings.photos or N_PHOTOS, tell=tell)
    rows = {
        "album, photos/s": f"{found.album:.1f}",
        "bare resizing": f"{found.bare:.1f}",
        "ratio": f"{found.ratio:.2f}",
    }
    return measured(f"An album of {found.n_photos} photos of 12 MP", rows, asdict(found))


def measure_album(folder: Path, n_photos: int, *, tell: Tell) -> AlbumSpeed:
    """Write distinct 12 MP photos and make pictures of them both ways, taking turns."""
    photos = [photo.file for photo in write_photos(folder / "photos", n_photos, tell=tell)]
    ways = [
        lambda turn: _album(photos[turn::TURNS], folder / f"album{turn}"),
        lambda turn: _bare(photos[turn::TURNS], folder / f"bare{turn}"),
    ]
    album_s, bare_s = (sum(taken_s) for taken_s in by_turns(ways, TURNS))
    return AlbumSpeed(n_photos, n_photos / album_s, n_photos / bare_s)


def _album(photos: list[Path], folder: Path) -> None:
    shown = tuple(
        ShownPhoto(path, f"{number:064x}", 60.0 * number, 0) for number, path in enumerate(photos)
    )
    chapter = Chapter((PhotoMoment(tuple(range(len(shown))), 0),), "All", 0)
    story = Story("Speed", ("",), shown, Album((chapter,)))
    write_story(story, folder, "site", Wishes(), lambda _stage, _done, _total: None)


def _bare(photos: list[Path], folder: Path) -> None:
    """Resize as anybody would in a few lines, with as many threads as an album is built with."""
    folder.mkdir(parents=True)
    with LocalEngine() as engine:
        for _ in engine.map(_resize, folder, photos):
            pass


def _resize(folder: Path, path: Path) -> None:
    with Image.open(path) as image:
        image.draft("RGB", (SIZES_PX[-1], SIZES_PX[-1] * image.height // image.width))
        for size, quality in zip(reversed(SIZES_PX), reversed(QUALITIES), strict=True):
            image.thumbnail((size, size), Image.Resampling.BICUBIC, reducing_gap=2.0)
            target = folder / f"{path.stem}-{size}.webp"
            image.save(target, quality=quality, method=METHOD)
