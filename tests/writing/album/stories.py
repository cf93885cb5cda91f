"""Small events with everything inside that an album must not tell."""

import io
from pathlib import Path

import av
import numpy as np
from PIL import Image

from coincide.album import Album, Chapter, Group, PhotoMoment
from coincide.writing.album import ShownPhoto, Story
from tests.photo_files import exif_bytes, gps_tags

# none of these may be in an album that was not asked for it
SECRETS = (
    *("SN-8812345", "Okulon", "PicoModel", "Zephyrine", "IMG_secretname", "DSC_hidden"),
    *("Wohnzimmerstrasse", "owner-of-it", "a comment beside", "trailing film", "very-private"),
    *("xmpmeta", "Exif\0\0", "ICC_PROFILE", "+52.5200+013.4050", "x264 - core"),
)
_XMP = (
    b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><dc:creator>owner-of-it</dc:creator>"
    b"<Iptc4xmpCore:Location>Wohnzimmerstrasse</Iptc4xmpCore:Location></x:xmpmeta>"
)


def picture(seed: int, size: tuple[int, int] = (480, 320)) -> Image.Image:
    """Return a picture of its own that is not of one colour."""
    dots = np.random.default_rng(seed).integers(0, 255, (4, 6, 3), dtype=np.uint8)
    return Image.fromarray(dots).resize(size, Image.Resampling.BICUBIC)


def write_told(
    path: Path, seed: int, *, orientation: int = 1, size: tuple[int, int] = (480, 320)
) -> Path:
    """Write a JPEG that tells all there is to tell of its maker."""
    path.parent.mkdir(parents=True, exist_ok=True)
    exif = exif_bytes(
        make="Okulon",
        model="PicoModel",
        serial="SN-8812345",
        software="very-private",
        orientation=orientation,
        gps=gps_tags(),
    )
    data = io.BytesIO()
    picture(seed, size).save(data, "JPEG", quality=90, exif=exif, comment="a comment beside")
    jpeg = data.getvalue()
    # a thumbnail of its own and XMP, each in a segment; and what phones put behind the picture
    small = io.BytesIO()
    picture(seed + 1, (160, 120)).save(small, "JPEG", quality=40)
    beside = [_XMP, b"FPXR\0" + small.getvalue()]
    parts = [b"\xff\xe1" + (2 + len(one)).to_bytes(2, "big") + one for one in beside]
    path.write_bytes(jpeg[:2] + b"".join(parts) + jpeg[2:] + b"trailing film +52.5200+013.4050/")
    return path


def write_film_told(path: Path, *, codec: str = "libx264") -> Path:
    """Write a clip whose container and pictures tell of their maker."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w") as made:
        made.metadata.update(
            {"title": "very-private", "comment": "Zephyrine", "location": "+52.5200+013.4050/"}
        )
        stream = made.add_stream(codec, rate=10)
        stream.width, stream.height, stream.pix_fmt = 320, 240, "yuv420p"
        if codec == "mjpeg":
            stream.pix_fmt = "yuvj420p"
        stream.metadata["handler_name"] = "owner-of-it"
        for number in range(12):
            image = picture(number, (320, 240))
            for packet in stream.encode(av.VideoFrame.from_image(image)):
                made.mux(packet)
        for packet in stream.encode(None):
            made.mux(packet)
    return path


def story(folder: Path, *, film: bool = False) -> Story:
    """Return a story of two chapters: the second one's last photo is of an unknown time."""
    names = ["IMG_secretname_1.jpg", "IMG_secretname_2.jpg", "DSC_hidden.jpg", "b.jpg", "c.jpg"]
    files = [write_told(folder / "Zephyrine" / name, seed) for seed, name in enumerate(names)]
    start_s = 1_714_831_200.0
    shown = [
        ShownPhoto(path, f"{number:064x}", start_s + 3600.0 * (number // 3) + number, number % 2)
        for number, path in enumerate(files)
    ]
    if film:
        clip = write_film_told(folder / "Zephyrine" / "clip.mp4")
        shown.append(ShownPhoto(clip, "f" * 64, start_s + 3700.0, 1, 1.2))
    last = write_told(folder / "Zephyrine" / "nobody knows.jpg", 40)
    shown.append(ShownPhoto(last, "e" * 64, None, 0))
    rest = tuple(range(3, len(shown) - 1))
    chapters = (
        Chapter((PhotoMoment((0, 1), 1), PhotoMoment((2,), 2)), "Church <&>", 2),
        Chapter((PhotoMoment(rest, 3),), "Dinner: 19:30/late", 3),
    )
    album = Album(chapters, (Group((0, 1), 1, "same"),))
    return Story("A day & a night", ("Zephyrine", "Zephyrine's aunt"), tuple(shown), album)


def files_in(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder; of one file, itself."""
    if folder.is_file():
        return {folder.name: folder.read_bytes()}
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
