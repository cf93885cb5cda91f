"""``coincide clips``: everybody's videos on one timeline, for an editing program."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from coincide.app.cli.options import EventsOnDisk, ProjectOption, SyncFirst
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console, counted, print_prose, print_skipped, shown
from coincide.errors import UsageError
from coincide.writing.choices import Editor

# what a film is called
FILM = ".mp4"

if TYPE_CHECKING:
    from coincide.model.places import Place
    from coincide.writing.clips import Arrangement, LeftOut


def clips(
    sources: EventsOnDisk,
    to: Annotated[
        Editor | None,
        typer.Option(
            "--to",
            help="The format of the project file: otio, the default, for DaVinci Resolve and"
            " others; fcpxml for Final Cut Pro and Resolve; edl for nearly every program,"
            " with one file per camera; mlt for Shotcut, Kdenlive and melt.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="The file to write; for EDL, the camera's name is added to the file name. A name"
            " that ends in .mp4 makes a film of all angles. Default: the event's name, in the"
            " current folder.",
            show_default=False,
        ),
    ] = None,
    unsure: Annotated[
        bool,
        typer.Option(
            "--unsure",
            help="Also include clips that are placed but neither certain nor tied to others by"
            " sound; they are marked.",
        ),
    ] = False,
    sync: SyncFirst = False,
    project: ProjectOption = None,
) -> None:
    """Write a timeline of everybody's videos for your editing program, with a track per camera.

    It needs an up-to-date result of coincide sync. Your videos are not changed: the file only
    refers to them. With --out all.mp4 you need no editing program: this makes a film of all angles
    side by side, with names and one sound track, without the hours in which nobody filmed.
    Examples: coincide clips wedding/ --to mlt --out wedding.mlt · coincide clips wedding/ --out
    all.mp4
    """
    from coincide.model.times import span_in_words
    from coincide.project import Project
    from coincide.project.films.editors import arrange_clips
    from coincide.project.films.grid import write_grid_film
    from coincide.storage.outputs import write_outputs
    from coincide.writing.clips import clip_texts

    film = out is not None and out.suffix.lower() == FILM
    if film and to is not None:
        raise UsageError(
            f"A file that ends in {FILM} is a film, which takes no format: leave out --to {to}."
        )
    opened = Project.at(*sources, project=project)
    with Bars() as bars:
        if sync:
            opened.sync(progress=bars)
        found = arrange_clips(opened, unsure=unsure, progress=bars)
    screen, arranged = console(), found.arranged.clips
    print_skipped(screen, found.unread)
    if arranged is None:
        _print_left(screen, found.arranged.left)
        raise UsageError(_none(found.arranged.left))
    texts = {} if film else clip_texts(arranged, to or "otio")
    _print_tracks(screen, arranged)
    _print_left(screen, found.arranged.left)
    if film and out is not None:
        with Bars() as bars:
            made = write_grid_film(arranged, out, progress=bars)
        length = span_in_words(float(made.n_frames / made.rate))
        scenes = counted(len(made.scenes), "scene")
        screen.print(Text(f"wrote {shown(out)}: {length}, {scenes}", style="dim"), soft_wrap=True)
        return
    name = out or Path(f"{found.event.name}.{to or 'otio'}")
    files: dict[Place, bytes] = {
        name.with_name(f"{name.stem}{ending}{name.suffix}"): text.encode()
        for ending, text in texts.items()
    }
    write_outputs(files)
    for path in files:
        screen.print(Text(f"wrote {shown(path)}", style="dim"), soft_wrap=True)


def _print_tracks(screen: Console, arranged: "Arrangement") -> None:
    from coincide.model.times import span_in_words

    table = Table(title=Text(_title(arranged)), title_justify="left")
    for heading in ("Track", "Clips", "Filmed", "Its clock"):
        right = heading in ("Clips", "Filmed")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    for track in arranged.tracks:
        filmed_s = float(sum(clip.duration_s for clip in track.clips))
        table.add_row(
            Text(shown(track.name)),
            str(len(track.clips)),
            span_in_words(filmed_s),
            Text(shown(" ".join(track.notes))),
        )
    screen.print(table)
    for note in arranged.notes:
        print_prose(screen, note)


def _title(arranged: "Arrangement") -> str:
    """Name the event, how many frames it has a second, and how large they are."""
    width, height = arranged.size_px
    rate = f"{float(arranged.rate):.6g}"
    return f"{shown(arranged.name)}: {rate} frames a second, {width} × {height}"


def _print_left(screen: Console, left: "tuple[LeftOut, ...]") -> None:
    for left_out in left:
        clips = "1 clip is" if left_out.n_clips == 1 else f"{left_out.n_clips} clips are"
        how = (
            f" (--unsure includes {'it' if left_out.n_clips == 1 else 'them'})"
            if left_out.unsure
            else ""
        )
        print_prose(
            screen, f"{left_out.gallery}: {clips} left out, {left_out.why}{how}", style="yellow"
        )


def _none(left: "tuple[LeftOut, ...]") -> str:
    if any(left_out.unsure for left_out in left):
        return "No clip is certain: --unsure includes those that are placed all the same."
    if left:
        return "No clip is placed: neither clocks nor sound show where any of them belongs."
    return "No gallery of this event has a video that can be opened."
