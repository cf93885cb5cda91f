"""Fail when a source file is over 400 lines or a function over 60: split it by meaning."""

import ast
import sys
from pathlib import Path

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60


def problems(path: Path) -> list[str]:
    """Return what is too long in one file."""
    text = path.read_text(encoding="utf-8")
    n_lines = len(text.splitlines())
    found = [f"{path}: {n_lines} lines"] if n_lines > MAX_FILE_LINES else []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            # a command's options are its signature: only the body counts as length
            length = (node.end_lineno or node.lineno) - node.body[0].lineno + 1
            if length > MAX_FUNCTION_LINES:
                found.append(f"{path}:{node.lineno}: {node.name} has {length} lines")
    return found


def main() -> int:
    """Check all Python files of the project."""
    folders = [Path(name) for name in ("src", "bench", "tests", "tools")]
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    found = [problem for path in files for problem in problems(path)]
    print("\n".join(found) if found else f"sizes: {len(files)} files, none too long")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
