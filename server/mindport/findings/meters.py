"""Averages that may be tensors and are formatted (MP101): ``f"{top1.avg:.2f}"`` behind
``top1.update(acc1[0], n)``, the class that keeps them, which writes its own attributes, and what is
kept in items: ``f"{history['acc'][-1]:.2%}"`` behind ``history["acc"].append(acc)``.

MindSpore's tensors take no format specification, torch's of no axes take a number's.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial

from mindport.document import Span
from mindport.findings.formatted import MESSAGE, SYMBOL, TITLE
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, name_of
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.formats import FLOATING, fields_of
from mindport.symbols.values import NUMBER_OR_TENSOR, UNKNOWN, is_tensor
from mindport.texts import Text

KEEPS = frozenset({"accumulate", "add", "add_value", "push", "record", "update"})
PUTS = frozenset({"append", "appendleft"})
TOTALS = frozenset({"max", "min", "sum"})
NUMBER = '{0}.item() if hasattr({0}, "item") else {0}'
ALL = '**{name: one.item() if getattr(one, "size", 0) == 1 else one for name, one in '
OF_FLOATS = Text(
    "Right where the specification is one of floating point numbers.",
    "仅当格式说明用于浮点数时正确。",
)
FIELD = re.compile(r"(\w+)\.(\w+)$")
INDEX = re.compile(r"\[[^\[\]]*\]")
Test = Callable[[ast.expr], bool]


def meter_findings(site: Site) -> Iterator[Finding]:
    """Each text that shows such an average with a format specification."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch:
        return
    kept = [found for call in find(tree, ast.Call) for found in _kept(call)]
    given = [(name, meter) for name, meter, value in kept if _may_be_tensor(site, value)]
    for cls in find(tree, ast.ClassDef):
        keeps = _keeping(cls)
        held = _held(cls, keeps) if keeps else set()
        calls = {name for name, *_ in kept if keeps and name == keeps.name}
        if held and (any(name in calls for name, _ in given) or not calls):
            yield from _shown(site, cls, partial(_is_own, held), whole=True)
    meters = _with_loops(tree, {_path(meter) for _, meter in given})
    lists, items = (_with_loops(tree, one) for one in _stored(site, tree))
    if meters or lists or items:
        yield from _shown(
            site,
            tree,
            lambda node: _is_of(node, meters) or _is_stored(node, lists, items),
            frozenset(ast.unparse(meter) for _, meter in given),
        )


def _kept(call: ast.Call) -> Iterator[tuple[str, ast.expr, ast.expr]]:
    """``update``, ``meter`` and ``value`` of ``meter.update(value, n)``."""
    match call:
        case ast.Call(ast.Attribute(meter, name), [value, *_]) if name in KEEPS:
            yield name, meter, value


def _path(node: ast.expr) -> str:
    """How a place is written, of whatever object and by whatever index: ``.meters[]`` for
    ``self.meters[name]``."""
    match node:
        case ast.Attribute(ast.Name(), name):
            return f".{name}"
        case ast.Attribute(value, name):
            return f"{_path(value)}.{name}"
        case ast.Subscript(value, ast.Constant(index)):
            return f"{_path(value)}[{index!r}]"
        case ast.Subscript(value):
            return f"{_path(value)}[]"
    return ast.unparse(node)


def _is_one(node: ast.expr, paths: Set[str]) -> bool:
    """Whether a place is one of the paths, or may be by its indices."""
    path = _path(node)
    erased = INDEX.sub("[]", path)
    return path in paths or erased in paths or (path == erased and erased in _erased(paths))


def _erased(paths: Set[str]) -> Set[str]:
    return {INDEX.sub("[]", path) for path in paths if path.endswith("]")}


def _with_loops(tree: ast.Module, paths: Set[str]) -> set[str]:
    """The paths, and what loops call them: ``for name, meter in meters.items()``."""
    found = set(paths)
    loops: list[ast.For | ast.comprehension] = [
        *find(tree, ast.For),
        *find(tree, ast.comprehension),
    ]
    for loop in loops if _erased(paths) else ():
        match loop.target, loop.iter:
            case (
                (ast.Tuple([_, ast.Name(name)]), ast.Call(ast.Attribute(holder, "items"), []))
                | (ast.Name(name), ast.Call(ast.Attribute(holder, "values"), []))
                | (ast.Name(name), ast.Name() as holder)
            ):
                if f"{_path(holder)}[]" in _erased(paths):
                    found.add(name)
    return found


def _stored(site: Site, tree: ast.Module) -> tuple[set[str], set[str]]:
    """The items that hold tensors in a list, ``history["acc"]``, and those that hold one."""
    lists = set()
    for call in find(tree, ast.Call):
        match call:
            case ast.Call(ast.Attribute(ast.Subscript() as place, name), [value]) if name in PUTS:
                if _is_tensor_or_number(site, value):
                    lists.add(_path(place))
    assigned = [
        (target, one.value) for one in find(tree, ast.Assign) for target in one.targets
    ]  # fmt: skip
    assigned += [(one.target, one.value) for one in find(tree, ast.AugAssign)]
    items = {
        _path(target)
        for target, value in assigned
        if isinstance(target, ast.Subscript) and _is_tensor_or_number(site, value)
    }
    return lists, items


def _is_stored(node: ast.expr, lists: Set[str], items: Set[str]) -> bool:
    """``history["acc"][-1]``, ``sum(history["acc"]) / n`` and ``totals["loss"]``."""
    match node:
        case ast.BinOp(left, _, right):
            return _is_stored(left, lists, items) or _is_stored(right, lists, items)
        case ast.Call(ast.Name(name), [given, *_]) if name in TOTALS:
            return _is_one(given, lists)
        case ast.Subscript(value):
            return _is_one(value, lists) or _is_one(node, items)
        case ast.Name(name):
            return name in items
    return False


def _is_tensor_or_number(site: Site, node: ast.expr) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    return is_tensor(value) or value is NUMBER_OR_TENSOR


def _may_be_tensor(site: Site, node: ast.expr) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    if value is UNKNOWN:
        return isinstance(node, ast.Name | ast.Subscript | ast.Attribute)
    return is_tensor(value) or value is NUMBER_OR_TENSOR


def _keeping(cls: ast.ClassDef) -> ast.FunctionDef | None:
    """The method that is given the values."""
    methods = (one for one in cls.body if isinstance(one, ast.FunctionDef))
    return next((one for one in methods if one.name in KEEPS and len(one.args.args) > 1), None)


def _held(cls: ast.ClassDef, keeps: ast.FunctionDef) -> set[str]:
    """The attributes that it gives what it is given, and what is computed of that: ``total``, ``avg``
    of a property, and ``value()`` of another method."""
    held = _computed(keeps, keeps.args.args[1].arg)
    for method in cls.body:
        if isinstance(method, ast.FunctionDef) and len(method.args.args) == 1:
            is_read = [name_of(one) for one in method.decorator_list] == ["property"]
            if held and (is_read or not method.decorator_list) and _gives_one(method, held):
                held.add(method.name if is_read else f"{method.name}()")
    return held


def _gives_one(method: ast.FunctionDef, held: Set[str]) -> bool:
    """Whether it gives what is computed of one of the attributes without a call."""
    last = method.body[-1]
    nodes = list(ast.walk(last.value)) if isinstance(last, ast.Return) and last.value else []
    reads = any(attribute_of_self(node) in held for node in nodes)
    return reads and not any(isinstance(n, ast.Call) and name_of(n.func) != "max" for n in nodes)


def _computed(method: ast.FunctionDef, value: str) -> set[str]:
    found: set[str] = set()
    statements: list[ast.Assign | ast.AugAssign] = list(find(method, ast.Assign))
    statements += find(method, ast.AugAssign)
    for statement in sorted(statements, key=lambda one: one.lineno):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if any(isinstance(target, ast.Name) and target.id == value for target in targets):
            return set()  # val = float(val)
        nodes = list(ast.walk(statement.value))
        if any(isinstance(node, ast.Call) for node in nodes):
            continue
        reads = {node.id for node in nodes if isinstance(node, ast.Name)}
        reads |= {f"self.{attribute_of_self(node)}" for node in nodes}
        if value in reads or reads & {f"self.{name}" for name in found}:
            found |= {name for target in targets if (name := attribute_of_self(target))}
    return found


def _shown(
    site: Site, around: ast.AST, averages: Test, meters: Set[str] = frozenset(), whole: bool = False
) -> Iterator[Finding]:
    """What ``around`` shows of the ``averages``; ``whole``: as the class itself that keeps them.

    ``meters`` may be handed to a text as they are, for its fields to ask for an average.
    """
    known = {item.node for item in site.bindings.formatted}
    for node in find(around, ast.FormattedValue):
        if node.format_spec is None or node.value in known or not averages(node.value):
            continue
        spec = _literal(node.format_spec)
        edits = _as_number(site, node.value, "f" if spec is None else spec)
        if edits:
            yield _finding(site, node.value, edits, OF_FLOATS if spec is None else None)
    for call in find(around, ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "format":
            edits = list(_format_edits(site, call, call.func.value, averages, meters, whole))
            if edits and known.isdisjoint([*call.args, *(one.value for one in call.keywords)]):
                yield _finding(site, call, edits)


def _finding(
    site: Site, node: ast.expr, edits: Sequence[Edit], caution: Text | None = None
) -> Finding:
    fix = Fix(TITLE, "unsafe" if caution else "safe", tuple(edits), caution)
    span = site.document.span(node)
    return Finding("MP101", "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def _is_own(held: Set[str], node: ast.expr) -> bool:
    """``self.avg``, and ``self.value()``."""
    return ast.unparse(node).removeprefix("self.") in held


def _is_of(node: ast.expr, meters: Set[str]) -> bool:
    """``meter.avg``, and ``meter.value()``."""
    match node:
        case ast.Attribute(meter) | ast.Call(ast.Attribute(meter), [], []):
            return _is_one(meter, meters)
    return False


def _literal(spec: ast.expr) -> str | None:
    parts = spec.values if isinstance(spec, ast.JoinedStr) else [spec]
    if not all(isinstance(part, ast.Constant) for part in parts):
        return None
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))


def _as_number(site: Site, node: ast.expr, spec: str | None) -> Sequence[Edit]:
    """``float(x)`` where the specification is that of a float; nothing where it is another's."""
    span = site.document.span(node)
    if spec is None:
        return [Edit(span, (NUMBER.format(ast.unparse(node)),))]
    return [Edit(span, ("float(", span, ")"))] if spec.endswith(FLOATING) else []


def _format_edits(
    site: Site, call: ast.Call, text: ast.expr, averages: Test, meters: Set[str], whole: bool
) -> Iterator[Edit]:
    """The arguments of ``text.format(...)`` as numbers."""
    written = text.value if isinstance(text, ast.Constant) else None
    fields = _specified(written) if isinstance(written, str) else {}
    for place, node in enumerate(call.args):
        if averages(node):
            yield from _as_number(site, node, fields.get(str(place)) if written else None)
    for keyword in call.keywords:
        if keyword.arg is None and whole and _is_all_of_self(keyword.value):
            span = site.document.span(keyword.value)
            yield Edit(site.document.span(keyword), (ALL, span, ".items()}"))
        elif keyword.arg is not None and averages(keyword.value):
            spec = fields.get(keyword.arg) if written else None
            yield from _as_number(site, keyword.value, spec)
        elif keyword.arg and ast.unparse(keyword.value) in meters:
            yield from _parts_as_numbers(site, text, keyword, fields)


def _specified(text: str) -> dict[str, str]:
    return {name: spec for name, spec in fields_of(text) if "{" not in spec}


def _is_all_of_self(node: ast.expr) -> bool:
    """``self.__dict__`` and ``vars(self)``."""
    return ast.unparse(node) in ("self.__dict__", "vars(self)")


def _parts_as_numbers(
    site: Site, text: ast.expr, keyword: ast.keyword, fields: Mapping[str, str]
) -> Iterator[Edit]:
    """``"{top1_avg:.2f}".format(top1_avg=float(top1.avg))`` for ``"{top1.avg:.2f}"``."""
    parts = [match for name in fields if (match := FIELD.match(name)) and match[1] == keyword.arg]
    if not parts or not all(fields[part[0]].endswith(FLOATING) for part in parts):
        return
    span, held = site.document.span(text), site.document.span(keyword.value)
    source = site.document.text[span.start : span.end]
    if len(re.findall(rf"\{{{keyword.arg}\b", source)) != sum(
        source.count(f"{{{part[0]}:") for part in parts
    ):
        return  # it is shown in another way, too
    given: list[Piece] = []
    for part in parts:
        name = f"{part[1]}_{part[2]}"
        given += [", " if given else "", f"{name}=float(", held, f".{part[2]})"]
        for found in re.finditer(rf"\{{{part[1]}\.{part[2]}:", source):
            start = span.start + found.start() + 1 + len(part[1])
            yield Edit(Span(start, start + 1), ("_",))
    yield Edit(site.document.span(keyword), tuple(given))
