import importlib
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from uuid import uuid4

import numpy as np
import pytest

import coincide
from coincide import model, solver
from coincide.engine import LocalEngine
from coincide.model import Url, place_of
from coincide.project import Meter
from coincide.project.solve.tasks import PairTasks, photos_digest
from coincide.project.solve.tasks.pairs import (
    _sources,
    code_digest,
    digest_of,
    link_code,
    solver_code,
)
from coincide.solver.joint import JointSolution, solve_joint
from coincide.solver.options import JointOptions
from coincide.storage.objectstore import ObjectStore
from tests.scenes import afternoon, make_features, make_material, seen_by

NAMES = "abcde"


@pytest.fixture
def project() -> Url:
    return place_of(f"memory://{uuid4().hex}")


def solve(
    project: Url, seed: int = 0, options: JointOptions = JointOptions()
) -> tuple[JointSolution, int]:
    """Return the solution with pairs asked as tasks, and how many tasks there were."""
    material, digest = material_of(seed)
    meter = Meter()
    with ObjectStore(project) as store:
        tasks = PairTasks(LocalEngine(2), meter, store, digest, chunk=3)
        solution = solve_joint(material, anchor="a", options=options, ahead=tasks)
    return solution, sum(cost.tasks for cost in meter.costs)


def material_of(seed: int):  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(seed)
    at_s = afternoon(rng)
    galleries = {n: seen_by(rng, at_s, ahead_s=700.0 * i) for i, n in enumerate(NAMES)}
    features = make_features(rng, galleries)
    return make_material(features), photos_digest(features.arrays, np.zeros((0, 2), np.int64))


def test_the_answer_is_the_same_as_without_tasks(project: Url) -> None:
    solution, n_tasks = solve(project)
    assert n_tasks >= 4  # ten pairs, three to a task
    assert solution.offsets == solve_joint(material_of(0)[0], anchor="a").offsets


def test_what_was_answered_is_not_asked_again(project: Url) -> None:
    first, _ = solve(project)
    second, n_tasks = solve(project)
    assert n_tasks == 0
    assert second.offsets == first.offsets


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, JointOptions()), (0, replace(JointOptions(), candidates=30))],
)
def test_other_photos_and_other_options_are_asked_anew(
    project: Url, seed: int, options: JointOptions
) -> None:
    solve(project)
    solution, n_tasks = solve(project, seed, options)
    assert n_tasks >= 4
    alone = solve_joint(material_of(seed)[0], anchor="a", options=options)
    assert solution.offsets == alone.offsets


@dataclass(frozen=True)
class Thing:
    name: str
    numbers: np.ndarray
    memo: dict[str, int] = field(default_factory=dict, compare=False)


def test_equal_values_have_one_digest_whatever_made_them() -> None:
    one = Thing("a", np.arange(6).reshape(2, 3)[:, ::2])
    other = Thing("a", np.array([[0, 2], [3, 5]]), {"seen": 1})
    assert digest_of(one) == digest_of(other)
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})
    assert digest_of(frozenset({3, 1, 2})) == digest_of({2, 3, 1})
    assert digest_of(np.float64(0.5)) == digest_of(0.5)


def test_different_values_have_different_digests() -> None:
    thing = Thing("a", np.zeros(2))
    values: list[object] = [
        *(None, "", 0, 0.0, False, "None", (), ("",), ("a", ("b",)), (("a",), "b")),
        *(np.zeros(2), np.zeros(2, np.float32), np.zeros((1, 2)), [0.0, 0.0], thing),
        *(replace(thing, name="b"), replace(thing, numbers=np.ones(2)), {"a": thing}),
        *(JointOptions(), replace(JointOptions(), sweeps=2)),
    ]
    assert len({digest_of(value) for value in values}) == len(values)


def test_what_cannot_be_told_apart_is_refused() -> None:
    with pytest.raises(TypeError, match="no digest of object"):
        digest_of(object())


def test_urls_have_digests() -> None:
    one, other = place_of("s3://bucket/a"), place_of("s3://bucket/b")
    assert digest_of(one) == digest_of(place_of("s3://bucket/a/"))
    assert digest_of(one) != digest_of(other)


def test_the_solvers_code_has_one() -> None:
    assert len(solver_code()) == len(link_code()) == 64
    assert solver_code() != link_code()


def test_the_solvers_code_is_all_that_an_answer_rests_on() -> None:
    """Each module of the solver and of the words it talks in, however deep."""
    modules = {name for package in (solver, model) for name, _ in _sources(package)}
    assert {
        *("solver/large/join.py", "solver/joint/solve.py", "solver/evidence/gather.py"),
        *("solver/clocks/prior.py", "solver/links/neighbours.py", "solver/methods.py"),
        *("model/times.py", "model/event.py", "model/offsets.py"),
    } <= modules
    root = Path(coincide.__file__).parent
    assert modules == {
        path.relative_to(root).as_posix()
        for folder in ("solver", "model")
        for path in (root / folder).rglob("*.py")
    }


FILES = {"__init__.py": "A = 1\n", "one.py": "", "deep/__init__.py": "", "deep/two.py": "B = 2\n"}


def made(folder: Path, files: Mapping[str, str], *, packed: bool, name: str) -> str:
    """Make a package, import it from its folder or from an archive, and return its digest."""
    for path, text in files.items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text)
    where = folder
    if packed:
        where = folder / "packed.zip"
        with zipfile.ZipFile(where, "w") as archive:
            for path in files:
                archive.write(folder / name / path, f"{name}/{path}")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(where))
        try:
            return code_digest(importlib.import_module(name))
        finally:
            for module in [one for one in sys.modules if one.split(".")[0] == name]:
                del sys.modules[module]


@pytest.mark.parametrize("packed", [False, True])
def test_a_change_anywhere_in_a_package_is_noticed(tmp_path: Path, packed: bool) -> None:
    """Also where its modules are no files: a program in one piece has none."""
    changes: list[Mapping[str, str]] = [
        FILES,
        {**FILES, "deep/two.py": "B = 3\n"},
        {**FILES, "__init__.py": "A = 2\n"},
        {**FILES, "deep/three.py": ""},
        {**{path: text for path, text in FILES.items() if path != "one.py"}, "other.py": ""},
    ]
    found = []
    for number, files in enumerate(changes):
        (tmp_path / str(number)).mkdir()
        found.append(made(tmp_path / str(number), files, packed=packed, name=f"told{packed:d}"))
    assert len(set(found)) == len(changes)
    (tmp_path / "again").mkdir()
    if not packed:  # compiled code knows where it was
        assert made(tmp_path / "again", FILES, packed=packed, name="told0") == found[0]


def test_a_package_without_code_has_none(tmp_path: Path) -> None:
    empty = ModuleType("empty")
    empty.__path__ = [str(tmp_path)]
    with pytest.raises(ImportError, match="empty"):
        code_digest(empty)
