"""How sure a place is is judged in one module, and no code decides by words, only by types.

Shown on the syntax trees of all files below src/coincide; what the checks are to notice is planted.
"""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "coincide"
FILES = {path.relative_to(SOURCE).as_posix(): path for path in sorted(SOURCE.rglob("*.py"))}

# who may: the judge alone compares probabilities; words and the basis itself know what words are
JUDGE = "model/verdicts.py"
OF_WORDS = ("model/findings.py", "model/words.py")
# lags of sounds have reasons of their own, which are no placement's
OWN_REASONS = ("sound/", "app/review/clipviews.py")

HOW_SURE = ("probability", "chance", "sureness", "certain_from")
LEVELS = ("CERTAIN", "LIKELY", "HELD_BACK")
TYPED = ("source", "kinds", "said", "is_given")
IN_WORDS = ("finding_in_words", "reasons_in_words", "basis_in_words")
READS = (
    *("startswith", "endswith", "split", "rsplit", "splitlines", "partition", "rpartition"),
    *("find", "rfind", "index", "count", "removeprefix", "removesuffix", "replace", "strip"),
)

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

Check = Callable[[ast.Module], Iterator[ast.expr]]


class Flagged(NamedTuple):
    """What must not be there: the line, and its text."""

    line: int
    text: str


parsed = cache(ast.parse)


def flagged(source: str, check: Check) -> list[Flagged]:
    """Return what a check finds in a source, each line of it once, in order."""
    found = {node.lineno: node for node in check(parsed(source))}
    return [Flagged(line, ast.unparse(found[line])) for line in sorted(found)]


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Yield all names of variables and attributes in an expression."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


# comparisons of probabilities


def compared_probabilities(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield comparisons of which either side tells how sure something is; None is no number."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
            of_none = isinstance(operator, ast.Is | ast.IsNot) and is_none(right)
            if not of_none and any(map(_is_how_sure, (*identifiers(left), *identifiers(right)))):
                yield node


def _is_how_sure(name: str) -> bool:
    return name.endswith(HOW_SURE) or name in LEVELS


# decisions by words


def decided_by_words(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield what compares, or asks, the basis of an estimate without its types, or any reasons."""
    for condition in _conditions(tree):
        typed = {
            id(node.value)
            for node in ast.walk(condition)
            if isinstance(node, ast.Attribute) and node.attr in TYPED
        }
        for node in ast.walk(condition):
            match node:
                case ast.Attribute(attr="basis") if id(node) not in typed:
                    yield node
                case ast.Attribute(attr="reasons"):
                    yield node


def _conditions(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield all that is decided by: comparisons, conditions, and texts that are asked anything."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                yield node
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield test
            case ast.Assert(test=test):
                yield test
            case ast.BoolOp(values=values):
                yield from values
            case ast.comprehension(ifs=conditions):
                yield from conditions
            case ast.Match(subject=subject):
                yield subject
            case ast.Call(func=ast.Attribute(value=asked, attr=name)) if name in READS:
                yield asked


# what was put into words is not read again


def read_words(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield comparisons of words that were made of findings, and methods that read them."""
    if {*identifiers(tree)}.isdisjoint(IN_WORDS):
        return
    yield from _read_in(list(_outside_functions(tree)))
    for function in ast.walk(tree):
        if isinstance(function, FUNCTIONS):
            yield from _read_in(list(ast.walk(function)))


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all that a module does by itself; names that functions give are their own."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, FUNCTIONS):
            yield node
            yield from _outside_functions(node)


def _read_in(scope: list[ast.AST]) -> Iterator[ast.expr]:
    named = _named_words(scope)

    def holds_words(node: ast.AST) -> bool:
        return any(_is_words(part, named) for part in ast.walk(node))

    for node in scope:
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in READS:
                if holds_words(value):
                    yield node
            case ast.Compare(left=left, comparators=others):
                if any(map(holds_words, (left, *others))):
                    yield node


def _named_words(scope: list[ast.AST]) -> frozenset[str]:
    """Return the names that words are given in a scope, however often they are passed on."""
    named: frozenset[str] = frozenset()
    while True:
        more = {
            name
            for target, value in _given(scope)
            if any(_is_words(part, named) for part in ast.walk(value))
            for name in identifiers(target)
        }
        if more <= named:
            return named
        named |= more


def _given(scope: list[ast.AST]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what is given a name, and of what; tuples of as many part by part."""
    for node in scope:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _parts(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield target, value
            case ast.NamedExpr(target=target, value=value):
                yield target, value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield target, value


def _parts(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    match target, value:
        case ast.Tuple(elts=names), ast.Tuple(elts=values) if len(names) == len(values):
            yield from zip(names, values, strict=True)
        case _:
            yield target, value


def _is_words(node: ast.AST, named: frozenset[str]) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in IN_WORDS
        case ast.Name(id=name):
            return name in named
    return False


def of_all_files(check: Check, *allowed: str) -> list[str]:
    """Return what a check finds below src/coincide but in files, or folders, that may."""
    return [
        f"{name}:{found.line}: {found.text}"
        for name, path in FILES.items()
        if not name.startswith(allowed)
        for found in flagged(path.read_text(encoding="utf-8"), check)
    ]


def test_all_files_are_looked_at() -> None:
    assert len(FILES) > 200
    assert {JUDGE, *OF_WORDS} <= FILES.keys()
    assert all(any(name.startswith(own) for name in FILES) for own in OWN_REASONS)


def test_no_code_but_the_judge_compares_a_probability() -> None:
    assert of_all_files(compared_probabilities, JUDGE) == []


def test_no_code_decides_by_the_words_of_a_basis_or_of_reasons() -> None:
    assert of_all_files(decided_by_words, *OF_WORDS, *OWN_REASONS) == []


def test_no_code_reads_what_was_put_into_words() -> None:
    assert of_all_files(read_words, "model/words.py") == []


def test_the_judge_itself_would_be_noticed() -> None:
    """What is allowed in one file is what the check is about."""
    source = FILES[JUDGE].read_text(encoding="utf-8")
    assert len(flagged(source, compared_probabilities)) > 5


@pytest.mark.parametrize(
    "source",
    [
        "estimate.probability >= 0.99",
        "0.99 <= probability",
        "0.5 < probability < 0.99",
        "found.probability == NOT_SEEN",
        "(estimate.probability or 0.0) >= options.sure",
        "x = [p for p in places if p.estimate.probability > 0.5]",
        "min_probability > 1",
        "options.min_probability != 0",
        "course.chance < limit",
        "best_chance < 1",
        "max(chance, other) >= limit",
        "np.where(chance > 1 - x, 1, 0)",
        "verdict.sureness < 0",
        "a.verdict.sureness < b.verdict.sureness",
        "at > options.certain_from",
        "x >= CERTAIN",
        "x < verdicts.LIKELY",
        "HELD_BACK <= x",
        "if probability is not None and probability >= x: pass",
        "while not probability > x: pass",
        "probability in (0.98, 0.99)",
        "def f():\n    return lambda p: p.probability > 0.99",
        "probability is other",
        "None is not probability",
    ],
)
def test_comparisons_of_probabilities_are_noticed(source: str) -> None:
    assert flagged(source, compared_probabilities)


@pytest.mark.parametrize(
    "source",
    [
        "probability is None",
        "estimate.probability is not None",
        "is_certain(probability)",
        "is_sure_to(estimate.probability, options.min_probability)",
        "placement.verdict.state == 'certain'",
        "max(probability, chance)",
        "left.sort(key=lambda one: one.verdict.sureness)",
        "finding.kind == FindingKind.CHANCE",
        "len(probabilities) > 3",
        "chances > 3",
    ],
)
def test_other_uses_of_probabilities_are_fine(source: str) -> None:
    assert flagged(source, compared_probabilities) == []


@pytest.mark.parametrize(
    "source",
    [
        "estimate.basis == 'pinned by a person'",
        "estimate.basis in TOLD",
        "'GPS' in estimate.basis",
        "'GPS' in estimate.basis.clock",
        "estimate.basis.text != ''",
        "estimate.basis.startswith('pinned')",
        "'look' in estimate.basis.split(', ')",
        "estimate.basis.text.endswith('links')",
        "x = 1 if estimate.basis else 2",
        "if not estimate.basis.clock: pass",
        "basis = estimate.basis or 'the method'",
        "match estimate.basis:\n    case _: pass",
        "own.basis if own.basis != THE_ANCHOR else tie.basis",
        "TORN in placement.reasons",
        "tie.reasons != (NOT_CONNECTED,)",
        "if placement.reasons: pass",
        "x = [one for one in offsets if one.reasons]",
        "any(one.reasons and one.placed for one in offsets)",
        "placement.reasons[0].startswith('thin')",
    ],
)
def test_decisions_by_words_are_noticed(source: str) -> None:
    assert flagged(source, decided_by_words)


@pytest.mark.parametrize(
    "source",
    [
        "estimate.basis.source == 'pinned'",
        "estimate.basis.source in ('pinned', 'by-hand')",
        "'look' in estimate.basis.kinds",
        "if found.basis.said or found.basis.source == 'anchor': pass",
        "if estimate.basis.is_given: pass",
        "own.basis if own.basis.source != 'anchor' else tie.basis",
        "replace(estimate, basis=edge.basis)",
        "basis_in_words(estimate.basis)",
        "shown(placement.reasons)",
    ],
)
def test_typed_decisions_and_other_uses_are_fine(source: str) -> None:
    assert flagged(source, decided_by_words) == []


@pytest.mark.parametrize(
    "source",
    [
        "finding_in_words(found).startswith('only')",
        "words.finding_in_words(found).endswith('?')",
        "'two devices' in finding_in_words(found)",
        "basis_in_words(basis).split(', ')",
        "basis_in_words(basis) == 'pinned by a person'",
        "'thin' in reasons_in_words(placement)",
        "reasons_in_words(placement)[0].startswith('only')",
        "any('clock' in one for one in reasons_in_words(placement))",
        "'; '.join(reasons_in_words(placement)).partition(';')",
        "def f(p):\n    told = reasons_in_words(p)\n    return told[0].startswith('x')",
        "def f(p):\n    told, state = reasons_in_words(p), p.state\n    return 'thin' in told",
        "def f(p):\n    for one in reasons_in_words(p):\n        if one == 'x':\n            go()",
        "def f(p):\n    told = reasons_in_words(p)\n    text = str(told)\n    text.find('x')",
        "def f(b):\n    if (said := basis_in_words(b)) != '':\n        return said",
    ],
)
def test_words_that_are_read_again_are_noticed(source: str) -> None:
    assert flagged(source, read_words)


@pytest.mark.parametrize(
    "source",
    [
        "'; '.join(reasons_in_words(placement))",
        "f'assumed: {finding_in_words(found)}'",
        "why = reasons_in_words(p) or ('nothing',)",
        "def f(p):\n    told, state = reasons_in_words(p), p.state\n    return state == 'certain'",
        "def f(p):\n    told = reasons_in_words(p)\n    return told[0] if told else ''",
        "def f(p):\n    return reasons_in_words(p)\ndef g(told):\n    return told == 'x'",
        "def f(p):\n    told = reasons_in_words(p)\ndef g(told):\n    return told == 'x'",
        "name.startswith('x') and 'y' in name",
    ],
)
def test_words_that_are_only_told_are_fine(source: str) -> None:
    assert flagged(source, read_words) == []


def test_what_is_flagged_is_told_by_its_line() -> None:
    source = "x = 1\nif x:\n    y = probability > 1\nz = chance < 2\n"
    assert flagged(source, compared_probabilities) == [
        (3, "probability > 1"),
        (4, "chance < 2"),
    ]
