"""The arguments that commands of ``coincide hint`` share."""

from typing import Annotated

import typer

from coincide.app.cli.options import Named, named

Source = Annotated[
    Named,
    typer.Argument(
        metavar="EVENT",
        parser=named,
        help="The event's folder, or its TOML event file where it is several folders.",
        show_default=False,
    ),
]
PhotoA = Annotated[
    Named,
    typer.Argument(
        metavar="PHOTO_A",
        parser=named,
        help="A photo of the event: its path, from here or from EVENT, or the end of its path"
        " where no other photo ends like it.",
        show_default=False,
    ),
]
PhotoB = Annotated[
    Named,
    typer.Argument(
        metavar="PHOTO_B",
        parser=named,
        help="A photo of another gallery, likewise.",
        show_default=False,
    ),
]
ClipA = Annotated[
    Named,
    typer.Argument(
        metavar="CLIP_A",
        parser=named,
        help="A video of the event, named as photos are.",
        show_default=False,
    ),
]
ClipB = Annotated[
    Named,
    typer.Argument(
        metavar="CLIP_B",
        parser=named,
        help="A video of another gallery, likewise.",
        show_default=False,
    ),
]
PhotoName = Annotated[
    Named,
    typer.Argument(
        metavar="PHOTO",
        parser=named,
        help="The first photo that the clock was right for: its path, from here or from EVENT, or"
        " the end of its path where no other photo ends like it.",
        show_default=False,
    ),
]
GalleryName = Annotated[
    str,
    typer.Argument(
        metavar="GALLERY", help="A gallery, as coincide sync names it.", show_default=False
    ),
]
Project = Annotated[
    Named | None,
    typer.Option(
        "--project",
        parser=named,
        help="The project folder, if you name one to coincide sync.",
        show_default=False,
    ),
]
