"""Layers that a forward uses only now and then (MP216), as stochastic depth and routing do.

Parameters that took no part have no gradient in torch, and its optimizers leave them alone.
MindSpore's gradients of them are zeros: seen with value_and_grad and the optimizers of
mindspore.experimental of 2.10.0, momentum, decay and moving averages still act on them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from mindport.findings.site import Site
from mindport.nodes import name_of, walk
from mindport.report import Finding
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.values import ClassInfo, Value
from mindport.texts import Text

SYMBOL = "torch.optim.Optimizer.step"
RANDOM = re.compile(r"\b(random|rand|randn|randint|bernoulli|uniform|choice|multinomial)\b")
# Methods whose result in a condition is a value of the data.
VALUES = frozenset({"item", "any", "all", "sum", "max", "min", "mean", "norm", "tolist", "argmax"})
SETTINGS = (None, True, False)
# Layers without parameters, by their class and by what an attribute is called.
NO_PARAMETERS = re.compile(
    r"(?:^|\.)(?:\w*Dropout\w*|Identity|\w*Pool\w*|Flatten|Unflatten|Upsample\w*|\w*Pad\w*|Softmax\w*"
    r"|LogSoftmax|(?:Leaky)?ReLU6?|SELU|CELU|ELU|GELU|SiLU|Mish|Hard\w+|Sigmoid|Tanh|Softplus|\w*Loss"
    r"|PixelShuffle|Fold|Unfold|ChannelShuffle|DropPath|StochasticDepth)$"
)
CALLED_PLAIN = re.compile(r"drop|act|relu|pool|soft|crit|loss|pad|flatten|sigmoid|tanh|log", re.I)
LEAVING = (ast.Return, ast.Continue, ast.Break)
TOLD = Text(
    "{layer} is used only when the condition of line {line} lets it: torch's optimizers leave "
    "parameters without a gradient alone, MindSpore's get a gradient of zeros, and momentum, weight "
    "decay and moving averages still move them. Plain SGD alone gives the same; for others update "
    "only the parameters that took part.",
    "{layer} 仅在第 {line} 行的条件允许时使用：torch 的优化器不会更新没有梯度的参数，MindSpore 则得到全零梯度，"
    "动量、权重衰减和滑动平均仍会改变这些参数。仅普通 SGD 结果相同；其他优化器请只更新参与计算的参数。",
)


def sometimes_findings(site: Site) -> Iterator[Finding]:
    """One finding for each condition in a module's forward that decides over layers."""
    for info in site.bindings.classes:
        if not info.is_module:
            continue
        for name in FORWARD_NAMES:
            method = info.methods.get(name)
            if method is not None and isinstance(method.node, ast.FunctionDef):
                yield from _of_forward(site, info, method.node)


def _of_forward(site: Site, info: ClassInfo, forward: ast.FunctionDef) -> Iterator[Finding]:
    branches = [node for node in walk(forward) if isinstance(node, ast.If | ast.IfExp)]
    if not branches:
        return
    varying = _varying_names(forward)
    parameters = {a.arg for a in walk(forward.args) if isinstance(a, ast.arg)} - {"self"}
    layers = _layer_names(info, forward)
    rest = _what_follows(forward)
    for branch in branches:
        if not _varies(branch.test, varying, parameters):
            continue
        one = _used(info, layers, _nodes(branch.body))
        other = _used(info, layers, _nodes(branch.orelse))
        if isinstance(branch, ast.If):
            behind = _used(info, layers, rest[branch])
            one |= {} if _leaves(branch.body) else behind
            other |= {} if branch.orelse and _leaves(branch.orelse) else behind
        uneven = [call for name, call in (one | other).items() if (name in one) != (name in other)]
        if uneven:
            first = min(uneven, key=lambda call: (call.lineno, call.col_offset))
            yield _finding(site, branch, first)


def _finding(site: Site, branch: ast.If | ast.IfExp, call: ast.Call) -> Finding:
    layer = ast.unparse(call.func)
    texts = (t.format(layer=layer, line=branch.lineno) for t in (TOLD.en, TOLD.zh))
    span = site.document.span(branch.test)
    return Finding("MP216", "error", SYMBOL, None, "certain", Text(*texts), span)


def _varying_names(forward: ast.FunctionDef) -> set[str]:
    """Names of what is drawn, read from the data, or decided by such a value."""
    found: set[str] = set()
    while True:
        known = len(found)
        for node in walk(forward):
            if isinstance(node, ast.Assign) and (_draws(node.value) or _decides(node.value, found)):
                found |= _targets(node)
            elif isinstance(node, ast.If) and (_draws(node.test) or _decides(node.test, found)):
                flags = [n for n in _nodes([*node.body, *node.orelse]) if _is_flag(n)]
                found |= {name for n in flags if isinstance(n, ast.Assign) for name in _targets(n)}
        if len(found) == known:
            return found


def _targets(node: ast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, ast.Name)}


def _is_flag(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, bool)
    )


def _decides(node: ast.AST, varying: set[str]) -> bool:
    """Whether an expression is true or false with a value that varies."""
    return any(
        isinstance(inner, ast.Name) and inner.id in varying
        for part in walk(node)
        if isinstance(part, ast.Compare | ast.BoolOp | ast.UnaryOp)
        for inner in walk(part)
    )


def _draws(node: ast.AST) -> bool:
    """Whether a scalar is drawn, or read from a tensor, somewhere in ``node``."""
    return any(
        isinstance(inner, ast.Call)
        and (
            (isinstance(inner.func, ast.Attribute) and inner.func.attr == "item")
            or RANDOM.search(ast.unparse(inner.func)) is not None
        )
        for inner in walk(node)
    )


def _varies(test: ast.expr, varying: set[str], parameters: set[str]) -> bool:
    """Whether a condition may come out otherwise from one training step to the next."""
    if _draws(test):
        return True
    for node in walk(test):
        if isinstance(node, ast.Name) and node.id in varying:
            return True
        if isinstance(node, ast.Call):
            name = name_of(node.func)
            if isinstance(node.func, ast.Attribute) and name in VALUES and not _of_self(node.func):
                return True
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            fixed = any(_is_setting(s) for s in sides)
            if not fixed and any(isinstance(s, ast.Name) and s.id in parameters for s in sides):
                return True
    return False


def _is_setting(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and any(node.value is value for value in SETTINGS)


def _of_self(node: ast.AST) -> bool:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return isinstance(node, ast.Name) and node.id in ("self", "torch", "np")


def _layer_names(info: ClassInfo, forward: ast.FunctionDef) -> set[str]:
    """Names that stand for a layer in loops over ``self.blocks``."""
    found = set()
    for node in walk(forward):
        if isinstance(node, ast.For) and any(
            isinstance(inner, ast.Attribute) and _of_self(inner) and inner.attr not in info.methods
            for inner in walk(node.iter)
        ):
            found |= {n.id for n in walk(node.target) if isinstance(n, ast.Name)}
    return found


def _used(info: ClassInfo, layers: set[str], nodes: Sequence[ast.AST]) -> dict[str, ast.Call]:
    """The calls of layers with parameters among ``nodes``, by what is called."""
    return {
        ast.unparse(node.func): node
        for node in nodes
        if isinstance(node, ast.Call) and _is_layer(info, layers, node.func)
    }


def _is_layer(info: ClassInfo, layers: set[str], function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id in layers and CALLED_PLAIN.search(function.id) is None
    while isinstance(function, ast.Subscript):
        function = function.value
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return False
    if function.value.id != "self" or function.attr in info.methods:
        return False
    value = info.attributes.get(function.attr)
    return value is not None and not _is_plain(function.attr, value)


def _is_plain(name: str, value: Value) -> bool:
    """Whether what an attribute holds has no parameters, or is no layer."""
    if value.kind == "instance":
        return NO_PARAMETERS.search(value.name) is not None
    if value.kind in ("object", "sequence", "tuple"):
        return False
    return (
        value.kind in ("other", "none", "function", "torch")
        or CALLED_PLAIN.search(name) is not None
    )


def _nodes(part: ast.expr | Sequence[ast.stmt]) -> list[ast.AST]:
    roots = [part] if isinstance(part, ast.expr) else part
    return [node for root in roots for node in walk(root)]


def _leaves(block: Sequence[ast.stmt]) -> bool:
    return isinstance(block[-1], LEAVING)


def _what_follows(forward: ast.FunctionDef) -> dict[ast.AST, list[ast.AST]]:
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
            behind += walk(statement)

    block(forward.body, [])
    return found


def _returns(statements: Sequence[ast.stmt]) -> bool:
    return any(isinstance(n, ast.Return | ast.Break) for s in statements for n in walk(s))
