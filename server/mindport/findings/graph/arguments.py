"""Arguments in a form that graph mode refuses (MP402), each with the form that it takes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import function_around
from mindport.report import Edit, Finding, Fix
from mindport.symbols.counts import is_count
from mindport.symbols.selections import is_selection
from mindport.symbols.values import NUMPY, UNKNOWN, is_tensor
from mindport.texts import Text, filled

# The methods whose operator for dim by keyword the CPU lacks, and their parameters.
METHODS = {"chunk": ("chunks", "dim"), "split": ("split_size", "dim")}
# Those whose parameters graph mode calls by neither torch's names nor PyNative's.
REDUCED = {"amax": ("dim", "keepdim"), "amin": ("dim", "keepdim"), "index_select": ("dim", "index")}
NAMED = {
    "amax": ("keepdim", "keepdims"),
    "amin": ("keepdim", "keepdims"),
    "index_select": ("dim", "index"),
}
PYNATIVE = {"axis": "dim", "keepdims": "keepdim"}
KEYWORD = Text(
    "With dim by keyword, graph mode takes an operator for {0} that the CPU has no kernel for; give "
    "the arguments by position.",
    "以关键字形式给出 dim 时，静态图模式为 {0} 选用 CPU 没有实现的算子；请按位置传参。",
)
KEPT = Text(
    "Graph mode does not take these keywords for {0}; give the arguments by position.",
    "静态图模式的 {0} 不支持这些关键字参数；请按位置传参。",
)
PLACES = Text(
    "Graph mode gives the values alone for Tensor.{0} with dim by position, and no places, so that an "
    "item or a name gets a part of them; write {0}(dim=...).",
    "静态图模式下以位置参数给出 dim 时，Tensor.{0} 只返回值而不返回下标，取下标或解包得到的将是值的一部分；请写成 {0}(dim=...)。",
)
NAMES = Text("Name the arguments", "以关键字传参")
POSITIONS = Text("Give the arguments by position", "按位置传参")
UNION = Text(
    "Graph mode takes a type or a tuple of types in isinstance, and no union.",
    "静态图模式的 isinstance 只接受类型或类型元组，不支持联合类型。",
)
TUPLE = Text("Write a tuple of types", "改写为类型元组")
STRICT = Text(
    "zip takes no strict in graph mode; test the lengths beforehand.",
    "静态图模式的 zip 不支持 strict；请事先检查长度。",
)
WITHOUT = Text("Leave strict out", "去掉 strict")
LENGTHS = Text("Unequal lengths raise nothing then.", "此后长度不等时不会报错。")


def argument_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    for function in code.functions:
        pairs = _taken_apart(function)
        for node in function.nodes:
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Attribute):
                if "CPU" in site.target.devices and _takes_another_operator(code, node):
                    words = filled(KEYWORD, node.func.attr)
                    yield told(site, "MP402", node, words, _by_position(site, node))
                elif _is_extreme_along(site, code, node):
                    words = filled(PLACES, node.func.attr)
                    yield told(site, "MP402", node, words, _by_name(site, node, pairs))
                elif _goes_by_position(code, node):
                    words = filled(KEPT, node.func.attr)
                    yield told(site, "MP402", node, words, _by_position(site, node))
            elif getattr(node.func, "id", "") == "isinstance" and len(node.args) == 2:
                if isinstance(node.args[1], ast.BinOp) and isinstance(node.args[1].op, ast.BitOr):
                    yield told(site, "MP402", node, UNION, _as_tuple(site, node.args[1]))
            elif _is_strict_zip(node):
                yield told(site, "MP402", node, STRICT, _without_strict(site, node))


def _takes_another_operator(code: Compiled, node: ast.Call) -> bool:
    """``x.chunk(2, dim=1)``; split by a list of sizes has a kernel."""
    assert isinstance(node.func, ast.Attribute)
    named = any(keyword.arg == "dim" for keyword in node.keywords)
    sizes = any(isinstance(one, ast.List | ast.Tuple) for one in node.args)
    return named and node.func.attr in METHODS and not sizes and not code.dotted(node.func)


def _goes_by_position(code: Compiled, node: ast.Call) -> bool:
    """``x.amax(dim=1, keepdim=True)``, and as PyNative has it."""
    assert isinstance(node.func, ast.Attribute)
    names = NAMED.get(node.func.attr, ())
    return not code.dotted(node.func) and any(one.arg in names for one in node.keywords)


def _is_extreme_along(site: Site, code: Compiled, node: ast.Call) -> bool:
    """``x.max(1)`` and ``x.max(1, True)``; not ``x.max(y)`` of two tensors."""
    assert isinstance(node.func, ast.Attribute)
    if node.func.attr not in ("max", "min") or not node.args or node.keywords:
        return False
    if code.dotted(node.func) or site.bindings.values.get(node.func.value, UNKNOWN) is NUMPY:
        return False
    first, tree = node.args[0], site.document.tree
    around = function_around(tree, node) if tree is not None else None
    if around is not None and is_selection(node.func.value, around):
        return False  # a helper takes its place, which may be called so
    return not isinstance(first, ast.Starred) and not is_tensor(
        site.bindings.values.get(first, UNKNOWN)
    )


def _taken_apart(function: Function) -> set[ast.expr]:
    """``x.max(dim)`` of ``values, places = x.max(dim)``."""
    return {
        node.value
        for node in function.nodes
        if isinstance(node, ast.Assign)
        and all(isinstance(one, ast.Tuple) and len(one.elts) == 2 for one in node.targets)
    }


def _by_name(site: Site, node: ast.Call, pairs: set[ast.expr]) -> Fix | None:
    """``x.max(dim=1)``, which torch and both modes take, where the place is a whole number, or two
    names are given the values and the places."""
    tree = site.document.tree
    around = function_around(tree, node) if tree is not None else None
    whole = node in pairs or is_count(node.args[0], around or node)
    if len(node.args) > 2 or not whole:
        return None
    starts = [site.document.span(one).start for one in node.args]
    names = zip(("dim=", "keepdim="), starts, strict=False)
    return Fix(NAMES, "safe", tuple(Edit(Span(at, at), (name,)) for name, at in names))


def _by_position(site: Site, node: ast.Call) -> Fix | None:
    """The names taken away, where the arguments stand in the order of the parameters; positions
    mean the same in torch and in both modes."""
    assert isinstance(node.func, ast.Attribute)
    names = (METHODS | REDUCED)[node.func.attr]
    given = [PYNATIVE.get(keyword.arg or "", keyword.arg) for keyword in node.keywords]
    order = (*names[: len(node.args)], *given)
    if order != names or any(isinstance(one, ast.Starred) for one in node.args):
        return None
    document = site.document
    edits = tuple(
        Edit(Span(document.span(keyword).start, document.span(keyword.value).start), ("",))
        for keyword in node.keywords
    )
    return Fix(POSITIONS, "safe", edits)


def _as_tuple(site: Site, union: ast.BinOp) -> Fix | None:
    """``(A, B)`` for ``A | B``."""
    parts: list[ast.expr] = [union]
    while isinstance(parts[0], ast.BinOp) and isinstance(parts[0].op, ast.BitOr):
        parts[:1] = [parts[0].left, parts[0].right]
    if not all(isinstance(part, ast.Name | ast.Attribute) for part in parts):
        return None
    spans = [site.document.span(part) for part in parts]
    pieces = [piece for span in spans for piece in (", ", span)][1:]
    return Fix(TUPLE, "safe", (Edit(site.document.span(union), ("(", *pieces, ")")),))


def _is_strict_zip(node: ast.Call) -> bool:
    named = any(keyword.arg == "strict" for keyword in node.keywords)
    return named and getattr(node.func, "id", "") == "zip"


def _without_strict(site: Site, node: ast.Call) -> Fix | None:
    if len(node.keywords) != 1 or not node.args:
        return None
    start, end = site.document.span(node.args[-1]).end, site.document.span(node.keywords[0]).end
    return Fix(WITHOUT, "unsafe", (Edit(Span(start, end), ("",)),), LENGTHS)
