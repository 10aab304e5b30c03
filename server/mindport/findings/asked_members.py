"""What an object is asked for by name and only torch's has: ``hasattr(m, "parameters")`` (MP307, MP306).

MindSpore's objects answer with no, or with the default, so that another branch runs than in torch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import takewhile

from mindport.findings.bases import MODULE
from mindport.findings.codes import structure_code
from mindport.findings.site import Site
from mindport.nodes import calls_of, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Piece, Severity
from mindport.rewrites.method_values import method_value
from mindport.symbols.receivers import (
    MODULES_ALONE,
    NETWORKS,
    SCHEDULER,
    STATEFUL,
    STATES,
    owner_by_name,
)
from mindport.symbols.receivers import OF_MODULES as UNMISTAKABLE
from mindport.symbols.values import CELL, UNKNOWN, ClassInfo, Value
from mindport.texts import Text, filled

TENSOR = "mindspore.Tensor"
FORWARD = "forward"
OF_MODULES = MODULES_ALONE | {FORWARD}
# Names that trees, agents and pipelines have as well.
OF_OTHERS = frozenset({"children", "eval", "modules", "train"})
OF_TENSORS = frozenset({"backward", "cpu", "detach", "grad_fn", "requires_grad", "retain_grad"})
# What a tensor of torch holds, and one of MindSpore does not: its default is no answer.
HELD = frozenset({"grad", "grad_fn", "requires_grad"})
OPTIMIZERS = ("optim", "opt")
RATES = "get_last_lr"
MESSAGE = Text(
    "A {0} of MindSpore has no {1}: the answer is no, or the default, where torch's has it.",
    "MindSpore 的 {0} 没有 {1}：torch 的对象具有它，这里却得到“没有”或默认值。",
)
TITLE = Text("Ask as torch's object would answer", "按 torch 的对象作答")
CAUTION = Text(
    "The source does not tell what the object is; an optimizer of MindSpore is a Cell, too.",
    "源码没有表明该对象的类型；MindSpore 的优化器也是 Cell。",
)
HELD_MESSAGE = Text(
    "A tensor of MindSpore has no {0}: the default is taken where torch has a value. What is "
    "differentiated is chosen by grad_position and weights of value_and_grad, which returns the gradients.",
    "MindSpore 的张量没有 {0}：torch 有值之处，这里取默认值。求导对象由 value_and_grad 的 grad_position 和 weights "
    "指定，梯度由其返回。",
)


def asked_member_findings(site: Site) -> Iterator[Finding]:
    """``hasattr(x, "name")`` and ``getattr(x, "name", default)`` with the names of torch's alone."""
    tree = site.document.tree
    if tree is None:
        return
    for function in ("hasattr", "getattr"):
        for call in calls_of(tree, function):
            if len(call.args) >= 2 and not call.keywords:
                yield from _asked(site, call, function, tree)


def _asked(site: Site, call: ast.Call, function: str, tree: ast.Module) -> Iterator[Finding]:
    asked, name = call.args[0], getattr(call.args[1], "value", None)
    value = site.bindings.values.get(asked, UNKNOWN)
    if not isinstance(name, str) or not (site.bindings.has_torch or name in UNMISTAKABLE):
        return
    if _is_answered(site, call, tree):
        return
    if name in OF_MODULES and _may_be_module(value, asked, name):
        known = value.kind != "unknown"
        pieces = _of_module(site, call, function, name, known)
        told = filled(MESSAGE, "Cell", name)
        yield _finding(site, call, f"{MODULE}.{name}", told, pieces, known)
    elif function == "hasattr" and name in STATES and _may_be_scheduler(site, value, asked):
        span = site.document.span
        either = ("hasattr(", span(asked), f', "{RATES}") or ', span(call))
        told = filled(MESSAGE, "LRScheduler", name)
        yield _finding(
            site, call, f"{SCHEDULER}.{name}", told, either if _is_plain(asked) else None
        )
    elif function == "hasattr" and name in OF_TENSORS and _may_be_tensor(value):
        pieces = _or(site, call, TENSOR)
        told = filled(MESSAGE, "Tensor", name)
        yield _finding(site, call, f"torch.Tensor.{name}", told, pieces)
    elif function == "getattr" and name in HELD and _may_be_tensor(value) and len(call.args) > 2:
        if _is_in_optimizer(site, call):  # there parameters have it
            return
        yield _finding(site, call, f"torch.Tensor.{name}", filled(HELD_MESSAGE, name), None)


def _is_in_optimizer(site: Site, call: ast.Call) -> bool:
    return any(
        (cls.torch_base or "").startswith("torch.optim.") and call in walk(cls.node)
        for cls in site.bindings.classes
        if cls.node is not None
    )


def _may_be_module(value: Value, asked: ast.expr, name: str) -> bool:
    if isinstance(value.info, ClassInfo):
        own = value.info.methods.keys() | value.info.attributes.keys()
        return value.kind == "object" and value.info.is_module and name not in own - {FORWARD}
    if value.kind == "unknown":
        holder = name_of(asked).lower()
        if any(word in holder for word in OPTIMIZERS) or holder == "cls":
            return False
        return name not in OF_OTHERS or any(word in holder for word in NETWORKS)
    return value.kind == "instance" and value.name.startswith(("torch.nn.", CELL))


def _may_be_scheduler(site: Site, value: Value, asked: ast.expr) -> bool:
    if value.kind == "unknown":
        owner = owner_by_name(name_of(asked))
        return owner == SCHEDULER or (owner == STATEFUL and "sched" in site.document.text.lower())
    return value.kind == "instance" and value.name.startswith("torch.optim.lr_scheduler.")


def _may_be_tensor(value: Value) -> bool:
    named = ("torch.Tensor", TENSOR)
    return value.kind == "unknown" or (value.kind == "instance" and value.name in named)


def _of_module(
    site: Site, call: ast.Call, function: str, name: str, known: bool
) -> tuple[Piece, ...] | None:
    """The question as a Cell answers it as torch's module does."""
    document, asked = site.document, site.document.span(call.args[0])
    if known and name == FORWARD:
        rest = [document.span(one) for one in call.args[2:]]
        head: list[Piece] = [f"{function}(", asked, ', "construct"']
        return (*head, *(piece for one in rest for piece in (", ", one)), ")")
    if function == "hasattr":
        return _or(site, call, CELL)
    found = (asked, ".construct") if name == FORWARD else _value(site, call, name)
    if found is None or not _is_plain(call.args[0]):
        return None
    return (*found, " if isinstance(", asked, ", ", Name(CELL), ") else ", document.span(call))


def _value(site: Site, call: ast.Call, name: str) -> tuple[Piece, ...] | None:
    """What takes the place of the method, as a value."""
    symbol = f"{MODULE}.{name}"
    entry = site.store.entry(symbol)
    for equivalent in () if entry is None else site.candidates(entry):
        signatures = site.api.signatures(symbol)
        written = method_value(equivalent.to or "", site.document.span(call.args[0]), signatures)
        if written is not None:
            return written
    return None


def _or(site: Site, call: ast.Call, cls: str) -> tuple[Piece, ...] | None:
    """``isinstance(x, Cell) or hasattr(x, "name")``."""
    if not _is_plain(call.args[0]):
        return None
    asked, whole = site.document.span(call.args[0]), site.document.span(call)
    return ("isinstance(", asked, ", ", Name(cls), ") or ", whole)


def _is_answered(site: Site, call: ast.Call, tree: ast.Module) -> bool:
    """Whether the object's class was asked for just before, or what tells a scheduler."""
    parents = site.parents(tree)
    asking: ast.AST = call
    outer = parents.get(call)
    if isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not):
        asking, outer = outer, parents.get(outer)
    tests: list[ast.expr] = []
    if isinstance(outer, ast.BoolOp) and isinstance(outer.op, ast.Or):
        tests = list(takewhile(lambda value: value is not asking, outer.values))
    elif isinstance(outer, ast.IfExp) and outer.orelse is asking:
        tests = [outer.test]
    asked = ast.dump(call.args[0])
    return any(
        isinstance(test, ast.Call)
        and (name_of(test.func) == "isinstance" or _asks_for_rates(test))
        and bool(test.args)
        and ast.dump(test.args[0]) == asked
        for test in tests
    )


def _asks_for_rates(test: ast.Call) -> bool:
    """``hasattr(x, "get_last_lr")``, which schedulers of both frameworks answer with yes."""
    match test:
        case ast.Call(ast.Name("hasattr"), [_, ast.Constant(value)]):
            return value == RATES
    return False


def _finding(
    site: Site,
    call: ast.Call,
    symbol: str,
    message: Text,
    pieces: tuple[Piece, ...] | None,
    known: bool = True,
) -> Finding:
    fix, span = None, site.document.span(call)
    if pieces is not None:
        operation = pieces[-1] != ")"
        if operation and not _stands_alone(site, call):
            pieces = ("(", *pieces, ")")
        edits = (Edit(span, pieces),)
        fix = Fix(TITLE, "safe", edits) if known else Fix(TITLE, "unsafe", edits, CAUTION)
    severity: Severity = "warning" if fix else "error"
    code = structure_code(symbol) or "MP307"
    return Finding(code, severity, symbol, None, "likely", message, span, fix)


def _stands_alone(site: Site, call: ast.Call) -> bool:
    """Whether an operation may take the call's place without parentheses."""
    assert site.document.tree is not None
    outer = site.parents(site.document.tree).get(call)
    if isinstance(outer, ast.Call):
        return call in outer.args
    return isinstance(outer, ast.If | ast.While | ast.Return | ast.Assign | ast.comprehension)


def _is_plain(node: ast.expr) -> bool:
    """Whether it may be written twice: a name, or what an object holds."""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_plain(node.value))
