"""What faces add is told by events that had no part in weighing them."""

import re

import numpy as np
import pytest

pytest.importorskip("cv2")

from coincide_bench.people_gain import Linked, fit, lines

N_LINKS = 400


def _event(name: str, seed: int, *, telling: bool) -> Linked:
    """Return links of which a face tells what the look leaves open, or tells nothing."""
    rng = np.random.default_rng(seed)
    near = rng.random(N_LINKS) < 0.3
    look = rng.normal(0.5 + 0.1 * near, 0.2)
    face = rng.normal(np.where(near, 0.6, 0.1) if telling else 0.3, 0.1, N_LINKS)
    face[::4] = np.nan  # nobody's face on one side
    return Linked(name, 50, 40, look, face, near)


def _auc(line: str) -> tuple[float, float]:
    alone, both = re.findall(r"AUC ([0-9.]+) → ([0-9.]+)", line)[0]
    return float(alone), float(both)


def test_faces_that_tell_are_seen_to_tell() -> None:
    told = [_event(name, seed, telling=True) for seed, name in enumerate("abc")]
    for line in lines(told):
        alone, both = _auc(line)
        assert both > alone + 0.1


def test_faces_that_tell_nothing_are_seen_to_add_nothing() -> None:
    told = [_event(name, seed, telling=False) for seed, name in enumerate("abc")]
    for line in lines(told):
        alone, both = _auc(line)
        assert both == pytest.approx(alone, abs=0.03)


def test_an_event_is_weighed_by_the_others_alone() -> None:
    telling, silent = _event("a", 1, telling=True), _event("b", 2, telling=False)
    assert abs(fit([silent])[3]) < abs(fit([telling])[3])


def test_a_line_counts_faces_and_people() -> None:
    one, other = (_event(name, seed, telling=True) for seed, name in enumerate("ab"))
    (line, _) = lines([one, other])
    assert line.startswith("a: 40 of 50 photos have a face; of 400 links")
    assert f"{int(np.isfinite(one.face).sum())} have faces on both sides" in line
