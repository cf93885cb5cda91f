"""All photos in order, one line each, and what became of those without a time."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from coincide.app.cli.tables import console, shown
from coincide.model import Event, Guess, Timeline
from coincide.model.times import WallTime
from coincide.timeline import guess_in_words, in_order


def print_timeline(timeline: Timeline, event: Event) -> None:
    """Print one line per photo: local time, gallery, path, and how it came there if guessed.

    Where zones change during the event, each time has its own behind it.

    A photo without a camera time is of nobody's clock: where others name their gallery it has
    a mark, the owner of its folder in brackets.
    """
    out = console()
    names = [entry.gallery for entry in timeline] + [
        f"({timeless.owner})" for timeless in event.timeless
    ]
    width = max((len(shown(name)) for name in names), default=0)
    guessed = {guess.photo.path for guess in timeline.guesses}
    for entry in in_order(timeline):
        moment = _moment(entry.shown, zoned=timeline.zone_changes)
        name = f"({entry.photo.owner})" if isinstance(entry, Guess) else entry.gallery
        why = f"  [{shown(guess_in_words(entry))}]" if isinstance(entry, Guess) else ""
        line = f"{moment}  {shown(name):<{width}}  {shown(str(entry.photo.path))}{why}"
        out.print(Text(line), soft_wrap=True)
    for photo in event.timeless:
        if photo.path not in guessed:
            name = f"({photo.owner})"
            moment = _moment(None, zoned=timeline.zone_changes, without="no time")
            line = f"{moment}  {shown(name):<{width}}  {shown(str(photo.path))}"
            out.print(Text(line), soft_wrap=True)


def _moment(time: WallTime | None, *, zoned: bool, without: str = "unplaced") -> str:
    """Return a time, or why there is none, as wide as any other."""
    text = without if time is None else time.text if zoned else time.clock
    return f"{text:<{25 if zoned else 19}}"


def print_timeless(out: Console, event: Event, guesses: Sequence[Guess]) -> None:
    """Print what became of the photos without a time, each with the reason."""
    if not event.timeless:
        return
    told = {guess.photo.path: guess_in_words(guess) for guess in guesses}
    n = len(event.timeless)
    photos = "1 photo has" if n == 1 else f"{n} photos have"
    out.print(
        Text(f"{photos} no time, {len(told)} placed by what they show or have heard:", style="bold")
    )
    for photo in event.timeless:
        where = told.get(photo.path, "nothing tells when it was taken")
        out.print(
            Text(f"  {shown(str(photo.path))} ({photo.reason}): {shown(where)}"), soft_wrap=True
        )
