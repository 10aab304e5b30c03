"""Tensors that compiled code makes of constants and changes in place (MP404).

MindSpore 2.10.0 makes such a tensor once, when it compiles: each call goes on with what the one before
left in it. So do copies of a buffer, and of what a name outside stands for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.scopes import Scope, has_another, scopes
from mindport.findings.graph.state import in_place, is_constant
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, walk
from mindport.report import Edit, Finding, Fix, Operand
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, filled

KEPT = Text(
    "Graph mode makes this tensor once, when it compiles: the next call goes on with what is changed in "
    "place here. Write {0}.",
    "静态图模式只在编译时创建一次该张量：此处的原地修改会带入下一次调用。请写成 {0}。",
)
TITLE = Text("Give the name a new tensor", "改为赋值新的张量")
MAKERS = frozenset(
    {"torch.tensor", "torch.as_tensor", "torch.from_numpy", "torch.scalar_tensor", "torch.Tensor",
     "torch.FloatTensor", "torch.LongTensor", "mindspore.tensor", "mindspore.Tensor",
     "mindspore.from_numpy"}
)  # fmt: skip
# What hands a constant on, be it as a copy.
HANDS_ON = frozenset(
    {"clone", "copy", "detach", "to", "cuda", "cpu", "contiguous", "float", "double", "half",
     "long", "int", "astype", "type", "type_as"}
)  # fmt: skip
OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.MatMult: "@", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^",
}  # fmt: skip
SIZES = frozenset({"shape", "size", "ndim", "dim", "numel", "dtype", "device"})


def constant_tensor_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a change."""
    for function in code.functions:
        for scope in scopes(function):
            made: dict[str, list[ast.Assign]] = {}
            for node in scope.nodes:
                for target in node.targets if isinstance(node, ast.Assign) else ():
                    if isinstance(target, ast.Name) and isinstance(node, ast.Assign):
                        made.setdefault(target.id, []).append(node)
            held = _constants(site, code, function, scope, made)
            for node in scope.nodes if held else ():
                name = _changed(node)
                if name in held and isinstance(node, ast.AugAssign | ast.Expr):
                    operator = _operator(node)
                    written = f"{name} = {name} {operator} ..." if operator else f"{name} = ..."
                    fix = _fix(site, scope, node, name or "")
                    yield told(site, "MP404", node, filled(KEPT, written), fix)


def _constants(
    site: Site,
    code: Compiled,
    function: Function,
    scope: Scope,
    made: dict[str, list[ast.Assign]],
) -> set[str]:
    """The names of a scope that stand for a tensor of the graph's own at some place."""
    held: set[str] = set()
    size = -1
    while size != len(held):  # names that stand for others
        size = len(held)
        for name, statements in made.items():
            values = (statement.value for statement in statements)
            if any(_is_held(site, code, function, scope, value, held) for value in values):
                held.add(name)
    return held


def _is_held(
    site: Site, code: Compiled, function: Function, scope: Scope, node: ast.expr, held: set[str]
) -> bool:
    if isinstance(node, ast.Name):
        return node.id in held
    if not isinstance(node, ast.Call):
        return False
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    if code.dotted(node.func) in MAKERS:
        return not any(_counts_on(site, one) for one in given)
    called = method_call(node)
    if called is None:
        return False
    receiver, method = called
    if method == "new_tensor":
        return not any(_counts_on(site, one) for one in given)
    if method not in HANDS_ON:
        return False
    own = attribute_of_self(receiver)
    if own is not None and function.owner is not None:
        return is_constant(function.owner, own, function.owner.attributes.get(own))
    if isinstance(receiver, ast.Name) and receiver.id in scope.free:
        value = site.bindings.exports.get(receiver.id, UNKNOWN)
        return is_tensor(value)
    return _is_held(site, code, function, scope, receiver, held)


def _counts_on(site: Site, node: ast.expr) -> bool:
    """Whether a value depends on what a tensor holds: more than its sizes are read."""
    sizes = read_for_sizes(node)
    return any(
        isinstance(one, ast.expr)
        and one not in sizes
        and is_tensor(site.bindings.values.get(one, UNKNOWN))
        for one in walk(node)
    )


def read_for_sizes(node: ast.expr) -> set[ast.AST]:
    """What an expression reads of tensors for their sizes alone: all of ``x.shape[0]``."""
    return {
        inner
        for one in walk(node)
        if isinstance(one, ast.Attribute) and one.attr in SIZES
        for inner in walk(one)
    }


def _changed(node: ast.AST) -> str | None:
    """The name whose tensor a statement changes as a whole."""
    if isinstance(node, ast.AugAssign):
        return getattr(node.target, "id", None)
    called = method_call(node.value) if isinstance(node, ast.Expr) else None
    return getattr(called[0], "id", None) if called is not None and in_place(called[1]) else None


def _operator(node: ast.AugAssign | ast.Expr) -> str | None:
    return OPERATORS.get(type(node.op)) if isinstance(node, ast.AugAssign) else None


def _fix(site: Site, scope: Scope, node: ast.AugAssign | ast.Expr, name: str) -> Fix | None:
    """``total = total + x`` for ``total += x``, where nothing else stands for the tensor."""
    operator = _operator(node)
    if operator is None or not isinstance(node, ast.AugAssign) or has_another(scope, name):
        return None
    value = Operand(site.document.span(node.value))
    edit = Edit(site.document.span(node), (f"{name} = {name} {operator} ", value))
    return Fix(TITLE, "safe", (edit,))
