import hashlib
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.features.verify import VerifyOptions, pair_keys, verify_key, verify_links
from coincide.features.verify import run as run_module
from coincide.features.verify.features import NO_FEATURES, local_features
from coincide.features.verify.run import FITTED, REVISITED, FeatureSpool, inlier_log_ratio
from coincide.model import Links, Photo
from coincide.storage.store import Store
from tests.features.verify.scenes import scene, seen_from_aside


def links_of(*pairs: tuple[int, int]) -> Links:
    rows = np.array(pairs, np.int64).reshape(-1, 2)
    return Links(rows[:, 0], rows[:, 1], np.ones(len(rows)))


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> tuple[Photo, ...]:
    """Two places from two sides, a blank wall, and a file that is no photo."""
    folder = tmp_path_factory.mktemp("photos")
    for seed in (0, 1):
        scene(seed).save(folder / f"{seed}-here.jpg")
        seen_from_aside(scene(seed)).save(folder / f"{seed}-there.jpg")
    scene(0).point(lambda _: 128).save(folder / "blank.png")
    (folder / "damaged.jpg").write_bytes(b"\xff\xd8\xff no photo")
    names = ("0-here.jpg", "1-here.jpg", "0-there.jpg", "1-there.jpg", "blank.png", "damaged.jpg")
    paths = [folder / name for name in names]
    keys = [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    return tuple(Photo(path, key, 0.0, 0.0) for path, key in zip(paths, keys, strict=True))


ALL_PAIRS = ((0, 2), (0, 3), (1, 2), (1, 3), (0, 4))


def test_links_of_one_place_stand_out(photos: tuple[Photo, ...]) -> None:
    counts = verify_links(photos, links_of(*ALL_PAIRS))
    assert (counts[[0, 3]] > 100).all()
    assert (counts[[1, 2]] < 15).all()
    assert counts[4] == 0


def test_unreadable_photo_is_unknown_and_named(
    photos: tuple[Photo, ...], caplog: pytest.LogCaptureFixture
) -> None:
    counts = verify_links(photos, links_of((0, 5), (0, 2)))
    assert np.isnan(counts[0])
    assert counts[1] > 100
    assert "damaged.jpg cannot be verified" in caplog.text


def test_order_of_photos_links_and_threads_changes_nothing(photos: tuple[Photo, ...]) -> None:
    links = links_of(*ALL_PAIRS)
    turned = Links(links.photo_b[::-1], links.photo_a[::-1], links.similarity)
    counts = verify_links(photos, links, VerifyOptions(threads=1))
    again = verify_links(photos, turned, VerifyOptions(threads=3))
    assert np.array_equal(counts, again[::-1])
    assert pair_keys(photos, links) == pair_keys(photos, turned)[::-1]


def test_each_photo_and_each_pair_is_worked_on_once(
    photos: tuple[Photo, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: Counter[Path] = Counter()
    lock, read = threading.Lock(), run_module.read_grey

    def counted(path: Path, long_side_px: int) -> np.ndarray:
        with lock:
            seen[path] += 1
        return read(path, long_side_px)

    monkeypatch.setattr(run_module, "read_grey", counted)
    told: list[tuple[str, int, int]] = []
    verify_links(
        photos, links_of(*ALL_PAIRS, (2, 0)), progress=lambda *step: told.append(tuple(step))
    )
    assert seen == {photo.path: 1 for photo in photos[:5]}
    assert told == [
        *(("features", n, 5) for n in range(1, 6)),
        *(("verify", n, 5) for n in range(1, 6)),
    ]


def test_no_links_no_work(photos: tuple[Photo, ...]) -> None:
    assert verify_links(photos, links_of()).shape == (0,)


def test_store_can_keep_the_counts(photos: tuple[Photo, ...], tmp_path: Path) -> None:
    links, options = links_of(*ALL_PAIRS), VerifyOptions()
    counts = verify_links(photos, links, options)
    keys, feature = pair_keys(photos, links), verify_key(options)
    with Store(tmp_path / "project") as store:
        store.save_vectors(feature, keys, counts[:, None].astype(np.float32))
    with Store(tmp_path / "project") as store:
        assert store.missing(feature, keys) == []
        assert np.array_equal(store.load_vectors(feature, keys)[:, 0], counts)


def test_key_changes_with_what_changes_counts() -> None:
    options = VerifyOptions()
    assert verify_key(options) == verify_key(replace(options, threads=7))
    assert verify_key(options) != verify_key(replace(options, ratio=0.7))


def test_features_come_back_as_they_were_in_any_order() -> None:
    added = {name: local_features(np.asarray(scene(seed))) for seed, name in enumerate("abc")}
    added["blank"] = NO_FEATURES
    with FeatureSpool() as spool:
        for key, features in added.items():
            spool.add(key, features)
        for key in ("c", "blank", "a", "b", "a"):
            found = spool.get(key)
            assert found is not None
            assert np.array_equal(found.points_px, added[key].points_px)
            assert np.array_equal(found.descriptors, added[key].descriptors)


def test_unreadable_is_none_and_unknown_is_an_error() -> None:
    with FeatureSpool() as spool:
        spool.add("bad", None)
        assert spool.get("bad") is None
        with pytest.raises(KeyError):
            spool.get("never added")


@given(st.lists(st.integers(0, 1500), min_size=2))
def test_more_inliers_never_speak_less_for_one_moment(counts: list[int]) -> None:
    ratios = inlier_log_ratio(np.sort(np.array(counts, dtype=np.float64)))
    assert (np.diff(ratios) >= 0).all()


def test_evidence_is_bounded_by_how_often_places_are_seen_again() -> None:
    ratios = inlier_log_ratio(np.arange(2000.0))
    assert ratios.max() <= np.log(1 / REVISITED) <= 3.0
    # a photo of another part of the scene has no inlier either: next to nothing is said
    assert -1.0 < ratios.min() < 0.0


def test_many_inliers_speak_clearly_and_chance_ones_do_not() -> None:
    none, chance, many = inlier_log_ratio(np.array([0.0, 9.0, 60.0]))
    assert none < 0
    assert abs(chance) < 0.5
    assert many > 1.0


def test_unknown_says_nothing() -> None:
    assert inlier_log_ratio(np.array([np.nan, 0.0]))[0] == 0.0


def test_table_is_well_formed() -> None:
    assert FITTED.least[0] == 0
    assert list(FITTED.least) == sorted(set(FITTED.least))
    assert len(FITTED.least) == len(FITTED.log_ratio)
