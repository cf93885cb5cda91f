"""What ``coincide library clocks`` prints, a row for each stretch of each clock, and ``ask``."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from coincide.app.cli.output.tables import command_line, counted, print_prose, shown
from coincide.model.times import offset_in_words, to_text

if TYPE_CHECKING:
    from coincide.library.decide import Decision, Piece
    from coincide.library.openlibrary import Library
    from coincide.library.statements import Stated
    from coincide.model import Place

_HEADINGS = ("", "clock", "from", "to", "photos", "off by", "rests on", "state")


def print_histories(out: Console, library: "Library", *, every: bool) -> None:
    """Print the stretches that are wrong or may be; those that look right if asked for."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in _HEADINGS:
        table.add_column(heading, justify="right" if heading == "photos" else "left")
    hidden = Counter[str]()
    for number, decision in enumerate(library.decisions, start=1):
        if decision.looks_right and decision.state != "wrong" and not every:
            hidden["right" if decision.state == "right" else "not known to be wrong"] += 1
            continue
        for cells in _rows(number, decision):
            table.add_row(*map(shown, cells))
    if table.row_count:
        out.print(table)
    for what, count in sorted(hidden.items()):
        stretches = "1 stretch" if count == 1 else f"{count:,} stretches"
        print_prose(out, f"{stretches} of clocks {what}: --all lists them.")
    _print_zone_tags(out, library)
    print_stated(out, library, library.stated)
    if any(decision.state == "wrong" for decision in library.decisions):
        print_prose(
            out, "To correct one, by its number: coincide library plan FOLDER --stretch NUMBER"
        )


def print_stated(out: Console, library: "Library", stated: "Sequence[Stated]") -> None:
    """Print what a person stated, and what speaks against it."""
    from coincide.library.objections import objection_to
    from coincide.library.statements import statement_in_words

    for one in stated:
        objection = objection_to(library, one)
        against = f" But {objection}." if objection else ""
        print_prose(out, f"You said: {statement_in_words(one)}.{against}")


def _rows(number: int, decision: "Decision") -> Iterator[tuple[str, ...]]:
    """Yield a row for each piece of a stretch, and one for what waits; one if it is open."""
    from coincide.library.decide import support_in_words

    rests, span = support_in_words(decision.support), decision.stretch
    name = decision.solved.clock.name
    whole = *_days(decision, span.first, span.end), f"{decision.n_photos + decision.n_waiting:,}"
    if decision.state == "open" or not decision.pieces:
        yield str(number), name, *whole, _maybe(decision), rests, decision.why
        return
    for piece in decision.pieces:
        days = _days(decision, piece.first, piece.end)
        photos = f"{_photos(decision, piece.first, piece.end):,}"
        yield str(number), name, *days, photos, error_in_words(piece), rests, decision.state
    if decision.state == "wrong" and decision.n_waiting:
        yield str(number), name, *whole[:2], f"{decision.n_waiting:,}", "", "", "right or waiting"


def _maybe(decision: "Decision") -> str:
    """Write what a clock may be off by."""
    error_s = decision.error_s
    return "?" if error_s is None else f"{offset_in_words(error_s)}?"


def error_in_words(piece: "Piece") -> str:
    """Write what is added to a piece."""
    return "right" if piece.error_s == 0 else offset_in_words(piece.error_s)


def _days(decision: "Decision", first: int, end: int) -> tuple[str, str]:

    material = decision.solved.material
    return to_text(float(material.first_s[first]))[:10], to_text(float(material.last_s[end - 1]))[
        :10
    ]


def _photos(decision: "Decision", first: int, end: int) -> int:
    return int(decision.solved.material.n_photos[first:end].sum())


def _print_zone_tags(out: Console, library: "Library") -> None:
    """Name cameras whose zone tags are wrong: some programs show their photos at another time."""
    from coincide.library.zonetags import zone_tag_errors

    for error in zone_tag_errors(library.solved):
        print_prose(out, f"{error.clock}: {counted(error.n_photos, 'photo')} {error.words}.")


def print_questions(out: Console, library: "Library", places: Sequence["Place"], most: int) -> None:
    """Print what is most worth knowing, each with the command that answers it."""
    from coincide.library.clocks import paths_of
    from coincide.library.questions import best_questions

    asked = [(answer.clock, answer.session) for answer in library.answers]
    questions = best_questions(library.solved, asked, most)
    if not questions:
        print_prose(out, "There are no questions: no answer would decide any further photo.")
    for number, question in enumerate(questions, start=1):
        clock = question.solved.clock
        photo = paths_of(library.store, clock, [question.session])[0]
        at = to_text(float(clock.first_s[question.session]))
        decided = counted(question.n_decided, "photo")
        print_prose(out, f"{number}. When was {photo.name} taken? {clock.name} shows {at}.")
        print_prose(
            out,
            f"An answer is expected to correct {counted(round(question.worth), 'photo')}; the"
            f" likeliest answer decides {decided}.",
        )
        where = library.name_of(photo)
        words = ("coincide", "library", "answer", *places, "--photo", where, "--taken", at)
        print_prose(out, command_line(words))
