"""Fail when a number of the solver or of sound has no reason: as an option, or beside its use.

Options are what a user or an ablation changes; all other numbers are constants beside their use.
Three things are looked at:

1. every numeric constant of a module, every numeric default argument and every numeric literal in
   their source: all but 0, ±1, 2 (and −2 as an index, and a half written ``1 / 2``) must be
   the default of an option, declared with ``setting(default, origin, reason)``, or a constant of
   its module right below a comment with its reason, private unless others need it;
2. every option: whether it says why, and, if it is a number, where that comes from; a fitted one
   names a command that is there;
3. their names: one name has one value, and some code reads it.

What is neither: ``UNITS``, named facts of the world, and ``TABLES``, which a command makes.
"""

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "coincide"
SOLVER = SOURCE / "solver"
SOUND = SOURCE / "sound"
COMMANDS = ROOT / "bench" / "src"

# where an option's number may come from
ORIGINS = ("fitted", "physical", "paper", "by hand")
# numbers that need no name: nothing, one, a pair, one back
PLAIN = (0, 1, -1, 2)
HALF = 1 / 2
# constants that are units or facts of the world, wherever they stand in the solver
UNITS = {
    "EARTH_RADIUS_M": "the Earth's mean radius",
    "NORMAL_90": "standard deviations that 90 % of a normal distribution lie within",
    "NORMAL_MAD": "a standard deviation beside the median's deviation, of a normal distribution",
    "TAILS_90": "the shares of the probability that a 90 % interval leaves out below and above",
    "QUARTER_S": "a quarter of an hour, which all zones are multiples of",
    "MAX_ZONE_S": "the easternmost zone, UTC+14",
    "_BROKEN_HOURS": "zones in use that are not whole hours from UTC",
    "ZONES_IN_USE_S": "these and the whole hours from UTC−12 to UTC+14",
    "_EARLIEST_FIX_S": "the year of EXIF 2.1, which brought GPS tags",
    "_ROLLOVER_S": "the 1024 weeks after which GPS counts anew",
    "_YEAR_S": "a year of the calendar",
    "_FEBRUARY_DAYS": "days that every February has",
    "N_COLUMNS": "columns of a sound's shape: as many as a bar on a screen has room for",
    "RATE": "samples a second to which all sound is brought: what phones' coders keep, twice",
    "PPM": "one in a million",
}
# modules of numbers that a command makes, which their docstrings name
TABLES = {"parameters.py": "python -m coincide_bench.fit"}


@dataclass(frozen=True, order=True)
class Number:
    """A number that stands in the source, and as what."""

    path: str
    line: int
    what: str
    text: str

    def __str__(self) -> str:
        return (
            f"{self.path}:{self.line}: {self.what} {self.text} has no reason: make it a constant"
            " of its module, right below a comment that says why, or, if a user or an ablation"
            " changes it, an option with setting() in coincide.solver.options"
        )


def numbers_in(source: str, path: str) -> list[Number]:
    """Return the numbers of a module that are neither plain, units, options, nor below a reason."""
    tree = ast.parse(source)
    allowed = set(_inside(_of_options(tree))) | set(_inside(_of_units(tree)))
    allowed |= set(_inside(_with_reason(tree, source.splitlines())))
    found = {
        (node.lineno, node.col_offset): Number(path, node.lineno, what, ast.unparse(node))
        for what, node in (*_literals(tree), *_defaults(tree), *_constants(tree))
        if node not in allowed
    }
    return sorted(found.values())


def _inside(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    for node in nodes:
        yield from ast.walk(node)


def _of_options(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the defaults of all options."""
    for kind in ast.walk(tree):
        if isinstance(kind, ast.ClassDef) and kind.name.endswith("Options"):
            for field in kind.body:
                value = field.value if isinstance(field, ast.AnnAssign) else None
                if isinstance(value, ast.Call) and ast.unparse(value.func) == "setting":
                    yield value.args[0]


def _of_units(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the values of constants that are units or facts."""
    for names, value in _assigned(tree):
        if names and all(name in UNITS for name in names):
            yield value


def n_with_reason(source: str) -> int:
    """Return how many numeric constants of a module stand below their reason."""
    found = _with_reason(ast.parse(source), source.splitlines())
    return sum(_has_number(value) for value in found)


def _with_reason(tree: ast.Module, lines: Sequence[str]) -> Iterator[ast.expr]:
    """Yield the values of constants, private or not, that stand right below a comment."""
    for names, value in _assigned(tree):
        constant = bool(names) and all(name.isupper() for name in names)
        if constant and value.lineno > 1 and lines[value.lineno - 2].startswith("#"):
            yield value


def n_in_tables(source: str) -> int:
    """Return how many numbers the constants of a module hold; what is recorded of them is none."""
    tables = [value for _, value in _assigned(ast.parse(source)) if _is_numeric(value)]
    return sum(isinstance(one, ast.Constant) for one in _inside(tables))


def _assigned(tree: ast.Module) -> Iterator[tuple[list[str], ast.expr]]:
    """Yield what is assigned right in a module, and to which names."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            yield names, node.value


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the numeric constants of a module, whatever their value."""
    for _, value in _assigned(tree):
        if _has_number(value):
            yield "constant", value


def _is_numeric(node: ast.expr) -> bool:
    """Tell whether an expression is made of numbers alone, and of constants in capitals."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int | float) and not isinstance(value, bool)
        case ast.Name(id=name):
            return name.isupper()
        case ast.UnaryOp(operand=operand):
            return _is_numeric(operand)
        case ast.BinOp(left=left, right=right):
            return _is_numeric(left) and _is_numeric(right)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return bool(parts) and all(map(_is_numeric, parts))
    return False


def _has_number(node: ast.expr) -> bool:
    return _is_numeric(node) and any(isinstance(one, ast.Constant) for one in ast.walk(node))


def _defaults(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the numeric default arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arguments):
            for value in (*node.defaults, *node.kw_defaults):
                if value is not None and _has_number(value) and not _is_plain(value):
                    yield "default argument", value


def _is_plain(node: ast.expr) -> bool:
    try:
        return eval_number(node) in PLAIN
    except ValueError:
        return False


def _literals(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the numbers of all expressions that are no plain ones."""
    minuses = [node for node in ast.walk(tree) if _is_minus(node)]
    after_minus = {node.operand for node in minuses if isinstance(node, ast.UnaryOp)}
    slices = [node.slice for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
    indices = {node for node in _inside(slices) if _is_minus(node, 2)}
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and _is_sum(node):
            if eval_number(node) not in (*PLAIN, HALF):
                yield "sum of numbers", node
        elif isinstance(node, ast.UnaryOp) and _is_minus(node):
            if eval_number(node) not in PLAIN and node not in indices:
                yield "literal", node
        elif _is_odd(node) and node not in after_minus:
            yield "literal", node


def _is_odd(node: ast.AST) -> bool:
    """Tell whether a node is a number that is not plain, or one written as a text."""
    if isinstance(node, ast.Call):
        return _reads_text(node)
    return isinstance(node, ast.Constant) and _is_numeric(node) and node.value not in PLAIN


def _is_minus(node: ast.AST, value: float | None = None) -> bool:
    """Tell whether a node is a number with a minus: any, or just this."""
    if not isinstance(node, ast.UnaryOp) or not isinstance(node.op, ast.USub):
        return False
    number = node.operand
    if not isinstance(number, ast.Constant) or not _is_numeric(number):
        return False
    return value in (None, number.value)


def _is_sum(node: ast.expr) -> bool:
    """Tell whether an expression is made of numbers without a name."""
    return _is_numeric(node) and not any(isinstance(one, ast.Name) for one in ast.walk(node))


def _reads_text(node: ast.Call) -> bool:
    """Tell whether a number is written as a text: ``float("0.3")``."""
    texts = [one for one in node.args if isinstance(one, ast.Constant)]
    return any(
        isinstance(one.value, str) and re.fullmatch(r"\s*[-+]?[\d._]+(e[-+]?\d+)?\s*", one.value)
        for one in texts
    ) and not isinstance(node.func, ast.Attribute)


def eval_number(node: ast.expr) -> float:
    """Return the value of a sum of numbers; raise ValueError for anything else.

    >>> eval_number(ast.parse("-(2 + 1) / 2", mode="eval").body)
    -1.5
    """
    if not _is_sum(node):
        raise ValueError(f"no number: {ast.unparse(node)}")
    code = compile(ast.Expression(node), "<number>", "eval")
    found: float = eval(code, {"__builtins__": {}})
    return found


def option_classes() -> list[type]:
    """Return every options class of the solver and of sound."""
    found = set[type]()
    for room in ("coincide.solver", "coincide.sound"):
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            for value in vars(importlib.import_module(module.name)).values():
                ours = inspect.isclass(value) and value.__module__.startswith(room)
                if ours and is_dataclass(value) and value.__name__.endswith("Options"):
                    found.add(value)
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


def is_number(value: object) -> bool:
    """Tell whether a default is a number, or a ladder of numbers.

    >>> is_number(3.5), is_number(((60.0, 5.0),)), is_number(True), is_number(("look",))
    (True, True, False, False)
    """
    if isinstance(value, tuple):
        return bool(value) and all(map(is_number, value))
    return isinstance(value, int | float) and not isinstance(value, bool)


def options_of(kind: type) -> Iterator[tuple[str, Any, str, Any]]:
    """Yield name, default, reason and origin of each option of a class."""
    for field in fields(kind):
        default = None if field.default is MISSING else field.default
        metadata = field.metadata
        yield field.name, default, metadata.get("reason", ""), metadata.get("origin")


def option_problems(classes: Sequence[type]) -> list[str]:
    """Return which options lack a reason or an origin, or name a command that is not there."""
    problems = []
    for kind in classes:
        for name, default, reason, origin in options_of(kind):
            where = f"{kind.__module__}.{kind.__name__}.{name}"
            if not reason.strip():
                problems.append(f"{where}: no reason")
            if is_number(default):
                problems += [f"{where}: {problem}" for problem in _wrong_origin(origin)]
    return problems


def _wrong_origin(origin: Any) -> Iterator[str]:
    if origin is None or origin.kind not in ORIGINS:
        yield "no origin"
    elif origin.kind == "fitted":
        yield from _wrong_command(origin.source)


def _wrong_command(command: str) -> Iterator[str]:
    named = re.match(r"python -m (coincide_bench(?:\.\w+)+)", command)
    if named is None:
        yield f"fitted by no command: {command!r}"
    elif not (COMMANDS / Path(*named[1].split("."))).with_suffix(".py").is_file():
        yield f"there is no command {command!r}"


def name_problems(classes: Sequence[type], read: frozenset[str]) -> list[str]:
    """Return which names have two values, and which numbers no code reads.

    ``read``: the names of all attributes that are read anywhere.
    """
    values: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    unread = []
    for kind in classes:
        for name, default, _, _ in options_of(kind):
            if not is_dataclass(default):
                values[name][repr(default)].append(kind.__name__)
            if is_number(default) and name not in read:
                unread.append(f"{kind.__name__}.{name}: no code reads it")
    doubled = [
        f"{name} has several values: "
        + ", ".join(f"{value} in {' and '.join(owners)}" for value, owners in found.items())
        for name, found in sorted(values.items())
        if len(found) > 1
    ]
    return [*doubled, *unread]


def read_names(sources: Iterable[str]) -> frozenset[str]:
    """Return the names of all attributes that some sources read."""
    return frozenset(
        node.attr
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    )


def exception_problems(sources: dict[str, str]) -> list[str]:
    """Return what is wrong with the units and tables themselves; ``sources`` by path."""
    owners = defaultdict(list)
    for path, source in sources.items():
        for names, _ in _assigned(ast.parse(source)):
            for name in names:
                owners[name].append(path)
    problems = [f"UNITS: there is no {name}" for name in UNITS if not owners[name]]
    problems += [
        f"UNITS: {name} is told in {' and '.join(owners[name])}"
        for name in UNITS
        if len(owners[name]) > 1
    ]
    for path, command in TABLES.items():
        told = ast.get_docstring(ast.parse(sources.get(path, ""))) or ""
        if command not in told:
            problems.append(f"TABLES: {path} does not say that {command} makes it")
        problems += [f"TABLES: {path}: {problem}" for problem in _wrong_command(command)]
    return problems


def main() -> int:
    """Check the solver and sound."""
    sources, sound = _sources(SOLVER, SOLVER), _sources(SOUND, SOURCE)
    looked_at = {f"solver/{path}": text for path, text in sources.items() if path not in TABLES}
    looked_at |= sound
    found = (numbers_in(text, f"src/coincide/{path}") for path, text in looked_at.items())
    classes = option_classes()
    read = read_names(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    problems = [
        *(str(number) for of_module in found for number in of_module),
        *exception_problems(sources | sound),
        *option_problems(classes),
        *name_problems(classes, read),
    ]
    n_constants = sum(map(n_with_reason, looked_at.values()))
    n_fitted = sum(n_in_tables(sources[path]) for path in TABLES)
    print("\n".join(problems) if problems else counted(classes, n_fitted, n_constants))
    return 1 if problems or not classes else 0


def _sources(folder: Path, root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
    }


def counted(classes: Sequence[type], n_fitted: int, n_constants: int) -> str:
    """Return how many numbers there are: options by where they come from, tables, constants."""
    origins = [[one[3].kind for one in options_of(kind) if is_number(one[1])] for kind in classes]
    by_origin = Counter(origin for found in origins for origin in found)
    parts = ", ".join(f"{by_origin[origin]} {origin}" for origin in ORIGINS if by_origin[origin])
    return (
        f"numbers: {by_origin.total()} options in {sum(map(bool, origins))} classes ({parts}),"
        f" {n_fitted} in fitted tables and their grids,"
        f" and {n_constants} constants with their reason beside their use"
    )


if __name__ == "__main__":
    sys.exit(main())
