"""The question that would help most, and the commands that answer it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

from coincide.app.cli.output.names import base_of, name_of
from coincide.app.cli.output.placements import Result
from coincide.app.cli.output.tables import command_line, print_prose
from coincide.model import Dispute, Gallery, Photo, Place, Question
from coincide.model.explanation import Moment
from coincide.project.judge.clockquestions import (
    asked_first,
    asked_of_clock,
    open_galleries,
    photo_asked_about,
    photos_of_dispute,
)
from coincide.timeline.display import CameraDisplay, displayed

_FIRST = "The most useful answer:"
_ONE_EVENT = "  To answer, list the folders in an event file: coincide hint takes only one path."


@dataclass(frozen=True)
class QuestionTarget:
    """What the user named: the event, and the project folder if any."""

    sources: Sequence[Place]
    project: Place | None

    def name_of(self, path: Place) -> str:
        """Return a photo's path as ``coincide hint`` takes it."""
        return name_of(path, base_of(self.sources[0]))

    def hint(self, word: str, *arguments: str) -> str:
        """Return the command that says something of the event."""
        return self._command("hint", word, str(self.sources[0]), *arguments)

    @property
    def sync(self) -> str:
        """The command that solves the event again."""
        return self._command("sync", str(self.sources[0]))

    def _command(self, *words: str) -> str:
        where = [] if self.project is None else ["--project", str(self.project)]
        return command_line(["coincide", *words, *where])


@dataclass(frozen=True)
class _Asking:
    """What is asked, and what to do for each answer; ``beside``: what helps to tell."""

    question: str
    answers: Sequence[tuple[str, str]]
    beside: str = ""


def print_question(out: Console, result: Result, asked: QuestionTarget) -> None:
    """Print the question that would help most, and how to answer it.

    While anything is not certain there is one: where no two photos could tell, about a clock.
    """
    why, offsets = result.why, result.offsets
    match asked_first(result.event, offsets, why):
        case "whose" if why is not None:
            _print_asking(out, _whose_clock(result, why.disputes, asked), asked)
        case "photos" if why is not None:
            _print_asking(out, _same_moment(result, why.questions[0], asked), asked)
        case "clock":
            first = open_galleries(result.event, offsets, why)[0]
            if offsets[first].contradicted is None:
                _print_asking(out, _of_a_clock(result, first, asked), asked)


def _print_asking(out: Console, asking: _Asking, asked: QuestionTarget) -> None:
    print_prose(out, f"{_FIRST} {asking.question}")
    if asking.beside:
        print_prose(out, f"  {asking.beside}")
    if len(asked.sources) > 1:
        print_prose(out, _ONE_EVENT)
        return
    width = max(len(word) for word, _ in asking.answers) + 1
    for word, command in asking.answers:
        print_prose(out, f"  {word + ':':<{width}} {command}")


def _whose_clock(result: Result, disputes: Sequence[Dispute], asked: QuestionTarget) -> _Asking:
    """Return the question which of some clocks is right, by what their cameras displayed.

    All disputes have one reference, so one answer settles all of them.
    """
    reference = disputes[0].reference
    answers = [
        (f"{reference}'s", asked.hint("trust", reference), disputes[0].moves[0]),
        *((f"{item.rival}'s", asked.hint("trust", item.rival), item.moves[1]) for item in disputes),
    ]
    photos, times = list(result.event.photos), displayed(result.event)

    def shown(gallery: str, row: int) -> str:
        name = asked.name_of(photos[row].path)
        return f"the camera of {gallery} showed {times[row].text} for {name}"

    compared = []
    for dispute in disputes:
        mine, theirs = photos_of_dispute(result.event.table, dispute)
        pair = shown(dispute.rival, theirs), shown(reference, mine)
        compared.append(f"{pair[0]}; about the same time, {pair[1]}.")
    names = [name for name, _, _ in answers]
    return _Asking(
        f"whose clock is right, {', '.join(names[:-1])} or {names[-1]}?",
        [
            *((f"{name} ({_moves(n_photos)})", command) for name, command, n_photos in answers),
            ("none of them", asked.hint("pin", reference, "OFFSET")),
        ],
        " ".join(compared),
    )


def _moves(n_photos: int) -> str:
    if n_photos == 0:
        return "moves no photo"
    return "moves 1 photo" if n_photos == 1 else f"moves {n_photos} photos"


def _of_a_clock(result: Result, name: str, asked: QuestionTarget) -> _Asking:
    """Return a question about a clock: by one of its photos, where that tells."""
    gallery = next(item for item in result.event.galleries if item.name == name)
    match asked_of_clock(result.event, result.offsets[name]):
        case "devices":
            return _Asking(
                f"are the photos of {name} from two devices?",
                [
                    ("two", f"give each a folder of its own, then {asked.sync}"),
                    ("one", asked.hint("no-jump", name)),
                ],
            )
        case "set-right":
            open_from = result.offsets[name].maybe_set_right or 0
            photo = asked.name_of(gallery.photos[open_from].path)
            return _Asking(
                f"was the clock of {name} set right before {photo}?",
                [("yes", asked.hint("set-right", photo)), ("no", asked.hint("no-jump", name))],
            )
        case asks:
            shown = gallery.photos[photo_asked_about(result.event, result.offsets[name])]
            return _when(gallery, shown, asked, of_phone=asks == "phone")


def _when(gallery: Gallery, shown: Photo, asked: QuestionTarget, *, of_phone: bool) -> _Asking:
    """Return the question whether a phone was right, or when a photo of a camera was taken."""
    photo = asked.name_of(shown.path)
    says = CameraDisplay.of(gallery).photo(shown).text
    trust, pin = asked.hint("trust", gallery.name), asked.hint("pin", gallery.name, "OFFSET")
    if of_phone:
        question = f"was the clock of {gallery.name} right? {photo} says {says}."
        return _Asking(question, [("yes", trust), ("no, it is off", pin)])
    return _Asking(
        f"when was {photo} taken? Its camera showed {says}.",
        [
            ("its clock was right", trust),
            ("about then", asked.hint("time", photo, "--at", "TIME", "--within", "30m")),
            ("its clock was off by", pin),
        ],
        f"If you remember when any other photo of {gallery.name} was taken, that helps as well.",
    )


def _same_moment(result: Result, question: Question, asked: QuestionTarget) -> _Asking:
    photos, times = list(result.event.photos), displayed(result.event)
    rows = question.photo_a, question.photo_b
    a, b = (asked.name_of(photos[row].path) for row in rows)
    shown_a, shown_b = (times[row].text for row in rows)
    answers: tuple[tuple[str, Moment], ...] = (
        ("at the same instant, within seconds", "instant"),
        ("same scene, minutes apart", "same"),
        ("within a quarter of an hour", "about"),
        ("at different times", "different"),
        ("on different days", "other-day"),
        ("cannot tell", "unclear"),
    )
    return _Asking(
        f"when were {a} and {b} taken?",
        [(text, asked.hint(moment, a, b, "--asked")) for text, moment in answers],
        f"Their cameras showed {shown_a} and {shown_b}.",
    )
