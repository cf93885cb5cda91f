"""``coincide library watch``: scan what comes in, and say what became of it."""

import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from coincide.app.cli.libraries.options import HomeZone, Places, StoreOption, store_folder
from coincide.app.cli.output.tables import command_line, console, counted, shown
from coincide.errors import CoincideError, EventError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coincide.library.arrivals import Arrival, SeenTimes
    from coincide.library.scan.tags import Scanned
    from coincide.model import Place


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(watch)


def watch(
    places: Places,
    every: Annotated[
        float, typer.Option("--every", help="Seconds between two looks.", min=0.1)
    ] = 60.0,
    zone: HomeZone = None,
    store: StoreOption = None,
) -> None:
    """Look regularly for new photos, scan them, and say in one line what became of them.

    Only clocks that took new photos, and cameras of whose phone they are, are worked out again. No
    photo is changed: coincide library plan makes plans. Stop it with Ctrl+C.

    Example: coincide library watch /nas/photos
    """
    watcher = _Watcher(places, zone, store)
    _say(f"Watching {', '.join(shown(place) for place in places)}. Stop with Ctrl+C.")
    with suppress(KeyboardInterrupt):  # which is how it is stopped
        while True:
            watcher.look()
            time.sleep(every)
    _say("Stopped.")


class _Watcher:
    """What was seen of a library until now."""

    def __init__(self, places: "Sequence[Place]", zone: str | None, store: Path | None) -> None:
        self._places, self._zone, self._store = places, zone, store
        self._seen: SeenTimes | None = None
        self._trouble = ""

    def look(self) -> None:
        """Scan, and say what is new; what fails is said once, and tried again the next time."""
        try:
            line = self._look()
        except CoincideError as error:
            line, before = str(error), self._trouble
            self._trouble = line
            if line == before:
                return
        else:
            self._trouble = ""
        if line:
            _say(line)

    def _look(self) -> str:
        from coincide.library.arrivals import arrivals, missing_of, seen_times
        from coincide.library.openlibrary import library_of
        from coincide.library.scan.scannedplace import scanned_place

        known = self._seen is not None  # a disk that went away took its records along
        with scanned_place(self._places, store_folder, self._store, known=known) as place:
            missing = missing_of(place)
            if missing is not None:
                raise EventError(f"{missing} is not there, or empty: waiting for it.")
            scanned = place.scan()
            if self._seen is not None and not scanned.n_read and not scanned.n_gone:
                return ""
            library = library_of(place, self._zone)
            first, found = self._seen is None, list(arrivals(library, self._seen or {}))
            self._seen = seen_times(library.clocks)
        return _told(scanned, found, self._places, first=first)


def _told(
    scanned: "Scanned", found: "list[Arrival]", places: "Sequence[Place]", *, first: bool
) -> str:
    """Return what became of what came, in one line."""
    if first:
        n = sum(one.n_photos for one in found)
        words = [f"{counted(n, 'photo')} of {counted(len(found), 'clock')}"]
    else:
        words = [f"{counted(scanned.n_read, 'new photo')}", *(one.words for one in found)]
    if scanned.n_gone:
        words.append(f"{scanned.n_gone:,} gone")
    n_off = sum(sum(one.off.values()) for one in found)
    if n_off:
        command = command_line(("coincide", "library", "plan", *places))
        words.append(f"{n_off:,} can be corrected: {command}")
    return "; ".join(words)


def _say(line: str) -> None:
    out = console()
    out.print(Text(f"{datetime.now():%H:%M:%S}  {line}"), soft_wrap=True)
    out.file.flush()
