"""What ``coincide sync`` prints: where every gallery is, how sure, why, and what to ask."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from coincide.app.cli.names import base_of, name_of
from coincide.app.cli.tables import console, print_skipped, print_timeless, shown
from coincide.model import Offsets, Place, Placement, Question
from coincide.model.times import offset_in_words, span_in_words
from coincide.model.words import contradicted_in_words, how_sure, interval
from coincide.project import Solution, Synced, SyncResult

Result = SyncResult | Solution


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
    said = [*_contradicted(result, asked), *_overruled(result, asked)]
    for line in said:
        out.print(Text(shown(line), style="yellow"), soft_wrap=True)
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
        sure = how_sure(estimate.probability)
        if placement.contradicted is not None:
            sure = "as you said" if placement.contradicted.confirmed else "contradicted"
        yield f"{sure}, {interval(estimate)}; by {estimate.basis}"
        if placement.reasons:
            yield f"doubts: {'; '.join(placement.reasons)}"
    if placement.contradicted is not None:
        yield contradicted_in_words(placement.contradicted)
    for jump in placement.jumps:
        yield f"set anew before photo {jump.row + 1}: {offset_in_words(jump.step_s)} from there on"
    if placement.drift_ppm:
        yield f"drifts by {placement.drift_ppm:+.1f} ppm"
    if placement.error:
        yield placement.error


def _notes(result: Result) -> Iterator[str]:
    for gallery in result.event.galleries:
        for note in gallery.notes:
            yield f"{gallery.name}: {note}"


def _contradictions(result: Result, asked: Asked) -> Iterator[str]:
    found = () if result.why is None else result.why.contradictions
    if not found:
        return
    a, b = (asked.name_of(path) for path in _paths(result, found[0].photo_a, found[0].photo_b))
    n_pairs = sum(one.n_pairs for one in found)
    pairs = f"{n_pairs} pair{'s' * (n_pairs > 1)} of photos look"
    apart = span_in_words(found[0].apart_s)
    yield f"{pairs} alike but are far apart in the result, e.g. {a} and {b}, {apart} apart."


def _contradicted(result: Result, asked: Asked) -> Iterator[str]:
    """Yield what was said and the photos deny, and what to do about it."""
    for placement in result.offsets.placements:
        told = placement.contradicted
        if told is None:
            continue
        yield f"{placement.gallery}: {contradicted_in_words(told)}."
        if told.confirmed:
            yield "  You confirmed it, so it is used and planned as you said."
        elif len(asked.sources) == 1:
            yield "  It is shown where you said, and not planned until you confirm it:"
            yield f"  right:   {asked.hint('confirm', placement.gallery)}"
            yield f"  mistake: {asked.hint('list')}, then coincide hint forget"


def _overruled(result: Result, asked: Asked) -> Iterator[str]:
    for one in () if result.why is None else result.why.overruled:
        a, b = (asked.name_of(path) for path in _paths(result, one.photo_a, one.photo_b))
        apart = span_in_words(one.apart_s)
        yield (
            f"You said that {a} and {b} show the same moment. All the rest outweighs that: here"
            f" they are {apart} apart. See {asked.hint('list')}"
        )


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
