"""Places up to a length that are set in a loop (MP402): ``for i, n in enumerate(lengths): m[i, :n] = 1``.

With MindSpore 2.10.0 the gradient of such a loop fails in graph mode, where the tensor is made of no
weights and the bound is a number that the network computes. One mask for all rows is right, and so are
a tensor that depends on weights, ``+=``, numbers known beforehand, and the same without a loop.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.computed_numbers import is_computed
from mindport.findings.graph.scopes import has_another, scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, name_of, walk
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.assignments import assigned
from mindport.symbols.shapes import shape_of
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

LOOP = Text(
    "Graph mode fails at the gradient of a loop that sets places up to a computed length; set them for all "
    "rows at once: m = m.masked_fill(ops.arange(m.shape[1]) < lengths[:, None], value).",
    "静态图模式下，循环中按计算得到的长度赋值会在求梯度时报错；请对所有行一次赋值："
    "m = m.masked_fill(ops.arange(m.shape[1]) < lengths[:, None], value)。",
)
TITLE = Text("Set them for all rows at once", "对所有行一次赋值")
CAUTION = Text(
    "The lengths must be one for each row, and none of them negative.",
    "每一行须有一个长度，且长度均不为负。",
)
MAKERS = frozenset(
    {"zeros", "ones", "full", "empty", "rand", "new_zeros", "new_ones", "new_full", "new_empty"}
)
LIKE = frozenset({"zeros_like", "ones_like", "full_like", "empty_like"})
CASTS = frozenset({"to", "bool", "float", "long", "int", "half", "type", "clone", "cuda"})


@dataclass(frozen=True, slots=True)
class Setting:
    """``held[row, :bound] = value`` in a loop."""

    loop: ast.For
    node: ast.Assign
    target: ast.Subscript
    held: str


def set_length_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a statement that sets, told where it stands."""
    for function in code.functions:
        for setting in _settings(function):
            if _fails(site, function, setting):
                fix = _fix(site, function, setting)
                yield told(site, "MP402", setting.target, LOOP, fix)


def _settings(function: Function) -> Iterator[Setting]:
    seen = set[ast.AST]()
    for loop in (node for node in function.nodes if isinstance(node, ast.For)):
        for node in walk(loop):
            match node:
                case ast.Assign([ast.Subscript(ast.Name(name)) as target]) if node not in seen:
                    seen.add(node)
                    yield Setting(loop, node, target, name)


def _fails(site: Site, function: Function, setting: Setting) -> bool:
    """One computed slice, a tensor that no weight is in, and a number that is set."""
    index = setting.target.slice
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    computed = [
        item
        for item in items
        if isinstance(item, ast.Slice)
        and any(
            bound is not None and is_computed(site, bound, function.node, given=True)
            for bound in (item.lower, item.upper)
        )
    ]
    if len(computed) != 1:
        return False
    made = assigned(setting.held, function.node) or ()
    parameters = {one.arg for one in function.parameters}
    return (
        bool(made)
        and all(_is_made(value, parameters) for value in made)
        and not is_tensor(site.bindings.values.get(setting.node.value, UNKNOWN))
        and not any(isinstance(one, ast.Subscript) for one in walk(setting.node.value))
    )


def _is_made(node: ast.expr, parameters: set[str]) -> bool:
    """``torch.zeros(...)``, ``x.new_zeros(...).bool()``, ``torch.zeros_like(x)`` of a parameter."""
    match node:
        case ast.Call(ast.Attribute(inner, name)) if name in CASTS and isinstance(inner, ast.Call):
            return _is_made(inner, parameters)
        case ast.Call(func, args):
            name = name_of(func)
            first = args[0] if args else None
            return name in MAKERS or (name in LIKE and getattr(first, "id", "") in parameters)
    return False


def _fix(site: Site, function: Function, setting: Setting) -> Fix | None:
    """One ``masked_fill`` in place of a loop that does nothing else.

    Unsafe: that there is a length for each row is not seen.
    """
    bounded = _bounded(setting)
    shape = shape_of(ast.Name(setting.held, ast.Load()), function.node)
    scope = next((one for one in scopes(function) if setting.node in one.nodes), None)
    if bounded is None or shape is None or len(shape) != 2 or scope is None:
        return None
    named = _named_before(setting)
    if named is None or has_another(scope, setting.held):
        return None
    if _reads_targets_behind(function, setting.loop):
        return None
    bound, operator = bounded
    lengths = _lengths(setting, named.get(getattr(bound, "id", ""), bound))
    if lengths is None:
        return None
    span, held = site.document.span, setting.held
    pieces = (
        f"{held} = {held}.masked_fill(", Name("mindspore.ops.arange"), f"({held}.shape[1]) {operator} ",
        span(lengths), "[:, None], ", span(setting.node.value), ")",
    )  # fmt: skip
    return Fix(TITLE, "unsafe", (Edit(span(setting.loop), pieces),), CAUTION)


def _named_before(setting: Setting) -> dict[str, ast.expr] | None:
    """``n`` of a loop that holds ``n = int(n)`` and the statement that sets; None where it holds more."""
    *before, last = setting.loop.body
    named: dict[str, ast.expr] = {}
    for one in before:
        match one:
            case ast.Assign([ast.Name(name)], value):
                named[name] = value
            case _:
                return None
    return named if last is setting.node and not setting.loop.orelse and len(before) < 2 else None


def _bounded(setting: Setting) -> tuple[ast.expr, str] | None:
    """The bound of ``held[i, :n]``, with ``<``, and of ``held[i, n:]``, with ``>=``."""
    match setting.target.slice:
        case ast.Tuple([ast.Name(row), ast.Slice(None, bound, None)]) if bound is not None:
            operator = "<"
        case ast.Tuple([ast.Name(row), ast.Slice(bound, None, None)]) if bound is not None:
            operator = ">="
        case _:
            return None
    counted = setting.loop.target
    first = counted.elts[0] if isinstance(counted, ast.Tuple) else counted
    return (bound, operator) if getattr(first, "id", "") == row else None


def _lengths(setting: Setting, bound: ast.expr) -> ast.expr | None:
    """``lengths`` of ``for i, n in enumerate(lengths)`` and of ``for i in range(len(lengths))``."""
    match bound:
        case ast.Call(ast.Name("int"), [inner], []) | ast.Call(
            ast.Attribute(inner, "item"), [], []
        ):
            return _lengths(setting, inner)
    match setting.loop.target, setting.loop.iter, bound:
        case (
            ast.Tuple([ast.Name(), ast.Name(item)]),
            ast.Call(ast.Name("enumerate"), [ast.Name() | ast.Attribute() as lengths], []),
            ast.Name(name),
        ) if name == item:
            return lengths
        case (
            ast.Name(row),
            ast.Call(ast.Name("range"), [_], []),
            ast.Subscript(ast.Name() | ast.Attribute() as lengths, ast.Name(index)),
        ) if row == index:
            return lengths
    return None


def _reads_targets_behind(function: Function, loop: ast.For) -> bool:
    """Whether the names that the loop gives are read behind it."""
    given = {one.id for one in find(loop, ast.Name) if isinstance(one.ctx, ast.Store)}
    inside = set(walk(loop))
    return any(
        isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and node.id in given
        and node not in inside
        and node.lineno > loop.lineno
        for node in function.nodes
    )
