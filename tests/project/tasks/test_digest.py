from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from coincide.project.tasks.digest import digest_of, solver_code
from coincide.solver.options import JointOptions


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


def test_the_solvers_code_has_one() -> None:
    assert len(solver_code()) == 64
