"""The README: every block runs as it is written, with the built wheel, and it is one screen."""

import re
from pathlib import Path

import pytest

from tests.journeys.conftest import installed_wheel
from tests.journeys.pages import Use, read_page
from tests.journeys.shell import ROOT, Environment, is_install, run_page
from tools.first_five_minutes import from_wheel, readme_commands

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return installed_wheel(tmp_path_factory)


@pytest.mark.slow
def test_every_block_runs(environment: Environment, tmp_path: Path) -> None:
    ran = run_page("README.md", environment, tmp_path / "reader", is_install)
    commands = [one.command for one in ran]
    assert [one.split()[1] for one in commands[:-1]] == [
        *("demo", "sync", "report", "plan", "apply", "undo", "album")
    ]
    offsets = next(one.printed for one in ran if one.command.startswith("coincide sync"))
    assert re.search(r"Lena .* certain", offsets)
    assert len(ran[-1].printed.splitlines()) == 206  # photos and videos, by the Python block
    assert (tmp_path / "reader" / "party.html").stat().st_size > 1_000_000
    assert (tmp_path / "reader" / "album" / "index.html").is_file()


def test_nothing_is_left_out() -> None:
    blocks = read_page(README)
    assert [block.skip for block in blocks if block.skip] == []
    assert {block.use for block in blocks} == {Use.CONSOLE, Use.LOOK, Use.PYTHON}


def test_the_first_command_installs_what_the_others_need() -> None:
    install, *others = readme_commands()
    assert install == 'pip install ".[web]"'
    assert len(others) == 3
    wheel = Path("/somewhere/coincide.whl")
    assert from_wheel(install, wheel) == 'pip install "/somewhere/coincide.whl[web]"'
    assert [from_wheel(one, wheel) for one in others] == others


def test_it_is_one_screen_with_two_pictures_that_are_there() -> None:
    assert len(TEXT.splitlines()) <= 66
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", TEXT)
    assert pictures == ["docs/images/one-clock.webp", "docs/images/album-top-light.webp"]


def test_what_it_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert {"SECURITY.md", "docs/guide/install.md"} <= set(links)
    assert [link for link in links if not (ROOT / link).is_file()] == []
