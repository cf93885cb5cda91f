"""``coincide album``: everyone's photos as one album, to look at, send or print."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coincide.app.cli.options import EventsOnDisk, ProjectOption, SyncFirst
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console, print_prose, shown
from coincide.writing.choices import Form, Originals

if TYPE_CHECKING:
    from coincide.writing.album import WrittenAlbum

_FORMS: dict[str, Form] = {
    ".html": "one-file",
    ".htm": "one-file",
    ".pdf": "pdf",
    ".json": "json",
    ".mp4": "film",
}


def album(
    sources: EventsOnDisk,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            help="What to write. A folder: an album for the browser. FILE.html: the same in a"
            " single file, for up to 400 photos. FILE.pdf: a storyboard to print. FILE.mp4: a"
            " film of about a minute. FILE.json: data for other programs.",
        ),
    ],
    as_: Annotated[
        Form | None,
        typer.Option(
            "--as",
            help="The kind of album, where --out leaves it open. book: a PDF of full pages;"
            " folders: copies of the photos, in a folder for each chapter.",
            show_default=False,
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(help="The album's title. Default: the event's name.", show_default=False),
    ] = None,
    who: Annotated[
        bool,
        typer.Option("--who", help="Show who took each photo, and let viewers filter by person."),
    ] = False,
    places: Annotated[
        bool,
        typer.Option("--places", help="Name chapters after the towns where they took place."),
    ] = False,
    best: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Show at most this many photos, chosen to cover all chapters, people and cameras."
            " Default: 40 for a book, 18 for a film, otherwise all.",
            show_default=False,
        ),
    ] = None,
    originals: Annotated[
        Originals | None,
        typer.Option(
            help="Include the originals for download: stripped of everything but picture and time,"
            " or as-is with places and serial numbers.",
            show_default=False,
        ),
    ] = None,
    faces: Annotated[
        bool,
        typer.Option(
            "--faces",
            help="Prefer photos with faces for covers and --best. Downloads a small network"
            " (YuNet, 317 kB) once and uses it from then on; it finds faces but recognises"
            " nobody.",
        ),
    ] = False,
    times: Annotated[
        bool,
        typer.Option(
            "--times/--no-times",
            help="Write the corrected time into every copy and every original in the album, for"
            " other programs to read; never into your own photos.",
        ),
    ] = True,
    sync: SyncFirst = False,
    project: ProjectOption = None,
) -> None:
    """Make an album of everyone's photos and videos in order, by chapters and moments.

    It needs no server and no network: open its index.html, or upload the folder to any web host.
    By default it contains only pictures and times: no names, places, file names or cameras. If
    interrupted, run it again to continue. Examples: coincide album wedding/ --out album/ ·
    coincide album wedding/ --out wedding.pdf --best 30 · coincide album wedding/ --out album/
    --who --originals stripped
    """
    from coincide.app.cli.output.progress import tell_old
    from coincide.project import Project
    from coincide.project.album.export import check_wishes, write_album
    from coincide.writing.album import Wishes

    if faces:
        from coincide.features.faces import face_model

        face_model(fetch=True)
    form = as_ or _FORMS.get(out.suffix.lower(), "site")
    wishes = Wishes(who, originals, places, times)
    check_wishes(form, wishes)
    opened = Project.at(*sources, project=project)
    with Bars() as bars:
        if sync:
            opened.sync(progress=bars)
        written, look = write_album(
            opened, out, form, wishes, title=title, best=best, progress=bars
        )
    tell_old(look)
    _print(written)
    if not places:
        _offer_places(sum(photo.position is not None for photo in look.solution.event.photos))


def _offer_places(n_known: int) -> None:
    """Mention --places where photos have positions."""
    from coincide.project.album.gazetteer import installed_gazetteer

    if n_known == 0:
        return
    need = "" if installed_gazetteer() is not None else ' (after: pip install "coincide[places]")'
    whole = f"{n_known} of them tell" if n_known > 1 else "One of them tells"
    print_prose(
        console(),
        f"{whole} where it was: --places calls days and chapters after the towns{need}.",
        style="dim",
    )


def _print(written: "WrittenAlbum") -> None:
    for note in written.notes:
        print_prose(console(), note, style="yellow")
    typer.echo(f"wrote {shown(written.first)}: {written.n_shown} photos and videos")
