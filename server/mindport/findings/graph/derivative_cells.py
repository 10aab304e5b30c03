"""A Cell with ``construct`` and ``bprop`` for a function with a derivative of its own.

What ``forward`` leaves in its context ``bprop`` has from the inputs and the output, or computes again.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement
from mindport.findings.graph.telling import method_call
from mindport.findings.site import Site
from mindport.findings.training.layout import (
    behind_blanks,
    comments_above,
    dedented,
    free_name,
    line_behind,
    start_of,
)
from mindport.nodes import names_bound, walk
from mindport.report import Edit, Fix, Name
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

TITLE = Text("Make it a Cell with construct and bprop", "改为带有 construct 和 bprop 的 Cell")
CHANGED = Text("The tensor that is given stays as it is.", "传入的张量将保持不变。")
# What torch calls by these names has no counterpart in a Cell.
OTHERS = frozenset({"setup_context", "jvp", "vmap"})
EXPORT = "symbolic"  # for torch's ONNX export alone
TIGHT = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
SAVED = frozenset({"saved_tensors", "saved_variables"})
DRAWN = re.compile(r"rand|dropout|bernoulli|multinomial|normal_|poisson", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Method:
    """``forward`` or ``backward``: its context's name, and the names of what it is given."""

    node: ast.FunctionDef
    context: str
    given: tuple[str, ...]

    def reads(self) -> Iterator[ast.Name]:
        """Where it names its context."""
        for statement in self.node.body:
            for node in walk(statement):
                if isinstance(node, ast.Name) and node.id == self.context:
                    yield node


@dataclass(frozen=True, slots=True)
class _Left:
    """What ``forward`` leaves in its context, the statements that do it, and those in front of the
    last of them."""

    saved: Sequence[ast.expr]
    attributes: Mapping[str, ast.expr]
    statements: Sequence[ast.stmt]
    before: Sequence[ast.stmt]

    def values(self) -> list[ast.expr]:
        return [*self.saved, *self.attributes.values()]


def derivative_fix(site: Site, info: ClassInfo) -> Fix | None:
    """The class as a Cell, and ``Square()`` for each ``Square.apply``; None where it is more than
    ``forward`` and ``backward`` of plain arguments, or other files use it."""
    cls = info.node
    tree = site.document.tree
    if cls is None or tree is None or cls not in tree.body or info.name in site.taken():
        return None
    methods = _methods(cls)
    if methods is None or len(cls.bases) != 1 or cls.keywords or cls.decorator_list:
        return None
    forward, backward = _method(methods, "forward"), _method(methods, "backward")
    uses = _uses(site, cls, methods)
    if forward is None or backward is None or uses is None:
        return None
    left = _left(forward)
    if left is None:
        return None
    document = site.document
    derivative = _derivative(document, forward, backward, left, cls.name)
    if derivative is None or _changes_given(forward) or _changes_given(backward):
        return None
    changes = [one for one in forward.node.body if _is_counted(one, forward)]
    edits = [
        Edit(document.span(cls.bases[0]), (Name("mindspore.nn.Cell"),)),
        *uses,
        *_without_export(document, cls),
        *_heads(document, methods),
        *_construct(document, forward, left),
        *(Edit(document.span(one), (_as_method(document, one, set()),)) for one in changes),
        *derivative,
    ]
    if changes:
        return Fix(TITLE, "unsafe", tuple(edits), CHANGED)
    return Fix(TITLE, "safe", tuple(edits))


def _methods(cls: ast.ClassDef) -> dict[str, ast.FunctionDef] | None:
    """The methods of a class that holds static and class methods alone."""
    found: dict[str, ast.FunctionDef] = {}
    for index, statement in enumerate(cls.body):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if index == 0 and is_text:
            continue
        if not isinstance(statement, ast.FunctionDef) or _kind(statement) is None:
            return None
        if statement.name != EXPORT:
            found[statement.name] = statement
    return None if OTHERS & found.keys() else found


def _kind(function: ast.FunctionDef) -> str | None:
    names = [getattr(one, "id", "") for one in function.decorator_list]
    return names[0] if names in (["staticmethod"], ["classmethod"]) else None


def _method(methods: Mapping[str, ast.FunctionDef], name: str) -> _Method | None:
    node = methods.get(name)
    if node is None:
        return None
    arguments = node.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    names = names[1:] if _kind(node) == "classmethod" else names
    others = (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs)
    if any(others) or len(names) < 2 or any(isinstance(one, ast.Lambda) for one in walk(node)):
        return None
    if any(isinstance(one, ast.FunctionDef) and one is not node for one in walk(node)):
        return None
    return _Method(node, names[0], tuple(names[1:]))


def _uses(
    site: Site, cls: ast.ClassDef, methods: Mapping[str, ast.FunctionDef]
) -> list[Edit] | None:
    """``Square()`` for ``Square.apply``, ``self.half`` for ``Square.half`` in what becomes a method;
    None where the class is named in another way."""
    tree, document = site.document.tree, site.document
    assert tree is not None
    inside = {
        node: name
        for name, method in methods.items()
        if name in ("forward", "backward") or _kind(method) == "classmethod"
        for node in walk(method)
    }
    above = site.parents(tree)
    counts = [len(_method_arguments(methods["forward"]))] if "forward" in methods else []
    edits = []
    for node in walk(tree):
        if isinstance(node, ast.Name) and node.id == cls.name:
            member = above.get(node)
            if not isinstance(member, ast.Attribute):
                return None
            call = above.get(member)
            if member.attr == "apply":
                if isinstance(call, ast.Call) and call.func is member:
                    starred = any(isinstance(one, ast.Starred) for one in call.args)
                    if starred or call.keywords or len(call.args) not in counts:
                        return None
                edits.append(Edit(document.span(member), (f"{cls.name}()",)))
            elif member.attr in methods and node in inside:
                edits.append(Edit(document.span(node), ("self",)))
            else:
                return None
        elif isinstance(node, ast.Name) and node.id == "super" and node in inside:
            return None
    return edits


def _method_arguments(forward: ast.FunctionDef) -> list[ast.arg]:
    """What ``apply`` is given."""
    own = 2 if _kind(forward) == "classmethod" else 1
    return [*forward.args.posonlyargs, *forward.args.args][own:]


def _heads(document: Document, methods: Mapping[str, ast.FunctionDef]) -> Iterator[Edit]:
    """Methods of an object for class methods; static methods stay what they are."""
    for name, method in methods.items():
        is_entry = name in ("forward", "backward")
        if is_entry or _kind(method) == "classmethod":
            start = start_of(document, method)
            yield Edit(Span(start, document.span(method).start), ())
        if _kind(method) == "classmethod":
            own = method.args.args[0]
            if not is_entry:
                yield Edit(document.span(own), ("self",))
            for statement in method.body:
                for node in walk(statement):
                    if isinstance(node, ast.Name) and node.id == own.arg:
                        yield Edit(document.span(node), ("self",))


def _without_export(document: Document, cls: ast.ClassDef) -> Iterator[Edit]:
    """The method goes with the blank lines in front of it, or behind it where it comes first."""
    for before, node in pairwise([None, *cls.body]):
        if not isinstance(node, ast.FunctionDef) or node.name != EXPORT:
            continue
        start = document.line_starts[comments_above(document, node)]
        end = line_behind(document, node)
        if isinstance(before, ast.FunctionDef):
            start = line_behind(document, before)
        else:
            end = behind_blanks(document, end)
        yield Edit(Span(start, end), ())


def _left(forward: _Method) -> _Left | None:
    """What the statements of the method's own block leave; None where another uses the context."""
    saved: list[ast.expr] = []
    attributes: dict[str, ast.expr] = {}
    statements: list[ast.stmt] = []
    body = forward.node.body
    places = [i for i, one in enumerate(body) if forward.context in _names(one)]
    end = max(places, default=len(body))
    for index, statement in enumerate(body):
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            call = statement.value
            if not _is_of(call.func, forward.context, "save_for_backward"):
                continue
            if saved or call.keywords or any(isinstance(one, ast.Starred) for one in call.args):
                return None
            given = call.args
            saved += given
        elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
            if not _is_of(target, forward.context):
                continue
            assert isinstance(target, ast.Attribute)
            if target.attr in attributes:
                return None
            given = [statement.value]
            attributes[target.attr] = statement.value
        else:
            continue
        behind = {name for later in body[index + 1 : end] for name in names_bound(later)}
        behind |= {name for later in body[end:] for name in (*_changed(later), *_counted(later))}
        if behind & {name for one in given for name in _names(one)}:
            return None
        statements.append(statement)
    named = sum(1 for _ in forward.reads())
    return _Left(saved, attributes, statements, body[:end]) if named == len(statements) else None


def _is_of(node: ast.expr, context: str, attribute: str | None = None) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and getattr(node.value, "id", "") == context
        and attribute in (None, node.attr)
    )


def _names(node: ast.AST) -> set[str]:
    """The names that are read."""
    return {
        one.id for one in walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)
    }


def _construct(document: Document, forward: _Method, left: _Left) -> Iterator[Edit]:
    node = forward.node
    yield _renamed(document, node, "construct")
    first = node.args.args[0]
    last = next(one for one in node.args.args if one.arg == forward.context)
    yield Edit(
        Span(document.span(first).start, document.span(last).start + len(last.arg)), ("self",)
    )
    yield from (remove_statement(document, one) for one in left.statements)


def _renamed(document: Document, node: ast.FunctionDef, name: str) -> Edit:
    span = document.span(node)
    start = document.text.index(node.name, span.start + len("def"))
    return Edit(Span(start, start + len(node.name)), (name,))


def _derivative(
    document: Document, forward: _Method, backward: _Method, left: _Left, name: str
) -> list[Edit] | None:
    """The edits that make ``bprop`` of ``backward``; ``name`` is the class's."""
    owners = {name, forward.node.args.args[0].arg}  # cls, if not the context
    results = [one for one in walk(forward.node) if isinstance(one, ast.Return)]
    several = len(backward.given) > 1
    if any(isinstance(one.value, ast.Tuple) is not several for one in results):
        return None
    bound = Counter(name for one in backward.node.body for name in names_bound(one))
    own = set(forward.given) | {name for one in forward.node.body for name in names_bound(one)}
    if own & set(backward.given):
        return None
    needed = {name for one in left.values() for name in _names(one)} & own
    output = _output(forward) if _output(forward) in needed - set(forward.given) else None
    again = _again(document, left, needed - {output})
    if again is None:
        return None
    taken = own | set(bound) | set(backward.given) | {"self"}
    out = output or free_name("out", taken)
    dout = free_name("dout", taken) if several else backward.given[0]
    lines = [f"{', '.join(backward.given)} = {dout}"] if several else []
    written = _written(document, backward, left, own | taken)
    reads = _reads(document, backward, left, written)
    ends = _results(document, backward, len(forward.given))
    if reads is None or ends is None:
        return None
    fixed = {name for one in left.values() for name in _names(one)} | {out}
    fixed |= {name for one in again for name in _names_of(one)}
    for name in fixed & bound.keys():
        if bound[name] != reads[1][name]:
            return None
    lines += [_as_method(document, one, owners) for one in again]
    lines += [
        f"{name} = {text}"
        for name, text in ((written[one], _text(document, one)) for one in left.values())
        if name != text
    ]
    head = ", ".join(("self", *forward.given, out, dout))
    arguments = backward.node.args.args
    edits = [
        _renamed(document, backward.node, "bprop"),
        Edit(_around(document, arguments), (head,)),
        *reads[0],
        *ends,
    ]
    if lines:
        edits.append(_at_the_top(document, backward.node, lines))
    return edits


def _around(document: Document, arguments: Sequence[ast.arg]) -> Span:
    return Span(document.span(arguments[0]).start, document.span(arguments[-1]).end)


def _names_of(statement: ast.stmt) -> set[str]:
    return _names(statement) | set(names_bound(statement))


def _output(forward: _Method) -> str | None:
    """The name of what is returned, where the last statement alone returns, and it is bound once."""
    results = [one for one in walk(forward.node) if isinstance(one, ast.Return)]
    if results != [forward.node.body[-1]] or not isinstance(results[0].value, ast.Name):
        return None
    name = results[0].value.id
    bound = Counter(one for statement in forward.node.body for one in names_bound(statement))
    return name if bound[name] == 1 else None


def _again(document: Document, left: _Left, needed: set[str]) -> list[ast.stmt] | None:
    """The statements of ``forward`` that give ``needed``; None where they draw numbers or return."""
    found: list[ast.stmt] = []
    wanted = set(needed)
    for statement in reversed(left.before):
        if statement in left.statements or isinstance(statement, ast.Return):
            continue
        changed = {*names_bound(statement), *_changed(statement)}
        if not changed & wanted:
            continue
        text = document.text[document.span(statement).start : document.span(statement).end]
        returns = any(isinstance(one, ast.Return | ast.Yield) for one in walk(statement))
        if returns or DRAWN.search(text):
            return None
        wanted |= _names(statement)
        found.insert(0, statement)
    return found


def _changes_given(method: _Method) -> bool:
    """Whether it changes in place what it is given: MindSpore 2.10.0 computes something else then.

    ``x -= y`` in ``forward``'s own block can be written in another way.
    """
    given = set(method.given)
    fine = method.node.body if method.node.name == "forward" else []
    return any(
        _is_counted(node, method)
        for one in method.node.body
        for node in walk(one)
        if node not in fine
    ) or any(given.intersection(_changed(one)) for one in method.node.body)


def _is_counted(node: ast.AST, method: _Method) -> bool:
    """``x -= y`` of what a method is given."""
    return isinstance(node, ast.AugAssign) and getattr(node.target, "id", "") in method.given


def _as_method(document: Document, statement: ast.stmt, owners: set[str]) -> str:
    """A statement's text with ``self`` for the class, and ``x = x - y`` for ``x -= y``."""
    span = document.span(statement)
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        value = document.span(statement.value)
        operator = document.text[document.span(statement.target).end : value.start].strip(" =")
        text = document.text[value.start : value.end]
        text = text if isinstance(statement.value, TIGHT) else f"({text})"
        return f"{statement.target.id} = {statement.target.id} {operator} {text}"
    text, begin = "", span.start
    named = [n for n in walk(statement) if isinstance(n, ast.Name) and n.id in owners]
    for place in sorted((document.span(one) for one in named), key=lambda one: one.start):
        text += f"{document.text[begin : place.start]}self"
        begin = place.end
    return text + document.text[begin : span.end]


def _changed(statement: ast.stmt) -> Iterator[str]:
    """The names whose values a statement may change in place."""
    for node in walk(statement):
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
            root: ast.AST = node
            while isinstance(root, ast.Subscript | ast.Attribute):
                root = root.value
            yield getattr(root, "id", "")
        called = method_call(node)
        if called is not None and called[1].endswith("_"):
            yield getattr(called[0], "id", "")


def _counted(statement: ast.stmt) -> Iterator[str]:
    """``y`` of ``y += x``, which the context has, too."""
    for node in walk(statement):
        if isinstance(node, ast.AugAssign):
            yield getattr(node.target, "id", "")


def _written(
    document: Document, backward: _Method, left: _Left, taken: set[str]
) -> dict[ast.expr, str]:
    """What ``bprop`` writes for each value: a name or a number as it is, else a name for it."""
    asked = {value: name for name, value in left.attributes.items()}
    return {
        one: _text(document, one)
        if isinstance(one, ast.Name | ast.Constant)
        else free_name(asked.get(one, "saved"), taken)
        for one in left.values()
    }


def _text(document: Document, node: ast.expr) -> str:
    span = document.span(node)
    return document.text[span.start : span.end]


def _reads(
    document: Document, backward: _Method, left: _Left, written: Mapping[ast.expr, str]
) -> tuple[list[Edit], Counter[str]] | None:
    """The edits of all that ``backward`` takes from its context, and how often a statement gives a
    name the value that it has already."""
    edits: list[Edit] = []
    same: Counter[str] = Counter()
    parents = {child: one for s in backward.node.body for one in walk(s)
               for child in ast.iter_child_nodes(one)}  # fmt: skip
    for node in backward.reads():
        read = parents.get(node)
        if not isinstance(read, ast.Attribute) or not isinstance(read.ctx, ast.Load):
            return None
        above = parents.get(read)
        if read.attr in SAVED:
            names = [written[one] for one in left.saved]
            if isinstance(above, ast.Subscript) and isinstance(above.slice, ast.Constant):
                place = above.slice.value
                if type(place) is not int or place not in range(len(names)):
                    return None
                read, names = above, [names[place]]
                target = parents.get(above)
                text = names[0]
                given = target.targets if isinstance(target, ast.Assign) else []
            elif isinstance(above, ast.Assign) and isinstance(above.targets[0], ast.Tuple):
                given = above.targets[0].elts
                if len(given) != len(names):
                    return None
                text = ", ".join(names)
                if len(names) == 1:
                    edits.append(
                        Edit(document.span(above.targets[0]), (_text(document, given[0]),))
                    )
            else:
                return None
        elif read.attr == "needs_input_grad":
            test = parents.get(above) if isinstance(above, ast.Subscript) else None
            if not isinstance(test, ast.If) or test.test is not above or test.orelse:
                return None
            edits += _without_test(document, test)
            continue
        elif read.attr in left.attributes:
            names = [written[left.attributes[read.attr]]]
            text = names[0]
            given = above.targets if isinstance(above, ast.Assign) and above.value is read else []
        else:
            return None
        edits.append(Edit(document.span(read), (text,)))
        same.update(
            name
            for target, name in zip(given, names, strict=False)
            if isinstance(target, ast.Name) and target.id == name
        )
    return edits, same


def _without_test(document: Document, test: ast.If) -> Iterator[Edit]:
    """The block of an ``if`` in its place: a derivative is always wanted."""
    first = document.line_starts[document.line_of(document.span(test).start)]
    second = document.line_starts[document.line_of(start_of(document, test.body[0]))]
    yield Edit(Span(first, second), ())
    depth = test.body[0].col_offset - test.col_offset
    yield from dedented(document, test.body, depth)


def _results(document: Document, backward: _Method, count: int) -> list[Edit] | None:
    """A tuple with one derivative for each input."""
    edits = []
    for node in walk(backward.node):
        if not isinstance(node, ast.Return):
            continue
        if isinstance(node.value, ast.Tuple):
            if len(node.value.elts) != count:
                return None
            if any(isinstance(one, ast.Starred) for one in node.value.elts):
                return None
        elif node.value is None or count != 1:
            return None
        else:
            span = document.span(node.value)
            edits.append(Edit(span, ("(", span, ",)")))
    return edits


def _at_the_top(document: Document, node: ast.FunctionDef, lines: Sequence[str]) -> Edit:
    """Statements before the method's own, behind its docstring."""
    has_text = isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
    first = node.body[1] if has_text and len(node.body) > 1 else node.body[0]
    at = document.line_starts[document.line_of(start_of(document, first))]
    blanks = document.text[at : start_of(document, first)]
    text = "".join(f"{blanks}{line}{document.newline}" for line in lines)
    return Edit(Span(at, at), (text,))
