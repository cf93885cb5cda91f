"""A simulated person: every real event in trouble, and how far answers bring it.

The person answers as readers did of whom a record was made (``coincide_bench.answers``), mistakes
included. The solver's model of answers is fitted without the event that is asked about.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from coincide.model.progress import StageProgress
from coincide.project import quiet
from coincide.solver.joint import answers
from coincide.solver.joint.answers import AnswerModel
from coincide_bench.answers.model import fit
from coincide_bench.answers.record import read_record
from coincide_bench.figures.tables import Table
from coincide_bench.mess.answer import person_by
from coincide_bench.mess.bases import real_base
from coincide_bench.mess.bases import thinned as thinned_base
from coincide_bench.mess.cache import kept
from coincide_bench.mess.kinds import KINDS
from coincide_bench.mess.run import Material, datasets_of, in_processes, judge_case, shuffled
from coincide_bench.suites.realevents import EVENTS
from coincide_bench.suites.splits import make_rng
from coincide_bench.wholeplan.document import Json
from coincide_bench.wholeplan.figures import Judged, total
from coincide_bench.wholeplan.tables import cells

SUITE = "person"
# what goes wrong with clocks; each case draws one of these
TROUBLES = (
    *("hours-off", "summer-time", "minutes-off", "two-cameras-off", "am-for-pm"),
    *("wrong-year", "day-month-swapped", "reset-before", "set-an-hour", "cameras-alone"),
)
# after so many questions the figures are shown
SHOWN = (0, 1, 3, 5, 10)
COLUMNS = (
    *("photos", "wrong", "knowable", "harmed", "harmed %", "mended"),
    *("of the wrong %", "of the knowable %", "certain", "of these wrong"),
)


@dataclass(frozen=True)
class Asked:
    """One event in trouble, and its verdicts after 0, 1, … answers."""

    event: str
    trouble: str
    seed: int
    by_answers: tuple[Judged, ...]


def names(*, report: bool) -> tuple[str, ...]:
    """Return the real events of several cameras whose true times are known."""
    return tuple(
        event.folder
        for event in EVENTS
        if len(event.clocks) > 1 and (report or not event.report_only)
    )


def run_person(
    material: Material,
    seeds: Sequence[int],
    *,
    jobs: int = 1,
    remembers: float = 0.0,
    progress: StageProgress = quiet,
) -> Iterator[Asked]:
    """Yield every event at hand in some trouble with every seed."""
    folder = datasets_of(material)
    there = [name for name in names(report=material.report) if (folder / name).is_dir()]
    todo = [(name, seed, material, remembers) for name in there for seed in seeds]
    for number, found in enumerate(in_processes(ask, todo, jobs), start=1):
        progress(SUITE, number, len(todo))
        yield found


def ask(task: tuple[str, int, Material, float]) -> Asked:
    """Return what becomes of one event in one trouble, answer by answer."""
    return kept(task[2].cache, ("person", *task), lambda: _ask(*task))


def _ask(name: str, seed: int, material: Material, remembers: float) -> Asked:
    rng = make_rng(seed, SUITE, name)
    base = thinned_base(real_base(name, datasets_of(material)), rng)
    trouble = shuffled(TROUBLES, rng)[0]
    case = KINDS[trouble].make(base, rng)
    record = read_record()
    person = person_by(fit(record), rng, remembers)
    with _solved_by(fit(pair for pair in record if pair.event != name)):
        return Asked(name, trouble, seed, judge_case(case, material, rng, person))


@contextmanager
def _solved_by(model: AnswerModel) -> Iterator[None]:
    """Let the solver read answers by another model."""
    before = answers.MODEL
    try:
        _use(model)
        yield
    finally:
        _use(before)


def _use(model: AnswerModel) -> None:
    answers.MODEL = model
    answers.mean_over_day.cache_clear()
    answers.elsewhere.cache_clear()


def person_table(found: Sequence[Asked]) -> Table:
    """Return the sums over all events after some answers."""
    rows = []
    for number in SHOWN:
        if found and number < len(found[0].by_answers):
            figures = total([asked.by_answers[number].figures for asked in found])
            rows.append((str(number), *cells(figures, COLUMNS)))
    caption = "Photos. One answer of a simulated person to the question that is asked first."
    return Table("A simulated person", ("questions", *COLUMNS), tuple(rows), caption)


def person_document(found: Sequence[Asked], seeds_kind: str) -> Json:
    """Return the result file."""
    return {
        "schema": "coincide.bench.person/1",
        "seeds": seeds_kind,
        "events": [
            {
                "event": asked.event,
                "trouble": asked.trouble,
                "seed": asked.seed,
                "after": [asdict(judged.figures) for judged in asked.by_answers],
            }
            for asked in found
        ],
    }


def event_table(found: Sequence[Asked]) -> Table:
    """Return each event's mended share of the wrong photos after some answers."""
    rows = []
    for name in dict.fromkeys(asked.event for asked in found):
        own = [asked for asked in found if asked.event == name]
        cells = []
        for number in SHOWN:
            if number < len(own[0].by_answers):
                figures = total([asked.by_answers[number].figures for asked in own])
                cells.append(f"{figures.mended} / {figures.wrong}")
        rows.append((name, *cells))
    n_shown = len(rows[0]) - 1 if rows else 0
    header = ("event", *(f"after {number}" for number in SHOWN[:n_shown]))
    return Table("A simulated person, by event", header, tuple(rows), "Mended, of the wrong.")
