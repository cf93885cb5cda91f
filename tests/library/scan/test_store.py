"""The database of a library."""

from contextlib import suppress
from pathlib import Path

import pytest

from coincide.errors import StoreError
from coincide.library.scan.store import LibraryStore, PhotoRow


def row(folder: Path, name: str, time_s: float = 1.0) -> PhotoRow:
    return PhotoRow("a\x1fb\x1f", "Anna", folder, name, 10, 20, time_s=time_s, zone_s=3600)


def test_rows_come_back_as_they_were(tmp_path: Path) -> None:
    odd = b"\xff.jpg".decode("utf-8", "surrogateescape")
    with LibraryStore(tmp_path / "store") as store:
        with store.transaction():
            store.put_photos([row(tmp_path, odd), row(tmp_path, "b.jpg")])
        assert store.photos_in(tmp_path) == {
            odd: row(tmp_path, odd),
            "b.jpg": row(tmp_path, "b.jpg"),
        }
        assert store.photos_in(tmp_path)[odd].path == tmp_path / odd


def test_a_photo_of_another_body_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    other = PhotoRow("c\x1fd\x1f", "Ben", tmp_path, "b.jpg", 11, 21)
    with LibraryStore(tmp_path / "store") as store:
        with store.transaction():
            store.put_photos([row(tmp_path, "b.jpg")])
            store.put_photos([other])
        assert store.photos_in(tmp_path) == {"b.jpg": other}


def test_a_change_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with LibraryStore(tmp_path / "store") as store:
        with suppress(RuntimeError), store.transaction():
            store.put_photos([row(tmp_path, "b.jpg")])
            raise RuntimeError
        assert store.photos_in(tmp_path) == {}


def test_a_folder_that_is_gone_takes_its_files_along(tmp_path: Path) -> None:
    with LibraryStore(tmp_path / "store") as store, store.transaction():
        store.put_photos([row(tmp_path, "b.jpg"), row(tmp_path / "x", "c.jpg")])
        store.settle_folder(tmp_path, 7)
        assert store.known_folders() == {tmp_path: 7}
        store.drop_folder(tmp_path)
        assert store.known_folders() == {}
        assert store.photos_in(tmp_path) == {}
        assert list(store.photos_in(tmp_path / "x")) == ["c.jpg"]


def test_a_link_in_place_of_the_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "store").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError):
        LibraryStore(tmp_path / "store")
