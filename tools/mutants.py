"""Make small mistakes in source code, one at a time, to see whether a test notices.

A mistake changes a comparison, a sum, a condition, a number, a choice (``min`` for ``max``) or
what a function returns. Texts are left alone: their wording is not behaviour.
"""

import ast
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_CHOSEN = {
    "min": "max",
    "any": "all",
    "minimum": "maximum",
    "argmin": "argmax",
    "nanmin": "nanmax",
    "floor": "ceil",
}
_OTHERWISE = _CHOSEN | {there: here for here, there in _CHOSEN.items()}


@dataclass(frozen=True)
class Mutant:
    """One mistake in one file: where, what it was and what it became.

    ``last``: the last line of its statement, or of what stands before that statement's body.
    ``nth``: of all the mistakes that can be made in the file.
    """

    path: Path
    line: int
    last: int
    was: str
    became: str
    nth: int

    @property
    def in_words(self) -> str:
        """The mistake on one line, as in a list of survivors."""
        return f"{self.path}:{self.line}: `{self.was}` → `{self.became}`"


def mutants_of(path: Path, text: str) -> list[Mutant]:
    """Return every mistake that can be made in one file, in the order of its lines."""
    found = []
    for nth, (statement, mistake) in enumerate(_all_mistakes(ast.parse(text))):
        was = _short(ast.unparse(statement))
        kept = mistake.make()
        became = _short(ast.unparse(statement))
        mistake.replace_by(kept)
        found.append(Mutant(path, statement.lineno, _last_line(statement), was, became, nth))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.was, mutant.became))


def mutated(text: str, mutant: Mutant) -> str:
    """Return a file's text with a mistake in it, without its comments."""
    tree = ast.parse(text)
    _, mistake = next(islice(_all_mistakes(tree), mutant.nth, None))
    mistake.make()
    return ast.unparse(tree) + "\n"


def sample(
    mutants: Mapping[Path, Sequence[Mutant]], n_wanted: int, *, seed: int
) -> dict[Path, list[Mutant]]:
    """Return about so many mutants, from each file by its share of all; the same for one seed."""
    n_all = sum(map(len, mutants.values()))
    share = min(1.0, n_wanted / max(n_all, 1))
    return {
        path: random.Random(f"{seed} {path.name}").sample(
            list(those), min(len(those), max(1, round(share * len(those))))
        )
        for path, those in mutants.items()
        if those
    }


def _all_mistakes(tree: ast.Module) -> Iterator[tuple[ast.stmt, "_Mistake"]]:
    """Yield all mistakes that can be made in a file, each with the statement that it is in."""
    left_alone = _left_alone(tree)
    for top in tree.body:
        for statement, node in _with_statements(top, top):
            if node not in left_alone:
                yield from ((statement, mistake) for mistake in _mistakes(node))


def _last_line(statement: ast.stmt) -> int:
    body: list[ast.stmt] = getattr(statement, "body", [])
    last = body[0].lineno - 1 if body else statement.end_lineno
    return max(statement.lineno, last or 0)


def _short(code: str) -> str:
    """Return the first line of a piece of code: what follows a condition is not the mistake."""
    return code.splitlines()[0]


def _with_statements(node: ast.AST, statement: ast.stmt) -> Iterator[tuple[ast.stmt, ast.AST]]:
    """Yield a node and all below it, with the innermost statement around, which tells it well."""
    yield statement, node
    for child in ast.iter_child_nodes(node):
        yield from _with_statements(child, child if isinstance(child, ast.stmt) else statement)


@dataclass(frozen=True)
class _Mistake:
    """A field of a node, and what it becomes."""

    node: ast.AST
    field: str
    value: object

    def make(self) -> object:
        """Make it, and return what was there."""
        kept: object = getattr(self.node, self.field)
        self.replace_by(self.value)
        return kept

    def replace_by(self, value: object) -> None:
        """Put something else there."""
        setattr(self.node, self.field, value)


def _mistakes(node: ast.AST) -> Iterator[_Mistake]:
    """Yield the mistakes that can be made at one node."""
    yield from _mistaken_operators(node)
    yield from _mistaken_values(node)


def _mistaken_operators(node: ast.AST) -> Iterator[_Mistake]:
    match node:
        case ast.Compare(ops=[operator, *others]):
            yield _Mistake(node, "ops", [_COMPARED[type(operator)](), *others])
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in _COMPUTED:
            yield _Mistake(node, "op", _COMPUTED[type(operator)]())
        case ast.BoolOp(op=operator):
            yield _Mistake(node, "op", ast.Or() if isinstance(operator, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.USub() | ast.Invert()):
            yield _Mistake(node, "op", ast.UAdd())
        case ast.If(test=test) | ast.IfExp(test=test):
            yield _Mistake(node, "test", _negated(test))


def _mistaken_values(node: ast.AST) -> Iterator[_Mistake]:
    match node:
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield _Mistake(node, "value", ast.Constant(None))
        case ast.Constant(value=bool() as flag):
            yield _Mistake(node, "value", not flag)
        case ast.Constant(value=int() as whole):
            yield _Mistake(node, "value", whole + 1)
        case ast.Constant(value=float() as number):
            yield _Mistake(node, "value", 2.0 * number if number else 1.0)
        case ast.Call(func=ast.Name(id=name) as called) if name in _OTHERWISE:
            yield _Mistake(called, "id", _OTHERWISE[name])
        case ast.Call(func=ast.Attribute(attr=name) as called) if name in _OTHERWISE:
            yield _Mistake(called, "attr", _OTHERWISE[name])


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _left_alone(tree: ast.Module) -> set[ast.AST]:
    """Return the nodes that say nothing about behaviour: annotations and decorators."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        for field in ("annotation", "returns", "decorator_list"):
            there = getattr(node, field, None)
            for one in there if isinstance(there, list) else [there] if there else []:
                found.update(ast.walk(one))
    return found
