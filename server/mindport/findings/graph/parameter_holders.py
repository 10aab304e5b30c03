"""ParameterLists and ParameterDicts in compiled code (MP411): what ``__getitem__`` and ``__iter__`` look
up there is a constant, and is not trained.

With MindSpore 2.10.0 the items of a ParameterTuple are trained, by whatever they are read, and so are
parameters that are asked for as attributes. The lists that stand for torch's keep such a tuple as
``members``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, kept, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import PARAMETER_HOLDERS, UNKNOWN, ClassInfo, Value, parameter_holder
from mindport.texts import Text

LOOKED_UP = Text(
    "Graph mode takes a parameter that is looked up in a list or dict of parameters for a constant: it "
    "is no longer trained. Run this network in PyNative mode, or make each parameter an attribute.",
    "静态图模式将从参数列表或字典中取出的参数当作常量，之后不再训练。请在 PyNative 模式下运行该网络，或将每个参数设为属性。",
)
MEMBERS = Text("Read the tuple of its parameters", "读取其参数元组")
BY_NAME = Text("Read the parameter as an attribute", "以属性方式读取参数")
TUPLE = "members"


def holder_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a reading; one a list or dict that is made for another place than an attribute, and
    one a class of the user's that looks its parameters up."""
    tree = site.document.tree
    assert tree is not None
    for info in site.bindings.classes:
        getter = info.methods.get("__getitem__") if info.is_cell else None
        is_known = info.name in PARAMETER_HOLDERS and _is_readable(info)
        if is_known or getter is None or getter.node is None or not _looks_up(getter.node):
            continue
        yield told(site, "MP411", getter.node, LOOKED_UP)
    read = {
        node.attr
        for function in code.functions
        for node in function.nodes
        if isinstance(node, ast.Attribute)
    }
    for made in _made(site, tree):
        if not _is_kept(site, tree, made, read):
            yield told(site, "MP411", made, LOOKED_UP)
    for function in code.functions:
        for node in function.nodes:
            value = _held(site, function, node)
            if value is not None and isinstance(node, ast.expr):
                yield from _read(site, value, node, site.parents(function.node).get(node))


def _made(site: Site, tree: ast.Module) -> Iterator[ast.Call]:
    """The calls that make a list or dict of parameters, torch's or what stands for it."""
    classes = {info.name for info in site.bindings.classes if info.is_plain_cell}
    inside = {
        node
        for info in site.bindings.classes
        if info.name in PARAMETER_HOLDERS and info.node is not None
        for node in walk(info.node)
    }
    symbols = {f"torch.nn.{name}" for name in PARAMETER_HOLDERS}
    for use in site.bindings.uses:
        if use.symbol in symbols and isinstance(use.call, ast.Call):
            yield use.call
    for call in find(tree, ast.Call):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in classes.intersection(PARAMETER_HOLDERS) and call not in inside:
            yield call


def _is_kept(site: Site, tree: ast.Module, made: ast.Call, read: Set[str]) -> bool:
    """``self.scales = nn.ParameterList(...)`` of a class that holds nothing else by it, or whose
    compiled code does not read it."""
    names = kept(tree, _attributes_by_value).get(made, ())
    return bool(names) and all(
        parameter_holder(info.attributes.get(name, UNKNOWN))
        for name in read & set(names)
        for info in site.bindings.classes
        if name in info.attributes
    )


def _attributes_by_value(tree: ast.Module) -> dict[ast.expr, tuple[str, ...]]:
    """The attributes of ``self`` that an assignment gives a value to."""
    found: dict[ast.expr, tuple[str, ...]] = {}
    for node in walk(tree):
        match node:
            case ast.Assign(targets, value):
                names = tuple(filter(None, map(attribute_of_self, targets)))
            case ast.AnnAssign(target, _, ast.expr() as value):
                names = tuple(filter(None, [attribute_of_self(target)]))
            case _:
                continue
        found[value] = names
    return found


def _held(site: Site, function: Function, node: ast.AST) -> Value | None:
    """The list or dict that is read."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
        return None
    if attribute_of_self(node) is not None and function.owner is not None:
        value = _attribute(function.owner, node.attr)
        return value if parameter_holder(value) else None
    held = [
        one.attributes[node.attr] for one in site.bindings.classes if node.attr in one.attributes
    ]
    return held[0] if held and all(map(parameter_holder, held)) else None


def _attribute(info: ClassInfo, name: str) -> Value:
    """What an object of a class holds by a name."""
    if name in info.attributes:
        return info.attributes[name]
    for base in info.bases:
        if isinstance(base.info, ClassInfo):
            found = _attribute(base.info, name)
            if found != UNKNOWN:
                return found
    return UNKNOWN


def _read(site: Site, value: Value, node: ast.expr, above: ast.AST | None) -> Iterator[Finding]:
    """What a reading is told, and what it becomes where the class in the file allows it."""
    if isinstance(above, ast.Compare) or _asks_for_an_attribute(above, node):
        return
    span = site.document.span
    if parameter_holder(value) == "ParameterDict":
        if isinstance(above, ast.Subscript) and above.value is node:
            pieces = ("getattr(", span(node), ", ", span(above.slice), ")")
            fix = Fix(BY_NAME, "safe", (Edit(span(above), pieces),))
            yield told(site, "MP411", above, LOOKED_UP, fix if _is_readable(value.info) else None)
        elif not isinstance(above, ast.Attribute) or above.attr in dir(dict):
            yield told(site, "MP411", node, LOOKED_UP)
    elif not isinstance(above, ast.Attribute):
        fix = Fix(MEMBERS, "safe", (Edit(span(node), (span(node), f".{TUPLE}")),))
        yield told(site, "MP411", node, LOOKED_UP, fix if _is_readable(value.info) else None)


def _asks_for_an_attribute(above: ast.AST | None, node: ast.expr) -> bool:
    """``getattr(self.scales, "a")``."""
    is_call = isinstance(above, ast.Call) and getattr(above.func, "id", "") in (
        "getattr",
        "hasattr",
    )
    return is_call and isinstance(above, ast.Call) and above.args[:1] == [node]


def _is_readable(info: object) -> bool:
    """Whether a class of this file, which stands for torch's, keeps what compiled code can read."""
    if not isinstance(info, ClassInfo) or info.node is None or not info.is_plain_cell:
        return False
    return info.name != "ParameterList" or f"'{TUPLE}'" in ast.unparse(info.node)


def _looks_up(function: ast.AST) -> bool:
    """``getattr(self, name)``."""
    return any(
        isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "getattr"
        and getattr(node.args[0] if node.args else None, "id", "") == "self"
        for node in walk(function)
    )
