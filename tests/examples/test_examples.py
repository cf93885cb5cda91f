"""The examples are whole packages, short, installed by pip and used by the command line."""

import ast
import io
import json
import os
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

from tests.drawn import write_event

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
BACKBONE = EXAMPLES / "new-backbone" / "coincide_fields.py"
METHOD = EXAMPLES / "new-method" / "coincide_votes.py"
MAX_LINES = 29  # "under 30 lines"
LAYOUT = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
}


def code_lines(text: str) -> int:
    """Count the lines that hold code: neither blank, nor comments, nor docstrings."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in LAYOUT:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node) is not None:
            said = node.body[0]
            lines.difference_update(range(said.lineno, (said.end_lineno or said.lineno) + 1))
    return len(lines)


def test_lines_of_code_are_counted() -> None:
    assert code_lines('"""Say."""\n\n# why\nx = [\n    1,\n]\n\n\ndef f():\n    """Do."""\n') == 4


@pytest.mark.parametrize("path", [BACKBONE, METHOD], ids=lambda path: path.stem)
def test_each_is_one_file_of_under_thirty_lines(path: Path) -> None:
    assert sorted(one.name for one in path.parent.iterdir() if one.suffix == ".py") == [path.name]
    assert 10 < code_lines(path.read_text(encoding="utf-8")) <= MAX_LINES


@pytest.mark.parametrize("path", [BACKBONE, METHOD], ids=lambda path: path.stem)
def test_the_page_shows_the_very_files(path: Path) -> None:
    page = (ROOT / "docs" / "guide" / "plugins.md").read_text(encoding="utf-8")
    about = (path.parent / "pyproject.toml").read_text(encoding="utf-8")
    entry_points = about[about.index("[project.entry-points") : about.index("[tool.hatch")]
    assert f"```python\n{path.read_text(encoding='utf-8')}```" in page
    assert f"```toml\n{entry_points.strip()}\n```" in page


def run(site: Path, *arguments: str | Path) -> str:
    command = [sys.executable, "-W", "error", "-m", "coincide", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(site), "COINCIDE_CACHE": str(site / "cache")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed both, without a network."""
    folder = tmp_path_factory.mktemp("site")
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", "--quiet", *offline, "--target", str(folder)]
    subprocess.run([*command, str(BACKBONE.parent), str(METHOD.parent)], check=True)
    return folder


@pytest.mark.slow
def test_both_are_listed(site: Path) -> None:
    listed = run(site, "plugins")
    assert "--backbone fields" in listed
    assert "--method votes" in listed
    assert "coincide-votes" in listed


@pytest.mark.slow
def test_an_event_is_synced_by_the_new_backbone_and_the_new_method(
    site: Path, tmp_path: Path
) -> None:
    event = write_event(tmp_path / "party", {"ann": 12, "bob": 12})
    for method in ("votes", "joint"):
        printed = run(site, "sync", event, "--backbone", "fields", "--method", method)
        document = json.loads((event / ".coincide" / "offsets.json").read_text())
        assert "fields pooled" in " ".join(printed.split())
        assert document["method"] == method
        # both clocks were right
        assert abs(document["galleries"]["bob"]["offset_s"]) < 30.0
    assert list((site / "cache").glob("fields-1-*.onnx"))


@pytest.mark.slow
def test_the_new_method_is_benchmarked_and_compared(site: Path, tmp_path: Path) -> None:
    results = tmp_path / "results.json"
    run(
        *(site, "bench", "run", "simulated", "--n-seeds", "1", "--cache", tmp_path / "cache"),
        *("--method", "votes", "--method", "midpoints", "--json", results),
    )
    found = [
        one
        for one in json.loads(results.read_text())["results"]
        if one["event"] == "all" and one["subset"] == "recoverable" and one["offsets"] == "all"
    ]
    by_method = {one["method"]: one["metrics"]["H_300"] for one in found}
    # a method that looks at pictures beats one that does not
    assert by_method["votes"] > by_method["midpoints"] + 0.1
    assert "midpoints → votes" in run(site, "bench", "compare", results, "--method-b", "votes")
