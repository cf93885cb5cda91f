"""What an answer costs in the review app: until it is shown, and until it is kept."""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import numpy as np

from coincide.app.review.jobs import one_core
from coincide.model import Event, Floats
from coincide.model.offsets import RIGHT_WITHIN_S
from coincide.project import Project, Solution, SyncResult
from coincide.project.userinput.changes import say_pair
from coincide_bench.speed.large_folder import write_large_event
from coincide_bench.speed.solve import GALLERIES, PHOTOS, sized_event
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell, measured

# answers, one after the other
N_ANSWERS = 12
# photos that a person would say are of one moment
ONE_MOMENT_S = 30.0

Rows = tuple[int, int]


@dataclass(frozen=True)
class OneAnswer:
    """The CPU seconds of one answer, and by how much it moved the gallery that moved most."""

    asked: bool  # by the app; else a person found the pair
    shown_s: float
    kept_s: float
    moved_s: float


@dataclass(frozen=True)
class AnswerSpeed:
    """Answers to one event, one after the other, each kept; as a cold solve has them or not."""

    n_photos: int
    n_galleries: int
    cold_s: float
    answers: tuple[OneAnswer, ...]
    as_cold: bool

    @property
    def shown_s(self) -> float:
        """The CPU seconds until an answer is shown, at the median."""
        return median(answer.shown_s for answer in self.answers)

    @property
    def kept_s(self) -> float:
        """The CPU seconds until it is kept."""
        return median(answer.kept_s for answer in self.answers)


def run(settings: SpeedSettings, tell: Tell) -> Measured:
    """Measure what an answer in the review app costs, until it is shown and until it is kept."""
    found = measure_answers(
        settings.folder,
        n_photos=settings.photos or PHOTOS,
        n_galleries=settings.galleries or GALLERIES,
        n_answers=settings.number or N_ANSWERS,
        seed=settings.seed,
        tell=tell,
    )
    shown_s = [answer.shown_s for answer in found.answers]
    kept_s = [answer.kept_s for answer in found.answers]
    rows = {
        "shown after, s of CPU": f"{found.shown_s:.2f} ({min(shown_s):.2f} to {max(shown_s):.2f})",
        "kept after": f"{found.kept_s:.2f} ({min(kept_s):.2f} to {max(kept_s):.2f})",
        "a cold solve": f"{found.cold_s:.2f}",
        "the last answer is the same as a cold solve": "yes" if found.as_cold else "NO",
    }
    title = f"{len(shown_s)} answers to {found.n_photos} photos in {found.n_galleries} galleries"
    return measured(title, rows, asdict(found), passed=found.as_cold)


def measure_answers(
    folder: Path,
    *,
    n_photos: int,
    n_galleries: int,
    n_answers: int,
    seed: int,
    tell: Tell,
) -> AnswerSpeed:
    """Sync a simulated event, answer what is asked or a pair that is found, and solve it cold."""
    simulated = sized_event(n_photos, seed, n_galleries)
    project = Project.at(write_large_event(folder / "event", simulated))
    rng = np.random.default_rng(seed)
    answers = []
    with one_core():
        solution = project.sync(warm=True).solution
        for number in range(n_answers):
            measured, solution = _answer(project, solution, simulated.truth, rng)
            answers.append(measured)
            tell(number + 1, n_answers)
        start_s = time.process_time()
        cold = Project.at(folder / "event").found_again(project.known())
        cold_s = time.process_time() - start_s
    as_cold = (cold.offsets, cold.why) == (solution.offsets, solution.why)
    return AnswerSpeed(n_photos, n_galleries, cold_s, tuple(answers), as_cold)


def _answer(
    project: Project, before: Solution, truth: Mapping[str, float], rng: np.random.Generator
) -> tuple[OneAnswer, Solution]:
    """Answer one question by the truth, or say what a person would find who looks around."""
    event = before.event
    true_s = _true_s(event, truth)
    questions = () if before.why is None else before.why.questions
    asked = next(((question.photo_a, question.photo_b) for question in questions), None)
    rows = _found_pair(event, true_s, rng) if asked is None else asked
    apart_s = abs(true_s[rows[0]] - true_s[rows[1]])
    change = say_pair(event, "same" if apart_s <= RIGHT_WITHIN_S else "different", rows)
    times_s: list[float] = []
    solutions: list[Solution] = []

    def show(solution: Solution, run: SyncResult | None) -> None:
        times_s.append(time.process_time() - start_s)
        solutions.append(solution)

    start_s = time.process_time()
    project.solve_again(project.say(change), show)
    kept_s = time.process_time() - start_s
    moved_s = _moved_s(before, solutions[-1])
    return OneAnswer(asked is not None, times_s[0], kept_s, moved_s), solutions[-1]


def _true_s(event: Event, truth: Mapping[str, float]) -> Floats:
    """Return the true time of each photo."""
    table = event.table
    offset_s = np.array([truth.get(name, np.nan) for name in table.names])
    true_s: Floats = table.camera_time_s + offset_s[table.gallery_of(np.arange(table.n_photos))]
    return true_s


def _found_pair(event: Event, true_s: Floats, rng: np.random.Generator) -> Rows:
    """Return two photos of one moment by two cameras, as somebody may come across them."""
    gallery = event.table.gallery_of(np.arange(len(true_s)))
    for row in rng.permutation(len(true_s)).tolist():
        near = (np.abs(true_s - true_s[row]) <= ONE_MOMENT_S) & (gallery != gallery[row])
        if near.any():
            return row, int(rng.permutation(np.flatnonzero(near))[0])
    raise ValueError("no two cameras were at one moment")


def _moved_s(before: Solution, after: Solution) -> float:
    """Return by how much the gallery moved that moved most."""
    were = {placement.gallery: placement.offset_s for placement in before.offsets.placements}
    return max(
        abs(placement.offset_s - was_s)
        for placement in after.offsets.placements
        if placement.offset_s is not None and (was_s := were[placement.gallery]) is not None
    )
