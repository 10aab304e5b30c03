"""``mask.diagonal()[:] = 0`` and ``x.view(-1)[0] = 1`` (MP215): what is set in a view.

Seen with MindSpore 2.10.0 on a CPU: it reaches the tensor that the view shows, and in a function that
is differentiated it does not. What is set in a slice of a tensor reaches it always.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.named_views import last_given
from mindport.findings.ownership import IN_PLACE
from mindport.findings.site import Site
from mindport.findings.training.names import path_of, root_of
from mindport.nodes import find, function_around, is_pure, lies_in, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Piece, Severity
from mindport.symbols.fresh import VIEW_METHODS
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, join

SYMBOL = "torch.Tensor.index_put_"
MESSAGE = Text(
    "In a function that is differentiated, MindSpore loses what is set in a view: the tensor that it "
    "shows keeps its values.",
    "在被求导的函数中，MindSpore 会丢失对视图的赋值：被其引用的张量保持原值。",
)
TITLE = Text("Set it, and write the view back", "赋值后再写回原张量")
DIAGONAL = Text("Fill the diagonal by a mask", "用掩码填充对角线")
MATRIX = Text("It is taken to be a matrix.", "假定其为矩阵。")
ATTRIBUTES = frozenset({"T", "mT"})
# Views that the same call turns back, and those whose tensor has the same elements in their order.
TURNED = frozenset({"swapaxes", "swapdims", "t", "transpose"})
IN_ORDER = frozenset({"flatten", "reshape", "squeeze", "unsqueeze", "view", "view_as"})
WHOLE = frozenset({"detach"})  # becomes a view, too
BEGINNING = ("init", "reset")  # functions that set up what is trained are not differentiated


def set_view_findings(site: Site) -> Iterator[Finding]:
    """One finding for each view that is set where it is made, or by a name whose tensor is read
    afterwards."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch:
        return
    for node in _assignments(tree):
        within = function_around(tree, node)
        if (within is None and not _is_trained(tree, node)) or (within and _begins(within)):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in (one for one in targets if isinstance(one, ast.Subscript)):
            shown = _shown(site, target.value)
            if shown is not None:
                alone = len(targets) == 1
                fix = _written_back(site, tree, node, target, shown) if alone else None
                yield _finding(site, target, fix)
            elif (
                within
                and isinstance(target.value, ast.Name)
                and _is_lost(site, within, target.value)
            ):
                yield _finding(site, target, None)
    yield from _set_by_methods(site, tree)


def _set_by_methods(site: Site, tree: ast.Module) -> Iterator[Finding]:
    """``v[0].fill_(1)`` of a name for a view, which is written ``v[0] = 1``."""
    for call in find(tree, ast.Call):
        match call.func:
            case ast.Attribute(ast.Subscript(ast.Name() as name) as part, method):
                within = function_around(tree, call) if method in IN_PLACE else None
                if within and not _begins(within) and _is_lost(site, within, name):
                    yield _finding(site, part, None)


def _is_trained(tree: ast.Module, node: ast.stmt) -> bool:
    """Whether a loop of the file's own statements goes backward around it: it becomes a function."""
    loops: list[ast.For | ast.While] = [*find(tree, ast.For), *find(tree, ast.While)]
    return any(
        lies_in(node, loop)
        and any(name_of(call.func) == "backward" for call in find(loop, ast.Call))
        for loop in loops
    )


def _assignments(tree: ast.Module) -> Iterator[ast.Assign | ast.AugAssign]:
    yield from find(tree, ast.Assign)
    yield from find(tree, ast.AugAssign)


def _finding(site: Site, target: ast.Subscript, fix: Fix | None) -> Finding:
    severity: Severity = "warning" if fix else "error"
    told = join(MESSAGE, None if fix is None else fix.caution)
    span = site.document.span(target)
    return Finding("MP215", severity, SYMBOL, None, "likely", told, span, fix)


def _begins(function: ast.FunctionDef) -> bool:
    return any(word in function.name for word in BEGINNING)


def _shown(site: Site, view: ast.expr) -> ast.expr | None:
    """The tensor that a view is made of."""
    match view:
        case ast.Call(_, [tensor, *_]) if _is_of_torch(site, view):
            pass
        case ast.Call(ast.Attribute(tensor, method)) if method in VIEW_METHODS | WHOLE:
            pass
        case ast.Attribute(tensor, name) if name in ATTRIBUTES:
            pass
        case ast.Subscript(tensor, index) if any(map(_is_none, _parts(index))):
            pass
        case _:
            return None
    return tensor if is_tensor(site.bindings.values.get(tensor, UNKNOWN)) else None


def _is_of_torch(site: Site, call: ast.Call) -> bool:
    """``torch.flatten(x)``."""
    module, _, name = site.symbol_of(call).rpartition(".")
    return module == "torch" and name in VIEW_METHODS


def _parts(index: ast.expr) -> list[ast.expr]:
    return index.elts if isinstance(index, ast.Tuple) else [index]


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_all(node: ast.expr) -> bool:
    """``:`` and ``...``."""
    if isinstance(node, ast.Slice):
        return node.lower is node.upper is node.step is None
    return isinstance(node, ast.Constant) and node.value is ...


def _is_lost(site: Site, within: ast.FunctionDef, name: ast.Name) -> bool:
    """Whether a name was last given a view of a tensor that is read on a line behind it, and that is
    not written itself."""
    last = last_given(within, name)
    value = None if last is None or last.place is not None else last.value
    tensor = None if value is None else _shown(site, value)
    path = None if tensor is None else path_of(tensor)
    if path is None or path == name.id:
        return False
    stored: list[ast.Name | ast.Attribute] = [*find(within, ast.Name), *find(within, ast.Attribute)]
    same = [one for one in stored if one.lineno > name.lineno and path_of(one) == path]
    # What the object holds is read by others.
    read = root_of(path) != path or any(isinstance(one.ctx, ast.Load) for one in same)
    given_anew = any(isinstance(one.ctx, ast.Store) for one in same)
    return read and not given_anew and not _is_written_back(within, path, name)


def _is_written_back(within: ast.FunctionDef, path: str, name: ast.Name) -> bool:
    """``x[:] = view.t()`` behind it."""
    return any(
        isinstance(target, ast.Subscript)
        and path_of(target.value) == path
        and assign.lineno > name.lineno
        and any(isinstance(one, ast.Name) and one.id == name.id for one in walk(assign.value))
        for assign in find(within, ast.Assign)
        for target in assign.targets
    )


def _written_back(
    site: Site,
    tree: ast.Module,
    node: ast.Assign | ast.AugAssign,
    target: ast.Subscript,
    shown: ast.expr,
) -> Fix | None:
    document, span, view = site.document, site.document.span(node), target.value
    start = document.line_starts[document.line_of(span.start)]
    indent = document.text[start : span.start]
    behind = document.text[span.end :].partition("\n")[0].strip()
    if indent.strip() or (behind and not behind.startswith("#")) or not is_pure(shown):
        return None
    tensor, made = document.span(shown), document.span(view)
    if isinstance(view, ast.Call) and isinstance(view.func, ast.Attribute):
        method = view.func.attr
        if _is_of_torch(site, view):
            return None  # its call gets another name at the same place
        if method == "diagonal":
            return _filled_diagonal(site, node, target, view)
        if method not in TURNED | IN_ORDER:
            return None
        back = made if method in TURNED else None
    elif isinstance(view, ast.Subscript):
        if not all(_is_none(one) or _is_all(one) for one in _parts(view.slice)):
            return None
        back = None
    else:
        back = made
    used = {name.id for name in find(tree, ast.Name)}
    name = next(n for n in ("shown", *(f"shown_{i}" for i in range(1, 99))) if n not in used)
    turned: tuple[Piece, ...] = (".view_as(", tensor, ")")
    if back is not None:
        turned = (document.text[tensor.end : made.end],)
    inner = document.span(target)
    pieces = (
        f"{name} = ", made, f"\n{indent}{name}", document.text[made.end : inner.end],
        document.text[inner.end : span.end], f"\n{indent}", tensor, f"[:] = {name}", *turned,
    )  # fmt: skip
    return Fix(TITLE, "safe", (Edit(span, pieces),))


def _filled_diagonal(
    site: Site, node: ast.Assign | ast.AugAssign, target: ast.Subscript, view: ast.Call
) -> Fix | None:
    """``x.masked_fill_(mask, 0)`` for ``x.diagonal(1)[:] = 0``."""
    whole = isinstance(target.slice, ast.Slice) and not ast.unparse(target.slice).strip(":")
    constant = isinstance(node.value, ast.Constant)
    if not (whole and constant and isinstance(node, ast.Assign)) or view.keywords:
        return None
    if len(view.args) > 1 or not isinstance(view.func, ast.Attribute):
        return None
    tensor = site.document.span(view.func.value)
    value = site.document.span(node.value)
    pieces: tuple[Piece, ...] = (tensor, ".fill_diagonal_(", value, ")")
    if view.args:
        offset = site.document.span(view.args[0])
        pieces = (
            tensor, ".masked_fill_(", Name("torch.ones_like"), "(", tensor, ", dtype=", Name("torch.int32"),
            ").triu(", offset, ").tril(", offset, ") > 0, ", value, ")",
        )  # fmt: skip
    return Fix(DIAGONAL, "unsafe", (Edit(site.document.span(node), pieces),), MATRIX)
