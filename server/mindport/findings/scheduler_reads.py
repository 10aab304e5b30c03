"""What is read of a learning rate scheduler (MP216): MindSpore's hold Parameters.

Seen by running mindspore.experimental.optim of 2.10.0: ``last_epoch`` is a Parameter that a later
step changes wherever it was kept, that is no index, and in whose place a number makes the next step
raise; ``base_lrs`` are tensors. Several schedulers of one optimizer all give the rate that it has now.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from mindport.findings.site import Site
from mindport.nodes import assigned_pairs, find, function_around, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.rewrites.calls import one_item
from mindport.symbols.receivers import OF_SCHEDULERS
from mindport.symbols.values import UNKNOWN, ClassInfo, Value
from mindport.texts import Text

SCHEDULER = "torch.optim.lr_scheduler.LRScheduler"
OTHER_NAMES = ("num_bad_epochs", "in_cooldown")
ALONE = ("last_epoch", "base_lrs")  # what nothing but schedulers has
# What gives the number itself.
NUMBERS = {
    "last_epoch": "int({self}.last_epoch)",
    "base_lrs": "[float(lr) for lr in {self}.base_lrs]",
    "_last_lr": "[float(lr) for lr in {self}._last_lr]",
    "best": "float({self}.best)",
    "num_bad_epochs": "int({self}.wait)",
    "cooldown_counter": "int({self}.cooldown_counter)",
    "in_cooldown": "bool({self}.in_cooldown())",
}
MESSAGE = Text(
    "MindSpore's scheduler holds a Parameter or tensors here, which later steps may change; read the "
    "number itself.",
    "MindSpore 的调度器在此处保存的是 Parameter 或张量，之后的 step 可能改变其值；请读取数值本身。",
)
TITLE = Text("Read the number", "读取数值")
SET = Text(
    "MindSpore's scheduler holds a Parameter here, and its next step raises where a number takes its "
    "place: set it by ops.assign.",
    "MindSpore 的调度器在此处保存的是 Parameter，若以数值替换，下一次 step 会报错：请用 ops.assign 设置。",
)
SET_BEFORE = Text(
    "MindSpore's scheduler holds a Parameter here, and its next step raises where a number takes its "
    "place. With ops.assign the steps of this scheduler are torch's from 0 on, not from -1: there make "
    "the scheduler anew.",
    "MindSpore 的调度器在此处保存的是 Parameter，若以数值替换，下一次 step 会报错。用 ops.assign 时，该调度器从 0 "
    "开始的步进与 torch 一致，从 -1 开始则不同：此时请重新创建调度器。",
)
ASSIGN = "mindspore.ops.assign"
ASSIGNED = Text("Assign the Parameter", "对 Parameter 赋值")
# The schedulers whose rates behind ops.assign(last_epoch, -1) are torch's too, as seen by running both.
ANEW = tuple(f"{name}LR" for name in ("Step", "MultiStep", "Lambda", "Linear", "Constant"))
LAST, RATES = "get_last_lr", "[float(lr) for lr in {self}.get_last_lr()]"
OURS = "mindspore.experimental.optim.lr_scheduler."
BASES = ("LRScheduler", "_LRScheduler")
SHARED = Text(
    "Several schedulers set the rates of this optimizer: MindSpore's get_last_lr() gives what the "
    "optimizer has now, torch's what this scheduler set last. Keep its rates yourself where another "
    "one steps in between.",
    "有多个调度器设置该优化器的学习率：MindSpore 的 get_last_lr() 返回优化器当前的学习率，torch 返回该调度器"
    "最近一次设置的值。若其间有其他调度器执行 step，请自行保存其学习率。",
)


def scheduler_read_findings(site: Site) -> Iterator[Finding]:
    """Each read of ``scheduler.last_epoch`` and the like, outside of the class; of last rates where
    several schedulers set them, and of those of a scheduler that comes from elsewhere."""
    tree, text = site.document.tree, site.document.text
    if tree is None or not any(word in text for word in ("optim", "sched", LAST)):
        return
    if LAST in text:
        yield from _shared_rates(site, tree)
    if not any(f".{name}" in text for name in (*NUMBERS, LAST)):
        return
    read: set[ast.AST] = set()
    called: set[ast.AST] = set()
    for node in walk(tree):
        if isinstance(node, ast.Call):
            called.add(node.func)
            yield from _last_rates(site, node, read)
            if getattr(node.func, "id", "") in ("bool", "float", "int"):
                read.update(node.args)
            elif name_of(node.func) == "assign":
                read.update(node.args[:1])
        elif isinstance(node, ast.comprehension):
            read.add(node.iter)
        elif isinstance(node, ast.Assign):
            yield from _set(site, node)
        if not isinstance(node, ast.Attribute) or node.attr not in NUMBERS or node in called:
            continue
        if isinstance(node.ctx, ast.Load) and (node.attr in OTHER_NAMES or node not in read):
            yield from _number(site, node)


def _set(site: Site, statement: ast.Assign) -> Iterator[Finding]:
    """``scheduler.last_epoch = start - 1``."""
    match statement.targets:
        case [ast.Attribute(held, "last_epoch") as target] if _is_instance(site, held, SCHEDULER):
            name = site.bindings.values[held].name.rpartition(".")[2]
            counted = isinstance(statement.value, ast.Constant)
            parts = map(site.document.span, (target, statement.value))
            pieces = (Name(ASSIGN), "(", next(parts), ", ", next(parts), ")")
            span = site.document.span(statement)
            known = counted or name in ANEW
            fix = Fix(ASSIGNED, "safe", (Edit(span, pieces),)) if known else None
            symbol = f"{SCHEDULER}.last_epoch"
            message = SET if known else SET_BEFORE
            yield Finding("MP216", "warning", symbol, None, "certain", message, span, fix)


def _number(site: Site, node: ast.Attribute) -> Iterator[Finding]:
    unseen = site.bindings.values.get(node.value, UNKNOWN) is UNKNOWN and node.attr in ALONE
    called = OF_SCHEDULERS.search(name_of(node.value)) and site.bindings.has_torch
    if _is_instance(site, node.value, SCHEDULER) or (unseen and called):
        read, template = one_item(site.document, node, NUMBERS[node.attr])
        before, behind = template.split("{self}")
        pieces: tuple[Piece, ...] = (before, site.document.span(node.value), behind)
        span = site.document.span(node)
        fix = Fix(TITLE, "safe", (Edit(site.document.span(read), pieces),))
        symbol = f"{SCHEDULER}.{node.attr}"
        yield Finding("MP216", "warning", symbol, None, "certain", MESSAGE, span, fix)


def _last_rates(site: Site, call: ast.Call, read: set[ast.AST]) -> Iterator[Finding]:
    """``self.scheduler.get_last_lr()`` of a scheduler that is only known by the method's name."""
    match call:
        case ast.Call(ast.Attribute(held, name), [], []) if name == LAST:
            unseen = site.bindings.values.get(held, UNKNOWN) is UNKNOWN
            whole, template = one_item(site.document, call, RATES)
            if not unseen or not site.bindings.has_torch or read & {call, whole}:
                return
            before, behind = template.split("{self}")
            span = site.document.span(call)
            edit = Edit(site.document.span(whole), (before, site.document.span(held), behind))
            symbol = f"{SCHEDULER}.{LAST}"
            fix = Fix(TITLE, "safe", (edit,))
            yield Finding("MP216", "warning", symbol, None, "likely", MESSAGE, span, fix)


def _is_instance(site: Site, node: ast.expr, symbol: str) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    return value.kind == "instance" and site.api.is_subclass(value.name, symbol)


def _shared_rates(site: Site, tree: ast.Module) -> Iterator[Finding]:
    """``get_last_lr()`` of one of several schedulers that set the rates of an optimizer."""
    together = _together(site, tree)
    wrappers = [info.node for info in site.bindings.classes if info.node and _is_scheduler(info)]
    wrapped = {call for cls in wrappers for call in find(cls, ast.Call)}
    fresh = set(_behind_steps(tree))
    for call in find(tree, ast.Call):
        if not isinstance(call.func, ast.Attribute) or call.func.attr != LAST or call in fresh:
            continue
        held, scope = ast.unparse(call.func.value), function_around(tree, call)
        own = held.startswith("self.")
        others = {name for place, name in together if own or place in (scope, None)}
        if held not in others and not (own and call in wrapped):
            continue
        span, symbol = site.document.span(call.func), f"{SCHEDULER}.{LAST}"
        yield Finding("MP216", "warning", symbol, None, "certain", SHARED, span, None)


def _behind_steps(tree: ast.Module) -> Iterator[ast.Call]:
    """What is called in the statement behind ``scheduler.step()``, of the same scheduler."""
    for node in walk(tree):
        for block in (getattr(node, "body", ()), getattr(node, "orelse", ())):
            if not isinstance(block, list):
                continue
            for first, second in pairwise(block):
                match first:
                    case ast.Expr(ast.Call(ast.Attribute(held, "step"))):
                        for call in find(second, ast.Call):
                            of = call.func.value if isinstance(call.func, ast.Attribute) else None
                            if of is not None and ast.dump(of) == ast.dump(held):
                                yield call


def _together(site: Site, tree: ast.Module) -> set[tuple[ast.FunctionDef | None, str]]:
    """Names of schedulers of which others set the rates too, with the function that makes them."""
    made: dict[tuple[ast.FunctionDef | None, str], set[str]] = {}
    parts: set[str] = set()
    for statement in find(tree, ast.Assign):
        for target, value in assigned_pairs(statement):
            if isinstance(value, ast.Call) and value.args and _makes_scheduler(site, value):
                place = function_around(tree, statement)
                names = made.setdefault((place, ast.unparse(value.args[0])), set())
                names.add(ast.unparse(target))
                given = [*value.args[1:], *(keyword.value for keyword in value.keywords)]
                parts.update(
                    ast.unparse(item)
                    for argument in given
                    for item in (argument.elts if isinstance(argument, ast.List) else [argument])
                )
    return {
        (place, name)
        for (place, _), names in made.items()
        if len(names - parts) > 1
        for name in names - parts
    }


def _makes_scheduler(site: Site, call: ast.Call) -> bool:
    value = site.bindings.values.get(call.func, UNKNOWN)
    if value.kind == "mindspore":
        return value.name.startswith(OURS)
    return _is_instance(site, call, SCHEDULER) or (
        isinstance(value.info, ClassInfo) and _is_scheduler(value.info)
    )


def _is_scheduler(info: ClassInfo) -> bool:
    """Whether a class derives from torch's base of schedulers, or from MindSpore's."""
    return any(map(_is_base, info.bases))


def _is_base(base: Value) -> bool:
    if isinstance(base.info, ClassInfo):
        return _is_scheduler(base.info)
    return base.name.rpartition(".")[2] in BASES
