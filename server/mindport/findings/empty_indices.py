"""``x[found] = value`` where nothing may have been found (MP220): ``found = torch.where(mask)[0]``.

MindSpore 2.7.2 to 2.10.0 raise ValueError where one tensor is the whole index, is no mask, and is
empty. They read such, and set it beside another index.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from mindport.findings.site import Site
from mindport.nodes import find, function_around, lies_in, name_of
from mindport.report import Edit, Finding, Fix, Severity
from mindport.symbols.assignments import assigned
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.index_put_"
MESSAGE = Text(
    "MindSpore raises where an index that is set is empty, and nothing may have been found here.",
    "被赋值的下标为空时 MindSpore 会报错，而此处可能什么也没有找到。",
)
TITLE = Text("Set it where something was found", "仅在找到时赋值")
FINDERS = frozenset({"argwhere", "nonzero"})
# What leaves an empty tensor empty.
KEEPING = frozenset(
    {"cpu", "cuda", "detach", "flatten", "int", "long", "ravel", "reshape", "squeeze", "to", "view"}
)


def empty_index_findings(site: Site) -> Iterator[Finding]:
    """One finding for each name that is set so, unless the function asks about it before."""
    tree, text = site.document.tree, site.document.text
    if tree is None or not any(word in text for word in ("nonzero", "argwhere", "where(")):
        return
    for node in (*find(tree, ast.Assign), *find(tree, ast.AugAssign)):
        match node:
            case ast.Assign([ast.Subscript(whole, ast.Name() as index)]) | ast.AugAssign(
                ast.Subscript(whole, ast.Name() as index)
            ):
                value = site.bindings.values.get(whole, UNKNOWN)
                if (is_tensor(value) or value == UNKNOWN) and may_be_empty(tree, node, index):
                    span = site.document.span(node)
                    fix = guarded(site, node, f"{index.id}.numel()")
                    severity: Severity = "warning" if fix else "error"
                    yield Finding("MP220", severity, SYMBOL, None, "likely", MESSAGE, span, fix)


def may_be_empty(tree: ast.Module, node: ast.stmt | ast.expr, index: ast.Name) -> bool:
    """Whether a name is what was found, and neither a condition around it nor one that leaves the
    function, or the loop, speaks of it."""
    within = function_around(tree, index) or tree
    values = assigned(index.id, within) or taken_apart(within, index.id)
    if not any(map(is_found, values)):
        return False
    return not is_asked_for({index.id}, node, within)


def is_asked_for(names: Set[str], node: ast.stmt | ast.expr, within: ast.AST) -> bool:
    """Whether a condition around ``node``, or one that leaves the function or the loop, speaks of
    one of the names."""
    tests = [one.test for one in find(within, ast.If) if lies_in(node, one) or _leaves(one)]
    tests += [one.test for one in find(within, ast.While)]
    tests += [one.test for one in find(within, ast.Assert)]
    return any(one.id in names for test in tests for one in find(test, ast.Name))


def _leaves(node: ast.If) -> bool:
    return isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


def taken_apart(within: ast.AST, name: str) -> list[ast.expr]:
    """``torch.where(mask)`` of ``rows, columns = torch.where(mask)``, as ``torch.where(mask)[0]``."""
    return [
        ast.Subscript(node.value, ast.Constant(0), ast.Load())
        for node in find(within, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Tuple | ast.List) and isinstance(node.value, ast.Call)
        if any(isinstance(one, ast.Name) and one.id == name for one in target.elts)
    ]


def is_found(node: ast.expr) -> bool:
    """``torch.where(mask)[0]``, ``mask.nonzero().squeeze(1)``, and not the first of what was found."""
    match node:
        case ast.Subscript(value, ast.Constant(int())):
            return gives_tuple(value)
        case ast.Subscript(value):
            return is_found(value)
        case ast.Call(ast.Attribute(value, method)) if method in KEEPING:
            return is_found(value)
        case ast.Call(ast.Attribute(attr="unbind"), [value, *_]):
            return is_found(value)
        case ast.Call(function):
            return name_of(function) in FINDERS and not gives_tuple(node)
    return False


def gives_tuple(node: ast.expr) -> bool:
    """``torch.where(mask)`` and ``mask.nonzero(as_tuple=True)``, a tensor for each axis."""
    match node:
        case ast.Call(ast.Attribute(attr="unbind"), [value, *_]):
            return is_found(value)
        case ast.Call(ast.Attribute(attr="where"), [_], []):
            return True
        case ast.Call(ast.Attribute(attr="nonzero"), _, [ast.keyword(arg="as_tuple")]):
            return True
    return False


def guarded(site: Site, node: ast.stmt, test: str) -> Fix | None:
    """``if found.numel():`` before the statement, where it has lines of its own."""
    document, span = site.document, site.document.span(node)
    start = document.line_starts[document.line_of(span.start)]
    indent = document.text[start : span.start]
    behind = document.text[span.end :].partition("\n")[0].strip()
    if indent.strip() or (behind and not behind.startswith("#")):
        return None
    deeper = indent + ("\t" if "\t" in indent else "    ")
    return Fix(TITLE, "safe", (Edit(span, (f"if {test}:\n{deeper}", span)),))
