"""What needs the number of axes of ``h[:, mask]`` (MP402): ``torch.min(h[:, mask], dim=0)``.

How many axes there are behind a mask beside other items MindSpore 2.10.0 knows no more in a graph, nor
behind a list of places beside others in what a mask picked: ``h[mask][:, [0, 2]]``. Sums, amax, softmax and
most others take that; these do not compile. PyNative is fine.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.masks import is_mask, masks_of
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import kept, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.assignments import assigned
from mindport.symbols.selections import picked
from mindport.texts import Text

UNKNOWN_RANK = Text(
    "How many axes there are behind a mask beside other items graph mode no longer knows, and this does not "
    "compile; let the mask stand alone, as in x.swapaxes(0, 1)[mask] for x[:, mask]. For the greatest and "
    "least, ops.amax and ops.amin compile.",
    "掩码与其他下标并用之后，静态图模式不再知道结果的轴数，此处无法编译；请让掩码单独作为下标，如将 x[:, mask] 写成 "
    "x.swapaxes(0, 1)[mask]。求最大值和最小值可用 ops.amax 和 ops.amin。",
)
UNKNOWN_COLUMNS = Text(
    "How many axes there are behind a list of places beside other items, in what a mask picks, graph mode no "
    "longer knows, and what is computed of it here does not compile; put the columns together: "
    "ops.stack((x[:, 0], x[:, 2]), axis=1).",
    "对掩码选取的结果再用下标列表与其他下标一起选取之后，静态图模式不再知道结果的轴数，此处由它计算的内容无法编译；"
    "请改为拼合各列：ops.stack((x[:, 0], x[:, 2]), axis=1)。",
)
COLUMNS = Text("Put the columns together", "改为拼合各列")
# These have an axis of their own where none is given.
NEEDING = frozenset({"argsort", "sort", "topk", "permute", "flatten", "chunk", "split", "repeat", "roll"})  # fmt: skip
# These need it where an axis is given.
ALONG = frozenset({"max", "min", "argmax", "argmin", "norm", "greatest", "least"})
DEEPEST = 3
SHAPING = frozenset({"view", "reshape", "expand", "repeat", "tile"})


def picked_rank_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    for function in code.functions:
        masks = kept(function.node, masks_of)
        for node in function.nodes:
            if isinstance(node, ast.Call) and any(
                _has_no_rank(function, one, masks)
                for one in (_needing(code, node), *_spread(function, node))
                if one is not None
            ):
                yield told(site, "MP402", node, UNKNOWN_RANK)
        given = [_needing(code, one) for one in function.nodes if isinstance(one, ast.Call)]
        needing = [one for one in given if one is not None]
        for node in function.nodes:
            if isinstance(node, ast.Subscript) and _lists_columns(node):
                of = picked(node.value, function.node)
                if of is not None and any(_is_made_of(function, one, node) for one in needing):
                    yield told(site, "MP402", node, UNKNOWN_COLUMNS, _fix(site, node))


def _lists_columns(node: ast.Subscript) -> bool:
    """``x[:, [0, 2]]``."""
    match node.slice:
        case ast.Tuple([ast.Slice(None, None, None), ast.List()]):
            return isinstance(node.ctx, ast.Load)
    return False


def _is_made_of(function: Function, node: ast.expr, part: ast.Subscript, depth: int = 0) -> bool:
    """Whether an expression, or what a name in it stands for, holds ``part``."""
    if any(one is part for one in walk(node)):
        return True
    names = {one.id for one in walk(node) if isinstance(one, ast.Name)} if depth < DEEPEST else ()
    return any(
        _is_made_of(function, value, part, depth + 1)
        for name in names
        for value in assigned(name, function.node) or ()
    )


def _fix(site: Site, node: ast.Subscript) -> Fix | None:
    """``ops.stack((x[:, 0], x[:, 2]), axis=1)`` for ``x[:, [0, 2]]``."""
    span = site.document.span
    columns = node.slice.elts[1] if isinstance(node.slice, ast.Tuple) else None
    if not isinstance(node.value, ast.Name) or not isinstance(columns, ast.List):
        return None
    pieces: list[Piece] = []
    for column in columns.elts:
        if isinstance(column, ast.Starred):
            return None
        pieces += [", " if pieces else "", node.value.id, "[:, ", span(column), "]"]
    if len(columns.elts) < 2:
        return None
    stacked = (Name("mindspore.ops.stack"), "((", *pieces, "), axis=1)")
    return Fix(COLUMNS, "safe", (Edit(span(node), stacked),))


def _needing(code: Compiled, call: ast.Call) -> ast.expr | None:
    """``p`` of ``torch.sort(p)`` and ``p.max(1)``, which need its number of axes."""
    name, of_library = name_of(call.func), isinstance(call.func, ast.Name)
    if isinstance(call.func, ast.Attribute):
        of_library = isinstance(call.func.value, ast.Name) and bool(code.dotted(call.func))
    receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
    given = call.args[0] if of_library and call.args else receiver
    first = call.args[of_library : of_library + 1]
    along = any(isinstance(one, ast.Constant) for one in first) or any(
        one.arg in ("dim", "axis") for one in call.keywords
    )
    return given if name in NEEDING or (name in ALONG and along) else None


def _has_no_rank(function: Function, node: ast.expr, masks: set[str]) -> bool:
    """Whether it is ``h[:, mask]``, or made of that item by item."""
    mask = picked(node, function.node)
    beside = (
        one.slice
        for one in walk(function.node)
        if isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Tuple)
    )
    return mask is not None and any(mask in index.elts and is_mask(mask, masks) for index in beside)


def _spread(function: Function, call: ast.Call) -> Iterator[ast.expr]:
    """``p`` of ``p.view(*p.shape)``, also by a name for the shape."""
    for one in call.args if name_of(call.func) in SHAPING else ():
        if not isinstance(one, ast.Starred):
            continue
        texts = [one.value]
        if isinstance(one.value, ast.Name):
            texts += assigned(one.value.id, function.node) or ()
        for text in texts:
            match text:
                case ast.Attribute(of, "shape") | ast.Call(ast.Attribute(of, "size"), []):
                    yield of
