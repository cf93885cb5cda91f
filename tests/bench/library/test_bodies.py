"""What satellites say of the clocks of real bodies."""

from pathlib import Path

from coincide_bench.library.bodies import bodies_table, measured_bodies, rates_table
from tests.library.on_disk import write_library


def test_a_camera_with_a_receiver_tells_when_it_was_wrong(tmp_path: Path) -> None:
    write_library(tmp_path / "photos")
    found = {one.kind: one for one in measured_bodies(tmp_path / "photos", tmp_path / "store")}
    camera, phone = found["camera"], found["phone"]
    assert (camera.n_sessions, camera.n_wrong, camera.n_borders) == (20, 10, 4)
    assert (phone.n_sessions, phone.n_wrong) == (20, 0)
    assert abs(phone.off_s) < 5.0
    assert camera.days > 100.0
    assert len(bodies_table(list(found.values())).rows) == 2
    rows = rates_table(list(found.values())).rows
    assert rows == (("camera", "1", "1", "21% to 100%"), ("phone", "1", "0", "0% to 79%"))
