from pathlib import Path

import pytest

from coincide.app.cli.output.names import find_gallery, find_photo, name_of
from coincide.errors import UsageError
from coincide.model import Event, Gallery, Photo


def test_of_many_galleries_only_the_closest_are_named() -> None:
    event = Event("fair", tuple(Gallery(f"visitor {n}", ()) for n in range(500)))
    assert find_gallery(event, "visitor 42") == "visitor 42"
    with pytest.raises(UsageError) as caught:
        find_gallery(event, "visitor 4x2")
    assert "visitor 42" in str(caught.value)
    assert len(str(caught.value)) < 120


def test_a_place_in_the_event_goes_before_the_end_of_a_path(tmp_path: Path) -> None:
    paths = [tmp_path / "ann" / "1.jpg", tmp_path / "bob" / "ann" / "1.jpg"]
    photos = tuple(Photo(path, path.parent.as_posix(), 0.0, 0.0) for path in paths)
    event = Event("party", (Gallery("ann", photos[:1]), Gallery("bob", photos[1:])))
    assert find_photo(event, Path("ann/1.jpg"), tmp_path) == photos[0]
    assert find_photo(event, Path("bob/ann/1.jpg"), tmp_path / "elsewhere") == photos[1]


@pytest.mark.parametrize("path", ["/party/ann/1.jpg", "/elsewhere/1.jpg"])
def test_a_name_leads_back_to_the_photo(path: str) -> None:
    photo = Photo(Path(path), "a", 0.0, 0.0)
    event = Event("party", (Gallery("ann", (photo,)),))
    assert find_photo(event, Path(name_of(photo.path, Path("/party"))), Path("/party")) == photo
