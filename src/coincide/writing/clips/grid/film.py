"""Make the film: decode all clips side by side, lay them on one picture, code it once."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from coincide.media.isolated import isolated, need_memory, progress
from coincide.media.pictures.video import NEEDS_AV, open_video
from coincide.writing.clips.grid.scenes import Cell, GridFilm, Scene
from coincide.writing.clips.grid.sound import SOUND_RATE, sound_of
from coincide.writing.clips.model import PlacedClip

if TYPE_CHECKING:
    from av import VideoFrame
    from av.container import OutputContainer
from functools import cache

from PIL import Image, ImageDraw, ImageFont

Plane = NDArray[np.uint8]
# brightness and colours of black
_BLACK = (16, 128, 128)
_CODED = {"crf": "20", "preset": "veryfast"}
_OPTIONS = {"movflags": "+faststart", "fflags": "+bitexact"}
# frames after which it is told how far the film is
_TELL_EVERY = 25
# bytes that decoder and coder hold for each pixel of a frame: some frames that others refer to
_DECODER_BYTES, _CODER_BYTES = 18, 60


@isolated
def film_of(film: GridFilm, target: Path, told: Path | None = None) -> None:
    """Write a film as an MP4; raise ValueError if it cannot be made.

    What cannot be decoded of a clip stays black. ``told``: a file that has, as it goes on, how many
    frames are made.
    """
    try:
        import av
    except ImportError as error:
        raise ValueError(NEEDS_AV) from error
    _ask_for_memory(film)
    try:
        with av.open(str(target), "w", format="mp4", options=_OPTIONS) as made:
            _write(film, made, told)
    except av.FFmpegError as error:
        raise ValueError(f"the film cannot be made ({error})") from error


@isolated
def upright_px(path: Path) -> tuple[int, int]:
    """Return how wide and high a clip is as it is shown; raise ValueError where nobody can tell."""
    for shown in _shown(path):
        width, height = round(shown.frame.width * shown.shape), shown.frame.height
        return (height, width) if round(shown.frame.rotation / 90) % 2 else (width, height)
    raise ValueError("it has no picture")


def _ask_for_memory(film: GridFilm) -> None:
    width, height = film.size_px
    decoded = (sum(map(_most_px, _cameras(scene).values())) for scene in film.scenes)
    need_memory(_CODER_BYTES * width * height + _DECODER_BYTES * max(decoded))


def _cameras(scene: Scene) -> dict[int, tuple[PlacedClip, ...]]:
    return {cell.camera: cell.clips for grid in scene.grids for cell in grid.cells}


def _most_px(clips: Sequence[PlacedClip]) -> int:
    return max(clip.size_px[0] * clip.size_px[1] for clip in clips)


def _write(film: GridFilm, made: "OutputContainer", told: Path | None) -> None:
    import av

    picture: Any = made.add_stream("libx264", rate=film.rate, options=_CODED)
    picture.width, picture.height = film.size_px
    picture.pix_fmt = "yuv420p"
    picture.codec_context.time_base = 1 / film.rate
    sound: Any = made.add_stream("aac", rate=SOUND_RATE, layout="stereo")
    heard, n_samples = sound_of(film), 0
    for number, frame in enumerate(_one_ahead(_frames(film))):
        progress()
        if told is not None and number % _TELL_EVERY == 0:
            told.write_text(str(number))
        made.mux(picture.encode(frame))
        until = round((number + 1) * SOUND_RATE / film.rate)
        samples = av.AudioFrame.from_ndarray(
            np.ascontiguousarray(heard.read(until - n_samples).T), format="fltp", layout="stereo"
        )
        samples.sample_rate, samples.time_base = SOUND_RATE, Fraction(1, SOUND_RATE)
        samples.pts, n_samples = n_samples, until
        made.mux(sound.encode(samples))
    made.mux(picture.encode(None))
    made.mux(sound.encode(None))


def _one_ahead(frames: Iterator["VideoFrame"]) -> Iterator["VideoFrame"]:
    """Yield frames, drawing the next one while one is coded."""
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(next, frames, None)
        while (frame := coming.result()) is not None:
            coming = pool.submit(next, frames, None)
            yield frame


def _frames(film: GridFilm) -> Iterator["VideoFrame"]:
    for number, planes in enumerate(_pictures(film)):
        yield _frame(planes, film.size_px, number)


def _frame(planes: list[Plane], size_px: tuple[int, int], number: int) -> "VideoFrame":
    import av

    frame = av.VideoFrame(*size_px, "yuv420p")
    for plane, pixels in zip(frame.planes, planes, strict=True):
        rows = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)  # type: ignore[call-overload]
        rows[: pixels.shape[0], : pixels.shape[1]] = pixels
    frame.pts = number
    return frame


def _pictures(film: GridFilm) -> Iterator[list[Plane]]:
    """Yield the picture of each frame as its three planes; the same arrays each time."""
    width, height = film.size_px
    for scene in film.scenes:
        players = {camera: _Player(clips) for camera, clips in _cameras(scene).items()}
        ends = list(accumulate((grid.n_frames for grid in scene.grids), initial=0))
        for grid, (first, last) in zip(scene.grids, pairwise(ends), strict=True):
            planes = [
                np.full((height // by, width // by), value, np.uint8)
                for by, value in zip((1, 2, 2), _BLACK, strict=True)
            ]
            letters_px = max(round(_SHARE * min(film.size_px)), _LEAST_PX)
            views = [_View(cell, planes, players[cell.camera], letters_px) for cell in grid.cells]
            with ThreadPoolExecutor(len(views)) as pool:
                for number in range(first, last):
                    at_s = scene.start_s + number / film.rate
                    # each draws into its own part; decoders and scalers let the others run
                    for _ in pool.map(partial(_show, at_s, 1 / film.rate), views):
                        pass
                    yield planes


def _show(at_s: Fraction, frame_s: Fraction, view: "_View") -> None:
    view.show(at_s, frame_s)


class _Player:
    """The clips of a camera, decoded once, whatever cells it is shown in."""

    def __init__(self, clips: Sequence[PlacedClip]) -> None:
        self.waiting = list(clips)
        self.clip: PlacedClip | None = None
        self.frames: Iterator[_Shown] = iter(())
        self.following: _Shown | None = None
        self.shown: _Shown | None = None

    def go_to(self, at_s: Fraction, frame_s: Fraction) -> None:
        """Have the frame shown that is nearest to a time, of what is filmed then; else none."""
        if self.clip is not None and at_s >= self.clip.end_s - frame_s / 2:
            self.clip, self.following, self.shown = None, None, None
        while self.waiting and at_s >= self.waiting[0].start_s - frame_s / 2:
            self.clip = self.waiting.pop(0)
            self.frames = _shown(self.clip.path)
            self.following = next(self.frames, None)
        while (
            self.clip is not None
            and self.following is not None
            and self.following.at_s <= at_s - self.clip.start_s + frame_s / 2
        ):
            self.shown, self.following = self.following, next(self.frames, None)


class _View:
    """A cell of the picture: shows whatever its camera filmed at a time."""

    def __init__(self, cell: Cell, planes: list[Plane], player: _Player, letters_px: int) -> None:
        self.cell, self.player = cell, player
        self.target = [
            plane[
                cell.top // by : (cell.top + cell.height) // by,
                cell.left // by : (cell.left + cell.width) // by,
            ]
            for plane, by in zip(planes, (1, 2, 2), strict=True)
        ]
        self.plate = name_plate(cell.name, cell.width, cell.height, letters_px)
        self.drawn: _Shown | None = None
        self._clear()

    def show(self, at_s: Fraction, frame_s: Fraction) -> None:
        """Show the frame that is nearest to a time, of what is filmed then."""
        self.player.go_to(at_s, frame_s)
        shown = self.player.shown
        if shown is self.drawn:
            return
        # the clip before may have had another shape
        if shown is None or (
            self.drawn is not None and shown.frame.width != self.drawn.frame.width
        ):
            self._clear()
        if shown is not None:
            self._draw(shown)
        self.drawn = shown

    def _clear(self) -> None:
        for target, value in zip(self.target, _BLACK, strict=True):
            target[:] = value
        self._name()

    def _draw(self, shown: "_Shown") -> None:
        planes = shown.fitted(self.cell.width, self.cell.height)
        top, left = (
            (whole - part) // 4 * 2
            for whole, part in zip(self.target[0].shape, planes[0].shape, strict=True)
        )
        for target, pixels, by in zip(self.target, planes, (1, 2, 2), strict=True):
            height, width = pixels.shape
            target[top // by : top // by + height, left // by : left // by + width] = pixels
        self._name()

    def _name(self) -> None:
        height, width = self.plate.shape
        self.target[0][-height:, :width] = self.plate
        for target in self.target[1:]:
            target[-height // 2 :, : width // 2] = _BLACK[1]


@dataclass(frozen=True, slots=True)
class _Shown:
    """A frame of a clip, and when it is shown, counted from the beginning of its file."""

    at_s: Fraction
    frame: "VideoFrame"
    shape: Fraction  # of a pixel: its width by its height

    def fitted(self, width: int, height: int) -> list[Plane]:
        """Return it upright, as large as fits, as planes of brightness and colours."""
        frame = self.frame
        turns = round(frame.rotation / 90) % 4
        most = (height, width) if turns % 2 else (width, height)
        shown_width = frame.width * self.shape
        scale = min(most[0] / shown_width, Fraction(most[1], frame.height))
        size = [max(int(side * scale) // 2 * 2, 2) for side in (shown_width, frame.height)]
        small = frame.reformat(size[0], size[1], "yuv420p")
        planes = []
        for plane, by in zip(small.planes, (1, 2, 2), strict=True):
            rows = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)  # type: ignore[call-overload]
            planes.append(np.rot90(rows[: size[1] // by, : size[0] // by], turns))
        return planes


def _shown(path: Path) -> Iterator[_Shown]:
    """Yield the frames of a clip; what is damaged ends it."""
    try:
        with open_video(path) as container:
            stream = container.streams.video[0]
            stream.thread_type = "AUTO"
            begins_s = Fraction(container.start_time or 0, 1_000_000)
            shape = Fraction(stream.sample_aspect_ratio or 1)
            for frame in container.decode(stream):
                if frame.pts is not None and frame.time_base is not None:
                    yield _Shown(
                        frame.pts * frame.time_base - begins_s, frame, shape or Fraction(1)
                    )
    except ValueError:
        return


Luma = NDArray[np.uint8]
# of the film's shorter side, in every grid, and never smaller than can be read
_SHARE, _LEAST_PX = 0.03, 14
# what knows more letters than Pillow's own, where it is installed
_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial.ttf", "Helvetica.ttc")
# studio range: black and white of a film
_PLATE_BLACK, _PLATE_WHITE = 16, 235


@cache
def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for name in _FONTS:
        try:
            return ImageFont.truetype(name, size_px)
        except OSError:
            continue
    return ImageFont.load_default(size_px)


def name_plate(name: str, width: int, height: int, letters_px: int) -> Luma:
    """Return a name in white on black as brightness, even to either side, no wider than its cell.

    A name that does not fit ends in dots.
    """
    font, pad = _font(letters_px), letters_px // 3
    text = name
    while len(text) > 1 and font.getlength(text) + 2 * pad > width:
        text = text.removesuffix("…")[:-1] + "…"
    shown_width = min(int(font.getlength(text)) + 2 * pad, width) // 2 * 2
    shown_height = min(letters_px + 2 * pad, height) // 2 * 2
    plate = Image.new("L", (max(shown_width, 2), max(shown_height, 2)), _PLATE_BLACK)
    ImageDraw.Draw(plate).text((pad, pad // 2), text, fill=_PLATE_WHITE, font=font)
    return np.asarray(plate)
