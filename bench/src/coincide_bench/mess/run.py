"""Make cases of trouble, run each as a user would, and judge what becomes of every photo."""

import logging
import multiprocessing
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from coincide.model.hints import Pin
from coincide.project import Project, change_hints
from coincide_bench.mess.answer import TRUTHFUL, Answerer, answer_first
from coincide_bench.mess.bases import DEALT, REAL_NAMES, dealt_base, real_base, rendered_base
from coincide_bench.mess.bases import thinned as thinned_base
from coincide_bench.mess.cache import kept
from coincide_bench.mess.event import Base, Shot
from coincide_bench.mess.files import write_case
from coincide_bench.mess.kinds import KINDS, Kind, fits
from coincide_bench.mess.photos import Case
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.splits import make_rng
from coincide_bench.wholeplan.figures import Judged, judge_event
from coincide_bench.wholeplan.look import look
from coincide_bench.wholeplan.pool import keep_counts, warm_project
from coincide_bench.wholeplan.truth import KnownFile

logger = logging.getLogger(__name__)

S = TypeVar("S")
T = TypeVar("T")

SUITE = "mess"
# demo events, apart for ever: what is tuned on the one is reported on the other
TUNE_RENDERED, REPORT_RENDERED = tuple(range(901, 906)), tuple(range(801, 808))
N_GUESTS = 30


@dataclass(frozen=True)
class Material:
    """Where photos and what is kept between runs lie; ``datasets`` None: rendered events alone.

    ``answers``: so many questions are answered by the truth, each time the one that is asked first.
    """

    datasets: Path | None
    cache: Path
    report: bool
    answers: int = 0


@dataclass(frozen=True)
class Messy:
    """One case of a kind, the event it was made of, and its verdicts after 0, 1, … answers."""

    kind: str
    seed: int
    base: str
    by_answers: tuple[Judged, ...]

    @property
    def judged(self) -> Judged:
        """The verdicts before any answer."""
        return self.by_answers[0]


def run_mess(
    context: BenchContext,
    kinds: Mapping[str, Kind],
    seeds: Sequence[int],
    *,
    jobs: int = 1,
    answers: int = 0,
) -> Iterator[Messy]:
    """Yield what becomes of every kind of trouble with every seed, kind by kind."""
    material = Material(context.datasets, context.cache, context.report, answers)
    todo = [(name, seed, material) for name in kinds for seed in seeds]
    for number, found in enumerate(in_processes(run_one, todo, jobs), start=1):
        context.progress("mess", number, len(todo))
        if found is not None:
            yield found


def in_processes(run: Callable[[S], T], todo: Sequence[S], jobs: int) -> Iterator[T]:
    """Yield what becomes of each task, in their order; by this process where ``jobs`` is 1."""
    if jobs == 1:
        yield from map(run, todo)
        return
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawned) as pool:
        yield from pool.map(run, todo)


def run_one(task: tuple[str, int, Material]) -> Messy | None:
    """Return what becomes of one kind with one seed; None where it cannot happen to any event."""
    name, seed, material = task
    return kept(material.cache, ("mess", *task), lambda: _run(name, seed, material))


def _run(name: str, seed: int, material: Material) -> Messy | None:
    kind = KINDS[name]
    rng = make_rng(seed, SUITE, name)
    base = choose_base(kind, material, rng)
    if base is None:
        logger.warning("%s needs photo sets that are not at hand and is left out.", name)
        return None
    return Messy(name, seed, base.name, judge_case(kind.make(base, rng), material, rng))


def judge_case(
    case: Case, material: Material, rng: np.random.Generator, person: Answerer = TRUTHFUL
) -> tuple[Judged, ...]:
    """Write a case to a folder of its own, sync and plan it, and judge every photo.

    Returned are the verdicts before any answer, and after each; where nothing more is asked that
    can be answered, they stay as they are.
    """
    with tempfile.TemporaryDirectory(prefix="coincide-bench-") as scratch:
        folder = (Path(scratch) / "event").resolve()
        folder.mkdir()
        files = write_case(case, folder, material.cache, rng)
        return judge_folder(files, folder, case.pins, material, person)


def judge_folder(
    files: Sequence[KnownFile],
    folder: Path,
    pins: Mapping[str, float],
    material: Material,
    person: Answerer = TRUTHFUL,
) -> tuple[Judged, ...]:
    """Sync and plan an event that lies in a folder, and judge every photo after each answer."""
    warm_project(folder, material.cache)
    project = Project.at(folder)
    for gallery, offset_s in pins.items():
        pin = Pin(gallery, offset_s)
        change_hints(project.folder, lambda hints, pin=pin: hints.adding(pin))  # type: ignore[misc]
    looked = look(folder, project)
    judged = [judge_event(files, looked)]
    keep_counts(folder, material.cache)
    for _ in range(material.answers):
        # of one clock alone nothing is asked
        answered = len(looked.galleries) > 1 and answer_first(project, folder, files, person)
        judged.append(judge_event(files, look(folder, project)) if answered else judged[-1])
    return tuple(judged)


def choose_base(kind: Kind, material: Material, rng: np.random.Generator) -> Base | None:
    """Return an event for a kind of trouble: real, dealt or rendered, as likely each."""
    for family in shuffled(base_names(material), rng):
        for name in shuffled(family, rng):
            base = with_guests(open_base(name, material, rng), material, rng)
            if fits(kind, base):
                return base
    return None


def base_names(material: Material) -> list[list[str]]:
    """Return the events that trouble may come to, family by family."""
    seeds = REPORT_RENDERED if material.report else TUNE_RENDERED
    rendered = [f"rendered {seed}" for seed in seeds]
    if material.datasets is None:
        return [rendered]
    return [list(REAL_NAMES), [f"{folder}, dealt" for folder in DEALT], rendered]


def shuffled(things: Sequence[T], rng: np.random.Generator) -> list[T]:
    """Return things in a random order."""
    return [things[index] for index in rng.permutation(len(things)).tolist()]


def open_base(name: str, material: Material, rng: np.random.Generator) -> Base:
    """Return the event of that name, of a size that people's events have."""
    if name.startswith("rendered "):
        return rendered_base(int(name.removeprefix("rendered ")), material.cache)
    datasets = datasets_of(material)
    if name.endswith(", dealt"):
        return dealt_base(name.removesuffix(", dealt"), datasets, material.cache, rng)
    return thinned_base(real_base(name, datasets), rng)


def datasets_of(material: Material) -> Path:
    """Return the folder of the photo sets; raise where there is none."""
    if material.datasets is None:
        raise ValueError("photo sets are needed")
    return material.datasets


def with_guests(base: Base, material: Material, rng: np.random.Generator) -> Base:
    """Return an event with photos of another one at hand, where there are photo sets."""
    if material.datasets is None:
        return base
    others = [name for name in REAL_NAMES if not base.name.startswith(name)]
    other = real_base(others[int(rng.integers(len(others)))], material.datasets)
    owner = max(other.gear, key=lambda one: sum(shot.owner == one for shot in other.shots))
    guests: list[Shot] = [shot for shot in other.shots if shot.owner == owner]
    return replace(base, guests=tuple(guests[:N_GUESTS]))
