"""What satellites say of the clocks of real bodies."""

from pathlib import Path

from coincide_bench.library.bodies import bodies_table, measured_bodies, rates_table
from tests.library.on_disk import write_library


def test_a_camera_with_a_receiver_tells_when_it_was_wrong(tmp_path: Path) -> None:
    write_library(tmp_path / "photos")
    # what the phone's file calls GPS time follows its clock to the second: a program wrote it
    (camera,) = measured_bodies(tmp_path / "photos", tmp_path / "store")
    assert (camera.kind, camera.n_sessions, camera.n_wrong) == ("camera", 20, 10)
    assert camera.n_borders == 4
    assert camera.days > 100.0
    assert len(bodies_table([camera]).rows) == 1
    assert rates_table([camera]).rows == (("camera", "1", "1", "21% to 100%"),)
