"""Size and shape of the source tree: what a newcomer has to read, and how it hangs together.

    python tools/measure_house.py [--json FILE] [--compare FILE]

Prints one table. ``--json`` keeps the figures, ``--compare`` shows kept ones in a column before
today's.
"""

import argparse
import ast
import json
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

SOURCES = {"src": Path("src/coincide"), "bench": Path("bench/src/coincide_bench")}
PACKAGES = {"src": "coincide", "bench": "coincide_bench"}
# module names that are a participle or a finite verb, beside all that end in -ed and -ing
_IRREGULAR = frozenset(
    [
        "athand",
        "brought",
        "bysound",
        "found",
        "heard",
        "held",
        "kept",
        "known",
        "made",
        "meant",
        "said",
        "seen",
        "shown",
        "told",
        "written",
    ]
)
# nouns that end like participles
_NOUNS = frozenset(
    [
        "bed",
        "feed",
        "learning",
        "listing",
        "pooling",
        "red",
        "seed",
        "speed",
        "string",
        "thing",
        "things",
        "timing",
        "setting",
        "ring",
    ]
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")


@dataclass(frozen=True)
class Module:
    """A source file as its syntax tree; ``name`` is dotted, as it is imported."""

    name: str
    path: Path
    tree: ast.Module
    n_lines: int


def modules_of(root: Path, package: str) -> list[Module]:
    """Every Python file below a package's folder."""
    found = []
    for path in sorted(root.rglob("*.py")):
        text = path.read_text("utf-8")
        parts = [package, *path.relative_to(root).with_suffix("").parts]
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.append(Module(name, path, ast.parse(text), text.count("\n")))
    return found


def imports_of(modules: list[Module]) -> dict[str, set[str]]:
    """Which module imports which, function bodies included, type-only imports left out."""
    names = {module.name for module in modules}
    graph: dict[str, set[str]] = {}
    for module in modules:
        targets = {
            target
            for node in _walk(module.tree)
            for target in _targets(node, names)
            if target != module.name
        }
        graph[module.name] = targets
    return graph


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of two or more nodes that reach each other."""
    reach = {node: _reachable(node, graph) for node in graph}
    groups = {
        tuple(sorted(other for other in reach[node] if node in reach.get(other, ())))
        for node in graph
    }
    return [list(group) for group in sorted(groups) if len(group) > 1]


def folders(graph: Mapping[str, set[str]], packages: set[str]) -> dict[str, set[str]]:
    """The same graph between folders; beside folders, a file stands for itself."""
    parents = {name.rpartition(".")[0] for name in packages}

    def folder(name: str) -> str:
        parent = name.rpartition(".")[0]
        return name if name in packages or parent in parents else parent

    joined: dict[str, set[str]] = defaultdict(set)
    for name, targets in graph.items():
        # a package's __init__ re-exports: it is no user of the rooms below it
        if name not in packages:
            joined[folder(name)] |= {folder(t) for t in targets} - {folder(name)}
    return dict(joined)


def function_uses(modules: list[Module], others: list[Module]) -> tuple[int, int]:
    """How many functions of modules and classes there are, and how many are used exactly once."""
    counts: Counter[str] = Counter()
    for module in (*modules, *others):
        counts.update(_names_used(module.tree))
    defined = [
        node.name
        for module in modules
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    methods = sum(
        isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        for child in node.body
    )
    return len(defined) + methods, sum(counts[name] == 1 for name in defined)


def figures() -> dict[str, float]:
    """Every figure of the table, by its label."""
    parts = {part: modules_of(root, PACKAGES[part]) for part, root in SOURCES.items()}
    out: dict[str, float] = {}
    for part, modules in parts.items():
        graph = imports_of(modules)
        packages = {m.name for m in modules if m.path.name == "__init__.py"}
        by_folder = Counter(m.path.parent for m in modules if m.path.name != "__init__.py")
        n_functions, once = function_uses(modules, [])
        classes = Counter(
            node.name
            for m in modules
            for node in ast.walk(m.tree)
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        )
        out |= {
            f"{part}: files": len(modules),
            f"{part}: lines": sum(m.n_lines for m in modules),
            f"{part}: folders": len({m.path.parent for m in modules}),
            f"{part}: most files in a folder": max(by_folder.values()),
            f"{part}: folders of more than 25 files": sum(n > 25 for n in by_folder.values()),
            f"{part}: files of at most 60 lines": sum(m.n_lines <= 60 for m in modules),
            f"{part}: circles of files": len(circles(graph)),
            f"{part}: circles of folders": len(circles(folders(graph, packages))),
            f"{part}: functions": n_functions,
            f"{part}: functions used once": once,
            f"{part}: share of functions used once, %": round(100 * once / n_functions, 1),
            f"{part}: public class names defined twice": sum(n > 1 for n in classes.values()),
            f"{part}: modules named by a participle": sum(map(is_participle, modules)),
            f"{part}: loops over `one`": sum(_loops_over_one(m.tree) for m in modules),
        }
    out["src: options"] = sum(_n_options(m) for m in parts["src"])
    out["words of docs by hand"] = sum(map(_words, _pages()))
    out["words of docs/lab.md"] = _words(Path("docs/lab.md"))
    return out


def _walk(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        yield node
        yield from _walk(node)


def _targets(node: ast.AST, names: set[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in names)
    if isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            if whole in names:
                yield whole
            elif node.module in names:
                yield node.module


def _reachable(start: str, graph: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for target in graph.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def _names_used(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def is_participle(module: Module) -> bool:
    """A module whose name is a participle or a finite verb: it names no thing."""
    name = module.path.stem.rpartition("_")[2]
    if name in _NOUNS:
        return False
    return name in _IRREGULAR or name.endswith(("ed", "ing"))


def _loops_over_one(tree: ast.Module) -> int:
    return sum(
        isinstance(node, ast.For | ast.comprehension)
        and isinstance(node.target, ast.Name)
        and node.target.id == "one"
        for node in ast.walk(tree)
    )


def _n_options(module: Module) -> int:
    return sum(
        isinstance(child, ast.AnnAssign)
        for node in module.tree.body
        if isinstance(node, ast.ClassDef) and node.name.endswith("Options")
        for child in node.body
    )


def _pages() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "*.md"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [Path(name) for name in listed if not name.startswith("docs/reference/")]


def _words(page: Path) -> int:
    return len(_WORD.findall(page.read_text("utf-8")))


def _table(now: Mapping[str, float], before: Mapping[str, float] | None) -> Iterator[str]:
    for label, value in now.items():
        earlier = f"{before.get(label, float('nan')):>10g}" if before else ""
        yield f"{label:<48}{earlier}{value:>10g}"


def main() -> None:
    """Print the table of the tree in the working folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    parser.add_argument("--compare", type=Path, help="show kept figures in a column before")
    asked = parser.parse_args()
    now = figures()
    before = json.loads(asked.compare.read_text("utf-8")) if asked.compare else None
    print("\n".join(_table(now, before)))
    if asked.json:
        asked.json.write_text(json.dumps(now, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
