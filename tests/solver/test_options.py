"""Options of the solver: frozen, comparable, with a reason, part of what results are kept by."""

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from typing import Any

import pytest

from coincide.project.solve.tasks.pairs import digest_of
from coincide.solver.options import CourseOptions, JointOptions, LinkOptions
from coincide.solver.options.setting import (
    BY_HAND,
    PAPER,
    Origin,
    fitted,
    origin_of,
    reason_of,
)
from tools.check_numbers import is_number, option_classes

CLASSES = option_classes()


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_options_are_frozen_small_and_comparable(kind: type[Any]) -> None:
    options = kind()
    assert (options, hash(options)) == (kind(), hash(kind()))
    assert not hasattr(options, "__dict__")
    name = fields(kind)[0].name
    with pytest.raises(FrozenInstanceError):
        setattr(options, name, None)


def changed(options: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the same options with one number changed, for each there is."""
    for field in fields(options):
        value, name = getattr(options, field.name), f"{path}.{field.name}"
        if is_dataclass(value):
            for inner, other in changed(value, name):
                yield inner, replace(options, **{field.name: other})
        elif is_number(value):
            other = (*value, value[0]) if isinstance(value, tuple) else value + 1
            yield name, replace(options, **{field.name: other})


def test_every_number_is_part_of_the_digest_that_results_are_kept_by() -> None:
    everything = dict(changed(JointOptions()))
    assert ".courses.set_share" in everything
    assert len(everything) > 40
    digests = {digest_of(options) for options in (JointOptions(), *everything.values())}
    assert len(digests) == 1 + len(everything)


def test_an_option_tells_why_and_where_it_comes_from() -> None:
    assert reason_of(CourseOptions, "states") == "offsets that a clock may have had, at most"
    assert origin_of(CourseOptions, "states") == BY_HAND
    assert origin_of(LinkOptions, "alpha") == PAPER
    assert origin_of(LinkOptions, "approach") is None
    assert fitted("python -m x") == Origin("fitted", "python -m x")
