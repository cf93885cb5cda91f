"""The journeys are made with the built wheel, not with the checkout."""

from pathlib import Path

import pytest

from tests.journeys.shell import ROOT, Environment, Shell


@pytest.mark.slow
def test_the_wheel_is_what_runs(wheel_env: Environment, tmp_path: Path) -> None:
    folder, home = tmp_path / "folder", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    with Shell(wheel_env.variables(home), folder, tmp_path) as shell:
        status, module = shell.run("python -c 'import coincide; print(coincide.__file__)'")
        assert (status, shell.run("coincide --version")[0]) == (0, 0)
        _, script = shell.run("command -v coincide")
        _, path = shell.run("python -c 'import sys; print(*sys.path)'")
    installed = wheel_env.python.parent.parent
    assert Path(module.strip()).is_relative_to(installed)
    assert Path(script.strip()).is_relative_to(installed)
    assert str(ROOT / "src") not in path
    static = Path(module.strip()).parent / "app" / "review" / "static"
    assert (static / "index.html").is_file()
