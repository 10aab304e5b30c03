"""``norm.num_batches_tracked`` (MP307): torch's batch norms count their batches, MindSpore's do not.

A statement that only sets the counter goes away; who reads it has none.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.nodes import find, name_of, statement_parents
from mindport.report import Finding, Fix
from mindport.texts import Text

COUNTER = "num_batches_tracked"
SYMBOL = "torch.nn.BatchNorm2d.num_batches_tracked"
SETTERS = frozenset({"initialize", "set_data"})
MESSAGE = Text(
    "MindSpore's batch norms do not count their batches, and have no num_batches_tracked.",
    "MindSpore 的批归一化层不统计批次数，没有 num_batches_tracked。",
)
TITLE = Text("Remove what sets the counter", "移除设置计数器的语句")


def batch_counter_findings(site: Site) -> Iterator[Finding]:
    """One finding for each counter that is read or set, unless a class of the file makes its own."""
    tree = site.document.tree
    if tree is None or f".{COUNTER}" not in site.document.text or not site.bindings.has_torch:
        return
    found = [node for node in find(tree, ast.Attribute) if node.attr == COUNTER]
    if any(one.value == COUNTER for call in find(tree, ast.Call) for one in _names_given(call)):
        return
    if any(isinstance(one.ctx, ast.Store) and name_of(one.value) == "self" for one in found):
        return
    for node in found:
        statement = _sets_it_alone(statement_parents(tree), node)
        fix = None
        if statement is not None:
            fix = Fix(TITLE, "safe", (remove_statement(site.document, statement),))
        span = site.document.span(statement or node)
        yield Finding(
            "MP307", "warning" if fix else "error", SYMBOL, None, "likely", MESSAGE, span, fix
        )


def _names_given(call: ast.Call) -> list[ast.Constant]:
    """The texts that ``register_buffer`` and the like are given."""
    if name_of(call.func) not in ("register_buffer", "setattr", "insert_param_to_cell"):
        return []
    return [one for one in call.args if isinstance(one, ast.Constant)]


def _sets_it_alone(parents: Mapping[ast.AST, ast.AST], node: ast.Attribute) -> ast.stmt | None:
    """``init.zeros_(m.counter)``, ``m.counter.zero_()``, ``m.counter += 1``, ``m.counter = None``."""
    outer = parents.get(node)
    if isinstance(outer, ast.AugAssign) and outer.target is node:
        return outer
    if isinstance(outer, ast.Assign) and outer.targets == [node]:
        return outer
    if isinstance(outer, ast.Attribute):
        call = parents.get(outer)
        is_call = isinstance(call, ast.Call) and call.func is outer
    else:
        call = outer
        is_call = isinstance(call, ast.Call) and call.args[:1] == [node]
    statement = None if call is None or not is_call else parents.get(call)
    name = name_of(call.func) if isinstance(call, ast.Call) else ""
    sets = name.endswith("_") or name in SETTERS
    return statement if sets and isinstance(statement, ast.Expr) else None
