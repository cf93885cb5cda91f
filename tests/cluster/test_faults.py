"""Nodes and drivers that are killed, and a storage that fails: the same bytes all the same."""

import json
from collections.abc import Iterator

import pytest

from coincide.model import place_of
from coincide.storage.objects import Objects
from tests.cluster.conftest import DEMO, EVENT, Driver, count, offsets
from tests.cluster.driver import SHARD
from tests.cluster.nodes import Nodes, ray_nodes
from tests.storage_server import BUCKET, Faults, faulty_proxy

# what Ray leaves open in this process is its own business
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
# the photos and truth.json
N_FILES = DEMO.n_photos + 1
N_SHARDS = -(-N_FILES // SHARD)


@pytest.fixture
def nodes(event: str) -> Iterator[Nodes]:
    with ray_nodes(3) as found:
        yield found


def stages(project: str) -> dict[str, dict[str, float]]:
    path = place_of(project) / "costs.json"
    found: dict[str, dict[str, float]] = json.loads(Objects(path).read(path))["stages"]
    return found


def test_two_nodes_and_the_driver_are_killed(nodes: Nodes, expected: bytes) -> None:
    project = f"s3://{BUCKET}/killed"
    driver = Driver(EVENT, project, "ray", nodes.address)
    driver.wait_for(project, "records", 3)
    nodes.kill_one()
    driver.wait_for(project, "records", 8)
    driver.kill()
    before = count(project, "records")
    assert before < N_SHARDS, "there was nothing left to do"
    driver = Driver(EVENT, project, "ray", nodes.address)
    driver.wait_for(project, "solved", 1)
    nodes.kill_one()
    driver.finish()
    assert offsets(project) == expected
    cost = stages(project)
    # the second driver did what the first had not done, and nothing else
    assert cost["read"]["photos"] <= N_FILES - SHARD * (before - 1)
    assert cost["solve"]["tasks"] > 1
    Driver(EVENT, project, "ray", nodes.address).finish()
    assert offsets(project) == expected
    cost = stages(project)
    assert cost["read"]["tasks"] == cost["read"]["photos"] == cost["solve"]["tasks"] == 0


def test_a_storage_that_fails_two_requests_in_a_hundred(
    event: str, s3_port: int, expected: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = f"s3://{BUCKET}/faulty"
    faults = Faults(seed=7)
    with faulty_proxy(s3_port, faults) as port:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        with ray_nodes(3) as nodes:
            Driver(event, project, "ray", nodes.address).finish()
    monkeypatch.undo()
    assert offsets(project) == expected
    assert faults.n_failed >= 3
    assert faults.n_delayed >= 3
    assert sum(stage["retries"] for stage in stages(project).values()) >= 1
