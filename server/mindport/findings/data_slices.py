"""``x.data[i] = y`` in what is differentiated (MP209): the value is lost there.

In a function that MindSpore 2.7.2 to 2.10.0 differentiate ``data`` is another tensor, and what an index
sets of it never reaches ``x``; outside it does. ``x.data.copy_(...)`` reaches it, and leaves the gradient
as torch does, but not of a tensor that shows another one's memory in another order, as ``x.transpose(0, 1)``
does: on a CPU ``copy_`` changes nothing then, in silence. ``contiguous()`` before it gives it its own.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from mindport.document import Span
from mindport.findings.data_stores import CALLED_PARAMETER, DATA, has_tensors
from mindport.findings.site import Site
from mindport.nodes import (
    attribute_of_self,
    called_from,
    find,
    function_around,
    is_pure,
    kept,
    name_of,
)
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import given_last
from mindport.symbols.beginnings import is_beginning
from mindport.symbols.fresh import VIEW_METHODS
from mindport.symbols.reached import in_forwards
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, join

COPY = "mindspore.Tensor.copy_"
VIEW = Text(
    "On a CPU MindSpore's copy_ changes nothing, in silence, where the tensor shows another one's memory in "
    "another order, as x.transpose(0, 1) does; contiguous() gives it memory of its own.",
    "在 CPU 上，若该张量是以其他次序展示另一张量内存的视图（如 x.transpose(0, 1)），MindSpore 的 copy_ 不会做任何修改"
    "且不报错；contiguous() 会给它独立的内存。",
)
HELD = Text(
    "What else shows the same memory keeps its values then.", "此时共享同一内存的其他张量的值不变。"
)
OWN_TITLE = Text("Give the tensor its own memory", "让张量拥有独立的内存")
MESSAGE = Text(
    "In a function that it differentiates MindSpore loses what an index sets of data. Change a copy, and "
    "copy_ it back.",
    "在被求导的函数中，MindSpore 会丢失通过下标对 data 的赋值。请修改副本，再用 copy_ 写回。",
)
TAKEN = Text("It is taken for a tensor.", "此处将其视为张量。")
TITLE = Text("Change a copy, and copy it back", "修改副本并写回")
NAME = "changed"
OWN = "contiguous"
Statement = ast.Assign | ast.AugAssign
TAKES_GRADIENTS = frozenset({"backward", "grad", "value_and_grad"})


def data_slice_findings(site: Site, told: Collection[Span]) -> Iterator[Finding]:
    """A finding for each item of ``data`` that a differentiated function sets, but for those ``told``."""
    tree = site.document.tree
    if tree is None or ".data[" not in site.document.text or not has_tensors(site):
        return
    statements: list[Statement] = [*find(tree, ast.Assign), *find(tree, ast.AugAssign)]
    for statement in statements:
        for target in _targets(statement):
            match target:
                case ast.Subscript(ast.Attribute(base, "data") as data) if not attribute_of_self(
                    data
                ):
                    value = site.bindings.values.get(base, UNKNOWN)
                    around = function_around(tree, statement)
                    if around is None or not (is_tensor(value) or value is UNKNOWN):
                        continue
                    if site.document.span(target) in told:
                        continue
                    if around not in kept(tree, differentiated) or is_beginning(tree, target):
                        continue
                    edits = _edits(site, around, statement, target, data)
                    fix = Fix(TITLE, "safe", edits) if edits else None
                    if fix is not None and value is UNKNOWN:
                        fix = Fix(TITLE, "unsafe", edits, TAKEN)
                    message = MESSAGE if is_tensor(value) else join(MESSAGE, TAKEN)
                    place = site.document.span(target)
                    yield Finding("MP209", "warning", DATA, COPY, "likely", message, place, fix)


def changed_data_findings(site: Site) -> Iterator[Finding]:
    """A finding for each ``x.data.masked_fill_(...)`` of what a differentiated function computed."""
    tree, document = site.document.tree, site.document
    if tree is None or ".data." not in document.text or not has_tensors(site):
        return
    seen: set[tuple[ast.FunctionDef, str]] = set()
    for statement in find(tree, ast.Expr):
        match statement.value:
            case ast.Call(ast.Attribute(ast.Attribute(base, "data"), name)) if _changes(name):
                value = site.bindings.values.get(base, UNKNOWN)
                around = function_around(tree, statement)
                if around is None or not (is_tensor(value) or value is UNKNOWN):
                    continue
                if not _is_computed(base, around) or around not in kept(tree, in_forwards):
                    continue
                held = ast.unparse(base)
                # An operator makes memory in order, and so does OWN; known views are told as such.
                made = given_last(around, base)
                called = name_of(made.func) if isinstance(made, ast.Call) else ""
                known = isinstance(made, ast.BinOp) or called in {OWN, *VIEW_METHODS}
                if known or (around, held) in seen:
                    continue
                seen.add((around, held))
                span = document.span(statement)
                start = document.line_starts[document.line_of(span.start)]
                blanks = document.text[start : span.start]
                line = f"{blanks}{held} = {held}.contiguous(){document.newline}"
                edits = (Edit(Span(start, start), (line,)),)
                fix = None if blanks.strip() else Fix(OWN_TITLE, "unsafe", edits, HELD)
                yield Finding("MP209", "warning", DATA, COPY, "likely", VIEW, span, fix)


def _changes(method: str) -> bool:
    return method.endswith("_") and not method.endswith("__")


def _is_computed(node: ast.expr, around: ast.FunctionDef) -> bool:
    """Whether it is no parameter, by its name, but ``alignment`` or ``outputs[0]``; what a loop takes
    may be one of a network's."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Name) or CALLED_PARAMETER.fullmatch(node.id) is not None:
        return False
    taken = {name.id for loop in find(around, ast.For) for name in find(loop.target, ast.Name)}
    return node.id not in taken


def _targets(statement: Statement) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def _edits(
    site: Site,
    around: ast.FunctionDef,
    statement: Statement,
    target: ast.Subscript,
    data: ast.Attribute,
) -> tuple[Edit, ...]:
    """The statement on a copy of the data, which is copied back; copy_ is not known to work on a GPU."""
    document = site.document
    span, newline = document.span(statement), document.newline
    indentation = document.text[document.line_starts[document.line_of(span.start)] : span.start]
    single = len(_targets(statement)) == 1 and is_pure(data) and not indentation.strip()
    if not single or "GPU" in site.target.devices:
        return ()
    name, held = _free_name(around), document.span(data)
    key, value = document.span(target.slice), document.span(statement.value)
    sets = document.text[document.span(target).end : value.start]
    changing = (f"{name}[", key, f"]{sets}", value)
    between = f"{newline}{indentation}"
    pieces = (f"{name} = ", held, ".copy()", between, *changing, between, held, f".copy_({name})")
    return (Edit(span, pieces),)


def _free_name(function: ast.AST) -> str:
    taken = {name.id for name in find(function, ast.Name)}
    taken |= {argument.arg for argument in find(function, ast.arg)}
    return next(
        name for name in (NAME, *(f"{NAME}_{n}" for n in range(2, 999))) if name not in taken
    )


def differentiated(tree: ast.Module) -> frozenset[ast.FunctionDef | None]:
    """The forwards and what they call; in a file that takes gradients all that it runs, itself as None."""
    takes = any(name_of(call.func) in TAKES_GRADIENTS for call in find(tree, ast.Call))
    computing = kept(tree, in_forwards)
    return computing | called_from(tree, [tree]) | {None} if takes else computing
