"""Which lines of the documentation install something: each is found, and nothing else."""

from pathlib import Path

from coincide.app.doctor.parts import EXTRAS
from tools.install_lines import INSTALLS, install_lines


def test_the_lines_of_this_documentation() -> None:
    found = install_lines()
    assert found['pip install ".[web]"'] == "README.md"
    assert {'pipx install ".[web]"', 'uv tool install ".[web]"'} <= found.keys()
    for extra in EXTRAS:
        assert any(f"[{extra.name}]" in line for line in found), extra.name
    assert all(INSTALLS.match(line) for line in found)


def test_commands_and_words_between_backticks_are_found_once(tmp_path: Path) -> None:
    (tmp_path / "docs" / "reference").mkdir(parents=True)
    (tmp_path / "README.md").write_text(
        '```console\n$ pip install "a[b]"   # why\n$ pip list\n```\nor `pipx install c`, '
        "pip install nothing, `uvx d`\n"
    )
    (tmp_path / "docs" / "page.md").write_text('```console\n$ pip install "a[b]"\n```\n')
    (tmp_path / "docs" / "reference" / "made.md").write_text("`pip install generated`\n")
    assert install_lines(tmp_path) == {
        'pip install "a[b]"': "README.md",
        "pipx install c": "README.md",
        "uvx d": "README.md",
    }
