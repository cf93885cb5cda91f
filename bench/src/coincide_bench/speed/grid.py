"""How fast the film of all angles is made, beside FFmpeg doing nothing but that."""

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from coincide.media.video.streams import read_streams
from coincide.writing.clips import Arrangement, ClipTrack, PlacedClip
from coincide.writing.clips.grid import film_of, grid_film
from coincide_bench.figures.tables import Table
from coincide_bench.speed.material import RATE, write_clip
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell, by_turns

LENGTH_S, N_RUNS = 20.0, 3
# when each camera begins
STARTS_S = (Fraction(0), Fraction(7, 10), Fraction(13, 10), Fraction(21, 10))
_CODED = {"crf": "20", "preset": "veryfast"}


@dataclass(frozen=True)
class GridSpeed:
    """Seconds that the film took, ours and bare, run by run, and how it was made bare."""

    n_frames: int
    ours_s: tuple[float, ...]
    bare_s: tuple[float, ...]
    bare: str

    @property
    def ratio(self) -> float:
        """Our speed as a share of bare FFmpeg's, the best run of each."""
        return min(self.bare_s) / min(self.ours_s)


def run(settings: SpeedSettings, tell: Tell) -> Measured:
    """Make a film of four angles by coincide clips and by bare FFmpeg, in turn.

    FFmpeg is its command where there is one, else one filter graph of its libraries: the same
    decoding, scaling and coding, without names.
    """
    length_s, n_runs = settings.length_s or LENGTH_S, settings.number or N_RUNS
    found = measure_grid(settings.folder, length_s, n_runs, tell)
    figures = {"suite": "grid", **asdict(found), "ratio": found.ratio}
    return Measured(figures, (grid_table(found),))


def measure_grid(folder: Path, length_s: float, n_runs: int, tell: Tell) -> GridSpeed:
    """Make the same film of four cameras by turns both ways, a few times."""
    clips = [
        write_clip(folder / f"{nth}.mp4", nth, length_s, coder="libx264", preset="ultrafast")
        for nth in range(len(STARTS_S))
    ]
    film = grid_film(_arranged(clips))
    make_bare = _by_command if shutil.which("ffmpeg") else _by_libraries
    read_streams(clips[0])  # the worker is there

    def ours(number: int) -> None:
        film_of(film, folder / "ours.mp4")
        tell(number + 1, n_runs)

    bare_s, ours_s = by_turns([lambda _: make_bare(clips, folder / "bare.mp4"), ours], n_runs)
    how = "ffmpeg" if make_bare is _by_command else "FFmpeg's libraries in one filter graph"
    return GridSpeed(film.n_frames, tuple(ours_s), tuple(bare_s), how)


def grid_table(found: GridSpeed) -> Table:
    """Return how long both took."""
    rows = tuple(
        (name, *(f"{run:.1f}" for run in runs), f"{found.n_frames / min(runs):.0f}")
        for name, runs in ((found.bare, found.bare_s), ("coincide clips", found.ours_s))
    )
    header = ("made by", *(f"run {n + 1}, s" for n in range(len(found.ours_s))), "frames a second")
    caption = f"{found.ratio:.2f} of bare FFmpeg's speed, by the best run of each."
    return Table("A film of four angles, 1080p", header, rows, caption)


def _arranged(clips: Sequence[Path]) -> Arrangement:
    tracks = []
    for nth, (path, start_s) in enumerate(zip(clips, STARTS_S, strict=True)):
        told = read_streams(path)
        placed = PlacedClip(path, start_s, told.duration_s, told.rate, told.size_px, 48_000, 1)
        tracks.append(ClipTrack(f"camera {nth}", (placed,)))
    return Arrangement("bench", Fraction(0), tuple(tracks))


def _by_command(clips: Sequence[Path], target: Path) -> None:
    """Make the film by the command, without names."""
    padded = [
        f"[{nth}:v]scale=960:540,tpad=start_duration={float(start_s)}[v{nth}]"
        for nth, start_s in enumerate(STARTS_S)
    ]
    cells = "".join(f"[v{nth}]" for nth in range(len(clips)))
    graph = ";".join([*padded, f"{cells}xstack=inputs=4:layout=0_0|w0_0|0_h0|w0_h0[v]"])
    inputs = [part for clip in clips for part in ("-i", str(clip))]
    coded = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-c:a", "aac"]
    command = ["ffmpeg", "-y", "-v", "error", *inputs, "-filter_complex", graph]
    command += ["-map", "[v]", "-map", "0:a", "-pix_fmt", "yuv420p", *coded, str(target)]
    subprocess.run(command, check=True)


def _by_libraries(clips: Sequence[Path], target: Path) -> None:
    """Make the film by one graph of FFmpeg's own filters, from files to frames."""
    import av
    from av.filter import Graph

    graph = Graph()
    stack = graph.add("xstack", "inputs=4:layout=0_0|w0_0|0_h0|w0_h0")
    for nth, (clip, start_s) in enumerate(zip(clips, STARTS_S, strict=True)):
        found = graph.add("movie", str(clip))
        scaled = graph.add("scale", "960:540")
        padded = graph.add("tpad", f"start_duration={float(start_s)}")
        found.link_to(scaled)
        scaled.link_to(padded)
        padded.link_to(stack, 0, nth)
    sink = graph.add("buffersink")
    stack.link_to(sink)
    graph.configure()
    with av.open(str(target), "w") as container, av.open(str(clips[0])) as first:
        picture: Any = container.add_stream("libx264", rate=RATE, options=_CODED)
        picture.width, picture.height, picture.pix_fmt = 1920, 1080, "yuv420p"
        heard: Any = container.add_stream("aac", rate=48_000, layout="mono")
        number = 0
        while True:
            try:
                frame: Any = sink.pull()
            except (EOFError, BlockingIOError):
                break
            frame.pts, frame.time_base, frame.pict_type = number, Fraction(1, RATE), 0
            container.mux(picture.encode(frame))
            number += 1
        container.mux(picture.encode(None))
        for samples in first.decode(audio=0):
            container.mux(heard.encode(samples))
        container.mux(heard.encode(None))
