"""Learning rates in parameter groups (MP216): MindSpore's optimizers hold a Parameter there.

Seen by running mindspore.experimental.optim of 2.10.0: ``group['lr'] *= k`` has no effect, a float
put in its place works until a scheduler steps, which then has no effect; both in silence.
``ops.assign`` works in every case. Formatting a Parameter raises, and so does an int in the place
of another option.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.layout import indentation_of, shares_line
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece, Severity
from mindport.symbols.own_steps import runs_own_step
from mindport.texts import Text

SYMBOL = "torch.optim.Optimizer.param_groups"
ASSIGN = "mindspore.ops.assign"
GROUPS = "param_groups"
RATES, FLOATS = ("lr", "initial_lr"), ("weight_decay", "dampening")
SAME_ITEMS = ("list", "reversed", "sorted", "tuple")
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
WHOLE = Text(
    "MindSpore's optimizers take a float here; an int raises.",
    "MindSpore 的优化器在此处只接受浮点数，整数会报错。",
)
TITLE_STORED = Text("Assign to the learning rate", "用 assign 设置学习率")
TITLE_READ = Text("Read the learning rate with float()", "用 float() 读取学习率")
TITLE_WHOLE = Text("Write a float", "改为浮点数")


@dataclass(frozen=True)
class Groups:
    """Names that stand for all groups of an optimizer, and for one of them.

    Attributes:
        owners: the module's function or class that each line is in; its names are not the module's.
        all, one: the names, each with its owner, which is None for names of the module.
    """

    owners: Mapping[int, ast.stmt]
    all: set[tuple[ast.stmt | None, str]]
    one: set[tuple[ast.stmt | None, str]]

    def key(self, node: ast.Name) -> tuple[ast.stmt | None, str]:
        """A name with its owner."""
        return self.owners.get(node.lineno), node.id

    def holds(self, node: ast.AST) -> bool:
        """Whether the node is all groups of an optimizer."""
        if isinstance(node, ast.BinOp):
            return self.holds(node.left) or self.holds(node.right)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.holds(node.value)
        if isinstance(node, ast.Name):
            return not self.all.isdisjoint({self.key(node), (None, node.id)})
        return isinstance(node, ast.Attribute) and node.attr == GROUPS

    def has(self, node: ast.AST) -> bool:
        """Whether the node is one group."""
        if isinstance(node, ast.Subscript):
            return not isinstance(node.slice, ast.Slice) and self.holds(node.value)
        return isinstance(node, ast.Name) and not self.one.isdisjoint(
            {self.key(node), (None, node.id)}
        )


def learning_rate_findings(site: Site) -> Iterator[Finding]:
    """Each place that sets or reads ``optimizer.param_groups[i]['lr']``."""
    tree = site.document.tree
    if tree is None or GROUPS not in site.document.text:
        return
    groups = groups_of(tree)
    own, steps = _own_steps(site)
    for statement in walk(tree):
        if statement in own:
            continue
        if isinstance(statement, ast.Assign | ast.AugAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                if isinstance(target, ast.Subscript) and groups.has(target.value):
                    yield from _option_stored(site, statement, target)
        elif isinstance(statement, ast.Call) and _updates(statement, groups):
            span = site.document.span(statement)
            yield Finding("MP216", "error", SYMBOL, ASSIGN, "certain", STORED, span, None)
    if site.bindings.imports or "mindspore" not in site.document.text:
        yield from (found for found in _reads(site, tree, groups) if not _is_in(found, steps))


def _own_steps(site: Site) -> tuple[set[ast.AST], list[Span]]:
    """What is in optimizers with a step of their own, which keep what is stored; and the places of
    these steps, in which the rates are numbers."""
    nodes: set[ast.AST] = set()
    steps: list[Span] = []
    for info in site.bindings.classes:
        if info.node is None or not runs_own_step(info):
            continue
        nodes.update(walk(info.node))
        steps += [
            site.document.span(statement)
            for statement in info.node.body
            if isinstance(statement, ast.FunctionDef) and statement.name == "step"
        ]
    return nodes, steps


def _is_in(found: Finding, spans: list[Span]) -> bool:
    return any(span.start <= found.span.start < span.end for span in spans)


def groups_of(tree: ast.Module) -> Groups:
    """What stands for parameter groups in a file."""
    owners = {
        line: statement
        for statement in tree.body
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    }
    groups = Groups(owners, set(), set())
    for node in walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if isinstance(node.value, ast.Attribute) and groups.holds(node.value):
                groups.all.add(groups.key(node.targets[0]))
            elif isinstance(node.value, ast.Subscript) and groups.has(node.value):
                groups.one.add(groups.key(node.targets[0]))
    for node in walk(tree):
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            groups.one.update(map(groups.key, _looped(node.target, node.iter, groups)))
    return groups


def _looped(target: ast.expr, iterated: ast.expr, groups: Groups) -> Iterator[ast.Name]:
    """The name that is one group after another in a loop: ``for i, g in enumerate(...)``."""
    if groups.holds(iterated):
        if isinstance(target, ast.Name):
            yield target
    elif isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) and iterated.args:
        name, items = iterated.func.id, iterated.args
        targets = target.elts if isinstance(target, ast.Tuple | ast.List) else []
        if name in SAME_ITEMS:
            yield from _looped(target, items[0], groups)
        elif name == "enumerate" and targets:
            yield from _looped(targets[-1], items[0], groups)
        elif name == "zip" and len(targets) == len(items):
            for one, item in zip(targets, items, strict=True):
                yield from _looped(one, item, groups)


def _option_stored(
    site: Site, statement: ast.Assign | ast.AugAssign, target: ast.Subscript
) -> Iterator[Finding]:
    """What is put into a group: a learning rate, what may be one, or an int."""
    key = target.slice.value if isinstance(target.slice, ast.Constant) else None
    value = statement.value
    if key in (None, "lr"):
        yield _stored(site, statement, target, key)
    elif key in FLOATS and isinstance(value, ast.Constant) and type(value.value) is int:
        span = site.document.span(value)
        fix = Fix(TITLE_WHOLE, "safe", (Edit(span, (repr(float(value.value)),)),))
        yield Finding("MP216", "warning", SYMBOL, None, "certain", WHOLE, span, fix)


def _updates(call: ast.Call, groups: Groups) -> bool:
    """Whether it is ``group.update(...)`` with what is, or may be, a learning rate."""
    function = call.func
    if not (isinstance(function, ast.Attribute) and function.attr == "update"):
        return False
    if not groups.has(function.value):
        return False
    keys: list[ast.expr | None] = []
    for given in call.args:
        if not (isinstance(given, ast.DictComp) and _names_rate(given.generators)):
            keys += given.keys if isinstance(given, ast.Dict) else [None]
    return any(k.arg in (None, "lr") for k in call.keywords) or any(
        not isinstance(key, ast.Constant) or key.value == "lr" for key in keys
    )


def _names_rate(generators: list[ast.comprehension]) -> bool:
    """Whether a comprehension asks for the name of the learning rate: to leave it out."""
    tests = (node for one in generators for test in one.ifs for node in ast.walk(test))
    return any(isinstance(node, ast.Constant) and node.value == "lr" for node in tests)


def _is_rate(node: ast.AST, groups: Groups) -> bool:
    """Whether the node reads a learning rate of a group."""
    if isinstance(node, ast.Subscript):
        key, group = node.slice, node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        key, group = node.args[0], node.func.value
        if node.func.attr != "get":
            return False
    else:
        return False
    return isinstance(key, ast.Constant) and key.value in RATES and groups.has(group)


def _stored(
    site: Site, statement: ast.Assign | ast.AugAssign, target: ast.expr, key: object
) -> Finding:
    document = site.document
    whole, rate = document.span(statement), document.span(target)
    value = document.span(statement.value)
    pieces: list[Piece] | None = [Name(ASSIGN), "(", rate, ", ", value, ")"]
    if isinstance(statement, ast.AugAssign):
        operator = OPERATORS.get(type(statement.op))
        changed: list[Piece] = [rate, f" {operator} ", Operand(value)]
        pieces = [Name(ASSIGN), "(", rate, ", ", *changed, ")"] if operator else None
    elif statement.targets != [target]:
        pieces = _named_first(site, statement, target)
    fix = Fix(TITLE_STORED, "safe", (Edit(whole, tuple(pieces)),)) if pieces and key else None
    severity: Severity = "warning" if fix else "error"
    return Finding("MP216", severity, SYMBOL, ASSIGN, "certain", STORED, rate, fix)


def _named_first(site: Site, statement: ast.Assign, target: ast.expr) -> list[Piece] | None:
    """``rate = value`` and the assignment below it for ``rate = group['lr'] = value``."""
    document, others = site.document, [one for one in statement.targets if one is not target]
    names = [document.span(one) for one in others if isinstance(one, ast.Name)]
    if len(names) < len(others) or shares_line(document, statement):
        return None
    pieces: list[Piece] = [piece for name in names for piece in (name, " = ")]
    line = f"{document.newline}{indentation_of(document, statement)}"
    held = (document.span(target), ", ", names[0], ")")
    return [*pieces, document.span(statement.value), line, Name(ASSIGN), "(", *held]


def _reads(site: Site, tree: ast.Module, groups: Groups) -> Iterator[Finding]:
    """Reads outside of ``float(...)``, ``.item()``, arithmetic and ``assign``."""
    kept: set[ast.AST] = set()
    for node in walk(tree):
        if isinstance(node, ast.Call) and _reads_or_assigns(node.func):
            kept.update(node.args)
        elif isinstance(node, ast.Attribute):
            kept.add(node.value)
        elif isinstance(node, ast.BinOp):
            kept.update((node.left, node.right))
        elif node not in kept and _is_rate(node, groups):
            if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                continue
            span = site.document.span(node)
            fix = Fix(TITLE_READ, "safe", (Edit(span, ("float(", span, ")")),))
            yield Finding("MP216", "warning", SYMBOL, "float", "certain", READ, span, fix)


def _reads_or_assigns(function: ast.expr) -> bool:
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    return name in ("float", "assign")
