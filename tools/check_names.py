"""Fail when a name means two things or nothing: classes, modules, folders and their imports.

A public class has a name of its own, a module is named by a noun, a folder has at most 25 modules,
and neither files nor folders import each other in a circle.
"""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from tools.measure_house import (
    PACKAGES,
    SOURCES,
    Module,
    circles,
    folders,
    imports_of,
    is_participle,
    modules_of,
)

MOST_IN_A_FOLDER = 25
# they say that something is in the file, not what
EMPTY_NAMES = frozenset(["base", "common", "core", "helpers", "misc", "stuff", "util", "utils"])


def repeated_classes(modules: Sequence[Module]) -> Iterator[str]:
    """Names of public classes that two modules define."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{module.path}:{node.lineno}")
    for name, found in sorted(places.items()):
        if len(found) > 1:
            yield f"class {name} is defined {len(found)} times: {', '.join(found)}"


def unclear_modules(modules: Sequence[Module]) -> Iterator[str]:
    """Modules that are named by a participle, or by a word for anything."""
    for module in modules:
        if is_participle(module) or module.path.stem in EMPTY_NAMES:
            yield f"{module.path}: name it by the noun that an engineer would search for"


def full_folders(modules: Sequence[Module]) -> Iterator[str]:
    """Folders with more modules than a reader takes in at once; ``__init__`` is not counted."""
    counts = Counter(m.path.parent for m in modules if m.path.name != "__init__.py")
    for folder, n in sorted(counts.items()):
        if n > MOST_IN_A_FOLDER:
            yield f"{folder}: {n} modules, at most {MOST_IN_A_FOLDER}"


def circular_imports(modules: Sequence[Module]) -> Iterator[str]:
    """Files, and folders, that import each other."""
    graph = imports_of([*modules])
    packages = {m.name for m in modules if m.path.name == "__init__.py"}
    for circle in (*circles(graph), *circles(folders(graph, packages))):
        yield f"a circle of imports: {', '.join(circle)}"


def problems(modules: Sequence[Module]) -> list[str]:
    """All that is wrong with a package's names and folders."""
    checks = (repeated_classes, unclear_modules, full_folders, circular_imports)
    return [problem for check in checks for problem in check(modules)]


def main() -> int:
    """Check each package of the project."""
    found = []
    for part, root in SOURCES.items():
        modules = modules_of(root, PACKAGES[part])
        found += problems(modules) if modules else [f"{root}: no modules"]
    print("\n".join(found) if found else "names: each means one thing")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
