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
    help="Tell Coincide what you know about an event. A hint is saved at once and is evidence in"
    " every sync from then on. A newer hint about the same photos or gallery replaces the"
    " older one.",
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
        help="Coincide asked about these two photos. Photos that you chose yourself count for"
        " more, because such answers are seldom wrong.",
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
    "two photos show the same instant, to within seconds: a gesture, a splash, a kiss",
    "Ida/IMG_1.jpg Lena/DSC_7.JPG",
)
_command_of(
    "same",
    "two photos show the same scene, minutes apart at most",
    "Ida/IMG_1.jpg Lena/DSC_7.JPG",
)
_command_of(
    "about",
    "two photos were taken at about the same time: within a quarter of an hour",
    "Ida/IMG_1.jpg Lena/DSC_8.JPG",
)
_command_of(
    "different",
    "two photos show different moments, however similar they look",
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
    "it is unclear how close in time two photos are, so that you are not asked again",
    "Ida/IMG_1.jpg Lena/DSC_9.JPG",
)


@app.command()
def reject(source: Source, photo_a: PhotoA, photo_b: PhotoB, project: Project = None) -> None:
    """Never use two photos as evidence, whether or not they show the same moment.

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
    """Say that two clips recorded the same sound, and how far apart they began.

    Example: coincide hint heard party Ida/VID_1.mp4 Maya/VID_7.mp4 4.32s
    """
    from coincide.app.cli.hintcontext import open_event, say_of_clips
    from coincide.model.times import parse_offset_s

    lag_s = parse_offset_s(lag)
    if lag_s is None:
        raise UsageError(f"{lag!r} is not a lag between two clips: write it like 12.25s or -3.4s.")
    say_of_clips(open_event(source, project), clip_a, clip_b, lag_s)


@app.command("not-heard")
def not_heard(source: Source, clip_a: ClipA, clip_b: ClipB, project: Project = None) -> None:
    """Say that two clips did not record the same moment, however similar they sound.

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
            help="What to add to the gallery's camera times: +1h2m, -3m12s, +1:02:00, 3720s, or as"
            " printed by coincide sync, in quotes.",
            show_default=False,
        ),
    ],
    project: Project = None,
) -> None:
    """Set the offset of a gallery that you know.

    Examples: coincide hint pin party Lena -1h0m10s · coincide hint pin party Theo "+10 min 08 s"
    """
    from coincide.app.cli.hintcontext import add, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.model.hints import Pin
    from coincide.model.times import parse_offset_s

    offset_s = parse_offset_s(offset)
    if offset_s is None:
        raise UsageError(
            f"{offset!r} is not an offset: write it like +1h2m, -3m12s, +1:02:00 or 3720s."
        )
    opened = open_event(source, project)
    add(opened, Pin(find_gallery(opened.event, gallery), offset_s))


@app.command()
def lock(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Lock a gallery at the offset found by the latest sync, whatever happens to the others.

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
    """Confirm the offset that you pinned or locked, although the photos contradict it.

    Until you do, coincide plan leaves such a gallery alone. To remove your hint: coincide hint
    forget. Example: coincide hint confirm party Lena
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    change(opened, changes.confirm(opened.event, find_gallery(opened.event, gallery)))


@app.command()
def trust(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Say that a gallery's clock is right, such as a phone's, or one that you set yourself.

    The other clocks are aligned to it. Example: coincide hint trust party Ida
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    name = find_gallery(opened.event, gallery)
    change(opened, changes.trust(opened.event, name, trusted=True))


@app.command()
def anchor(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Choose the gallery whose clock gives event times, like coincide sync --anchor.

    Its clock may be right or wrong. The latest choice counts, whichever way it was made.
    Example: coincide hint anchor party Ida
    """
    from coincide.app.cli.hintcontext import open_event, tell
    from coincide.app.cli.output.names import find_gallery
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    before, name = opened.project.known().said, find_gallery(opened.event, gallery)
    tell(opened, before, opened.project.name_anchor(changes.anchor(opened.event, name)).said)


@app.command("no-jump")
def no_jump(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Say that a gallery's clock was never set during the event, although it looks like it.

    The gallery then has one offset from its first photo to its last.
    Example: coincide hint no-jump party Lena
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_gallery
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    change(opened, changes.no_jump(opened.event, find_gallery(opened.event, gallery)))


@app.command("set-right")
def set_right(source: Source, photo: PhotoName, project: Project = None) -> None:
    """Say that a camera's clock was wrong, and was corrected just before a photo.

    From that photo on, times stay as they are; those before it are corrected.
    Example: coincide hint set-right party Lena/IMG_5.JPG
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.app.cli.output.names import find_row
    from coincide.project.userinput import changes

    opened = open_event(source, project)
    change(opened, changes.set_right(opened.event, find_row(opened.event, photo, opened.base)))


@app.command("list")
def list_(source: Source, project: Project = None) -> None:
    """List all hints, with their numbers for coincide hint forget.

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
            metavar="NUMBER", help="The number shown by coincide hint list.", show_default=False
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget everything.")] = False,
    project: Project = None,
) -> None:
    """Forget one hint, or all of them.

    Examples: coincide hint forget party 2 · coincide hint forget party --all
    """
    from coincide.app.cli.hintcontext import change, open_event
    from coincide.project.userinput import changes
    from coincide.project.userinput.statements import forget_all

    if (number is None) != everything:
        raise UsageError("Give either a number from coincide hint list, or --all.")
    opened = open_event(source, project)
    change(opened, forget_all if number is None else changes.forget(number))


@app.command()
def undo(source: Source, project: Project = None) -> None:
    """Undo the last change, whether it added, replaced or removed a hint.

    Example: coincide hint undo party
    """
    from coincide.app.cli.hintcontext import open_event, tell

    opened = open_event(source, project)
    before = opened.project.known().said
    tell(opened, before, opened.project.take_back().said)
