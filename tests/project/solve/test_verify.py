from pathlib import Path

import numpy as np
import pytest

from coincide.model import Floats, Links, Photo
from coincide.project.solve import verify as closer
from coincide.project.solve.verify import verify_solutions
from coincide.solver.joint import solve_joint, telling_links
from coincide.storage.store import Store
from tests.scenes import afternoon, make_features, make_material, seen_by


def test_each_pair_is_looked_at_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(10_005)
    at_s = afternoon(rng, 20)
    features = make_features(rng, {name: seen_by(rng, at_s) for name in ("ann", "bob")})
    event = features.event
    solution = solve_joint(make_material(features), anchor="ann")
    looked: list[int] = []

    def count(_photos: list[Photo], links: Links, *_: object, **__: object) -> Floats:
        looked.append(len(links))
        return np.where(links.photo_b - links.photo_a == 20, 100.0, np.nan)

    monkeypatch.setattr(closer, "verify_links", count)
    with Store(tmp_path) as store:
        first = verify_solutions([*event.photos], [solution], store, lambda *_: None)
        again = verify_solutions([*event.photos], [solution], store, lambda *_: None)
    links = telling_links(solution)
    assert looked == [len(links)]
    np.testing.assert_array_equal(first.log_ratio, again.log_ratio)
    np.testing.assert_array_equal(first.pairs, np.column_stack([links.photo_a, links.photo_b]))
    passed = first.pairs[:, 1] - first.pairs[:, 0] == 20
    assert first.log_ratio[passed].min() > 1.0
    assert np.all(first.log_ratio[~passed] == 0.0)
