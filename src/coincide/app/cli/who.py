"""``coincide who``: whose photos are whose, by folder and device, before anything is solved."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console, counted, shown
from coincide.app.cli.sync import ProjectOption, Sources
from coincide.errors import UsageError

if TYPE_CHECKING:
    from coincide.project import Project
    from coincide.project.userinput.people import WhoDevice, WhoDocument


def who(
    sources: Sources,
    project: ProjectOption = None,
    merge: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="GALLERY GALLERY",
            help="Two galleries are from one device, with one clock.",
            show_default=False,
        ),
    ] = None,
    apart: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="GALLERY GALLERY",
            help="Two galleries are from two devices: do not ask again.",
            show_default=False,
        ),
    ] = None,
    part: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="GALLERY FOLDER",
            help="A gallery and one of its folders whose photos are from another device.",
            show_default=False,
        ),
    ] = None,
    rename: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="GALLERY NAME", help="A gallery and its new name.", show_default=False
        ),
    ] = None,
    as_document: Annotated[
        bool, typer.Option("--json", help="Print the galleries as JSON.")
    ] = False,
) -> None:
    """Show who took which photos, and with which devices, before a sync.

    Each line is a gallery: photos with one clock, which are corrected together. Only tags and file
    names are read, so this takes seconds. Questions that they leave open are listed below the
    table. Your answers are saved; coincide hint undo takes back the last one. Examples: coincide
    who wedding/ · coincide who wedding/ --merge Anna "Anna 2" · coincide who wedding/ --rename
    IMG_dump Ben
    """
    from coincide.project import Project
    from coincide.project.userinput.people import who_is_who

    opened = Project.at(*sources, project=project)
    with Bars() as bars:
        _say(opened, bars, merge=merge, apart=apart, part=part, rename=rename)
        found = who_is_who(opened.before_solving(bars))
    if as_document:
        from coincide.storage.documents import to_text

        typer.echo(to_text(found, indent=2), nl=False)
    else:
        _print(found, " ".join(str(source) for source in sources))


def _say(
    project: "Project",
    bars: Bars,
    *,
    merge: tuple[str, str] | None,
    apart: tuple[str, str] | None,
    part: tuple[str, str] | None,
    rename: tuple[str, str] | None,
) -> None:
    """Keep the one thing that was said, if any."""
    from coincide.project.userinput import changes

    said = [entry for entry in (merge, apart, part, rename) if entry is not None]
    if len(said) > 1:
        raise UsageError("Give one at a time: --merge, --apart, --part or --rename.")
    if not said:
        return
    event = project.before_solving(bars, keep=True)
    if merge is not None:
        change = changes.merge(event, merge)
    elif apart is not None:
        one, other = apart
        asked = {(doubt.gallery, doubt.other) for doubt in event.doubts}
        change = changes.apart(event, *((one, other) if apart in asked else (other, one)))
    elif part is not None:
        change = changes.part(event, *part)
    else:
        change = changes.rename(event, *said[0])
    project.say(change)


def _print(found: "WhoDocument", event: str) -> None:
    out = console()
    n_devices = sum(len(person.devices) for person in found.people)
    n_photos = sum(item.n_photos for person in found.people for item in person.devices)
    title = f"{found.event}: {counted(n_photos, 'photo')}, {counted(n_devices, 'clock')}"
    table = Table(title=Text(shown(title)), title_justify="left", box=None, padding=(0, 2, 0, 0))
    for heading in ("Folder", "Gallery", "Device", "Photos", "Camera time"):
        right = heading == "Photos"
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    for person in found.people:
        for device in person.devices:
            table.add_row(
                Text("\n".join(shown(folder.path) for folder in device.folders)),
                Text(shown(device.gallery), style="bold"),
                Text(shown(device.device)),
                str(device.n_photos),
                Text(span(device.first, device.last)),
            )
    out.print(table)
    for line in _beside(found):
        out.print(Text(shown(line)), soft_wrap=True)
    for question in found.questions:
        out.print(Text(f"? {shown(question.question)}", style="yellow"), soft_wrap=True)
        for line in _answers(question.gallery, question.other, event):
            out.print(Text(shown(line)), soft_wrap=True)
    next_step = f"Next: coincide sync {shown(event)}"
    if n_devices + min(found.n_timeless, 1) < 2:
        next_step = "A single clock has nothing to be compared with: add another camera's photos."
    out.print(Text(next_step, style="dim"), soft_wrap=True)


def span(first: str, last: str) -> str:
    """Write two times as shortly as tells them.

    >>> span("2024-05-04T14:00:00", "2024-05-04T18:20:09")
    '2024-05-04 14:00 – 18:20'
    >>> span("2024-05-04T14:00:00", "2024-05-06T10:00:00")
    '2024-05-04 – 2024-05-06'
    """
    (day, start), (other, end) = (text.replace("T", " ").split(" ", 1) for text in (first, last))
    if day != other:
        return f"{day} – {other}"
    return f"{day} {start[:5]}" if start[:5] == end[:5] else f"{day} {start[:5]} – {end[:5]}"


def _beside(found: "WhoDocument") -> Iterator[str]:
    for device in _devices(found):
        for note in device.notes:
            yield f"{device.gallery}: {note}"
    if found.n_takeout:
        yield f"{counted(found.n_takeout, 'photo')} with a time from Google Takeout."
    if found.n_timeless:
        photos = counted(found.n_timeless, "photo")
        yield f"{photos} without a time: they are placed by their content."
    if found.n_skipped:
        yield f"{counted(found.n_skipped, 'file')} left out; coincide sync lists them."


def _devices(found: "WhoDocument") -> Iterator["WhoDevice"]:
    return (device for person in found.people for device in person.devices)


def _answers(gallery: str, other: str | None, event: str) -> Iterator[str]:
    if other is None:
        yield f'    two: coincide who {event} --part "{gallery}" FOLDER, or split it in the app'
        return
    yield f'    one: coincide who {event} --merge "{gallery}" "{other}"'
    yield f'    two: coincide who {event} --apart "{gallery}" "{other}"'
