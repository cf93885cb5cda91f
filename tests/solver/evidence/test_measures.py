from dataclasses import replace

import numpy as np
import pytest

from coincide.model import PhotoTable, Singles
from coincide.solver.evidence.form import EvidenceInputs
from coincide.solver.evidence.measures import (
    BrightnessMeasure,
    PlaceMeasure,
    VectorMeasure,
    about,
    common,
    measures_of,
)
from coincide.solver.options import EvidenceKind, EvidenceOptions
from tests.conftest import make_table

ALL: tuple[EvidenceKind, ...] = ("look", "light", "place", "rhythm")
MINUTES = [60.0 * n for n in range(20)]


def noise(rng: np.random.Generator, n_photos: int, dim: int = 32) -> Singles:
    return rng.standard_normal((n_photos, dim)).astype(np.float32)


def two_views(rng: np.random.Generator) -> tuple[PhotoTable, Singles]:
    """Two galleries of the same twenty scenes, each photo a little its own."""
    scenes = noise(rng, 20)
    vectors = np.concatenate([scenes, scenes]) + 0.3 * noise(rng, 40)
    return make_table(MINUTES, MINUTES), vectors


def test_what_all_galleries_share_is_taken_off() -> None:
    rng = np.random.default_rng(0)
    table, vectors = two_views(rng)
    tinted = vectors + 5.0 * noise(rng, 1)
    np.testing.assert_allclose(
        about(tinted, common(table, tinted, [0, 1])),
        about(vectors, common(table, vectors, [0, 1])),
        atol=1e-5,
    )
    np.testing.assert_allclose(
        VectorMeasure("look", table, tinted).block(0, 1),
        VectorMeasure("look", table, vectors).block(0, 1),
        atol=1e-3,
    )


def test_what_one_camera_adds_to_all_its_photos_hardly_counts() -> None:
    rng = np.random.default_rng(0)
    table, vectors = two_views(rng)
    tinted = vectors.copy()
    tinted[table.rows(1)] += 0.5 * noise(rng, 1)
    block = VectorMeasure("look", table, tinted).block(0, 1)
    assert list(block.argmax(axis=1)) == list(range(20))
    assert block[np.eye(20, dtype=bool)].min() > 2.0


def test_centred_vectors_have_length_one_and_the_given_ones_stay_as_they_are() -> None:
    table, vectors = two_views(np.random.default_rng(1))
    before = vectors.copy()
    np.testing.assert_allclose(
        np.linalg.norm(about(vectors, common(table, vectors, [0, 1])), axis=1), 1.0, rtol=1e-5
    )
    assert np.array_equal(vectors, before)


def test_the_same_scene_is_unusually_alike_and_others_are_about_usual() -> None:
    table, vectors = two_views(np.random.default_rng(2))
    block = VectorMeasure("look", table, vectors).block(0, 1)
    same = np.eye(20, dtype=bool)
    assert block[same].min() > 2.0
    assert abs(block[~same].mean()) < 0.5
    assert block[~same].std() == pytest.approx(1.0, abs=0.4)


def test_a_block_the_other_way_round_is_turned() -> None:
    table, vectors = two_views(np.random.default_rng(3))
    measure = VectorMeasure("look", table, vectors)
    np.testing.assert_allclose(measure.block(1, 0), measure.block(0, 1).T, atol=1e-6)


def test_a_photo_of_nothing_in_particular_says_little() -> None:
    """A wall is like eight walls almost as much as a kiss is like the kiss, and means less."""
    rng = np.random.default_rng(4)
    table, vectors = two_views(rng)
    wall = noise(rng, 1)[0]
    walls = [0, *range(20, 28)]
    vectors[walls] = wall + 0.3 * noise(rng, 9)
    measure = VectorMeasure("look", table, vectors)
    raw, block = measure.vectors[:20] @ measure.vectors[20:].T, measure.block(0, 1)
    assert raw[0, :8].mean() > 0.75 * raw[12, 12]
    assert block[0, :8].mean() < 0.65 * block[12, 12]


def test_photos_of_one_view_do_not_spoil_what_is_usual_for_it() -> None:
    """Inside a gallery likeness in a burst is no measure of what is usual."""
    rng = np.random.default_rng(5)
    burst = np.tile(noise(rng, 1), (6, 1)) + 0.05 * noise(rng, 6)
    vectors = np.concatenate([burst, noise(rng, 20)])
    apart_s = 3600.0 + 60.0 * np.arange(20)
    quick = make_table([*(1.0 * np.arange(6)), *apart_s])
    slow = make_table([*(60.0 * np.arange(6)), *apart_s])
    in_burst = VectorMeasure("look", quick, vectors).block(0, 0)[0, 1]
    one_by_one = VectorMeasure("look", slow, vectors).block(0, 0)[0, 1]
    assert in_burst > one_by_one + 1.0


@pytest.mark.parametrize("times", [[[0.0], [5.0]], [[0.0], MINUTES], [[3.0] * 4, [3.0] * 4]])
def test_a_few_photos_and_photos_all_alike_say_nothing_in_numbers(times: list[list[float]]) -> None:
    table = make_table(*times)
    same = np.ones((table.n_photos, 8), np.float32)
    for vectors in (same, noise(np.random.default_rng(6), table.n_photos)):
        for a, b in ((0, 1), (0, 0), (1, 1)):
            assert np.isfinite(VectorMeasure("look", table, vectors).block(a, b)).all()
    assert np.abs(VectorMeasure("look", table, same).block(0, 1)).max() < 0.1


def test_brightness_is_minus_the_stops_between_and_unknown_stays_unknown() -> None:
    table = replace(make_table([0.0, 1.0], [0.0, 1.0]), scene_ev=np.array([10.0, np.nan, 8.0, 13]))
    np.testing.assert_array_equal(
        BrightnessMeasure(table).block(0, 1), [[-2.0, -3.0], [np.nan, np.nan]]
    )


def test_place_is_larger_the_nearer_not_below_a_fixs_own_error_and_may_be_unknown() -> None:
    nowhere = (np.nan, np.nan)
    table = make_table(
        [0.0, 1.0],
        [0.0, 1.0, 2.0, 3.0],
        positions=[[(46.0, 7.0), nowhere], [(46.0, 7.0), (46.001, 7.0), (46.0, 8.0), nowhere]],
    )
    block = PlaceMeasure(table).block(0, 1)
    # one place; a thousandth of a degree of latitude; a degree of longitude at 46° north
    metres = np.array([0.0, 111.2, 111_195 * np.cos(np.radians(46.0))])
    np.testing.assert_allclose(block[0, :3], -np.log10(metres + 10.0), atol=1e-3)
    assert np.isnan(block[0, 3])
    assert np.isnan(block[1]).all()


def test_place_across_the_date_line_is_near() -> None:
    table = make_table([0.0], [0.0], positions=[[(0.0, 179.9999)], [(0.0, -179.9999)]])
    assert PlaceMeasure(table).block(0, 1)[0, 0] > -2.0


def test_kinds_have_measures_where_there_is_something_to_go_by() -> None:
    table, vectors = two_views(np.random.default_rng(7))
    both = {"look": vectors, "colour": vectors}

    def kinds(material: EvidenceInputs, asked: tuple[EvidenceKind, ...] = ALL) -> list[str]:
        options = EvidenceOptions(kinds=asked)
        return [one.kind for one in measures_of(material, [0, 1], options)]

    assert kinds(EvidenceInputs(table, {})) == []
    assert kinds(EvidenceInputs(table, both)) == ["look", "colour"]
    assert kinds(EvidenceInputs(table, both), ("light", "rhythm")) == ["colour"]
    tagged = replace(
        table, scene_ev=np.full(40, 9.0), position_deg=np.full((40, 2), 46.0, np.float64)
    )
    assert kinds(EvidenceInputs(tagged, both)) == ["look", "colour", "brightness", "place"]
    assert kinds(EvidenceInputs(tagged, both), ("place",)) == ["place"]
    assert kinds(EvidenceInputs(tagged, both), ("rhythm",)) == []
    once = np.where(np.arange(40) == 3, 9.0, np.nan)
    assert kinds(EvidenceInputs(replace(table, scene_ev=once), {})) == []
