"""The measurement itself; the figure is for `coincide bench engines` on a machine that is free."""

from pathlib import Path

import pytest

from coincide_bench.speed.engines import measure_engines
from tests.cluster.conftest import RAY
from tests.cluster.nodes import ray_nodes
from tests.cluster.test_faults import pytestmark as pytestmark  # noqa: PLC0414


def test_both_engines_are_measured_on_the_same_photos(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in RAY.items():
        monkeypatch.setenv(name, value)
    told: list[int] = []
    with ray_nodes(2) as nodes:
        speed = measure_engines(
            tmp_path,
            20,
            store=None,
            address=nodes.address,
            tell=lambda done, _: told.append(done),
        )
    assert told[-1] == speed.n_photos == 20
    assert speed.local.offsets == speed.ray.offsets
    assert speed.ratio > 0
    assert speed.ray.start_s > 0
