"""``def _update(self, loss): ...; loss.backward(); ...`` goes to where it is called.

Gradients are those of a function, and the loss is computed by the caller: there the statements are
one training step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.document import Document, Span
from mindport.findings.dropped import whole_lines
from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.code import Code, Root
from mindport.findings.training.events import Event
from mindport.findings.training.function_edits import MOVED_AWAY
from mindport.findings.training.layout import (
    behind_blanks,
    line_behind,
    lines_of,
    shares_line,
    string_lines,
)
from mindport.findings.training.names import bound_names, path_of, read_names
from mindport.nodes import find, function_around, name_of, walk
from mindport.report import Edit, Fix, Moved, Operand, Piece
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

TITLE = Text("Move the step to where the loss is computed", "将更新步骤移到计算损失的位置")
OWN_BASES = frozenset({"object", "ABC", "nn.Module", "torch.nn.Module"})


@dataclass(frozen=True)
class _Call:
    """The one statement that calls ``function``, and the function in which it stands."""

    function: ast.FunctionDef
    statement: ast.Expr | ast.Assign
    call: ast.Call
    caller: ast.FunctionDef | ast.Module
    is_method: bool


def called_step(site: Site, code: Code, events: Mapping[Root, Sequence[Event]]) -> Fix | None:
    """The fix that moves a function's body to its one caller; None where it has to stay.

    It does where the caller has ``events`` of its own: what is marked there stays so.
    """
    found = _one_call(site, code, events[code.root])
    if found is None or events.get(found.caller) or not _can_move(site.document, found):
        return None
    given = _given(found)
    result = _result(found)
    if given is None or result is None:
        return None
    renamed = {name: value.id for name, value in given.items() if isinstance(value, ast.Name)}
    made = {name: value for name, value in given.items() if name not in renamed}
    if not _names_are_free(found, renamed, made):
        return None
    edits = tuple(_edits(site.document, found, renamed, made, result))
    caution = told.called_elsewhere(found.function.name)
    return Fix(TITLE, "unsafe", edits, caution)


def _one_call(site: Site, code: Code, events: Sequence[Event]) -> _Call | None:
    function, tree = code.root, site.document.tree
    if not isinstance(function, ast.FunctionDef) or tree is None or not _is_given(code, events):
        return None
    name = function.name
    calls = [call for call in find(tree, ast.Call) if name_of(call.func) == name]
    if len(calls) != 1:
        return None
    mentions = [n for n in walk(tree) if _names(n, name)]
    if len(mentions) != 2:  # its definition and its call
        return None
    owner = site.parents(tree).get(function)
    mention = next(n for n in mentions if n is not function)
    (call,) = calls
    caller = function_around(tree, call)
    if call.func is not mention or caller is function:
        return None
    is_method = isinstance(mention, ast.Attribute)
    if isinstance(mention, ast.Attribute) and not (
        isinstance(owner, ast.ClassDef)
        and caller in owner.body
        and _has_known_bases(site, owner)
        and caller is not None
        and _first(caller) == _first(function) == path_of(mention.value)
    ):
        return None
    if not is_method and not (isinstance(owner, ast.Module) and isinstance(mention, ast.Name)):
        return None
    around = caller if caller is not None else tree
    statement = Code(around).statement(call)
    if isinstance(statement, ast.Expr | ast.Assign) and statement.value is call:
        return _Call(function, statement, call, around, is_method)
    return None


def _is_given(code: Code, events: Sequence[Event]) -> bool:
    """Whether it is a whole step, and the loss is an argument."""
    backward = [event for event in events if event.kind == "backward"]
    given = all(
        event.receiver is not None and read_names(event.receiver) & code.parameters
        for event in backward
    )
    return bool(backward) and given and any(event.kind == "step" for event in events)


def _names(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Attribute(attr=found) | ast.Name(id=found) | ast.FunctionDef(name=found):
            return found == name
        case ast.AsyncFunctionDef(name=found) | ast.ClassDef(name=found) | ast.arg(arg=found):
            return found == name
        case ast.alias(name=found, asname=other):
            return name in (found, other)
        case ast.Constant(value=str(found)):
            return found == name
    return False


def _first(function: ast.FunctionDef) -> str | None:
    return function.args.args[0].arg if function.args.args else None


def _has_known_bases(site: Site, owner: ast.ClassDef) -> bool:
    """Whether no base of another file can call the method: torch's modules do not."""
    assert site.document.tree is not None
    classes = {
        node.name: node for node in walk(site.document.tree) if isinstance(node, ast.ClassDef)
    }
    waiting, known = [owner], {owner}
    while waiting:
        for base in waiting.pop().bases:
            name = path_of(base)
            value = site.bindings.values.get(base, UNKNOWN)
            if name in OWN_BASES or value.name == "torch.nn.Module":
                continue
            if name not in classes:
                return False
            if classes[name] not in known:
                known.add(classes[name])
                waiting.append(classes[name])
    return True


def _body(function: ast.FunctionDef) -> Sequence[ast.stmt]:
    """What is run: without the docstring and a return at the end."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return body[:-1] if body and isinstance(body[-1], ast.Return) else body


def _can_move(document: Document, found: _Call) -> bool:
    function, body = found.function, _body(found.function)
    stays = (ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Lambda, ast.FunctionDef,
             ast.AsyncFunctionDef, ast.ClassDef, ast.Global, ast.Nonlocal, ast.Import, ast.Delete,
             ast.ImportFrom, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)  # fmt: skip
    inner = [node for statement in body for node in ast.walk(statement)]
    if not body or function.decorator_list or any(isinstance(node, stays) for node in inner):
        return False
    if any(isinstance(n, ast.Name) and n.id in ("locals", "super", "__class__") for n in inner):
        return False
    if any(True for statement in body for _ in string_lines(statement)):
        return False
    ends = (found.statement, body[0], function.body[-1])
    return not any(shares_line(document, statement) for statement in ends)


def _given(found: _Call) -> Mapping[str, ast.expr] | None:
    """The arguments by the names of the parameters, in the order in which they are computed."""
    arguments, call = found.function.args, found.call
    others = (*arguments.posonlyargs, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    if any(others) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    names = [argument.arg for argument in arguments.args][1 if found.is_method else 0 :]
    if len(call.args) > len(names):
        return None
    given = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in names or keyword.arg in given:
            return None
        given[keyword.arg] = keyword.value
    return given if given.keys() == set(names) else None


def _result(found: _Call) -> ast.expr | str | None:
    """What the call gives: an expression, an empty text where nothing wants it, or None."""
    last = found.function.body[-1]
    value = last.value if isinstance(last, ast.Return) else None
    if isinstance(found.statement, ast.Assign):
        return value
    if value is None or isinstance(value, ast.Name | ast.Constant):
        return ""
    match value:
        case ast.Call(ast.Attribute(read, "item" | "detach"), [], []) if path_of(read) is not None:
            return ""
    return None


def _names_are_free(found: _Call, renamed: Mapping[str, str], made: Mapping[str, ast.expr]) -> bool:
    """Whether no name means something else where the body goes."""
    function, caller = found.function, found.caller
    bound = {name for statement in function.body for name in bound_names(statement)}
    free = {name for statement in function.body for name in read_names(statement)}
    theirs = {n.id for n in ast.walk(caller) if isinstance(n, ast.Name)}
    theirs |= {n.arg for n in ast.walk(caller) if isinstance(n, ast.arg)}
    first = _first(function) if found.is_method else None
    mine = bound | made.keys()
    outer = free - mine - renamed.keys() - {first}
    hidden = set() if isinstance(caller, ast.Module) else _bound_in(caller)
    values = set(renamed.values())
    others = {name for name, value in renamed.items() if name != value}
    formatted = [n for n in ast.walk(function) if isinstance(n, ast.JoinedStr)]
    return not (
        mine & theirs
        or any(read_names(node) & others for node in formatted)  # without positions in Python 3.11
        or outer & hidden
        or first in bound
        or renamed.keys() & bound
        or values & bound
    )


def _bound_in(function: ast.FunctionDef) -> set[str]:
    names = {name for statement in function.body for name in bound_names(statement)}
    return names | {n.arg for n in ast.walk(function.args) if isinstance(n, ast.arg)}


def _edits(
    document: Document,
    found: _Call,
    renamed: Mapping[str, str],
    made: Mapping[str, ast.expr],
    result: ast.expr | str,
) -> Iterator[Edit]:
    """The body in place of the call, and the function goes away."""
    place = document.span(found.statement)
    at = document.line_starts[document.line_of(place.start)]
    indentation = document.text[at : place.start]
    line = f"{document.newline}{indentation}"
    pieces: list[Piece] = []
    for name, value in made.items():
        bound = isinstance(value, ast.Tuple | ast.NamedExpr)
        pieces += [f"{name} = ", Operand(document.span(value)) if bound else document.span(value)]
        pieces.append(line)
    body = _body(found.function)
    begin = document.span(body[0]).start
    end = line_behind(document, body[-1])
    pieces.append(Moved(Span(begin, len(document.text[:end].rstrip()))))
    depth = begin - document.line_starts[document.line_of(begin)]
    for number in lines_of(document, body)[1:]:
        text, start = document.line_text(number), document.line_starts[number]
        blanks = len(text) - len(text.lstrip(" \t\f"))
        if text.strip():
            yield Edit(Span(start, start + min(depth, blanks)), (indentation,))
    if isinstance(found.statement, ast.Assign) and isinstance(result, ast.expr):
        pieces += [line, Span(place.start, document.span(found.call).start)]
        pieces.append(Moved(document.span(result)))
    yield Edit(place, tuple(pieces))
    for node in (n for statement in found.function.body for n in ast.walk(statement)):
        if isinstance(node, ast.Name) and renamed.get(node.id, node.id) != node.id:
            yield Edit(document.span(node), (renamed[node.id],))
    whole = whole_lines(document, document.span(found.function))
    yield Edit(Span(whole.start, behind_blanks(document, whole.end)), MOVED_AWAY)
