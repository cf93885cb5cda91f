"""The wheel and the sdist: what is inside, what is not, and that Python alone builds them."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from coincide import __version__
from coincide.app.doctor.parts import EXTRAS, REQUIRED, WEIGHTS
from tests.install.conftest import Machine, Wheel, open_wheel, sdist_names
from tools import build_web, packages

pytestmark = pytest.mark.slow

# what only clusters need: hundreds of megabytes that nobody should meet unasked
HEAVY = {"ray", "faiss-cpu", "torch", "opencv-python-headless", "s3fs", "av", "rawpy"}


def modules_below(folder: Path) -> set[str]:
    """Return the modules of a source folder, as a wheel names them."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.py")}


def requirements(wheel: Wheel, extra: str) -> set[str]:
    """Return the packages that are installed with an extra; "" for those that always are."""
    found = [Requirement(line) for line in wheel.metadata.get_all("Requires-Dist") or []]
    plain = {one.name for one in found if one.marker is None}
    if not extra:
        return plain
    return {one.name for one in found if one.marker and one.marker.evaluate({"extra": extra})}


def test_the_wheel_has_the_front_end_inside(wheel: Wheel, clone: Path) -> None:
    inside = {name for name in wheel.names if name.startswith("coincide/app/review/static/")}
    assert {Path(name).name for name in inside} == {"index.html", "app.js", "app.css", "stamp.txt"}
    album = {name for name in wheel.names if name.startswith("coincide/writing/album/static/")}
    assert {Path(name).name for name in album} == {"album.js", "album.css"}
    assert build_web.is_current(clone)  # it was built here, of this source


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Wheel, clone: Path) -> None:
    modules = {name for name in wheel.names if name.endswith(".py")}
    assert modules == modules_below(clone / "src")
    assert {name.split("/")[0] for name in wheel.names} == {
        "coincide",
        f"coincide-{__version__}.dist-info",
    }
    assert not [name for name in wheel.names if re.search(r"node_modules|/tests?/|\.map$", name)]
    assert "coincide/py.typed" in wheel.names


def test_the_wheel_says_what_it_is(wheel: Wheel) -> None:
    told = wheel.metadata
    assert (told["Name"], told["License-Expression"]) == ("coincide", "Apache-2.0")
    assert told["Requires-Python"] == ">=3.11"
    assert told["Description-Content-Type"] == "text/markdown"
    assert told.get_all("License-File") == ["LICENSE"]
    assert f"coincide-{__version__}.dist-info/licenses/LICENSE" in wheel.names
    assert f"coincide-{__version__}.dist-info/entry_points.txt" in wheel.names


def test_the_benchmark_is_a_wheel_of_its_own(
    wheel: Wheel, machine: Machine, clone: Path, tmp_path: Path
) -> None:
    built = packages.build_wheel(
        clone / "bench", tmp_path, python=machine.python, env=machine.variables
    )
    bench = open_wheel(built)
    modules = {name for name in bench.names if name.endswith(".py")}
    assert modules == modules_below(clone / "bench" / "src")
    assert "coincide_bench/cli/app.py" in modules
    assert (bench.metadata["Name"], bench.metadata["Version"]) == ("coincide-bench", __version__)
    assert wheel.metadata["Version"] == __version__
    assert {"coincide", "matplotlib"} == requirements(bench, "")
    assert "matplotlib" not in requirements(wheel, "")


def test_plain_coincide_asks_for_what_it_needs_and_for_nothing_heavy(wheel: Wheel) -> None:
    assert requirements(wheel, "") == {part.package for part in (*REQUIRED, WEIGHTS)}
    assert not requirements(wheel, "") & HEAVY


def test_every_extra_brings_what_doctor_looks_for(wheel: Wheel) -> None:
    told = set(wheel.metadata.get_all("Provides-Extra") or [])
    named = {
        "web",
        "raw",
        "video",
        "cluster",
        "s3",
        "large",
        "verify",
        "places",
        "keyring",
        "clock",
    }
    assert told == named
    assert {one.name for one in EXTRAS} == told
    for extra in EXTRAS:
        assert requirements(wheel, extra.name) == {part.package for part in extra.parts}


def test_the_sdist_has_the_sources_and_no_rubbish(sdist: Path, clone: Path) -> None:
    names = sdist_names(sdist)
    assert {"pyproject.toml", "hatch_build.py", "Makefile", "LICENSE", "README.md"} <= names
    assert {"web/package-lock.json", "tests/conftest.py", "PKG-INFO"} <= names
    assert "src/coincide/app/review/static/index.html" in names
    built = re.compile(r"^src/coincide/(app/review|app/clock|writing/album)/static/|^PKG-INFO$")
    assert not [name for name in names if not built.search(name) and not (clone / name).is_file()]
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_a_wheel_from_the_sdist_is_the_wheel_from_the_clone(
    sdist: Path, wheel: Wheel, machine: Machine, tmp_path: Path
) -> None:
    built = packages.build_wheel(sdist, tmp_path, python=machine.python, env=machine.variables)
    again = open_wheel(built)
    assert again.names == wheel.names
    assert str(again.metadata) == str(wheel.metadata)
