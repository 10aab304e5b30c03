"""``x[i : i + n]`` where ``i`` is a tensor of one axis and one number (MP220).

torch takes it for that number, as ``torch.randint(n, (1,))`` gives it. MindSpore 2.10.0 takes tensors
without axes alone, and raises: "Only integer scalar tensors can be converted to a scalar index".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import assigned
from mindport.symbols.shapes import KEEPING, MODULES, shape_of
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.__getitem__"
MESSAGE = Text(
    "MindSpore takes no tensor with axes where a slice begins or ends, not even of one number: int() "
    "makes a number of it.",
    "MindSpore 的切片起止不接受带轴的张量，即使只有一个元素：用 int() 转为数。",
)
TITLE = Text("Make a number of it", "转为数")
FROM_ARRAYS = frozenset({"as_tensor", "from_numpy", "tensor"})
MAX_DEPTH = 6


def slice_bound_findings(site: Site) -> Iterator[Finding]:
    """One finding for each subscript with such bounds."""
    tree = site.document.tree
    if tree is None or site.target.mode == "GRAPH":
        return
    for node in find(tree, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        slices = [part for part in parts if isinstance(part, ast.Slice)]
        given = [one for part in slices for one in (part.lower, part.upper) if one is not None]
        tensors = [one for one in given if is_tensor(site.bindings.values.get(one, UNKNOWN))]
        if not tensors:
            continue
        scope = function_around(tree, node) or tree
        bounds = [one for one in tensors if _is_one(one, scope)]
        if bounds:
            spans = [site.document.span(one) for one in bounds]
            fix = Fix(TITLE, "safe", tuple(Edit(span, ("int(", span, ")")) for span in spans))
            span = site.document.span(node)
            yield Finding("MP220", "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def _is_one(node: ast.expr, scope: ast.AST, depth: int = 0) -> bool:
    """Whether a tensor that stands for one number has axes: what is computed of one has, too."""
    if depth > MAX_DEPTH:
        return False
    shape = shape_of(node, scope)
    if shape is not None:
        return shape != () and all(size == 1 for size in shape)
    match node:
        case ast.Name(name):
            made = assigned(name, scope) or []
            return bool(made) and all(_is_one(one, scope, depth + 1) for one in made)
        case ast.BinOp(left, _, right):
            return any(_is_one(side, scope, depth + 1) for side in (left, right))
        case ast.Call(ast.Attribute(base, name), given):
            of_module = name_of(base) in MODULES
            if of_module and name in FROM_ARRAYS:
                return bool(given) and _holds_one(given[0])
            inner = given[:1] if of_module else [base]
            return name in KEEPING and any(_is_one(one, scope, depth + 1) for one in inner)
    return False


def _holds_one(node: ast.expr) -> bool:
    """``[start]`` and ``np.random.randint(n, size=(1,))``."""
    if isinstance(node, ast.List | ast.Tuple):
        return len(node.elts) == 1 and not isinstance(node.elts[0], ast.Starred)
    sizes = (
        [k.value for k in node.keywords if k.arg == "size"] if isinstance(node, ast.Call) else []
    )
    match sizes:
        case [ast.Constant(1) | ast.Tuple([ast.Constant(1)]) | ast.List([ast.Constant(1)])]:
            return True
    return False
