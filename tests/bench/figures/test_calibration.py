import numpy as np
import pytest

from coincide.model.verdicts import is_certain
from coincide_bench.figures.calibration import calibrate
from coincide_bench.figures.outcome import GalleryOutcome


def stating(probability: float | None, right: bool, stranger: bool = False) -> GalleryOutcome:
    return GalleryOutcome(
        gallery="g",
        placed=True,
        error_s=None if stranger else (0.0 if right else 9000.0),
        probability=probability,
        covered=None,
        right=right,
        recoverable=True,
        stranger=stranger,
        certain=probability is not None and is_certain(probability),
    )


def drawn(stated: np.ndarray, chance: np.ndarray, seed: int = 0) -> list[GalleryOutcome]:
    rng = np.random.default_rng(seed)
    right = rng.random(len(stated)) < chance
    return [stating(float(p), bool(r)) for p, r in zip(stated, right, strict=True)]


def test_an_honest_method_has_the_error_of_chance() -> None:
    stated = np.random.default_rng(1).beta(4, 1, 5000)
    result = calibrate(drawn(stated, stated))
    assert result is not None
    assert result.ece < 2 * result.ece_by_chance < 0.04
    assert result.brier_skill is not None
    assert 0.1 < result.brier_skill < 0.5
    assert [b.n_galleries for b in result.bins] == [500] * 10


def test_a_boaster_is_found_out() -> None:
    stated = np.random.default_rng(1).uniform(0.8, 1.0, 2000)
    result = calibrate(drawn(stated, np.full(2000, 0.6)))
    assert result is not None
    assert result.ece == pytest.approx(0.3, abs=0.04)
    assert result.ece_by_chance < 0.05
    assert result.brier_skill is not None
    assert result.brier_skill < 0


def test_equal_statements_share_a_bin() -> None:
    galleries = [stating(1.0, number > 0) for number in range(200)]
    galleries += [stating(0.5, number % 2 == 0) for number in range(50)]
    result = calibrate(galleries)
    assert result is not None
    assert [(b.stated, b.right, b.n_galleries) for b in result.bins] == [
        (0.5, 0.5, 50),
        (1.0, 0.995, 200),
    ]
    assert result.ece == pytest.approx(0.004)


def test_few_galleries_make_one_bin_and_say_how_noisy_it_is() -> None:
    result = calibrate([stating(0.9, True)] * 4)
    assert result is not None
    assert len(result.bins) == 1
    assert result.ece == pytest.approx(0.1)
    assert result.ece_by_chance > 0.08
    assert result.brier_skill is None  # all were right: the base rate cannot be beaten


def test_a_statement_about_a_stranger_is_a_miss() -> None:
    result = calibrate([stating(1.0, False, stranger=True), stating(1.0, True)])
    assert result is not None
    assert result.bins[0].right == 0.5


def test_no_statement_no_figure() -> None:
    assert calibrate([stating(None, True)]) is None
    assert calibrate([]) is None
