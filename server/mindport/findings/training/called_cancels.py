"""``cancel_gradients(epoch, net, freeze)`` whose body takes some gradients away goes to its calls.

    def cancel_gradients(epoch, net, freeze):
        if epoch >= freeze:
            return
        for name, p in net.named_parameters():
            if "last_layer" in name:
                p.grad = None

The step gets None in their place, so that the loop has to stand between backward and step.
"""

from __future__ import annotations

import ast
import copy
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from mindport.document import Span
from mindport.findings.dropped import whole_lines
from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.called_hands import calls_of
from mindport.findings.training.code import Code
from mindport.findings.training.function_edits import MOVED_AWAY
from mindport.findings.training.layout import (
    behind_blanks,
    free_name,
    indentation_of,
    names_in,
    shares_line,
    start_of,
)
from mindport.findings.training.names import bound_names, read_names
from mindport.findings.training.obstacles import Obstacle
from mindport.nodes import find, name_of, walk
from mindport.report import Edit, Fix
from mindport.symbols.cancelled import cancels_in
from mindport.symbols.values import UNKNOWN, FunctionInfo
from mindport.texts import Text

TITLE = Text("Take the gradients away where they are", "在梯度所在之处去除它们")
PURE = (ast.Attribute, ast.BoolOp, ast.Compare, ast.Constant, ast.Name, ast.UnaryOp)
INVERSE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Lt: ast.GtE,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


def called_cancels(site: Site, code: Code, obstacles: Sequence[Obstacle]) -> Fix | None:
    """The fix that puts the bodies of such functions in the place of their calls; None without one."""
    calls = [o.node for o in obstacles if o.text == told.HANDED_GRADIENTS]
    edits: list[Edit] = []
    moved: dict[ast.FunctionDef, list[ast.Call]] = {}
    for call in calls:
        function = _called(site, call) if isinstance(call, ast.Call) else None
        edit = None if function is None else _in_place(site, code, call, function)
        if edit is not None and function is not None and isinstance(call, ast.Call):
            edits.append(edit)
            moved.setdefault(function, []).append(call)
    for function, some in moved.items():
        edits += _without(site, function, some)
    return Fix(TITLE, "safe", tuple(edits), rearranges=True) if edits else None


def _called(site: Site, call: ast.Call) -> ast.FunctionDef | None:
    """The function of this file or another that a statement calls, if it does no more than that."""
    value = site.bindings.values.get(call.func, UNKNOWN)
    tree, name = site.document.tree, name_of(call.func)
    match value.info, call.func:
        case FunctionInfo(owner=None, home=Path() as home) as info, _:
            tree, name = site.reading(home), info.name
        case _, ast.Attribute():
            return None
    for function in tree.body if tree is not None else ():
        if isinstance(function, ast.FunctionDef) and function.name == name:
            return function if _takes_away(function) else None
    return None


def _takes_away(function: ast.FunctionDef) -> bool:
    *guards, loop = _body(function) or [ast.Pass()]
    arguments = function.args
    plain = not (arguments.vararg or arguments.kwarg or arguments.defaults or arguments.kwonlyargs)
    cancels = isinstance(loop, ast.For) and cancels_in(loop) is not None
    if not plain or not cancels or function.decorator_list or not all(map(_is_guard, guards)):
        return False
    given = {argument.arg for argument in arguments.args}
    read = set().union(*map(read_names, guards), read_names(loop))
    return read - bound_names(loop) <= given and not given & bound_names(loop)


def _body(function: ast.FunctionDef) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


def _is_guard(statement: ast.stmt) -> bool:
    """``if epoch >= freeze: return``."""
    match statement:
        case ast.If(test, [ast.Return(None)], []):
            return all(isinstance(node, PURE) for node in walk(test))
    return False


def _in_place(site: Site, code: Code, call: ast.AST, function: ast.FunctionDef) -> Edit | None:
    """The body in the place of a statement that calls the function with names and constants."""
    statement = code.statement(call)
    if not isinstance(call, ast.Call) or not isinstance(statement, ast.Expr):
        return None
    names = [argument.arg for argument in function.args.args]
    values = dict(zip(names, call.args, strict=False))
    values |= {one.arg: one.value for one in call.keywords if one.arg is not None}
    plain = (ast.Name, ast.Attribute, ast.Constant)
    spread = any(not isinstance(one, plain) for one in values.values())
    if spread or values.keys() != set(names) or len(call.args) + len(call.keywords) != len(names):
        return None
    if statement.value is not call or shares_line(site.document, statement):
        return None
    text = ast.unparse(_written(site, function, values))
    margin = indentation_of(site.document, statement)
    lines = textwrap.indent(text, margin).replace("\n", site.document.newline)
    return Edit(site.document.span(statement), (lines.removeprefix(margin),))


def _written(site: Site, function: ast.FunctionDef, values: Mapping[str, ast.expr]) -> ast.stmt:
    """The loop, under the conditions on which the function does not return before it."""
    *guards, loop = (copy.deepcopy(statement) for statement in _body(function))
    taken = names_in(site)
    own = {name: free_name(name, taken) for name in sorted(bound_names(loop))}
    tests = [_negated(guard.test) for guard in guards if isinstance(guard, ast.If)]
    written: ast.stmt = loop
    if tests:
        test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
        written = ast.If(test, [loop], [])
    renamed = _Renamed(values, own).visit(written)
    assert isinstance(renamed, ast.stmt)
    return ast.fix_missing_locations(renamed)


def _negated(test: ast.expr) -> ast.expr:
    match test:
        case ast.Compare(left, [operator], [right]) if type(operator) in INVERSE:
            return ast.Compare(left, [INVERSE[type(operator)]()], [right])
    return ast.UnaryOp(ast.Not(), test)


class _Renamed(ast.NodeTransformer):
    """What the caller gives in the place of the parameters, and free names for the loop's own."""

    def __init__(self, values: Mapping[str, ast.expr], own: Mapping[str, str]) -> None:
        self.values = values
        self.own = own

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id) or ast.Name(self.own.get(node.id, node.id), node.ctx)


def _without(site: Site, function: ast.FunctionDef, calls: Sequence[ast.Call]) -> Iterator[Edit]:
    """The function of this file goes where nothing else names it."""
    tree, document = site.document.tree, site.document
    assert tree is not None
    if function not in tree.body or function.name in site.shared():
        return
    named = [n for n in walk(tree) if isinstance(n, ast.Name) and n.id == function.name]
    texts = [n for n in find(tree, ast.Constant) if n.value == function.name]
    everywhere = calls_of(tree, function.name, is_method=False)
    if texts or len(named) != len(calls) or set(everywhere) != set(calls):
        return
    whole = Span(start_of(document, function), document.span(function).end)
    whole = whole_lines(document, whole)
    yield Edit(Span(whole.start, behind_blanks(document, whole.end)), MOVED_AWAY)
