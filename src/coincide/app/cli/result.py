"""What ``coincide sync`` prints: where every gallery is, how sure, why, and what to ask."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from coincide.app.cli.output.placements import Result, gallery_table
from coincide.app.cli.output.question import QuestionTarget, print_question
from coincide.app.cli.output.tables import console, print_prose, print_skipped, shown
from coincide.model import Event, Guess, Place, Timeline
from coincide.model.hints import moment_in_words
from coincide.model.times import WallTime, span_in_words
from coincide.model.words import contradicted_in_words
from coincide.project import Synced, SyncResult
from coincide.project.judge.clockquestions import is_settled
from coincide.timeline import guess_in_words, in_order


def print_result(
    out: Console, synced: Synced, written: Sequence[Place], asked: QuestionTarget
) -> None:
    """Print one row per gallery, then what speaks against it, was left out, and is written."""
    result, run = synced.solution, synced.run
    out.print(gallery_table(result, out.width))
    against = (_contradicted, _overruled, _unheard, _without_effect)
    for line in (line for lines in against for line in lines(result, asked)):
        print_prose(out, line, style="yellow")
    for line in [*_notes(result), *_contradictions(result, asked), *_hints_missing(result, asked)]:
        print_prose(out, line)
    print_skipped(out, result.event.skipped)
    print_timeless(out, result.event, result.guesses)
    print_question(out, result, asked)
    out.print(
        Text(
            "taken from the last run: nothing has changed since" if run is None else _done(run),
            style="dim",
        )
    )
    for path in written:
        out.print(Text(f"wrote {shown(str(path))}", style="dim"), soft_wrap=True)


def _done(run: SyncResult) -> str:
    # copies were looked at, too, and are counted once since
    known = max(run.event.n_photos - run.n_embedded, 0)
    seconds = sum(run.seconds.values())
    return f"looked at {run.n_embedded} photos, {known} were cached; {seconds:.1f} s"


def _notes(result: Result) -> Iterator[str]:
    for gallery in result.event.galleries:
        for note in gallery.notes:
            yield f"{gallery.name}: {note}"
    for doubt in result.event.doubts:
        yield f"{doubt.gallery}: {doubt.question}"
    n_told = sum(photo.taken_utc_s is not None for photo in result.event.photos)
    if n_told:
        yield f"{n_told} of the photos have their time from Google Takeout."


def _contradictions(result: Result, asked: QuestionTarget) -> Iterator[str]:
    """Yield that photos look alike and are far apart, where that is a reason to doubt.

    Between galleries that are certain it is none: people come back to the same places. Of those
    whose place a person said, it is told already.
    """
    doubted = {
        placement.gallery for placement in result.offsets.placements if not is_settled(placement)
    }
    doubted -= {
        placement.gallery
        for placement in result.offsets.placements
        if placement.contradicted is not None
    }
    every = () if result.why is None else result.why.contradictions
    found = [
        contradiction
        for contradiction in every
        if not doubted.isdisjoint((contradiction.gallery_a, contradiction.gallery_b))
    ]
    if not found:
        return
    a, b = (asked.name_of(path) for path in _paths(result, found[0].photo_a, found[0].photo_b))
    n_pairs = sum(contradiction.n_pairs for contradiction in found)
    pairs = f"{n_pairs} pair{'s' * (n_pairs > 1)} of photos look"
    apart = span_in_words(found[0].apart_s)
    yield f"{pairs} similar but are far apart in the result, e.g. {a} and {b}, {apart} apart."


def _contradicted(result: Result, asked: QuestionTarget) -> Iterator[str]:
    """Yield what was said and the photos deny, and what to do about it."""
    for placement in result.offsets.placements:
        told = placement.contradicted
        if told is None:
            continue
        yield f"{placement.gallery}: {contradicted_in_words(told)}."
        if told.confirmed:
            yield "  You confirmed it, so your offset is used and planned."
        elif len(asked.sources) == 1:
            yield "  Your offset is shown, but not planned until you confirm it:"
            yield f"  right:   {asked.hint('confirm', placement.gallery)}"
            yield f"  mistake: {asked.hint('list')}, then coincide hint forget"


def _overruled(result: Result, asked: QuestionTarget) -> Iterator[str]:
    for answer in () if result.why is None else result.why.overruled:
        a, b = (asked.name_of(path) for path in _paths(result, answer.photo_a, answer.photo_b))
        apart = span_in_words(answer.apart_s)
        yield (
            f"Your answer for {a} and {b} ({moment_in_words(answer.moment)}) is outweighed by all"
            f" other evidence: here they are {apart} apart. See {asked.hint('list')}"
        )


def _unheard(result: Result, asked: QuestionTarget) -> Iterator[str]:
    """Yield what sound vouches for and the result denies."""
    for pair in result.heard:
        if not pair.contradicts or pair.off_s is None:
            continue
        a, b = (asked.name_of(path) for path in _paths(result, pair.photo_a, pair.photo_b))
        who = "You said" if pair.answer == "heard" else "Sound says"
        yield (
            f"{who} that {a} and {b} recorded the same moment. All other evidence outweighs that:"
            f" here they are {span_in_words(pair.off_s)} off."
            f" If they did not: {asked.hint('not-heard', a, b)}"
        )


def _without_effect(result: Result, asked: QuestionTarget) -> Iterator[str]:
    """Yield what was said or measured of times and changes nothing."""
    every = () if result.why is None else result.why.without_effect
    told = dict.fromkeys(f"{effect.gallery}: {effect.reason}." for effect in every)
    yield from told
    if told:
        yield f"  Your hints: {asked.hint('list')}"


def _hints_missing(result: Result, asked: QuestionTarget) -> Iterator[str]:
    n_missing = 0 if result.why is None else result.why.n_hints_missing
    if n_missing:
        hints = "1 hint concerns" if n_missing == 1 else f"{n_missing} hints concern"
        yield f"{hints} no photo of the event as it is now: see {asked.hint('list')}"


def _paths(result: Result, *rows: int) -> list[Place]:
    photos = list(result.event.photos)
    return [photos[row].path for row in rows]


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
        Text(f"{photos} no time, {len(told)} placed by their content or sound:", style="bold")
    )
    for photo in event.timeless:
        where = told.get(photo.path, "no evidence of when it was taken")
        out.print(
            Text(f"  {shown(str(photo.path))} ({photo.reason}): {shown(where)}"), soft_wrap=True
        )
