"""The front end's types are made of the server's classes, and whoever forgets that is told."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import UNSET, Struct, UnsetType

from coincide.app.review import shapes
from tools import build_web, make_types
from tools.make_types import PAGE, difference, types_text

ROOT = Path(__file__).resolve().parents[2]
SHAPES = Path("src/coincide/app/review/shapes.py")


def test_the_types_are_those_of_today() -> None:
    assert difference(PAGE, types_text()) == "", make_types.OUT_OF_DATE
    album = difference(make_types.ALBUM_PAGE, make_types.album_types_text())
    assert album == "", make_types.OUT_OF_DATE


def test_a_page_that_is_missing_or_another_differs(tmp_path: Path) -> None:
    text = types_text()
    assert "+export interface EventView {" in difference(tmp_path / "types.ts", text)
    (tmp_path / "types.ts").write_text(text.replace("layout: string", "layout?: string"))
    told = difference(tmp_path / "types.ts", text)
    assert "-  layout?: string;" in told
    assert "+  layout: string;" in told


class Inner(Struct, frozen=True):
    """One of many."""

    rows: tuple[int, int]
    name: str | None


class Outer(Struct, frozen=True, kw_only=True):
    """All kinds of values.

    Of this nothing is told.
    """

    sure: shapes.Sure
    maybe: shapes.Sure | None
    many: tuple[Inner, ...]
    holes: tuple[float | None, ...]
    by_name: dict[str, Inner]
    flag: bool | UnsetType = UNSET  # only now and then


def test_every_kind_of_value_has_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    here = sys.modules[__name__]
    monkeypatch.setattr(here, "Sure", shapes.Sure, raising=False)
    text = types_text(views=[here])
    assert (
        "/** All kinds of values. */\n"
        "export interface Outer {\n"
        "  sure: Sure;\n"
        "  maybe: Sure | null;\n"
        "  many: Inner[];\n"
        "  holes: (number | null)[];\n"
        "  by_name: Record<string, Inner>;\n"
        "  /** Only now and then. */\n"
        "  flag?: boolean;\n"
        "}\n"
    ) in text
    assert "  rows: [number, number];\n  name: string | null;\n" in text
    assert 'export type Sure = "certain" |' in text


def planted(folder: Path, old: str, new: str) -> dict[str, str]:
    """Copy the package with one change in the shapes; return the environment that uses it."""
    package = folder / "src" / "coincide"
    ignore = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(ROOT / "src" / "coincide", package, ignore=ignore)
    path = folder / SHAPES
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(folder / "src")}


def run(env: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tools.make_types", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_a_changed_field_of_a_view_fails_the_check(tmp_path: Path) -> None:
    done = run(
        planted(tmp_path, "    apart_s: float\n    supports: bool", "    supports: bool"), "--check"
    )
    assert done.returncode == 1
    assert "-  apart_s: number;" in done.stderr
    assert "run make types" in done.stderr


def test_an_unchanged_package_passes_it(tmp_path: Path) -> None:
    done = run(planted(tmp_path, "    supports: bool\n", "    supports: bool\n"), "--check")
    assert (done.returncode, done.stderr) == (0, "")


def test_make_check_asks_both_whether_types_and_whether_pages_are_of_today() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (recipe,) = [part for part in makefile.split("\n\n") if part.startswith("check:")]
    assert "python -m tools.make_types --check\n" in recipe
    assert "python tools/build_web.py current\n" in recipe


def test_built_pages_of_other_types_are_not_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    types = tmp_path / "web" / "src" / "data" / "types.ts"
    types.parent.mkdir(parents=True)
    types.write_text(types_text(), encoding="utf-8")
    static = build_web.static_folder(tmp_path)
    static.mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>", encoding="utf-8")
    scripts = (
        build_web.album_folder(tmp_path) / "album.js",
        build_web.clock_folder(tmp_path) / "clock.js",
    )
    for script in scripts:
        script.parent.mkdir(parents=True)
        script.write_text("", encoding="utf-8")
    (static / build_web.STAMP).write_text(build_web.digest(tmp_path / "web"), encoding="ascii")
    monkeypatch.setattr(build_web, "ROOT", tmp_path)
    assert build_web.main(["current"]) == 0
    types.write_text(types_text().replace("apart_s", "distance_s"), encoding="utf-8")
    assert build_web.main(["current"]) == 1
    assert "run make web" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(
    not (ROOT / "web" / "node_modules").is_dir(), reason="the front end's packages are not there"
)
def test_a_field_that_the_front_end_uses_cannot_go_unnoticed(tmp_path: Path) -> None:
    """Types made anew without it no longer fit the pages: ``make web-check`` says where."""
    web = tmp_path / "web"
    ignore = shutil.ignore_patterns("node_modules")
    shutil.copytree(ROOT / "web", web, ignore=ignore)
    (web / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    types = web / "src" / "data" / "types.ts"
    text = types.read_text(encoding="utf-8")
    types.write_text(text.replace("  supports: boolean;\n", ""), encoding="utf-8")
    script, *options = build_web.CHECKS[0]
    command = [build_web._node(), f"node_modules/{script}", *options]
    done = subprocess.run(command, cwd=web, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "Property 'supports' does not exist on type 'Pair'" in done.stdout
    assert "PairCard.svelte" in done.stdout
