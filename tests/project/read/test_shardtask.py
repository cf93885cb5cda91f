from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest

from coincide.errors import ModelError
from coincide.features.backbones import open_backbone
from coincide.features.options import EmbedOptions
from coincide.features.session import BackboneSession
from coincide.ingest import FileRecord
from coincide.model import Place, Url, place_of
from coincide.project.read.features import chosen_taps
from coincide.project.read.shardjob import Common, FeatureRequest, FileJob, first_jobs, look_of
from coincide.project.read.shardtask import run_shard
from coincide.storage.objects import Objects
from coincide.storage.objectstore import ObjectStore
from tests.photo_files import write_photo


@pytest.fixture
def base(tmp_path: Path) -> Url:
    base = place_of(f"memory://{uuid4().hex}")
    for number in range(5):
        path = write_photo(tmp_path / f"{number}.jpg", size=(300, 200), seed=number)
        Objects(base).write(base / "event" / path.name, path.read_bytes())
    return base


@pytest.fixture(scope="module")
def look() -> FeatureRequest:
    backbone = open_backbone("efficientnet-lite0")
    return look_of(backbone, chosen_taps(backbone, None), EmbedOptions())


def objects_of(project: Url) -> dict[Place, bytes]:
    objects = Objects(project)
    return {one.path: objects.read(one.path) for one in objects.list(project)}


def test_a_task_that_is_run_again_writes_the_same_bytes(base: Url, look: FeatureRequest) -> None:
    common = Common(base / "project", look, 10**9)
    jobs = first_jobs(Objects(base).list(base / "event"))
    first = run_shard(common, jobs)
    written = objects_of(base / "project")
    assert first.n_embedded == 5
    assert len(written) == 4  # version, records, colours, responses
    again = run_shard(common, jobs)
    assert objects_of(base / "project") == written
    assert again.files == first.files


def test_vectors_are_the_same_however_photos_are_cut_into_shards(
    base: Url, look: FeatureRequest
) -> None:
    jobs = first_jobs(Objects(base).list(base / "event"))
    cuts = {"one": [jobs], "many": [[job] for job in jobs[::-1]]}
    found = []
    for name, parts in cuts.items():
        common = Common(base / name, look, 10**9)
        keys = [str(one.record.key) for part in parts for one in run_shard(common, part).files]
        with ObjectStore(base / name) as store:
            found.append(store.load_vectors(look.features[0][1], sorted(keys)))
    np.testing.assert_array_equal(found[0], found[1])


def test_a_photo_that_was_changed_meanwhile_gets_no_vector(base: Url, look: FeatureRequest) -> None:
    listed = Objects(base).list(base / "event")
    jobs = [FileJob(one, FileRecord(key="0" * 64, viewable=True)) for one in listed]
    done = run_shard(Common(base / "project", look, 10**9), jobs)
    assert done.n_embedded == 0
    assert {one.failed for one in done.files} == {"it was changed in the meantime: run again"}


def test_a_machine_with_another_network_is_refused(base: Url, look: FeatureRequest) -> None:
    jobs = first_jobs(Objects(base).list(base / "event"))
    other = FeatureRequest(look.options, (("pooled", "other-1"),), look.colour)
    with pytest.raises(ModelError, match="same version of Coincide"):
        run_shard(Common(base / "project", other, 10**9), jobs)


def test_a_network_answers_the_same_with_any_number_of_threads() -> None:
    backbone = open_backbone("efficientnet-lite0")
    taps = [tap.name for tap in backbone.taps]
    rng = np.random.default_rng(0)
    images = rng.integers(0, 256, (10, 14, 14, 3), dtype=np.uint8).repeat(16, 1).repeat(16, 2)
    alone = BackboneSession(backbone, taps, threads=1).run(images)
    for threads in (2, 3):
        together = BackboneSession(backbone, taps, threads=threads).run(images)
        for tap in taps:
            np.testing.assert_array_equal(alone[tap], together[tap])
