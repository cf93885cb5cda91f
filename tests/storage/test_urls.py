from pathlib import Path

import pytest

from coincide.storage.urls import as_text, as_url, is_url, scheme_of


@pytest.mark.parametrize(
    "url", ["s3://bucket/event/ann/1.jpg", "memory://event/x", "file:///tmp/event", "gs://b"]
)
def test_a_url_survives_being_a_path(url: str) -> None:
    path = Path(url)
    assert is_url(path)
    assert as_url(path) == as_url(url) == as_text(path) == url
    assert as_url(path / "x") == f"{url}/x"
    assert scheme_of(path) == url.split(":", maxsplit=1)[0]


@pytest.mark.parametrize("path", ["event", "/tmp/s3", "./a:b/c", "C:/photos", "a/s3://b", ""])
def test_paths_of_this_machine_are_no_urls(path: str) -> None:
    assert not is_url(Path(path))
    assert as_text(Path(path)) == str(Path(path))
    with pytest.raises(ValueError, match="no URL"):
        as_url(Path(path))
