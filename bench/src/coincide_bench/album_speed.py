"""How fast is an album built, against bare resizing of the same photos in the same run."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from coincide.album import Album, Chapter, PhotoMoment
from coincide.engine import LocalEngine
from coincide.writing.album import ShownPhoto, Story, Wishes, write_story
from coincide.writing.album.pictures import METHOD, QUALITIES, SIZES_PX
from coincide_bench.embed_speed import write_large_photos

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


def measure_album(folder: Path, n_photos: int, *, tell: Callable[[int, int], None]) -> AlbumSpeed:
    """Write distinct 12 MP photos and make pictures of them both ways, taking turns."""
    photos = [photo.file for photo in write_large_photos(folder / "photos", n_photos, tell=tell)]
    album_s = bare_s = 0.0
    for turn in range(TURNS):
        some = photos[turn::TURNS]
        ways = [(_bare, False), (_album, True)]
        for way, is_album in ways if turn % 2 else reversed(ways):
            start_s = time.perf_counter()
            way(some, folder / f"{way.__name__}{turn}")
            took_s = time.perf_counter() - start_s
            album_s, bare_s = (album_s + took_s, bare_s) if is_album else (album_s, bare_s + took_s)
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
