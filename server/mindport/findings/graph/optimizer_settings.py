"""Settings of an optimizer that change while it trains (MP405): graph mode compiles its step with the
first ones. The learning rate alone is a Parameter, whose value is read at each step."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.learning_rates import groups_of
from mindport.findings.site import Site
from mindport.findings.training.names import path_of
from mindport.nodes import find, function_around, lies_in, name_of, targets, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

COMPILED = Text(
    "Graph mode compiles the optimizer's step with the settings that it has at the first one; of those "
    "that change later it sees the learning rate alone. Call optimizer.construct(grads), which runs the "
    "step operator by operator.",
    "静态图模式按首次调用时的设置编译优化器的更新步骤，之后的改变中只有学习率会生效。"
    "请调用 optimizer.construct(grads)，使其逐算子执行。",
)
TITLE = Text("Run the step operator by operator", "逐算子执行更新步骤")
SETTINGS = frozenset(
    {"momentum", "betas", "weight_decay", "eps", "alpha", "dampening", "nesterov", "maximize",
     "amsgrad", "rho", "centered", "momentum_decay", "lr_decay", "lambd", "etas", "step_sizes"}
)  # fmt: skip
CYCLES = ("OneCycleLR", "CyclicLR")
CONSTRUCT = "construct"
OPTIMIZER = re.compile(r"opt|sgd|adam|solver", re.IGNORECASE)
GRADIENTS = re.compile(r"grad", re.IGNORECASE)
LOOPS = (ast.For, ast.While)


def optimizer_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a change, while a step is called that is compiled, or the file shows none."""
    tree = site.document.tree
    changes = [] if tree is None else [*_cycles(tree), *_stored(tree)]
    if tree is None or not changes:
        return
    inside = {node for function in code.functions for node in function.nodes}
    steps = [call.func for call in _steps(site, tree)]
    compiled = [node for node in steps if name_of(node) != CONSTRUCT or node in inside]
    if steps and not compiled:
        return
    edits = tuple(
        Edit(site.document.span(node), (site.document.span(node), f".{CONSTRUCT}"))
        for node in compiled
    )
    fix = Fix(TITLE, "safe", edits) if edits and inside.isdisjoint(compiled) else None
    for node in changes:
        yield told(site, "MP405", node, COMPILED, fix)


def _cycles(tree: ast.Module) -> Iterator[ast.AST]:
    """Schedulers that change the momentum with the learning rate."""
    for call in find(tree, ast.Call):
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        cycles = given.get("cycle_momentum")
        if name_of(call.func) in CYCLES and getattr(cycles, "value", True) is not False:
            yield call


def _stored(tree: ast.Module) -> Iterator[ast.AST]:
    """``group["weight_decay"] = …`` where it may be done again: in a function, or a loop over more
    than the groups. What the schedulers do is told where they are made."""
    groups = groups_of(tree)
    theirs = {n for one in find(tree, ast.ClassDef) if one.name in CYCLES for n in walk(one)}
    for node in (one for one in walk(tree) if one not in theirs):
        for target in targets(node):
            if not isinstance(target, ast.Subscript) or not groups.has(target.value):
                continue
            if getattr(target.slice, "value", None) not in SETTINGS:
                continue
            loops = [one for kind in LOOPS for one in find(tree, kind) if lies_in(target, one)]
            rounds = [one for one in loops if not _is_of_groups(one)]
            if rounds or function_around(tree, target) is not None:
                yield target


def _is_of_groups(loop: ast.AST) -> bool:
    return isinstance(loop, ast.For) and "param_groups" in ast.unparse(loop.iter)


def _steps(site: Site, tree: ast.Module) -> Iterator[ast.Call]:
    """``optimizer(grads)`` and ``optimizer.construct(grads)``."""
    for statement in find(tree, ast.Expr):
        call = statement.value
        if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
            continue
        by_hand = isinstance(call.func, ast.Attribute) and call.func.attr == CONSTRUCT
        of = call.func.value if by_hand and isinstance(call.func, ast.Attribute) else call.func
        if path_of(of) and GRADIENTS.search(ast.unparse(call.args[0])) and _is_one(site, of):
            yield call


def _is_one(site: Site, node: ast.expr) -> bool:
    """Whether an expression stands for an optimizer, by what is known of it or by its name."""
    value = site.bindings.values.get(node, UNKNOWN)
    return ".optim." in value.name or OPTIMIZER.search(name_of(node)) is not None
