"""``coincide hint``: what a person knows, told on the command line."""

import re
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from coincide.app.cli.output.group import ListingGroup
from coincide.app.cli.timehints import (
    ClipA,
    ClipB,
    GalleryName,
    PhotoA,
    PhotoB,
    PhotoName,
    Project,
    Source,
)
from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide.model.explanation import Moment

app = typer.Typer(
    cls=ListingGroup,
    no_args_is_help=True,
    help="Tell what you know of an event. It is kept at once, and is evidence for every sync"
    " from then on. The newest word on a pair of photos, or on a gallery, replaces the older.",
)


class OffsetLast(TyperCommand):
    """A command whose last argument may begin with a minus, and is no option then."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put negative offsets behind ``--``, where nothing is taken for an option."""
        negative = [arg for arg in args if re.match(r"-[\d.]", arg)]  # as no option begins
        if negative and "--" not in args:
            args = [*(arg for arg in args if arg not in negative), "--", *negative]
        return super().parse_args(ctx, args)


Asked = Annotated[
    bool,
    typer.Option(
        "--asked",
        help="Coincide asked about these two photos. Photos that you chose yourself count for more:"
        " who chooses two photos is seldom wrong.",
    ),
]


def _command_of(moment: "Moment", meaning: str, example: str) -> None:
    """Add the command that gives one answer about two photos."""

    def answer(
        source: Source,
        photo_a: PhotoA,
        photo_b: PhotoB,
        project: Project = None,
        *,
        asked: Asked = False,
    ) -> None:
        from coincide.app.cli.hintcontext import open_event, say_of_pair
        from coincide.model.hints import Answer

        hint = partial(Answer, moment=moment, named=not asked)
        say_of_pair(open_event(source, project), photo_a, photo_b, hint)

    told = f"Say that {meaning}.\n\nExample: coincide hint {moment} party {example}"
    app.command(moment, help=told)(answer)


_command_of(
    "instant",
    "two photos show the same instant, to a few seconds: a gesture, a splash, a kiss",
    "Ida/IMG_1.jpg Lena/DSC_7.JPG",
)
_command_of(
    "same",
    "two photos show the same scene, minutes apart at most",
    "Ida/IMG_1.jpg Lena/DSC_7.JPG",
)
_command_of(
    "about",
    "two photos were taken about the same time: within a quarter of an hour",
    "Ida/IMG_1.jpg Lena/DSC_8.JPG",
)
_command_of(
    "different",
    "two photos do not show the same moment, however alike they look",
    "Ida/IMG_1.jpg Lena/DSC_9.JPG",
)
_command_of(
    "other-day",
    "two photos were not taken on the same day",
    "Ida/IMG_1.jpg Lena/DSC_9.JPG",
)
_command_of(
    "before",
    "the first photo was taken before the second",
    "Ida/IMG_1.jpg Lena/DSC_9.JPG",
)
_command_of(
    "after",
    "the first photo was taken after the second",
    "Ida/IMG_1.jpg Lena/DSC_9.JPG",
)
_command_of(
    "unclear",
    "two photos do not show how near in time they are: you are not asked again",
    "Ida/IMG_1.jpg Lena/DSC_9.JPG",
)


@app.command()
def reject(source: Source, photo_a: PhotoA, photo_b: PhotoB, project: Project = None) -> None:
    """Never use two photos as evidence; whether they show the same moment stays open.

    Example: coincide hint reject party Ida/IMG_1.jpg Lena/DSC_9.JPG
    """
    from coincide.app.cli.hintcontext import open_event, say_of_pair
    from coincide.model.hints import Rejection

    say_of_pair(open_event(source, project), photo_a, photo_b, Rejection)


@app.command(cls=OffsetLast)
def heard(
    source: Source,
    clip_a: ClipA,
    clip_b: ClipB,
    lag: Annotated[
        str,
        typer.Argument(
            metavar="LAG",
            help="How much later the second clip began than the first: 12.25s, -3.4s, +1m2s.",
            show_default=False,
        ),
    ],
    project: Project = None,
) -> None:
    """Say that two clips heard the same moment, and how far apart they began.

    Example: coincide hint heard party Ida/VID_1.mp4 Maya/VID_7.mp4 4.32s
    """
    from coincide.app.cli.hintcontext import open_event, say_of_clips
    from coincide.model.times import parse_offset_s

    lag_s = parse_offset_s(lag)
    if lag_s is None:
        raise UsageError(f"{lag!r} is no time between two clips: write it like 12.25s or -3.4s.")
    say_of_clips(open_event(source, project), clip_a, clip_b, lag_s)


@app.command("not-heard")
def not_heard(source: Source, clip_a: ClipA, clip_b: ClipB, project: Project = None) -> None:
    """Say that two clips did not hear the same moment, however alike they sound.

    Example: coincide hint not-heard party Ida/VID_1.mp4 Maya/VID_9.mp4
    """
    from coincide.app.cli.hintcontext import open_event, say_of_clips

    say_of_clips(open_event(source, project), clip_a, clip_b, None)


@app.command(cls=OffsetLast)
def pin(
    source: Source,
    gallery: GalleryName,
    offset: Annotated[
        str,
        typer.Argument(
            metavar="OFFSET",
            help="What to add to the gallery's camera times: +1h2m, -3m12s, +1:02:00, 3720s, or"
            " as coincide sync prints it, in quotes.",
            show_default=False,
        ),
    ],
    project: Project = None,
) -> None:
    """Set the offset of a gallery, because you know it.

    Examples: coincide hint pin party Lena -1h0m10s · coincide hint pin party Theo "+10 min 08 s"
    """
    from coincide.app.cli.hintcontext import add, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.model.hints import Pin
    from coincide.model.times import parse_offset_s

    offset_s = parse_offset_s(offset)
    if offset_s is None:
        raise UsageError(
            f"{offset!r} is no offset: write it like +1h2m, -3m12s, +1:02:00 or 3720s."
        )
    opened = open_event(source, project)
    add(opened, Pin(find_gallery(opened.event, gallery), offset_s))


@app.command()
def lock(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Keep a gallery where the latest sync has it, whatever happens to the others.

    Example: coincide hint lock party Theo
    """
    from coincide.app.cli.hintcontext import add, latest_offset_s, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.model.hints import Lock

    opened = open_event(source, project)
    name = find_gallery(opened.event, gallery)
    add(opened, Lock(name, latest_offset_s(opened, name)))


@app.command()
def confirm(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Say again that a gallery is where you pinned or locked it, though the photos say otherwise.

    Until then coincide plan leaves a gallery alone whose photos contradict what you said. To take
    your word back: coincide hint forget. Example: coincide hint confirm party Lena
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    change(opened, changes.confirm(opened.event, find_gallery(opened.event, gallery)))


@app.command()
def trust(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Say that a gallery's clock is right: a phone that you watched, a clock that you set.

    The others are brought to it. Example: coincide hint trust party Ida
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    name = find_gallery(opened.event, gallery)
    change(opened, changes.trust(opened.event, name, trusted=True))


@app.command()
def anchor(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Say whose time the event is told in, right or wrong; as coincide sync --anchor does.

    The newest word counts, whichever way it was said. Example: coincide hint anchor party Ida
    """
    from coincide.app.cli.hintcontext import open_event, tell
    from coincide.app.cli.output.names import find_gallery
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    before, name = opened.project.known().said, find_gallery(opened.event, gallery)
    tell(opened, before, opened.project.name_anchor(changes.anchor(opened.event, name)).said)


@app.command("no-jump")
def no_jump(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Say that a gallery's clock was never set anew, whatever it looks like.

    It then has one offset from its first photo to its last.
    Example: coincide hint no-jump party Lena
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    change(opened, changes.no_jump(opened.event, find_gallery(opened.event, gallery)))


@app.command("set-right")
def set_right(source: Source, photo: PhotoName, project: Project = None) -> None:
    """Say that a camera's clock was wrong, and was set right before a photo.

    From that photo on its times stay as they are; those before it are moved by what they were off.
    Example: coincide hint set-right party Lena/IMG_5.JPG
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_row
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    change(opened, changes.set_right(opened.event, find_row(opened.event, photo, opened.base)))


@app.command("list")
def list_(source: Source, project: Project = None) -> None:
    """List what is known, with the numbers that coincide hint forget takes.

    Example: coincide hint list party
    """
    from coincide.app.cli.hintcontext import open_event, tell

    opened = open_event(source, project)
    said = opened.project.known().said
    tell(opened, said, said)


@app.command()
def forget(
    source: Source,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="NUMBER", help="As coincide hint list gives it.", show_default=False
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget everything.")] = False,
    project: Project = None,
) -> None:
    """Forget one thing that was said, or everything.

    Examples: coincide hint forget party 2 · coincide hint forget party --all
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.project.userinput import changes
    from coincide.project.userinput.statements import forget_all

    if (number is None) != everything:
        raise UsageError("Name either one number, as coincide hint list gives it, or --all.")
    opened = open_event(source, project)
    change(opened, forget_all if number is None else changes.forget(number))


@app.command()
def undo(source: Source, project: Project = None) -> None:
    """Take the last change back, whether it added, replaced or forgot.

    Example: coincide hint undo party
    """
    from coincide.app.cli.hintcontext import open_event, tell

    opened = open_event(source, project)
    before = opened.project.known().said
    tell(opened, before, opened.project.take_back().said)
