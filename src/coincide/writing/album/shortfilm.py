"""A minute's film of a summary: everybody's pictures and clips, cut by time, with one sound."""

import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from coincide.errors import UsageError
from coincide.media.pictures import DECODE_ERRORS
from coincide.media.pictures.video import NEEDS_AV, has_av
from coincide.media.video.streams import read_streams
from coincide.model.progress import StageProgress
from coincide.storage.outputs import write_output_file
from coincide.writing.album.model import Shown, Story, Wishes, in_order
from coincide.writing.album.pictures import upright
from coincide.writing.album.reel import RATE, SIZE_PX, Source, reel_of
from coincide.writing.album.site import Written
from coincide.writing.clips.grid import film_of, upright_px

# a still is one frame, as fine as the film itself
_CODED = {"crf": "16", "preset": "veryfast"}


def write_film_of(story: Story, out: Path, wishes: Wishes, progress: StageProgress) -> Written:
    """Write a film of a story as an MP4; raise UsageError where that cannot be made."""
    if not has_av():
        raise UsageError(f"A film {NEEDS_AV}")
    story = in_order(story)
    with tempfile.TemporaryDirectory(prefix="coincide-") as scratch:
        sources: dict[int, Source] = {}
        for row, one in enumerate(story.shown):
            source = _source(one, Path(scratch) / f"{row}.mp4")
            if source is not None:
                sources[row] = source
            progress("pictures", row + 1, len(story.shown))
        film = reel_of(story, sources, wishes)
        if not film.scenes:
            raise UsageError("There is nothing to show in a film: nothing has a time.")
        try:
            write_output_file(out, lambda part: film_of(film, part))
        except ValueError as error:
            raise UsageError(f"{out} cannot be made: {error}.") from error
    return Written(out, len(sources), len(story.shown) - len(sources))


def _source(one: Shown, still: Path) -> Source | None:
    """Return what a film shows of a photo or clip; None where that cannot be opened."""
    try:
        if one.length_s is not None:
            streams = read_streams(one.file)
            return Source(one.file, upright_px(one.file), streams.duration_s, streams.n_channels)
        image = upright(one.file, max(SIZE_PX))
        _write_still(image, still)
    except DECODE_ERRORS:
        return None
    return Source(still, image.size)


def _write_still(image: Image.Image, path: Path) -> None:
    """Write a picture as a film of one frame."""
    import av

    width, height = (side // 2 * 2 for side in image.size)
    with av.open(str(path), "w", format="mp4") as made:
        stream: Any = made.add_stream("libx264", rate=Fraction(RATE), options=_CODED)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        pixels = np.asarray(image.crop((0, 0, width, height)), dtype=np.uint8)
        frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
        made.mux(stream.encode(frame))
        made.mux(stream.encode(None))
