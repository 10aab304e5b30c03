"""``x[i] = y`` where ``y`` has an axis of length 1 in front (MP220): ``model(image.unsqueeze(0))``.

torch leaves out such axes where the place has none for them; MindSpore 2.7.2 to 2.10.0 raise
ValueError. Without it the same is set, whatever axes the place has. Of what a network gives beside
its output (``output, hidden, attention = decoder(..)``) the axes are not known: a place of one axis
takes it flattened, which is the same in torch wherever torch takes it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.rows import is_row
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
ANY = Text(
    "torch leaves out first axes of length 1 of what is set here; MindSpore raises where there are any.",
    "torch 会省去此处所赋值的长度为 1 的前导轴；若有这样的轴，MindSpore 会报错。",
)
FLATTENED = Text("Set it flattened", "展平后再赋值")
ONE = ast.Constant(1)


def batch_of_one_findings(site: Site) -> Iterator[Finding]:
    """One finding for each tensor that is set into another with such an axis."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None:
        return
    for node in find(tree, ast.Assign):
        match node:
            case ast.Assign([ast.Subscript(whole, index) as place], value):
                scope = function_around(tree, node) or tree
                if not is_tensor(values.get(whole, UNKNOWN)):
                    continue
                span = site.document.span(value)
                known = is_tensor(values.get(value, UNKNOWN))
                if known and (_is_one(value, scope) or _has_axes_more(value, whole, index, scope)):
                    plain = _without(value)
                    pieces: tuple[Piece, ...] = (Operand(span), ".squeeze(0)")
                    if plain is not None:
                        pieces = (site.document.span(plain),)
                    fix = Fix(TITLE, "safe", (Edit(span, pieces),))
                    yield Finding("MP220", "warning", SYMBOL, None, "likely", MESSAGE, span, fix)
                elif (
                    (known or not isinstance(value, ast.Name))
                    and _is_row(place, scope)
                    and _is_one_of_several(value, scope, site)
                ):
                    fix = Fix(FLATTENED, "safe", (Edit(span, (Operand(span), ".flatten()")),))
                    yield Finding("MP220", "warning", SYMBOL, None, "likely", ANY, span, fix)


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


def _is_row(place: ast.Subscript, scope: ast.AST) -> bool:
    """Whether the place has one axis: ``x[3]`` or, in a loop over a range, ``x[i]`` of two axes."""
    shape = shape_of(place.value, scope)
    return shape is not None and len(shape) == 2 and is_row(place, scope)


def _is_one_of_several(node: ast.expr, scope: ast.AST, site: Site) -> bool:
    """Whether it is one of the values that a call of what is no function of torch gives, perhaps
    taken out of its graph."""
    match node:
        case ast.Attribute(inner, "data") | ast.Call(
            ast.Attribute(inner, "detach" | "cpu"), [], []
        ):
            return _is_one_of_several(inner, scope, site)
        case ast.Name(name):
            return any(
                isinstance(call.func, ast.Name) and not site.symbol_of(call)
                for call in _unpacked(scope, name)
            )
    return False


def _unpacked(scope: ast.AST, name: str) -> Iterator[ast.Call]:
    """The calls one of whose several results gets the name."""
    for node in find(scope, ast.Assign):
        match node:
            case ast.Assign([ast.Tuple(places)], ast.Call() as call):
                if any(isinstance(one, ast.Name) and one.id == name for one in places):
                    yield call
