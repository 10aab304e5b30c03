"""Learning rates in parameter groups (MP216): MindSpore's optimizers hold a Parameter there.

Seen by running mindspore.experimental.optim of 2.10.0: ``group['lr'] *= k`` has no effect, a float
put in its place works until a scheduler steps, which then has no effect; both in silence.
``ops.assign`` works in every case. Formatting a Parameter raises.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece, Severity
from mindport.texts import Text

SYMBOL = "torch.optim.Optimizer.param_groups"
ASSIGN = "mindspore.ops.assign"
GROUPS = "param_groups"
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**",
}  # fmt: skip
STORED = Text(
    "The learning rate of a MindSpore optimizer is a Parameter: another value put in its place is "
    "not used, or is lost on schedulers, in silence; assign to it.",
    "MindSpore 优化器的学习率是 Parameter：替换为其他值不会生效，或使学习率调度器失效，且没有任何提示；请用 assign 赋值。",
)
READ = Text(
    "The learning rate of a MindSpore optimizer is a Parameter; float() reads it.",
    "MindSpore 优化器的学习率是 Parameter，用 float() 读取。",
)
TITLE_STORED = Text("Assign to the learning rate", "用 assign 设置学习率")
TITLE_READ = Text("Read the learning rate with float()", "用 float() 读取学习率")


def learning_rate_findings(site: Site) -> Iterator[Finding]:
    """Each place that sets or reads ``optimizer.param_groups[i]['lr']``."""
    tree = site.document.tree
    if tree is None or GROUPS not in site.document.text:
        return
    groups = set(_group_names(tree))
    for statement in walk(tree):
        if isinstance(statement, ast.Assign | ast.AugAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                if _is_rate(target, groups):
                    yield _stored(site, statement, target)
    if site.bindings.imports:
        yield from _reads(site, tree, groups)


def _group_names(tree: ast.Module) -> Iterator[str]:
    """Names that stand for one group, in loops over the groups."""
    for node in walk(tree):
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            iterated, target = node.iter, node.target
            if isinstance(iterated, ast.Call) and iterated.args and _names_groups(iterated.args[0]):
                target = target.elts[-1] if isinstance(target, ast.Tuple) else target
            elif not _names_groups(iterated):
                continue
            if isinstance(target, ast.Name):
                yield target.id


def _names_groups(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == GROUPS


def _is_rate(node: ast.AST, groups: set[str]) -> bool:
    """Whether the node is the learning rate of a group."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
        return False
    group = node.value
    of_group = isinstance(group, ast.Name) and group.id in groups
    of_list = isinstance(group, ast.Subscript) and _names_groups(group.value)
    return node.slice.value == "lr" and (of_group or of_list)


def _stored(site: Site, statement: ast.Assign | ast.AugAssign, target: ast.expr) -> Finding:
    document = site.document
    whole, rate = document.span(statement), document.span(target)
    value = document.span(statement.value)
    pieces: list[Piece] | None = [Name(ASSIGN), "(", rate, ", ", value, ")"]
    if isinstance(statement, ast.AugAssign):
        operator = OPERATORS.get(type(statement.op))
        changed: list[Piece] = [rate, f" {operator} ", Operand(value)]
        pieces = [Name(ASSIGN), "(", rate, ", ", *changed, ")"] if operator else None
    elif statement.targets != [target]:
        pieces = None
    fix = Fix(TITLE_STORED, "safe", (Edit(whole, tuple(pieces)),)) if pieces else None
    severity: Severity = "warning" if fix else "error"
    return Finding("MP216", severity, SYMBOL, ASSIGN, "certain", STORED, rate, fix)


def _reads(site: Site, tree: ast.Module, groups: set[str]) -> Iterator[Finding]:
    """Reads outside of ``float(...)``, ``.item()``, arithmetic and ``assign``."""
    kept: set[ast.AST] = set()
    for node in walk(tree):
        if isinstance(node, ast.Call) and _reads_or_assigns(node.func):
            kept.update(node.args)
        elif isinstance(node, ast.Attribute):
            kept.add(node.value)
        elif isinstance(node, ast.BinOp):
            kept.update((node.left, node.right))
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            if node in kept or not _is_rate(node, groups):
                continue
            span = site.document.span(node)
            fix = Fix(TITLE_READ, "safe", (Edit(span, ("float(", span, ")")),))
            yield Finding("MP216", "warning", SYMBOL, "float", "certain", READ, span, fix)


def _reads_or_assigns(function: ast.expr) -> bool:
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    return name in ("float", "assign")
