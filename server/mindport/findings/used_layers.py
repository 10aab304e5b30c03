"""Which layers with parameters a part of a module's forward uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from mindport.nodes import name_of, walk
from mindport.symbols.values import MINDSPORE_PARAMETER, PARAMETER, ClassInfo, Value

# Layers without parameters, by their class and by what an attribute is called.
NO_PARAMETERS = re.compile(
    r"(?:^|\.)(?:\w*Dropout\w*|Identity|\w*Pool\w*|Flatten|Unflatten|Upsample\w*|\w*Pad\w*|Softmax\w*"
    r"|LogSoftmax|(?:Leaky)?ReLU6?|SELU|CELU|ELU|GELU|SiLU|Mish|Hard\w+|Sigmoid|Tanh|Softplus|\w*Loss"
    r"|PixelShuffle|Fold|Unfold|ChannelShuffle|DropPath|StochasticDepth)$"
)
CALLED_PLAIN = re.compile(
    r"drop|act|relu|pool|soft|crit|loss|pad|flatten|sigmoid|tanh|log|matcher|assigner", re.I
)
# Bases that have no parameters, and what gives a class some by name.
EMPTY_BASES = ("torch.nn.Module", "mindspore.nn.Cell")
REGISTERS = frozenset({"insert_param_to_cell", "register_parameter", "setattr"})
PARAMETERS = (PARAMETER, MINDSPORE_PARAMETER)
Branch = ast.If | ast.IfExp | ast.For
COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match)
# What may leave out a part of an expression.
PERHAPS = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.DictComp)
LEAVING = (ast.Return, ast.Continue, ast.Break)


def loop_layers(info: ClassInfo, function: ast.FunctionDef) -> dict[str, bool]:
    """Names that stand for a layer in loops over ``self.blocks``, or for one of them.

    Each with whether it surely is one.
    """
    found: dict[str, bool] = {}
    for node in walk(function):
        if isinstance(node, ast.For | ast.comprehension):
            source, target = node.iter, node.target
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript):
            source, target = node.value.value, node.targets[0]
        else:
            continue
        held = [
            inner
            for inner in walk(source)
            if isinstance(inner, ast.Attribute)
            and is_of_self(inner)
            and inner.attr not in info.methods
        ]
        surely = any(is_layer(info, {}, inner, surely=True) for inner in held)
        if surely or (held and isinstance(node, ast.For)):
            for name in (n.id for n in walk(target) if isinstance(n, ast.Name)):
                found[name] = surely or found.get(name, False)
    return found


def used(
    info: ClassInfo, layers: Mapping[str, bool], nodes: Sequence[ast.AST]
) -> dict[str, ast.expr]:
    """The layers with parameters that are called or handed on among ``nodes``, and the Parameters
    that are read, by how they are written.

    ``checkpoint(block, x)`` uses ``block``, as a call of it does.
    """
    found: dict[str, ast.expr] = {}
    for node in nodes:
        if isinstance(node, ast.Call):
            handed = [a for a in node.args if is_layer(info, layers, a, surely=True)]
            called = [node.func] if is_layer(info, layers, node.func) else []
            for layer in (*called, *handed):
                found.setdefault(ast.unparse(layer), layer)
        elif isinstance(node, ast.Attribute) and _is_parameter(info, node):
            found.setdefault(ast.unparse(node), node)
    return found


def _is_parameter(info: ClassInfo, node: ast.Attribute) -> bool:
    """``self.scale``, what a method computes with."""
    value = info.attributes.get(node.attr) if name_of(node.value) == "self" else None
    return isinstance(node.ctx, ast.Load) and value in PARAMETERS


def is_layer(
    info: ClassInfo, layers: Mapping[str, bool], function: ast.expr, surely: bool = False
) -> bool:
    """Whether an expression is a layer with parameters: ``self.fc``, ``self.blocks[0]``, ``block``.

    With ``surely`` an attribute of which nothing is known is none.
    """
    if isinstance(function, ast.Name):
        known = layers[function.id] or not surely if function.id in layers else False
        return known and CALLED_PLAIN.search(function.id) is None
    while isinstance(function, ast.Subscript):
        function = function.value
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return False
    if function.value.id != "self" or function.attr in info.methods:
        return False
    value = info.attributes.get(function.attr)
    if value is None or _is_plain(function.attr, value):
        return False
    return (
        not surely
        or value.kind in ("object", "sequence", "tuple")
        or (value.kind == "instance" and value.name.startswith("torch.nn."))
    )


def has_parameters(info: ClassInfo, name: str) -> bool:
    """Whether an attribute of a class holds a layer with parameters, layers, or a Parameter."""
    value = info.attributes.get(name)
    if value is None or name in info.methods:
        return False
    return value in PARAMETERS or not _is_plain(name, value)


def _is_plain(name: str, value: Value) -> bool:
    """Whether what an attribute holds has no parameters, or is no layer."""
    if value.kind == "instance":
        return NO_PARAMETERS.search(value.name) is not None
    if value.kind == "object" and isinstance(value.info, ClassInfo):
        return _has_none(value.info)
    if value.kind in ("object", "sequence", "tuple"):
        return False
    return (
        value.kind in ("other", "none", "function", "torch")
        or CALLED_PLAIN.search(name) is not None
    )


def _has_none(info: ClassInfo) -> bool:
    """Whether a class that the file shows is a module without parameters: a loss of its own."""
    if info.node is None or any(name_of(n) in REGISTERS for n in walk(info.node)):
        return False
    for base in info.bases:
        above = base.info
        if not (_has_none(above) if isinstance(above, ClassInfo) else base.name in EMPTY_BASES):
            return False
    calls = (node.func for node in walk(info.node) if isinstance(node, ast.Call))
    called = {function.attr for function in calls if isinstance(function, ast.Attribute)}
    return bool(info.bases) and all(
        value not in PARAMETERS
        and (_is_plain(name, value) or (value.kind == "unknown" and name not in called))
        for name, value in info.attributes.items()
    )


def is_of_self(node: ast.AST) -> bool:
    """Whether an expression begins with ``self``, or with a library."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return isinstance(node, ast.Name) and node.id in ("self", "torch", "np")


def uneven(
    info: ClassInfo,
    layers: Mapping[str, bool],
    branch: Branch,
    rest: dict[ast.AST, list[ast.AST]],
    before: Mapping[ast.AST, Sequence[ast.AST]],
) -> ast.expr | None:
    """The first layer that one side of a branch uses and the other does not; None where there is none.

    The other side of a loop is that it has no round. ``rest`` is what follows each branch, ``before``
    what has run in front of it in any case.
    """
    one, other = (used(info, layers, nodes(side)) for side in (branch.body, branch.orelse))
    if isinstance(branch, ast.For):
        other |= used(info, layers, rest[branch])
        one |= other
    elif isinstance(branch, ast.If):
        if any(side and isinstance(side[-1], ast.Raise) for side in (branch.body, branch.orelse)):
            return None  # nothing is computed with the other side
        behind = used(info, layers, rest[branch])
        one |= {} if _leaves(branch.body) else behind
        other |= {} if branch.orelse and _leaves(branch.orelse) else behind
    anyway = {name for name in used(info, {}, before.get(branch, ())) if name.startswith("self.")}
    found = [
        layer
        for name, layer in (one | other).items()
        if (name in one) != (name in other) and name not in anyway
    ]
    return min(found, key=lambda layer: (layer.lineno, layer.col_offset), default=None)


def cut_in(branch: ast.If | ast.IfExp) -> ast.expr | None:
    """``h.detach`` where one side of a branch cuts the gradients of what the other goes on with."""
    for side, opposite in ((branch.body, branch.orelse), (branch.orelse, branch.body)):
        for node in nodes(side):
            cuts = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "detach"
            if not cuts or not isinstance(node, ast.Call):
                continue
            plain = _written(side).replace(".detach()", "")
            if _goes_on(node, side) or (".detach()" not in plain and plain == _written(opposite)):
                return node.func
    return None


def _written(side: ast.expr | Sequence[ast.stmt]) -> str:
    return ast.unparse(side) if isinstance(side, ast.expr) else "\n".join(map(ast.unparse, side))


def _goes_on(call: ast.Call, side: ast.expr | Sequence[ast.stmt]) -> bool:
    """``h = h.detach()``."""
    assert isinstance(call.func, ast.Attribute)
    cut = ast.unparse(call.func.value)
    return any(
        isinstance(node, ast.Assign)
        and node.value is call
        and [ast.unparse(target) for target in node.targets] == [cut]
        for node in nodes(side)
    )


def nodes(part: ast.expr | Sequence[ast.stmt]) -> list[ast.AST]:
    """Everything in an expression or in some statements."""
    roots = [part] if isinstance(part, ast.expr) else part
    return [node for root in roots for node in walk(root)]


def _leaves(block: Sequence[ast.stmt]) -> bool:
    return isinstance(block[-1], LEAVING)


def what_follows(function: ast.FunctionDef) -> dict[ast.AST, list[ast.AST]]:
    """For each ``if`` what stands behind it in its block, and behind those around it.

    Behind an ``if`` that leaves a round of a loop, that is what the round still has.
    """
    found: dict[ast.AST, list[ast.AST]] = {}

    def block(statements: Sequence[ast.stmt], outer: list[ast.AST]) -> None:
        behind = list(outer)
        for statement in reversed(statements):
            found[statement] = list(behind)
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(statement, name, None)
                if isinstance(inner, list):
                    loop = isinstance(statement, ast.For | ast.While) and name == "body"
                    block(inner, [] if loop and not _returns(inner) else behind)
            for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                block(part.body, behind)
            behind += walk(statement)

    block(function.body, [])
    return found


def what_precedes(function: ast.FunctionDef) -> dict[ast.AST, list[ast.AST]]:
    """For each statement what surely has been computed in front of it, with its gradients."""
    found: dict[ast.AST, list[ast.AST]] = {}

    def block(statements: Sequence[ast.stmt], outer: list[ast.AST]) -> None:
        before = list(outer)
        for statement in statements:
            for node in walk(statement) if not isinstance(statement, COMPOUND) else (statement,):
                found[node] = list(before)
            for name in ("body", "orelse"):
                inner = getattr(statement, name, None)
                if isinstance(statement, ast.If) and isinstance(inner, list):
                    block(inner, before)
            if isinstance(statement, ast.Assign | ast.Expr | ast.Return):
                inside = list(walk(statement))
                if not any(isinstance(n, PERHAPS) or _cuts(n) for n in inside):
                    before += inside

    block(function.body, [])
    return found


def _cuts(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in ("detach", "data", "item")


def _returns(statements: Sequence[ast.stmt]) -> bool:
    return any(isinstance(n, ast.Return | ast.Break) for s in statements for n in walk(s))
