"""Comments on the fields of a class: what its source says of them is what readers are told."""

import ast
import inspect
import io
import tokenize


def field_comments(source: str) -> dict[str, str]:
    r"""Return the comments on the fields of a class: those right above, and behind on the line.

    >>> field_comments("class A:\n    # how many\n    n: int = 3\n    s: int = 0  # seed\n")
    {'n': 'how many', 's': 'seed'}
    """
    source = inspect.cleandoc(source) if source[:1].isspace() else source
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    lines = source.splitlines()
    told = {}
    (body,) = (node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            first = node.lineno
            while first - 1 in comments and lines[first - 2].lstrip().startswith("#"):
                first -= 1
            numbers = [*range(first, node.lineno), node.end_lineno or node.lineno]
            words = [comments[number] for number in numbers if number in comments]
            if words:
                told[node.target.id] = " ".join(words)
    return told
