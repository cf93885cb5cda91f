"""What the commands print: tables for people, on standard output."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from coincide.model import Offsets, Placement, SkippedPhoto, Timeline
from coincide.pipeline import SyncResult
from coincide.times import offset_in_words, to_text


def console() -> Console:
    """Return a console for standard output as it is now; wide where nobody looks."""
    out = Console(highlight=False)
    if not out.is_terminal:
        out.width = 160
    return out


def print_result(result: SyncResult, written: Sequence[Path]) -> None:
    """Print one row per gallery, then what was left out, assumed and written."""
    out = console()
    out.print(gallery_table(result))
    _print_notes(out, result)
    print_skipped(out, result.event.skipped)
    known = result.event.n_photos - result.n_embedded
    out.print(
        Text(
            f"looked at {result.n_embedded} photos, {known} were known already;"
            f" {sum(result.seconds.values()):.1f} s",
            style="dim",
        )
    )
    for path in written:
        out.print(Text(f"wrote {shown(path)}", style="dim"), soft_wrap=True)


def gallery_table(result: SyncResult) -> Table:
    """Return the result as a table."""
    offsets = result.offsets
    table = Table(
        title=Text(
            f"{shown(result.event.name)}: {result.event.n_photos} photos,"
            f" {len(result.event.galleries)} clocks"
        ),
        caption=Text(
            f"Add the offset to a camera's time to read {shown(offsets.anchor)}'s clock."
            f" Method: {offsets.method}, {shown(result.features)}."
        ),
        title_justify="left",
        caption_justify="left",
    )
    for heading in ("Gallery", "Photos", "Device", "Offset", "How sure, and why", "Links"):
        right = heading in ("Photos", "Offset", "Links")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    for gallery in result.event.galleries:
        placement = offsets[gallery.name]
        table.add_row(
            Text(shown(gallery.name)),
            str(len(gallery.photos)),
            Text(shown(gallery.device.label)),
            _offset(placement),
            Text(_how_sure(placement, offsets), style="yellow" if placement.reasons else ""),
            str(placement.n_links or ""),
        )
    return table


def _offset(placement: Placement) -> Text:
    if placement.offset_s is None:
        return Text("unplaced", style="bold yellow")
    return Text(offset_in_words(placement.offset_s), style="bold")


def _how_sure(placement: Placement, offsets: Offsets) -> str:
    if placement.gallery == offsets.anchor:
        return "the anchor"
    if placement.estimate is None:
        return "; ".join(placement.reasons)
    if placement.reasons:
        return "doubtful: " + "; ".join(placement.reasons)
    return f"{placement.estimate.basis}, against {placement.via}"


def _print_notes(out: Console, result: SyncResult) -> None:
    for gallery in result.event.galleries:
        for note in gallery.notes:
            out.print(Text(f"{shown(gallery.name)}: {shown(note)}"), soft_wrap=True)


def print_skipped(out: Console, skipped: Iterable[SkippedPhoto]) -> None:
    """Print every file that was left out, with its reason."""
    listed = list(skipped)
    if listed:
        files = "file was" if len(listed) == 1 else "files were"
        out.print(Text(f"{len(listed)} {files} left out:", style="bold"))
    for item in listed:
        out.print(Text(f"  {shown(item.path)}: {shown(item.reason)}"), soft_wrap=True)


def print_timeline(timeline: Timeline) -> None:
    """Print one line per photo: event time, gallery, path."""
    out = console()
    width = max((len(entry.gallery) for entry in timeline), default=0)
    for entry in timeline:
        time_s = entry.event_time_s
        moment = f"{'unplaced':<19}" if time_s is None else to_text(time_s)
        line = f"{moment}  {shown(entry.gallery):<{width}}  {shown(entry.photo.path)}"
        out.print(Text(line), soft_wrap=True)


def print_demo(directory: Path, truth: Mapping[str, float], n_photos: int) -> None:
    """Print what was rendered and what to do next."""
    out = console()
    out.print(
        Text(f"{n_photos} photos of {len(truth)} cameras in {shown(directory)}."), soft_wrap=True
    )
    out.print(Text(f"Next: coincide sync {shown(directory)}"), soft_wrap=True)


def shown(text: object) -> str:
    r"""Return text fit for a terminal: a file name may hold line breaks and control codes.

    >>> print(shown("a\nb"))
    a\nb
    """
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        else character
        for character in str(text)
    )
