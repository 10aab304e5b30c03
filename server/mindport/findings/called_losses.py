"""Losses that are made with weights and called at once (MP402): ``nn.CrossEntropyLoss(weight=w)(x, y)``.

Graph mode makes layers of constants alone; the function that such a layer calls is given weights.
A name for the layer that only the next statement reads goes: ``criterion = nn.BCELoss(weight=w)``.
"""

from __future__ import annotations

import ast
from itertools import pairwise

from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.nodes import find, function_around, targets, walk
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.uses import Use
from mindport.texts import Text

FUNCTIONS = {
    "torch.nn.BCELoss": "binary_cross_entropy",
    "torch.nn.BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
    "torch.nn.CrossEntropyLoss": "cross_entropy",
    "torch.nn.NLLLoss": "nll_loss",
}
BLOCKS = ("body", "orelse", "finalbody")
SIMPLE = ast.Assign | ast.AugAssign | ast.Expr | ast.Return
WEIGHTS = frozenset({"weight", "pos_weight"})
TITLE = Text("Call the loss's function", "改为调用该损失的函数")
MESSAGE = Text(
    "Graph mode makes layers of constants alone, and this one is given a tensor: its function takes it.",
    "静态图模式只能用常量创建网络层，而此处传入了张量；可改用对应的函数。",
)


def called_loss_finding(site: Site, use: Use) -> Finding | None:
    """The finding of a loss with weights of its call that a function makes, calls and keeps nowhere."""
    if use.call is None or (fix := called_loss_fix(site, use.call, use.symbol)) is None:
        return None
    span = site.document.span(use.node)
    return Finding("MP402", "warning", use.symbol, None, use.confidence, MESSAGE, span, fix)


def called_loss_fix(site: Site, call: ast.Call, symbol: str) -> Fix | None:
    """The function's call for that of a layer which ``call`` makes; ``symbol`` is the layer's."""
    tree, node = site.document.tree, call.func
    if tree is None or site.target.mode != "GRAPH":
        return None
    function = FUNCTIONS.get(symbol)
    if function is None or not isinstance(node, ast.Attribute):
        return None
    inside = function_around(tree, call)
    weights = [*call.args, *(k.value for k in call.keywords if k.arg in WEIGHTS)]
    if inside is None or len(call.args) > 1:
        return None
    if not any(depends_on_arguments(inside, one) for one in weights):
        return None
    around, made = _called(tree, call)
    if around is None or len(around.args) != 2 or around.keywords:
        return None
    given = (*call.args, *around.args)
    named = [(keyword.arg, keyword.value) for keyword in call.keywords]
    if any(isinstance(one, ast.Starred) for one in given) or any(not name for name, _ in named):
        return None
    named = [*(("weight", one) for one in call.args), *named]
    document = site.document
    pieces: list[Piece] = [document.span(node.value), f".functional.{function}("]
    for index, one in enumerate(around.args):
        pieces += [", " if index else "", document.span(one)]
    for name, one in named:
        pieces += [f", {name}=", document.span(one)]
    edits = [Edit(document.span(around), (*pieces, ")"))]
    if made is not None:
        edits.append(remove_statement(document, made))
    return Fix(TITLE, "safe", tuple(edits), rearranges=True)


def depends_on_arguments(function: ast.FunctionDef | ast.AsyncFunctionDef, given: ast.expr) -> bool:
    """Whether an expression reads what its function is given, or computes of that."""
    waiting: list[ast.AST] = [given]
    seen: set[str] = set()
    parameters = {one.arg for one in find(function.args, ast.arg)}
    while waiting:
        for inner in find(waiting.pop(), ast.Name):
            if inner.id in seen:
                continue
            seen.add(inner.id)
            if inner.id in parameters and inner.id != "self":
                return True
            waiting += [
                node.value
                for node in find(function, ast.Assign)
                if any(inner.id in map(_named, walk(target)) for target in targets(node))
            ]
    return False


def _called(tree: ast.Module, layer: ast.Call) -> tuple[ast.Call | None, ast.stmt | None]:
    """The call of a layer, and the statement in front of it that names it."""
    at_once = next((one for one in find(tree, ast.Call) if one.func is layer), None)
    function = function_around(tree, layer)
    if at_once is not None or function is None:
        return at_once, None
    blocks = [getattr(node, name, None) for node in walk(function) for name in BLOCKS]
    for block in (one for one in blocks if isinstance(one, list)):
        for before, after in pairwise(block):
            match before:
                case ast.Assign([ast.Name(name)], value) if value is layer:
                    names = [one for one in find(function, ast.Name) if one.id == name]
                    calls = [one for one in find(after, ast.Call) if one.func in names]
                    if len(names) == 2 and calls and isinstance(after, SIMPLE):
                        return calls[0], before
    return None, None


def _named(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""
