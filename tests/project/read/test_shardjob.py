from coincide.features.options import EmbedOptions
from coincide.ingest import FileRecord
from coincide.model import place_of
from coincide.project.read.shardjob import (
    Common,
    FeatureRequest,
    FileDone,
    FileJob,
    first_jobs,
    shard_name,
    shards,
)
from coincide.storage.form import ListedObject

EVENT = place_of("s3://bucket/event")
LOOK = FeatureRequest(EmbedOptions(), (("pooled", "f-1"),), "colour-1")


def listed(name: str, version: str = "1") -> ListedObject:
    return ListedObject(EVENT / name, 100, version)


def test_files_of_one_shot_are_in_one_shard() -> None:
    names = [f"ann/IMG_{number}{suffix}" for number in range(20) for suffix in (".jpg", ".CR2")]
    parts = shards(first_jobs([listed(name) for name in names]), 5)
    assert sorted(job.listed.path for part in parts for job in part) == sorted(
        EVENT / name for name in names
    )
    assert all(len(part) == 4 for part in parts)
    for part in parts:
        stems = [job.listed.path.stem for job in part]
        assert all(stems.count(stem) == 2 for stem in stems)


def test_a_shot_larger_than_a_shard_stays_together() -> None:
    names = [f"IMG_1{suffix}" for suffix in (".jpg", ".cr2", ".mov", ".png")]
    assert [len(part) for part in shards(first_jobs([listed(n) for n in names]), 2)] == [4]


def test_shards_do_not_depend_on_the_order_of_files() -> None:
    jobs = first_jobs([listed(f"ann/{number:03d}.jpg") for number in range(50)])
    assert shards(jobs, 8) == shards(jobs[::-1], 8)


def test_what_lies_beside_a_photo_of_its_name_is_not_looked_at() -> None:
    names = ["a/1.jpg", "a/1.CR2", "a/1.mov", "a/2.CR2", "b/1.mov"]
    jobs = first_jobs([listed(name) for name in names])
    assert [job.listed.path.relative_to(EVENT).as_posix() for job in jobs if job.look] == [
        *("a/1.jpg", "a/2.CR2", "b/1.mov"),
    ]


def test_the_name_of_a_shard_changes_with_all_that_it_depends_on() -> None:
    common, jobs = Common(EVENT, LOOK, 100), [FileJob(listed("1.jpg"))]
    other_look = FeatureRequest(EmbedOptions(), (("pooled", "f-2"),), "colour-1")
    names = [
        shard_name(common, jobs),
        shard_name(Common(EVENT, None, 100), jobs),
        shard_name(Common(EVENT, other_look, 100), jobs),
        shard_name(Common(EVENT, LOOK, 99), jobs),
        shard_name(common, [FileJob(listed("1.jpg", "2"))]),
        shard_name(common, [FileJob(listed("2.jpg"))]),
        shard_name(common, [FileJob(listed("1.jpg"), look=False)]),
        shard_name(common, [*jobs, FileJob(listed("2.jpg"))]),
    ]
    assert len(set(names)) == len(names)
    assert shard_name(common, jobs) == names[0]


def test_what_a_file_held_survives_being_written() -> None:
    done = FileDone(listed("1.jpg"), FileRecord(key="ab", lacks=("av",)), "cannot be decoded: no")
    assert FileDone.from_json(done.to_json()) == done
    old = done.to_json()
    old["record"]["version"] = -1
    assert FileDone.from_json(old) is None
