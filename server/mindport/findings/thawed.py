"""Parameters that are trained again behind an optimizer that was made without them (MP216).

torch's optimizers hold frozen parameters and take them up once they have gradients. MindSpore's are
given ``trainable_params()``, which leaves out what is frozen at that time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of, walk
from mindport.report import Finding
from mindport.symbols.torch_api import load as load_torch
from mindport.texts import Text

SYMBOL = "torch.optim.Optimizer"
LISTS = frozenset({"parameters", "trainable_params"})
OF_NETWORKS = LISTS | {"named_parameters"}
NETWORK_LISTS = OF_NETWORKS | {"all_parameters"}
TOLD = Text(
    "What is frozen when the optimizer of line {line} is made is not among its parameters: it is given "
    "trainable_params(). What is trained again here would stay as it is. Make a new optimizer here; "
    "torch's holds the frozen ones from the start and begins with them when they have gradients.",
    "第 {line} 行创建优化器时被冻结的参数不在其中：它得到的是 trainable_params()。此处解冻的参数将不会被更新。"
    "请在此处重新创建优化器；torch 的优化器从一开始就持有被冻结的参数，待其有梯度后即开始更新。",
)


def thawed_findings(site: Site) -> Iterator[Finding]:
    """One finding for each place that trains again what an optimizer before it does not hold."""
    tree = site.document.tree
    if tree is None or not (
        "freeze" in site.document.text or "requires_grad" in site.document.text
    ):
        return
    made = [call for call in find(tree, ast.Call) if _makes_optimizer(call)]
    if not made:
        return
    turns = dict(_turns(tree))
    for place, trains in turns.items():
        scope = function_around(tree, place)
        ours = [call for call in made if function_around(tree, call) is scope]
        before = [call for call in ours if call.lineno < place.lineno]
        if not trains or not before or any(call.lineno > place.lineno for call in ours):
            continue
        last = max(before, key=lambda call: call.lineno)
        others = [other for other in turns if function_around(tree, other) is scope]
        if _was_frozen(last, others, turns, place) and not _adds(tree, place, scope):
            texts = (text.format(line=last.lineno) for text in (TOLD.en, TOLD.zh))
            span = site.document.span(place)
            yield Finding("MP216", "error", SYMBOL, None, "likely", Text(*texts), span)


def _makes_optimizer(call: ast.Call) -> bool:
    """Whether a call is of an optimizer's class, with parameters of a network."""
    name = name_of(call.func)
    if not name[:1].isupper() or name not in load_torch().members("torch.optim"):
        return False
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(
        isinstance(node, ast.Attribute) and node.attr in LISTS
        for value in given
        for node in walk(value)
    )


def _turns(tree: ast.Module) -> Iterator[tuple[ast.stmt, bool]]:
    """The statements that freeze a network, or train it again; a function's at its calls."""
    functions: dict[str, bool] = {}
    inside: list[tuple[ast.stmt, bool]] = []
    for loop in find(tree, ast.For):
        listed = (n for n in walk(loop.iter) if isinstance(n, ast.Attribute | ast.Name))
        if any(name_of(node) in NETWORK_LISTS for node in listed):
            flags = map(_flag, loop.body)
            inside += [(loop, flag) for flag in flags if flag is not None]
    trained = {_network_of(call) for call in find(tree, ast.Call) if name_of(call.func) in LISTS}
    for expression in find(tree, ast.Expr):
        flag = _flag(expression)  # a tensor's own requires_grad_ is another thing
        if flag is not None and _network_of(expression) in trained:
            inside.append((expression, flag))
    for statement, flag in inside:
        around = function_around(tree, statement)
        if around is not None:
            functions[around.name] = flag if around.name not in functions else False
        yield statement, flag
    for expression in find(tree, ast.Expr):
        if not isinstance(expression.value, ast.Call):
            continue
        called = name_of(expression.value.func)
        if "freeze" in called.lower():
            yield expression, "unfreeze" in called.lower().replace("_", "")
        elif called in functions:
            yield expression, functions[called]


def _flag(statement: ast.stmt) -> bool | None:
    """``False`` of ``p.requires_grad = False`` and ``net.requires_grad_(False)``."""
    match statement:
        case ast.Assign([ast.Attribute(attr="requires_grad")], ast.Constant(bool() as flag)):
            return flag
        case ast.Expr(ast.Call(ast.Attribute(attr="requires_grad_"), [])):
            return True
        case ast.Expr(ast.Call(ast.Attribute(attr="requires_grad_"), [ast.Constant(bool() as f)])):
            return f
    return None


def _network_of(node: ast.AST) -> str:
    """What a statement freezes: ``net`` of ``net.body.requires_grad_(False)`` and ``freeze(net)``,
    ``self.net`` of ``for p in self.net.parameters():``; empty where that is not seen."""
    match node:
        case ast.For(iter=iterated):
            lists = (
                n for n in walk(iterated) if isinstance(n, ast.Attribute) and n.attr in OF_NETWORKS
            )
            held = next((n.value for n in lists), None)
        case ast.Expr(ast.Call() as call) | (ast.Call() as call):
            held = call.func.value if isinstance(call.func, ast.Attribute) else None
            held = held or next(iter(call.args), None)
        case _:
            held = None
    path = "" if held is None else ast.unparse(held)
    parts = path.split(".")
    return (
        ".".join(parts[: 1 + (parts[0] == "self")]) if path.replace(".", "").isidentifier() else ""
    )


def _was_frozen(
    optimizer: ast.Call,
    others: Sequence[ast.stmt],
    turns: Mapping[ast.stmt, bool],
    place: ast.stmt,
) -> bool:
    """Whether something was frozen when an optimizer was made: in front of it, or out of sight.

    Out of sight is what ``unfreeze`` is called for, where nothing is frozen behind the optimizer.
    """
    network = _network_of(place)
    frozen = [
        other
        for other in others
        if not turns[other] and (not network or _network_of(other) in (network, ""))
    ]
    if any(other.lineno < optimizer.lineno for other in frozen):
        return True
    match place:
        case ast.Expr(ast.Call(called)):
            return "freeze" in name_of(called).lower() and not frozen
    return False


def _adds(tree: ast.Module, place: ast.stmt, scope: ast.FunctionDef | None) -> bool:
    """Whether the optimizer is given more parameters behind a place."""
    return any(
        name_of(call.func) == "add_param_group"
        and call.lineno > place.lineno
        and function_around(tree, call) is scope
        for call in find(tree, ast.Call)
    )
