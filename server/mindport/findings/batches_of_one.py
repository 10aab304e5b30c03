"""``x[i] = y`` where ``y`` has an axis of length 1 in front (MP220): ``model(image.unsqueeze(0))``.

torch leaves out such axes where the place has none for them; MindSpore 2.7.2 to 2.10.0 raise
ValueError. Without it the same is set, whatever axes the place has.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.symbols.assignments import assigned
from mindport.symbols.shapes import KEEPING, shape_of
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.__setitem__"
MESSAGE = Text(
    "torch leaves out the first axis, of length 1, of what is set here; MindSpore raises.",
    "torch 会省去此处所赋值的长度为 1 的首轴；MindSpore 会报错。",
)
TITLE = Text("Set it without that axis", "去掉该轴后再赋值")
ONE = ast.Constant(1)


def batch_of_one_findings(site: Site) -> Iterator[Finding]:
    """One finding for each tensor that is set into another with such an axis."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None:
        return
    for node in find(tree, ast.Assign):
        match node:
            case ast.Assign([ast.Subscript(whole, index)], value):
                scope = function_around(tree, node) or tree
                if not all(is_tensor(values.get(one, UNKNOWN)) for one in (whole, value)):
                    continue
                if _is_one(value, scope) or _has_axes_more(value, whole, index, scope):
                    span = site.document.span(value)
                    plain = _without(value)
                    pieces: tuple[Piece, ...] = (Operand(span), ".squeeze(0)")
                    if plain is not None:
                        pieces = (site.document.span(plain),)
                    fix = Fix(TITLE, "safe", (Edit(span, pieces),))
                    yield Finding("MP220", "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def _without(node: ast.expr) -> ast.expr | None:
    """``y`` of ``y.unsqueeze(0)`` and of ``y[None]``."""
    match node:
        case ast.Call(ast.Attribute(inner, "unsqueeze"), [ast.Constant(0)], []):
            return inner
        case ast.Subscript(inner, ast.Constant(None)):
            return inner
    return None


def _is_one(node: ast.expr, scope: ast.AST) -> bool:
    """Whether it begins with an axis of length 1: ``y[None]``, ``y[i : i + 1]``, what a network
    gives for such, a name of it."""
    if _without(node) is not None:
        return True
    match node:
        case ast.Name(name):
            values = assigned(name, scope) or [node]
            return all(not isinstance(one, ast.Name) and _is_one(one, scope) for one in values)
        case ast.Subscript(_, ast.Slice(ast.expr() as low, ast.BinOp(start, ast.Add(), one))):
            return ast.dump(low) == ast.dump(start) and ast.dump(one) == ast.dump(ONE)
        case ast.Call(ast.Attribute(inner, method)) if method in KEEPING:
            return _is_one(inner, scope)
        case ast.Call(ast.Name() | ast.Attribute(ast.Name("self")), [first], []):
            return _is_one(first, scope)
    return False


def _has_axes_more(value: ast.expr, whole: ast.expr, index: ast.expr, scope: ast.AST) -> bool:
    """Whether the source shows that what is set has an axis more than its place, the first one 1."""
    ours, theirs = shape_of(value, scope), shape_of(whole, scope)
    if not ours or not theirs or ours[0] != 1 or isinstance(index, ast.Tuple | ast.Slice):
        return False
    return len(ours) == len(theirs)
