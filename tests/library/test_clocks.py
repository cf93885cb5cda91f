"""The clocks of a library."""

from pathlib import Path

from coincide.library.clocks import load_clocks, paths_of
from coincide.library.scan.folders import roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import scan_library
from tests.photo_files import write_photo


def test_a_serial_number_is_one_clock_and_a_model_one_for_each_owner(tmp_path: Path) -> None:
    for i in range(10):
        for who in ("Anna", "Ben"):
            write_photo(
                tmp_path / who / f"phone{i}.jpg",
                f"2024:05:{i + 1:02d} 14:00:00",
                make="Apple",
                model="iPhone 12",
            )
        write_photo(
            tmp_path / "Anna" / f"IMG_{i}.jpg", f"2024:05:{i + 1:02d} 14:00:00", serial="123"
        )
    write_photo(tmp_path / "Ben" / "IMG_11.jpg", "2024:05:11 14:00:00", serial="123")
    with LibraryStore(tmp_path / ".coincide-library") as store:
        scan_library(store, roots_of([tmp_path]))
        clocks = {clock.name: clock for clock in load_clocks(store)}
        assert sorted(clocks) == [
            "Anna · Apple iPhone 12",
            "Anna · Canon EOS 40D",
            "Ben · Apple iPhone 12",
        ]
        camera = clocks["Anna · Canon EOS 40D"]
        assert (len(camera.photos), camera.n_sessions) == (11, 11)
        names = [path.name for path in paths_of(store, camera, [0, 10])]
        assert names == ["IMG_0.jpg", "IMG_11.jpg"]
        one_each = {clock.name for clock in load_clocks(store, by_person=False)}
        assert "Apple iPhone 12" in one_each
