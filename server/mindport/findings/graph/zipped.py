"""What ``zip`` or ``enumerate`` goes through in compiled code.

Of dicts and sequences of layers graph mode counts no items (MP402). An array, a dict, a string, or a
range that was made before is gone through beside the graph where ``zip`` takes it (MP411): the values
are right, but for a dict's, and what counts with them gets no gradient. Behind a star in a call
they are not taken (MP402).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.calls import SEQUENTIAL
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, function_around, name_of, walk
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.assignments import assigned, own_values
from mindport.symbols.values import NUMPY, UNKNOWN
from mindport.texts import Text, filled

NO_LISTS = frozenset({"dict", "range", "deque", "OrderedDict", "defaultdict", "Counter", "set",
                      "frozenset"})  # fmt: skip
DICTS = frozenset({"ModuleDict", "CellDict"})
SEQUENCES = frozenset(name.rpartition(".")[2] for name in SEQUENTIAL)
THROUGH = Text(
    "In graph mode {0}() finds no items in a dict or a sequence of layers; write {1}.",
    "静态图模式下 {0}() 无法遍历由网络层组成的字典或序列，请写成 {1}。",
)
SORTED = Text(
    "Graph mode does not sort the keys of a dict of layers; write them in their order.",
    "静态图模式不能对由网络层组成的字典的键排序，请按顺序写出各键。",
)
BESIDE = Text(
    "Graph mode goes through this beside the graph where zip() takes it, if it is an array, a dict, a "
    "range or a string: what counts with its items gets no gradient, and a dict gives its values. list() "
    "has the same items.",
    "若此处为数组、字典、range 或字符串，静态图模式会在计算图之外遍历传给 zip() 的内容：使用其元素的计算得不到梯度，"
    "字典给出的是值而不是键。list() 的元素与之相同。",
)
SPREAD = Text(
    "Graph mode gives the items of a list or a tuple alone to a call, and this is none; write *list(...).",
    "静态图模式下只能将列表或元组的元素展开为实参，而此处并非列表或元组；请写成 *list(...)。",
)
LIST = Text("Go through a list of its items", "遍历由其元素组成的列表")
KEYS = Text("Go through the keys", "遍历键")
TUPLE = Text("Go through a tuple of the layers", "遍历由网络层组成的元组")


def zipped_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding for each dict or sequence."""
    for function in code.functions:
        for node in function.nodes:
            yield from _spread(site, function, node)
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if name not in ("zip", "enumerate", "sorted") or not isinstance(node, ast.Call):
                continue
            for given in node.args if name == "zip" else node.args[:1]:
                span = site.document.span(given)
                if name == "sorted":
                    if _is_made_by(function, _asked(given), DICTS):
                        yield told(site, "MP402", node, SORTED)
                    continue
                pieces: tuple[Piece, ...] | None = None
                if _is_made_by(function, given, DICTS):
                    title, pieces = KEYS, (span, ".keys()")
                elif name == "zip" and _is_made_by(function, given, SEQUENCES):
                    title, pieces = TUPLE, ("tuple(", span, ")")
                elif name == "zip" and _is_beside(site, function, given):
                    yield told(site, "MP411", given, BESIDE, _listed(site, given))
                if pieces is not None:
                    text = ast.unparse(given)
                    written = f"{text}.keys()" if title is KEYS else f"tuple({text})"
                    fix = Fix(title, "safe", (Edit(span, pieces),))
                    yield told(site, "MP402", given, filled(THROUGH, name, written), fix)


def _spread(site: Site, function: Function, node: ast.AST) -> Iterator[Finding]:
    """One finding for each ``*self.weights`` of an array in a call."""
    arguments = node.args if isinstance(node, ast.Call) else ()
    for given in (one.value for one in arguments if isinstance(one, ast.Starred)):
        if _is_beside(site, function, given, is_known=True):
            yield told(site, "MP402", given, SPREAD, _listed(site, given))


def _listed(site: Site, given: ast.expr) -> Fix:
    span = site.document.span(given)
    return Fix(LIST, "safe", (Edit(span, ("list(", span, ")")),))


def _asked(node: ast.expr) -> ast.expr:
    """``self.heads`` of ``self.heads.keys()``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.value if node.func.attr in ("keys", "items", "values") else node
    return node


def _is_beside(site: Site, function: Function, node: ast.expr, *, is_known: bool = False) -> bool:
    """Whether it is, or may be, what graph mode goes through beside the graph."""
    if isinstance(node, ast.Call) and name_of(node.func) in ("range", "tolist"):
        return False
    if site.bindings.values.get(node) is NUMPY or isinstance(node, ast.Constant):
        return True
    given = _given(site, function, node)
    return any(
        _is_no_list(site, value) or (not is_known and _is_argument(site, value)) for value in given
    )


def _is_no_list(site: Site, value: ast.expr) -> bool:
    """An array, a dict, a range, a string."""
    match value:
        case ast.Constant(str()) | ast.Dict() | ast.DictComp() | ast.Set() | ast.SetComp():
            return True
        case ast.Call(function) if name_of(function) in NO_LISTS:
            return True
    return site.bindings.values.get(value) is NUMPY


def _is_argument(site: Site, value: ast.expr) -> bool:
    """An argument of which nothing is known."""
    tree, known = site.document.tree, site.bindings.values.get(value, UNKNOWN)
    if not isinstance(value, ast.Name) or known is not UNKNOWN or tree is None:
        return False
    around = function_around(tree, value)
    arguments = [] if around is None else find(around.args, ast.arg)
    return any(one.arg == value.id and one.annotation is None for one in arguments)


def _given(site: Site, function: Function, node: ast.expr) -> list[ast.expr]:
    """What the class gives an attribute of its own, or the module a name that the function reads."""
    own = attribute_of_self(node)
    if own is not None:
        return own_values(None if function.owner is None else function.owner.node, own)
    tree = site.document.tree
    if not isinstance(node, ast.Name) or tree is None:
        return []
    if any(one.arg == node.id for one in find(function.node, ast.arg)):
        return []
    return assigned(node.id, function.node) or assigned(node.id, tree) or []


def _is_made_by(function: Function, node: ast.expr, names: frozenset[str]) -> bool:
    """Whether the class binds the attribute to what a call of one of the names gives, and to nothing
    else."""
    own = attribute_of_self(node)
    cls = None if function.owner is None else function.owner.node
    if own is None or cls is None:
        return False
    values = [
        one.value
        for one in walk(cls)
        if isinstance(one, ast.Assign) and any(attribute_of_self(t) == own for t in one.targets)
    ]
    return bool(values) and all(
        isinstance(value, ast.Call) and name_of(value.func) in names for value in values
    )
