"""From a summary to the scenes of a minute's film: pictures, clips, instants side by side.

A still picture is a clip of one frame, so that what makes the film of all angles makes this film.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from coincide.writing.album.model import ShownPhoto, Story, Wishes, in_order
from coincide.writing.album.pictures import upright
from coincide.writing.album.site import WrittenAlbum
from coincide.writing.album.storyboard import Beat, beats_of
from coincide.writing.clips.grid import (
    AudioSpan,
    Cell,
    Grid,
    GridFilm,
    Scene,
    film_of,
    grid_cells,
    upright_px,
)
from coincide.writing.clips.model import PlacedClip

SIZE_PX, RATE = (1280, 720), Fraction(25)
# how long all of it is
LENGTH_S = Fraction(60)
# what is shown of a clip at most, and from where on: the first moments are mostly the ground
MOST_CLIP_S, RUN_UP_S = Fraction(5), Fraction(1)
# so long a picture is seen at least and at most
_LEAST_S, _MOST_S = Fraction(3, 2), Fraction(4)


@dataclass(frozen=True, slots=True)
class ReelSource:
    """What is shown of a row: a clip with its sound, or a still, which has no length."""

    path: Path
    size_px: tuple[int, int]
    length_s: Fraction | None = None
    n_channels: int = 0


def reel_of(story: Story, sources: Mapping[int, ReelSource], wishes: Wishes) -> GridFilm:
    """Return the film of all rows that have a source, by time, as long as that takes."""
    shown = [
        replace(beat, rows=rows)
        for chapter in story.album.chapters
        for beat in beats_of(story, chapter)
        if (rows := tuple(row for row in beat.rows if row in sources))
    ]
    scenes: list[Scene] = []
    at_s, heard = Fraction(0), None
    for beat, length_s in zip(shown, _lengths_s(shown, sources), strict=True):
        n_frames = max(round(length_s * RATE), 1)
        scene = _scene(story, beat, sources, wishes, at_s, n_frames)
        scene, heard = _with_sound(scene, n_frames / RATE, heard)
        scenes.append(scene)
        at_s += n_frames / RATE
    return GridFilm(tuple(scenes), RATE, SIZE_PX)


def _lengths_s(beats: Sequence[Beat], sources: Mapping[int, ReelSource]) -> Iterator[Fraction]:
    """Yield how long each is shown: clips as they are wanted, stills share what is left."""
    clips_s = [_clip_s(beat, sources) for beat in beats]
    n_stills = sum(fraction == 0 for fraction in clips_s)
    still_s = (LENGTH_S - sum(clips_s)) / max(n_stills, 1)
    still_s = min(max(still_s, _LEAST_S), _MOST_S)
    return (fraction or still_s for fraction in clips_s)


def _clip_s(beat: Beat, sources: Mapping[int, ReelSource]) -> Fraction:
    """Return how long a beat's clips are shown; 0 where it has none."""
    lengths = [one for row in beat.rows if (one := sources[row].length_s) is not None]
    return min(max(lengths), MOST_CLIP_S) if lengths else Fraction(0)


def _scene(
    story: Story,
    beat: Beat,
    sources: Mapping[int, ReelSource],
    wishes: Wishes,
    at_s: Fraction,
    n_frames: int,
) -> Scene:
    starts_s = _starts_s(story, beat, sources)
    places = grid_cells([sources[row].size_px for row in beat.rows], SIZE_PX)
    cells = tuple(
        Cell(
            story.people[story.shown[row].person] if wishes.who else "",
            *place,
            (_placed(sources[row], at_s + starts_s[row], at_s + n_frames / RATE),),
            camera,
        )
        for camera, (row, place) in enumerate(zip(beat.rows, places, strict=True))
    )
    return Scene(at_s, (Grid(n_frames, cells),), ())


def _starts_s(story: Story, beat: Beat, sources: Mapping[int, ReelSource]) -> dict[int, Fraction]:
    """Return when the clips of a beat begin, from its scene on: mostly before it.

    Clips in step stay so, from where the last of them has begun.
    """
    angles = {
        row: Fraction(round(1000 * start_s), 1000)
        for angle in story.album.angles
        for row, start_s in zip(angle.rows, angle.starts_s, strict=True)
    }
    clips = [row for row in beat.rows if sources[row].length_s is not None]
    begun_s = {row: angles.get(row, Fraction(0)) for row in clips}
    from_s = max(begun_s.values(), default=Fraction(0))
    spare_s = [begun_s[row] + (sources[row].length_s or 0) - from_s for row in clips]
    run_up_s = max(min(RUN_UP_S, min(spare_s, default=RUN_UP_S) - MOST_CLIP_S), Fraction(0))
    return {row: begun_s.get(row, from_s + run_up_s) - from_s - run_up_s for row in beat.rows}


def _placed(source: ReelSource, start_s: Fraction, end_s: Fraction) -> PlacedClip:
    length_s = end_s - start_s
    if source.length_s is not None:
        length_s = min(source.length_s, length_s)
    return PlacedClip(
        source.path, start_s, length_s, RATE, source.size_px, n_channels=source.n_channels
    )


def _with_sound(
    scene: Scene, length_s: Fraction, before: PlacedClip | None
) -> tuple[Scene, PlacedClip | None]:
    """Return a scene with what is heard, and the clip that is heard at its end.

    That is its first clip that has sound; without one, the sound of the clip before goes on.
    """
    own = [cell.clips[0] for cell in scene.grids[0].cells if cell.clips[0].n_channels]
    clip = own[0] if own else before
    if clip is None:
        return replace(scene, heard=(length_s,)), None
    from_s = scene.start_s - clip.start_s
    heard = AudioSpan(clip, from_s, length_s)
    return replace(scene, heard=(heard,)), clip


# a still is one frame, as fine as the film itself
_CODED = {"crf": "16", "preset": "veryfast"}


def write_film_of(story: Story, out: Path, wishes: Wishes, progress: StageProgress) -> WrittenAlbum:
    """Write a film of a story as an MP4; raise UsageError where that cannot be made."""
    if not has_av():
        raise UsageError(f"A film {NEEDS_AV}")
    story = in_order(story)
    with tempfile.TemporaryDirectory(prefix="coincide-") as scratch:
        sources: dict[int, ReelSource] = {}
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
    return WrittenAlbum(out, len(sources), len(story.shown) - len(sources))


def _source(one: ShownPhoto, still: Path) -> ReelSource | None:
    """Return what a film shows of a photo or clip; None where that cannot be opened."""
    try:
        if one.length_s is not None:
            streams = read_streams(one.file)
            return ReelSource(
                one.file, upright_px(one.file), streams.duration_s, streams.n_channels
            )
        image = upright(one.file, max(SIZE_PX))
        _write_still(image, still)
    except DECODE_ERRORS:
        return None
    return ReelSource(still, image.size)


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
