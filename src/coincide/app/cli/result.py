"""What ``coincide sync`` prints: where every gallery is, how sure, why, and what to ask."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from coincide.app.cli.names import base_of, name_of
from coincide.app.cli.tables import console, print_skipped, print_timeless, shown
from coincide.model import Estimate, Offsets, Place, Placement, Question
from coincide.model.certainty import CERTAIN, LIKELY
from coincide.model.times import DAY_S, offset_in_words, span_in_words
from coincide.project import Solution, Synced, SyncResult

Result = SyncResult | Solution
# an interval of less than this to either side reads best as "±"
SMALL_S = 120.0


@dataclass(frozen=True)
class Asked:
    """What the user named: the event, and the project folder if any."""

    sources: Sequence[Place]
    project: Place | None

    def name_of(self, path: Place) -> str:
        """Return a photo's path as ``coincide hint`` takes it."""
        return name_of(path, base_of(self.sources[0]))

    def hint(self, word: str, *arguments: str) -> str:
        """Return the command that says something of the event."""
        where = [] if self.project is None else ["--project", str(self.project)]
        event = str(self.sources[0])
        return shlex.join(["coincide", "hint", word, event, *arguments, *where])


def print_result(synced: Synced, written: Sequence[Place], asked: Asked) -> None:
    """Print one row per gallery, then what speaks against it, was left out, and is written."""
    out, result, run = console(), synced.solution, synced.run
    out.print(gallery_table(result))
    for line in [*_notes(result), *_contradictions(result, asked), *_hints_missing(result, asked)]:
        out.print(Text(shown(line)), soft_wrap=True)
    print_skipped(out, result.event.skipped)
    print_timeless(out, result.event, result.guesses)
    _print_question(out, result, asked)
    out.print(
        Text(
            "known from before: nothing has changed since" if run is None else _done(run),
            style="dim",
        )
    )
    for path in written:
        out.print(Text(f"wrote {shown(str(path))}", style="dim"), soft_wrap=True)


def _done(run: SyncResult) -> str:
    known = run.event.n_photos - run.n_embedded
    seconds = sum(run.seconds.values())
    return f"looked at {run.n_embedded} photos, {known} were known already; {seconds:.1f} s"


def gallery_table(result: Result) -> Table:
    """Return the result as a table."""
    offsets = result.offsets
    table = Table(
        title=Text(
            f"{shown(result.event.name)}: {result.event.n_photos} photos,"
            f" {len(result.event.galleries)} clocks"
        ),
        caption=Text(_caption(result)),
        title_justify="left",
        caption_justify="left",
        show_lines=any(placement.error for placement in offsets.placements),
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
            Text("\n".join(_why(placement, offsets)), style="yellow" if placement.reasons else ""),
            str(placement.n_links or ""),
        )
    return table


def _caption(result: Result) -> str:
    offsets = result.offsets
    anchor = f"{shown(offsets.anchor)}'s clock"
    target = "true time" if offsets.event_time == "true" else anchor
    errors = any(placement.error for placement in offsets.placements)
    against = f" Errors are told against {anchor}." if errors and target == anchor else ""
    return (
        f"Add the offset to a camera's time to read {target}.{against}"
        f" Method: {offsets.method}, {shown(result.features)}."
    )


def _offset(placement: Placement) -> Text:
    if placement.offset_s is None:
        return Text("unplaced", style="bold yellow")
    return Text(offset_in_words(placement.offset_s), style="bold")


def _why(placement: Placement, offsets: Offsets) -> Iterator[str]:
    """Yield how sure a placement is, what it rests on, and what is wrong with the clock."""
    estimate = placement.estimate
    if estimate is None:
        yield "; ".join(placement.reasons)
    elif placement.gallery == offsets.anchor:
        yield "the anchor" if offsets.event_time == "anchor" else f"the anchor; {estimate.basis}"
    elif estimate.probability is None:
        doubts = "; ".join(placement.reasons)
        yield f"doubtful: {doubts}" if doubts else f"{estimate.basis}, against {placement.via}"
    else:
        yield f"{how_sure(estimate.probability)}, {interval(estimate)}; by {estimate.basis}"
        if placement.reasons:
            yield f"doubts: {'; '.join(placement.reasons)}"
    for jump in placement.jumps:
        yield f"set anew before photo {jump.row + 1}: {offset_in_words(jump.step_s)} from there on"
    if placement.drift_ppm:
        yield f"drifts by {placement.drift_ppm:+.1f} ppm"
    if placement.error:
        yield placement.error


def how_sure(probability: float) -> str:
    """Say how sure an offset is.

    >>> how_sure(0.995), how_sure(0.871), how_sure(0.2)
    ('certain', 'likely (87 %)', 'unsure (20 %)')
    """
    if probability >= CERTAIN:
        return "certain"
    return f"{'likely' if probability >= LIKELY else 'unsure'} ({100 * probability:.0f} %)"


def interval(estimate: Estimate) -> str:
    """Write the 90 % interval of an offset.

    >>> interval(Estimate(60.0, 52.0, 70.0)), interval(Estimate(0.0, -600.0, 3600.0))
    ('± 10 s', '-10 min 00 s to +1 h 00 min 00 s')
    >>> interval(Estimate(8e8, 8e8 - 110.0, 8e8 + 400.0))
    '110 s less to 7 min more'
    """
    less_s, more_s = estimate.offset_s - estimate.low_s, estimate.high_s - estimate.offset_s
    if max(less_s, more_s) < SMALL_S:
        return f"± {span_in_words(max(less_s, more_s))}"
    if abs(estimate.offset_s) >= DAY_S:  # of two times in days the difference is hard to see
        return f"{span_in_words(less_s)} less to {span_in_words(more_s)} more"
    return f"{offset_in_words(estimate.low_s)} to {offset_in_words(estimate.high_s)}"


def _notes(result: Result) -> Iterator[str]:
    for gallery in result.event.galleries:
        for note in gallery.notes:
            yield f"{gallery.name}: {note}"
    for doubt in result.event.doubts:
        yield f"{doubt.gallery}: {doubt.question}"
    n_told = sum(photo.taken_utc_s is not None for photo in result.event.photos)
    if n_told:
        yield f"Google Takeout tells when {n_told} of the photos were taken."


def _contradictions(result: Result, asked: Asked) -> Iterator[str]:
    found = () if result.why is None else result.why.contradictions
    if not found:
        return
    a, b = (asked.name_of(path) for path in _paths(result, found[0].photo_a, found[0].photo_b))
    n_pairs = sum(one.n_pairs for one in found)
    pairs = f"{n_pairs} pair{'s' * (n_pairs > 1)} of photos look"
    apart = span_in_words(found[0].apart_s)
    yield f"{pairs} alike but are far apart in the result, e.g. {a} and {b}, {apart} apart."


def _hints_missing(result: Result, asked: Asked) -> Iterator[str]:
    n_missing = 0 if result.why is None else result.why.n_hints_missing
    if n_missing:
        hints = "1 hint says" if n_missing == 1 else f"{n_missing} hints say"
        yield f"{hints} nothing of the photos that are there now: see {asked.hint('list')}"


def _print_question(out: Console, result: Result, asked: Asked) -> None:
    """Print the question that would help most, and how to answer it."""
    questions = () if result.why is None else result.why.questions
    if questions:
        for line in _question(result, questions[0], asked):
            out.print(Text(shown(line)), soft_wrap=True)


def _question(result: Result, question: Question, asked: Asked) -> Iterator[str]:
    a, b = (asked.name_of(path) for path in _paths(result, question.photo_a, question.photo_b))
    yield f"This would help most: do {a} and {b} show the same moment?"
    if len(asked.sources) > 1:
        yield "  To answer, name the folders in one event file: coincide hint takes no more."
        return
    yield f"  yes: {asked.hint('same', a, b)}"
    yield f"  no:  {asked.hint('different', a, b)}"


def _paths(result: Result, *rows: int) -> list[Place]:
    photos = list(result.event.photos)
    return [photos[row].path for row in rows]
