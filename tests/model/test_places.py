import pickle
from pathlib import Path, PurePosixPath

import pytest

from coincide.errors import UsageError
from coincide.model import Photo, Url, file_of, place_of
from coincide.model.places import expanded, shared_place, url_of, way_to

URLS = ["s3://bucket/event/ann/1.jpg", "memory://event/x", "file:///tmp/event", "gs://b"]


@pytest.mark.parametrize("url", URLS)
def test_a_url_is_written_as_it_was(url: str) -> None:
    place = place_of(url)
    assert isinstance(place, Url)
    assert str(place) == f"{place}" == url
    assert str(place / "x") == f"{url}/x"
    assert place.scheme == url.split(":", maxsplit=1)[0]
    assert place_of(place) is place
    assert place_of(str(place)) == place


@pytest.mark.parametrize("url", URLS)
def test_a_path_that_was_made_of_a_url_means_it(url: str) -> None:
    assert place_of(Path(url)) == place_of(url)
    assert place_of(Path(url).as_posix()) == place_of(url)  # as records of old have it


@pytest.mark.parametrize("path", ["event", "/tmp/s3", "./a:b/c", "C:/photos", "a/s3://b", ""])
def test_paths_of_this_machine_are_no_urls(path: str) -> None:
    for place in (place_of(path), place_of(Path(path))):
        assert isinstance(place, Path)
        assert place == Path(path)
    assert file_of(Path(path)) == Path(path)
    with pytest.raises(TypeError, match="not a URL"):
        url_of(Path(path))


@pytest.mark.parametrize("url", ["s3://", "s3:///", "file:///"])
def test_a_storage_without_a_folder_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="does not name a folder"):
        place_of(url)


NAMES = ["a/b.jpg", "a/b.tar.gz", "a.jpg/c", ".hidden", "x/./y//z.JPG", "x/", "a/..", "ü/ñ.jpg"]


@pytest.mark.parametrize("name", NAMES)
def test_names_and_folders_are_those_of_paths(name: str) -> None:
    url, path = place_of("s3://bucket/e") / name, PurePosixPath("s3:/bucket/e") / name
    assert (url.name, url.stem, url.suffix, url.parts) == (
        *(path.name, path.stem, path.suffix, path.parts),
    )
    assert url.parent.parts == path.parent.parts
    # a path has one more, "."
    assert [one.parts for one in url.parents] == [one.parts for one in path.parents][:-1]
    base, whole = place_of("s3://bucket"), PurePosixPath("s3:/bucket")
    assert url.relative_to(base) == path.relative_to(whole)
    assert url.is_relative_to(base)
    assert not base.is_relative_to(url)


def test_what_lies_elsewhere_is_not_inside() -> None:
    url = place_of("s3://bucket/event")
    for other in ("s3://bucket/event2", "gs://bucket/event", "s3://bucket/event/ann"):
        assert not url.is_relative_to(place_of(other))
        with pytest.raises(ValueError, match="does not lie in"):
            url.relative_to(place_of(other))
    assert place_of("s3://bucket").parent.parent == place_of("s3://bucket").parent


def test_order_and_hash_are_those_of_paths() -> None:
    texts = ["s3://b/a/b", "s3://b/a.b", "s3://b/a", "s3://b/a-b/c", "s3://b/A", "s3://b/a/b/c"]
    urls = [place_of(text) for text in texts]
    assert [str(url) for url in sorted(urls)] == [
        text for _, text in sorted((PurePosixPath(text), text) for text in texts)
    ]
    assert len({*urls, *(place_of(f"{text}/") for text in texts)}) == len(texts)
    assert place_of("s3://b/a") != Path("s3://b/a")


def test_urls_are_sent_to_other_processes() -> None:
    url = place_of("s3://bucket/event")
    assert pickle.loads(pickle.dumps(url)) == url
    assert repr(url) == "Url('s3://bucket/event')"


def test_files_are_on_disks() -> None:
    here, there = (Photo(place_of(p), "k", 0.0, 0.0) for p in ("/party/1.jpg", "s3://party/1.jpg"))
    assert here.file == Path("/party/1.jpg")
    with pytest.raises(UsageError, match=r"s3://party/1\.jpg: photos at a URL .* Fetch them"):
        _ = there.file
    with pytest.raises(TypeError):
        open(there.path)  # type: ignore[call-overload]  # noqa: SIM115, PTH123


def test_only_urls_are_reached_from_elsewhere() -> None:
    assert shared_place(Path("/party")) is shared_place(None) is None
    assert shared_place(place_of("s3://party")) == place_of("s3://party")


def test_the_home_folder_is_that_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("USERPROFILE", "/home/ann")
    assert expanded(place_of("~/party")) == Path("/home/ann/party")
    assert expanded(place_of("s3://~/party")) == place_of("s3://~/party")


def test_the_way_to_a_place_leads_through_its_own_disk_or_storage() -> None:
    here, there = Path("/party"), place_of("s3://party")
    assert way_to(here / "ann" / "1.jpg", here) == PurePosixPath("ann/1.jpg")
    assert way_to(there / "ann" / "1.jpg", there) == PurePosixPath("ann/1.jpg")
    for place, folder in [(here, there), (there, here), (Path("/other"), here)]:
        assert way_to(place, folder) is None
