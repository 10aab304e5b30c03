"""Layers that a forward uses only now and then (MP216), as stochastic depth and routing do.

Parameters that took no part have no gradient in torch, and its optimizers leave them alone.
MindSpore's gradients of them are zeros: seen with value_and_grad and the optimizers of
mindspore.experimental of 2.10.0, momentum, decay and moving averages still act on them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.callers import Callers
from mindport.findings.picked_layers import picks, selects
from mindport.findings.site import Site
from mindport.findings.used_layers import (
    Branch,
    cut_in,
    loop_layers,
    uneven,
    what_follows,
    what_precedes,
)
from mindport.findings.varying import Method, may_have_no_round, varies, varying_names
from mindport.nodes import walk
from mindport.report import Finding
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

SYMBOL = "torch.optim.Optimizer.step"
TOLD = Text(
    "{layer} is used only when the condition of line {line} lets it: torch's optimizers leave "
    "parameters without a gradient alone, MindSpore's get a gradient of zeros, and momentum, weight "
    "decay and moving averages still move them. Plain SGD alone gives the same; for others update "
    "only the parameters that took part.",
    "{layer} 仅在第 {line} 行的条件允许时使用：torch 的优化器不会更新没有梯度的参数，MindSpore 则得到全零梯度，"
    "动量、权重衰减和滑动平均仍会改变这些参数。仅普通 SGD 结果相同；其他优化器请只更新参与计算的参数。",
)
PICKED = Text(
    "Which of the layers takes part differs from step to step: torch's optimizers leave parameters "
    "without a gradient alone, MindSpore's get a gradient of zeros, and momentum, weight decay and "
    "moving averages still move them. Plain SGD alone gives the same; for others update only the "
    "parameters that took part.",
    "每一步参与计算的层不同：torch 的优化器不会更新没有梯度的参数，MindSpore 则得到全零梯度，"
    "动量、权重衰减和滑动平均仍会改变这些参数。仅普通 SGD 结果相同；其他优化器请只更新参与计算的参数。",
)
CUT = Text(
    "{layer} cuts the gradients only when the condition of line {line} lets it: torch's optimizers "
    "leave parameters without a gradient alone, MindSpore's get a gradient of zeros, and momentum, "
    "weight decay and moving averages still move them. Plain SGD alone gives the same.",
    "{layer} 仅在第 {line} 行的条件允许时截断梯度：torch 的优化器不会更新没有梯度的参数，MindSpore 则得到全零梯度，"
    "动量、权重衰减和滑动平均仍会改变这些参数。仅普通 SGD 结果相同。",
)


def sometimes_findings(site: Site) -> Iterator[Finding]:
    """One finding for each place in a module's forward that decides over layers."""
    for info in site.bindings.classes:
        if not info.is_module or site.document.tree is None:
            continue
        callers = Callers(site.document.tree, info.name)
        for method in _computing(info):
            yield from _of_method(site, Method(info, method, callers))


def _computing(info: ClassInfo) -> list[ast.FunctionDef]:
    """``forward``, and the methods that it calls."""
    found: list[ast.FunctionDef] = []
    names = [name for name in FORWARD_NAMES if name in info.methods]
    while names:
        method = info.methods.get(names.pop())
        node = None if method is None else method.node
        if isinstance(node, ast.FunctionDef) and node not in found:
            found.append(node)
            names += [
                inner.func.attr
                for inner in walk(node)
                if isinstance(inner, ast.Call)
                and isinstance(inner.func, ast.Attribute)
                and isinstance(inner.func.value, ast.Name)
                and inner.func.value.id == "self"
            ]
    return found


def _of_method(site: Site, method: Method) -> Iterator[Finding]:
    forward, info = method.node, method.info
    branches = [
        node
        for node in walk(forward)
        if isinstance(node, ast.If | ast.IfExp)
        or (isinstance(node, ast.For) and may_have_no_round(node))
    ]
    picked = list(picks(method))
    if not branches and not picked:
        return
    varying = varying_names(forward)
    layers = loop_layers(info, forward)
    for chooses, place in picked:
        if selects(method, varying, chooses):
            yield Finding(
                "MP216", "error", SYMBOL, None, "certain", PICKED, site.document.span(place)
            )
    rest, before = what_follows(forward), what_precedes(forward)
    for branch in branches:
        layer = uneven(info, layers, branch, rest, before)
        cut = None if isinstance(branch, ast.For) else cut_in(branch)
        first, test = layer or cut, _test_of(branch)
        if first is not None and varies(method, test, varying):
            yield _finding(site, branch, first, TOLD if layer is not None else CUT)


def _test_of(branch: Branch) -> ast.expr:
    """What decides whether a branch is taken."""
    return branch.iter if isinstance(branch, ast.For) else branch.test


def _finding(site: Site, branch: Branch, layer: ast.expr, told: Text) -> Finding:
    written = ast.unparse(layer)
    texts = (t.format(layer=written, line=branch.lineno) for t in (told.en, told.zh))
    span = site.document.span(_test_of(branch))
    return Finding("MP216", "error", SYMBOL, None, "certain", Text(*texts), span)
