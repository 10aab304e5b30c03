"""Layers whose gradients a forward always cuts, those that nothing reads, and those that a program which
calls parts of a network leaves out (MP216), where an optimizer may have weight decay.

They have no gradient in torch, and its optimizers leave them alone. MindSpore's gradients of them
are zeros: seen with value_and_grad and AdamW of mindspore.experimental of 2.10.0, decay moves them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from mindport.findings.left_out_layers import left_out_layers, stops
from mindport.findings.site import Site
from mindport.findings.used_layers import is_layer, loop_layers, nodes, used
from mindport.nodes import attribute_of_self, find, name_of, names_bound, walk
from mindport.report import Finding, Severity
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

SYMBOL = "torch.optim.Optimizer.step"
GATHERING = frozenset(
    {
        "__dict__",
        "_modules",
        "children",
        "getattr",
        "modules",
        "named_children",
        "named_modules",
        "vars",
    }
)
TOLD = Text(
    "No gradient reaches {layer}, and an optimizer of this file has weight decay: torch leaves "
    "parameters without a gradient alone, MindSpore decays them. Give the optimizer the other "
    "parameters only, or set requires_grad to False before it is made.",
    "{layer} 得不到梯度，而该文件的优化器带有权重衰减：torch 不会更新没有梯度的参数，MindSpore 则会衰减它们。"
    "请只将其他参数交给优化器，或在创建优化器之前将 requires_grad 设为 False。",
)


ELSEWHERE = Text(
    "No gradient reaches {layer}. Where an optimizer of another file has weight decay and holds it, torch "
    "leaves it alone, MindSpore decays it. Give the optimizer the other parameters only, or set "
    "requires_grad to False before it is made.",
    "{layer} 得不到梯度。若其他文件中的优化器包含它并带有权重衰减，torch 不会更新它，MindSpore 则会衰减它。"
    "请只将其他参数交给优化器，或在创建优化器之前将 requires_grad 设为 False。",
)
MODE = re.compile(r"train")
OPTIMIZES = re.compile(r"optim|weight_decay|backward|value_and_grad", re.IGNORECASE)


def stopped_layer_findings(site: Site) -> Iterator[Finding]:
    """One finding for each layer that always runs without gradients."""
    tree = site.document.tree
    if tree is None or "requires_grad" in site.document.text:
        return
    modules = [info for info in site.bindings.classes if info.is_module]
    if not modules:
        return
    here = _decays(tree)
    if not here and OPTIMIZES.search(site.document.text):
        return
    told: tuple[Text, Severity] = (TOLD, "error") if here else (ELSEWHERE, "warning")
    for info in modules:
        for spare in _unread(info, tree) if here else ():
            written = ast.unparse(spare)
            texts = (t.format(layer=written) for t in (TOLD.en, TOLD.zh))
            span = site.document.span(spare)
            yield Finding("MP216", "warning", SYMBOL, None, "likely", Text(*texts), span)
        gathers = not here or any(map(_gathers, walk(tree)))
        for left in () if gathers else left_out_layers(info, tree):
            written = ast.unparse(left)
            texts = (t.format(layer=written) for t in (TOLD.en, TOLD.zh))
            span = site.document.span(left)
            yield Finding("MP216", "warning", SYMBOL, None, "likely", Text(*texts), span)
        for name in FORWARD_NAMES:
            method = info.methods.get(name)
            if method is not None and isinstance(method.node, ast.FunctionDef):
                for layer in _stopped(info, method.node):
                    written = ast.unparse(layer)
                    texts = (t.format(layer=written) for t in (told[0].en, told[0].zh))
                    span = site.document.span(layer)
                    yield Finding("MP216", told[1], SYMBOL, None, "certain", Text(*texts), span)


def _unread(info: ClassInfo, tree: ast.Module) -> Iterator[ast.Attribute]:
    """``self.spare`` of ``self.spare = nn.Linear(4, 4)``, which the file does not mention again."""
    made = info.methods.get("__init__")
    if made is None or made.node is None or any(map(_gathers, walk(tree))):
        return
    for assign in find(made.node, ast.Assign):
        for target in assign.targets:
            name = attribute_of_self(target)
            if name is None or not isinstance(target, ast.Attribute):
                continue
            layer = is_layer(info, {}, target, surely=True) and isinstance(assign.value, ast.Call)
            if layer and not any(
                _mentions(node, name) for node in walk(tree) if node is not target
            ):
                yield target


def _gathers(node: ast.AST) -> bool:
    """What may run a layer that nothing names."""
    return name_of(node) in GATHERING if isinstance(node, ast.Name | ast.Attribute) else False


def _mentions(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and name in node.value
    return isinstance(node, ast.Attribute) and node.attr == name


def _decays(tree: ast.Module) -> bool:
    """Whether an optimizer is made that decays all of a network's parameters."""
    for call in find(tree, ast.Call):
        if not call.args or not isinstance(call.args[0], ast.Call):
            continue
        if name_of(call.args[0].func) != "parameters":
            continue
        given = next((k.value for k in call.keywords if k.arg == "weight_decay"), None)
        if given is None and name_of(call.func) == "AdamW":
            return True
        if given is not None and not (isinstance(given, ast.Constant) and given.value == 0):
            return True
    return False


def _stopped(info: ClassInfo, forward: ast.FunctionDef) -> Iterator[ast.expr]:
    """The layers that are called where gradients stop, and nowhere else."""
    inside = list(_inside(forward))
    if not inside:
        return
    layers = loop_layers(info, forward)
    within = set(inside)
    elsewhere = used(info, layers, [node for node in walk(forward) if node not in within])
    for name, layer in used(info, layers, inside).items():
        if name not in elsewhere:
            yield layer


def _inside(forward: ast.FunctionDef) -> Iterator[ast.AST]:
    """What stands in ``no_grad``, in what is detached, and before ``h = h.detach()``."""
    for node in walk(forward):
        if isinstance(node, ast.With):
            if any(_may_stop(item.context_expr) for item in node.items):
                yield from nodes(node.body)
        elif isinstance(node, ast.Call) and name_of(node.func) == "detach":
            yield from walk(node.func)
    for index, statement in enumerate(forward.body):
        name = _cut_name(statement)
        if name is not None and not _shared(forward.body, index, name):
            yield from nodes(forward.body[:index])


def _may_stop(header: ast.expr) -> bool:
    """``no_grad()``, ``set_grad_enabled(self.tunes)`` and what chooses between ``no_grad()`` and nothing,
    but by the mode, which a network has for its training."""
    match header:
        case ast.IfExp(test, one, other) if stops(one) or stops(other):
            return MODE.search(ast.unparse(test)) is None
        case ast.Call(called, [test]) if name_of(called) == "set_grad_enabled":
            is_on = isinstance(test, ast.Constant) and test.value is True
            return not is_on and MODE.search(ast.unparse(test)) is None
    return stops(header)


def _cut_name(statement: ast.stmt) -> str | None:
    """``h`` of ``h = h.detach()``."""
    match statement:
        case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(ast.Name(cut), "detach"))):
            return name if name == cut else None
    return None


def _shared(body: Sequence[ast.stmt], index: int, name: str) -> bool:
    """Whether what stands before a cut gives more than ``name`` to what follows."""
    bound = {other for statement in body[:index] for other in names_bound(statement)} - {name}
    read = {n.id for n in nodes(body[index + 1 :]) if isinstance(n, ast.Name)}
    return bool(bound & read)
