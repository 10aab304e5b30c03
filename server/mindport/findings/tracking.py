"""``x.requires_grad`` of a plain tensor (MP306): MindSpore's does not know whether it takes gradients.

What only asks in order to mark it goes, and what only checks it; anything else is told that it does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.findings.training.leaves import marks_itself
from mindport.nodes import find, name_of, walk
from mindport.report import Edit, Finding, Fix
from mindport.rewrites.facts import MAKERS
from mindport.symbols.assignments import only_value
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.uses import Use
from mindport.symbols.values import LAYER_PARAMETERS, UNKNOWN, is_tensor
from mindport.texts import Text, join

SYMBOL = "torch.Tensor.requires_grad"
MESSAGE = Text(
    "A plain tensor of MindSpore does not know whether it takes gradients: what is differentiated is "
    "chosen by grad_position and weights of value_and_grad.",
    "MindSpore 的普通张量不知道自己是否需要梯度：对谁求导由 value_and_grad 的 grad_position 和 weights 决定。",
)
MARKS_TITLE = Text("Take the tensor as it is", "直接使用该张量")
# What gives the parameters of a network, as torch and as MindSpore call it, and helpers.
LISTING = frozenset({"parameters", "named_parameters", "all_parameters", "trainable_params",
                     "get_parameters", "parameters_and_names", "parameters_dict"})  # fmt: skip
MAY_BE_PARAMETER = Text(
    "It is taken to be a plain tensor: a frozen Parameter would be unfrozen here.",
    "假定它是普通张量：若为冻结的 Parameter，此处会将其解冻。",
)
CHECK_TITLE = Text("Remove the check", "去掉该检查")
CHECK = Text(
    "The check goes, which a program that is right always passes.",
    "正确的程序总能通过该检查，因此将其去掉。",
)
YES_TITLE = Text("Take it as True", "视为 True")
YES = Text(
    "It is taken to be True, as it is for what a network computes. Look where torch would say False: of "
    "data and targets, and under no_grad.",
    "此处视为 True，即由网络计算得到的张量。请查看 torch 会得到 False 的地方：数据与标签，以及 no_grad 之内。",
)
# What gives tensors that take no gradients, unless they are told to.
UNTRACKED = MAKERS | {"tensor", "from_numpy", "arange", "linspace", "eye", "detach", "as_tensor"}
PLAIN = ("torch.Tensor", "torch.nn.Buffer")
LISTED = re.compile(r"(?:^|_)param(?:eter)?s$")
STOPS = frozenset({"no_grad", "inference_mode", "set_grad_enabled"})


def tracking_findings(site: Site, settled: set[ast.AST]) -> tuple[list[Finding], set[ast.AST]]:
    """The findings, and the nodes of which they speak, so that no other finding does.

    Nothing is said of what is ``settled``: it goes with something else.
    """
    found: list[Finding] = []
    spoken: set[ast.AST] = set()
    for use in site.bindings.uses:
        if use.symbol != SYMBOL or use.context == "store" or use.node in settled:
            continue
        if _goes_through_parameters(site, use):
            spoken.add(use.node)
        elif not _knows(site, use):
            fix, nodes = _fix(site, use)
            spoken.update((use.node, *nodes))
            message = join(MESSAGE, fix.caution if fix is not None else None)
            span = site.document.span(use.node)
            found.append(
                Finding("MP306", "warning", SYMBOL, None, use.confidence, message, span, fix)
            )
    return found, spoken


def _knows(site: Site, use: Use) -> bool:
    """Whether it is, or may well be, a Parameter: MindSpore's have the attribute, too."""
    if use.receiver is None:
        return True
    value = site.bindings.values.get(use.receiver, UNKNOWN)
    if value.name.endswith(".Parameter"):
        return True
    held = _made(site, use)
    if isinstance(held, ast.Call) and name_of(held.func) == "Buffer":
        return True  # it becomes a Parameter that takes none
    if isinstance(held, ast.Attribute):
        plain = isinstance(held.value, ast.Name) and held.attr not in LAYER_PARAMETERS
        return not plain or value.likely or value.name not in PLAIN
    return False


def _goes_through_parameters(site: Site, use: Use) -> bool:
    """Whether a loop, or ``filter``, gives it out of a network: ``for name, p in named_parameters(net)``;
    or an item does, ``dict(net.named_parameters())[name]``."""
    within = site.document.tree if use.function is None else use.function.node
    if isinstance(use.receiver, ast.Subscript) and within is not None:
        held = use.receiver.value
        return any(map(_lists_parameters, (held, *_kept(held, within))))
    if not isinstance(use.receiver, ast.Name) or within is None:
        return False
    name = use.receiver.id
    for node in walk(within):
        match node:
            case ast.For(target=target, iter=given) | ast.comprehension(target, given):
                names = {n.id for n in walk(target) if isinstance(n, ast.Name)}
            case ast.Call(ast.Name("filter"), [ast.Lambda(arguments), given]):
                names = {argument.arg for argument in arguments.args}
            case _:
                continue
        if name in names and any(_lists_parameters(one) for one in (given, *_kept(given, within))):
            return True
    return False


def _lists_parameters(given: ast.AST) -> bool:
    """Whether parameters are listed, or what is called so is gone through: ``in named_parameters``."""
    if any(isinstance(n, ast.Name) and LISTED.search(n.id) for n in walk(given)):
        return True
    return not LISTING.isdisjoint(name_of(n.func) for n in walk(given) if isinstance(n, ast.Call))


def _kept(given: ast.AST, within: ast.AST) -> Iterator[ast.expr]:
    """What the names in ``given`` stand for: ``dict(net.named_parameters())`` of ``kept.items()``."""
    for node in walk(given):
        value = only_value(node.id, within) if isinstance(node, ast.Name) else None
        if value is not None:
            yield value


def _made(site: Site, use: Use) -> ast.expr | None:
    """What gives the tensor: the expression itself, or the one that its name stands for."""
    within = site.document.tree if use.function is None else use.function.node
    if isinstance(use.receiver, ast.Name) and within is not None:
        return only_value(use.receiver.id, within)
    return use.receiver


def _fix(site: Site, use: Use) -> tuple[Fix | None, Sequence[ast.AST]]:
    assert use.receiver is not None and site.document.tree is not None
    statement = use.statement
    outer = site.parent(use.node, statement)
    negated = _is_negated(outer)
    asked = use.node if negated is None or outer is None else outer
    path = ast.unparse(use.receiver)
    around = site.parent(asked, statement)
    if isinstance(around, ast.IfExp) and around.test is asked:
        mine, other = (around.orelse, around.body) if negated else (around.body, around.orelse)
        if ast.unparse(mine) == path and marks_itself(other, path):
            return _marks(site, use, _taken(site, around, use)), [*walk(other)]
    if negated and _asks_to_mark(statement, asked, path):
        assert isinstance(statement, ast.If)
        nodes = [node for inner in statement.body for node in walk(inner)]
        return _marks(site, use, remove_statement(site.document, statement)), nodes
    if statement is not None and _is_check(statement, asked):
        edit = remove_statement(site.document, statement)
        return Fix(CHECK_TITLE, "unsafe", (edit,), CHECK), [*walk(statement)]
    if _is_computed(site, use):
        return Fix(YES_TITLE, "unsafe", (_yes(site, use, around),), YES), ()
    return None, ()


def _is_negated(outer: ast.AST | None) -> bool | None:
    """Whether ``not x.requires_grad`` or ``x.requires_grad is False`` is asked; None for all else."""
    match outer:
        case ast.UnaryOp(ast.Not()):
            return True
        case ast.Compare(ops=[ast.Is() | ast.Eq()], comparators=[ast.Constant(bool(value))]):
            return not value
    return None


def _asks_to_mark(statement: ast.stmt | None, asked: ast.AST, path: str) -> bool:
    """``if not x.requires_grad: x.requires_grad_()``."""
    if not isinstance(statement, ast.If) or statement.test is not asked or statement.orelse:
        return False
    return all(_only_marks(inner, path) for inner in statement.body)


def _marks(site: Site, use: Use, edit: Edit) -> Fix:
    value = site.bindings.values.get(use.receiver, UNKNOWN) if use.receiver else UNKNOWN
    if is_tensor(value) and not value.likely:
        return Fix(MARKS_TITLE, "safe", (edit,))
    return Fix(MARKS_TITLE, "unsafe", (edit,), MAY_BE_PARAMETER)


def _taken(site: Site, around: ast.IfExp, use: Use) -> Edit:
    """``x`` for ``x if x.requires_grad else x.requires_grad_()``; nothing where ``x`` becomes it."""
    assert use.receiver is not None
    match use.statement:
        case ast.Assign([ast.Name(name)], value) if value is around:
            if name == ast.unparse(use.receiver):
                return remove_statement(site.document, use.statement)
    return Edit(site.document.span(around), (site.document.span(use.receiver),))


def _only_marks(statement: ast.stmt, path: str) -> bool:
    """``x.requires_grad_()``, ``x.requires_grad = True``, ``x = x.detach().requires_grad_()``.

    And what is left of them: ``pass``.
    """
    match statement:
        case ast.Pass():
            return True
        case ast.Expr(value):
            return marks_itself(value, path)
        case ast.Assign([ast.Attribute(owner, "requires_grad")], ast.Constant(True)):
            return ast.unparse(owner) == path
        case ast.Assign([target], value):
            return ast.unparse(target) == path and marks_itself(value, path)
    return False


def _is_check(statement: ast.stmt, asked: ast.AST) -> bool:
    """``assert x.requires_grad``, and an ``if`` that raises."""
    if isinstance(statement, ast.Assert):
        return statement.test is asked
    if not isinstance(statement, ast.If) or statement.orelse:
        return False
    raises = len(statement.body) == 1 and isinstance(statement.body[0], ast.Raise)
    return raises and (statement.test is asked or _is_operand(statement.test, asked))


def _is_operand(test: ast.AST | None, asked: ast.AST) -> bool:
    return isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and asked in test.values


def _is_computed(site: Site, use: Use) -> bool:
    """Whether it is a tensor, and not one that has no gradient for sure."""
    receiver = use.receiver
    value = site.bindings.values.get(receiver, UNKNOWN) if receiver is not None else UNKNOWN
    if receiver is None or isinstance(receiver, ast.Attribute) or not is_tensor(value):
        return False
    if not site.bindings.has_torch or _guards_backward(use.statement):
        return False
    function = None if use.function is None else use.function.node
    within = function or site.document.tree
    assert within is not None
    if any(name_of(node) in STOPS for node in walk(within)):
        return False
    made = _made(site, use)
    if isinstance(made, ast.Attribute | ast.Subscript):  # it may be a Parameter
        return False
    if isinstance(made, ast.Call) and name_of(made.func) in UNTRACKED:
        return any(keyword.arg == "requires_grad" for keyword in made.keywords)
    if isinstance(receiver, ast.Name) and receiver.id in _parameters(function):
        return getattr(function, "name", "") in FORWARD_NAMES
    return not value.likely


def _guards_backward(statement: ast.stmt | None) -> bool:
    """``if loss.requires_grad: loss.backward()``, which is a part of a training step."""
    if not isinstance(statement, ast.If | ast.While):
        return False
    return any(name_of(node.func) == "backward" for node in find(statement, ast.Call))


def _parameters(function: ast.AST | None) -> set[str]:
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return set()
    return {node.arg for node in walk(function.args) if isinstance(node, ast.arg)}


def _yes(site: Site, use: Use, around: ast.AST | None) -> Edit:
    """``True``, or nothing where ``and`` has another condition beside it."""
    document, span = site.document, site.document.span(use.node)
    if isinstance(around, ast.BoolOp) and _is_operand(around, use.node):
        index = around.values.index(use.node)
        beside = document.span(around.values[index - 1 if index else 1])
        between = (beside.end, span.start) if index else (span.end, beside.start)
        if document.text[slice(*between)].split() == ["and"]:
            gone = Span(between[0], span.end) if index else Span(span.start, between[1])
            return Edit(gone, ())
    return Edit(span, ("True",))
