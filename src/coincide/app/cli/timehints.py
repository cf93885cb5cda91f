"""``coincide hint time`` and ``coincide hint clock``: what a person knows of times."""

from typing import Annotated

import typer

from coincide.app.cli.options import Named, named
from coincide.errors import UsageError

Source = Annotated[
    Named,
    typer.Argument(
        metavar="EVENT",
        parser=named,
        help="The event's folder, or its TOML event file if it has several folders.",
        show_default=False,
    ),
]
PhotoA = Annotated[
    Named,
    typer.Argument(
        metavar="PHOTO_A",
        parser=named,
        help="A photo of the event: its path, relative to the current folder or to EVENT, or just"
        " the end of its path if that is unambiguous.",
        show_default=False,
    ),
]
PhotoB = Annotated[
    Named,
    typer.Argument(
        metavar="PHOTO_B",
        parser=named,
        help="A photo of another gallery, given in the same way.",
        show_default=False,
    ),
]
ClipA = Annotated[
    Named,
    typer.Argument(
        metavar="CLIP_A",
        parser=named,
        help="A video of the event, given like a photo.",
        show_default=False,
    ),
]
ClipB = Annotated[
    Named,
    typer.Argument(
        metavar="CLIP_B",
        parser=named,
        help="A video of another gallery, given in the same way.",
        show_default=False,
    ),
]
PhotoName = Annotated[
    Named,
    typer.Argument(
        metavar="PHOTO",
        parser=named,
        help="The first photo after the clock was corrected: its path, relative to the current"
        " folder or to EVENT, or just the end of its path if that is unambiguous.",
        show_default=False,
    ),
]
GalleryName = Annotated[
    str,
    typer.Argument(
        metavar="GALLERY", help="A gallery, as named by coincide sync.", show_default=False
    ),
]
Project = Annotated[
    Named | None,
    typer.Option(
        "--project",
        parser=named,
        help="The project folder, if you gave one to coincide sync.",
        show_default=False,
    ),
]


TimedPhoto = Annotated[
    Named,
    typer.Argument(
        metavar="PHOTO",
        parser=named,
        help="A photo or clip of the event: its path, relative to the current folder or to EVENT,"
        " or just the end of its path if that is unambiguous.",
        show_default=False,
    ),
]
Within = Annotated[
    str | None,
    typer.Option(
        "--within",
        metavar="TIME",
        help="The uncertainty: 30s, 5m, 2h. Default: 5 s for a time with seconds, a minute for one"
        " without, half a day for a date, 3 minutes for a clock.",
        show_default=False,
    ),
]


def time(
    source: Source,
    photo: TimedPhoto,
    at: Annotated[
        str,
        typer.Option(
            "--at",
            metavar="TIME",
            help='When it was taken, in local time: "2024-05-03 21:15", with seconds if you know'
            " them; 2024-05-03 for some time that day; 21:15 for that time on the day that its"
            " camera showed.",
            show_default=False,
        ),
    ],
    within: Within = None,
    project: Project = None,
) -> None:
    """Say when a photo or clip was taken, from which the clock of its whole gallery follows.

    This is evidence, not a pin: photos can outweigh it, and sync reports if they do.

    Examples: coincide hint time party Lena/IMG_5.JPG --at "2024-05-03 14:03:10" · coincide hint
    time party Theo/IMG_9.JPG --at "2024-05-03 21:15" --within 5m
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_row
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    row = find_row(opened.event, photo, opened.base)
    typed = changes.typed_time(at, float(opened.event.table.camera_time_s[row]))
    within_s = typed.within_s if within is None else _length_s("--within", within)
    change(opened, changes.known_time(opened.event, row, typed.time_s, within_s))


def clock(
    source: Source,
    gallery: GalleryName,
    ahead: Annotated[
        str | None,
        typer.Option(
            "--ahead",
            metavar="TIME",
            help="How far the clock was ahead: 1h, 25m, 1h3m12s.",
            show_default=False,
        ),
    ] = None,
    behind: Annotated[
        str | None,
        typer.Option(
            "--behind",
            metavar="TIME",
            help="How far the clock was behind, likewise.",
            show_default=False,
        ),
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option(
            "--zone",
            metavar="ZONE",
            help="The time zone that the clock was set to: +09:00, UTC, America/New_York.",
            show_default=False,
        ),
    ] = None,
    within: Within = None,
    project: Project = None,
) -> None:
    """Say roughly how far a gallery's clock was off, or which time zone it was set to.

    This is evidence, not a pin: the exact minutes are found from the photos.

    Examples: coincide hint clock party Lena --ahead 1h · coincide hint clock party Theo --zone
    America/New_York
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.project.userinput import changes

    if sum(text is not None for text in (ahead, behind, zone)) != 1:
        raise UsageError("Give one of --ahead, --behind and --zone.")
    within_s = changes.WITHIN_S if within is None else _length_s("--within", within)
    opened = open_event(source, project)
    name = find_gallery(opened.event, gallery)
    if zone is not None:
        change(opened, changes.known_zone(opened.event, name, zone, within_s))
        return
    ahead_s = _length_s("--ahead", ahead) if ahead else -_length_s("--behind", behind or "")
    change(opened, changes.known_clock(opened.event, name, ahead_s, within_s))


def add_to(app: typer.Typer) -> None:
    """Add both commands to those of ``coincide hint``."""
    app.command()(time)
    app.command()(clock)


def _length_s(option: str, text: str) -> float:
    from coincide.model.times import parse_offset_s

    length_s = parse_offset_s(text)
    if length_s is None or length_s <= 0:
        raise UsageError(f"{option} {text}: write a length of time like 90s, 5m, 1h or 1h3m12s.")
    return length_s
