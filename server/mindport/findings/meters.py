"""Averages that may be tensors and are formatted (MP101): ``f"{top1.avg:.2f}"`` behind
``top1.update(acc1[0], n)``, and the class that keeps them, which writes its own attributes.

MindSpore's tensors take no format specification, torch's of no axes take a number's.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from mindport.document import Span
from mindport.findings.formatted import FLOATING, MESSAGE, SYMBOL, TITLE
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.formats import fields_of
from mindport.symbols.values import NUMBER_OR_TENSOR, UNKNOWN, is_tensor
from mindport.texts import Text

KEEPS = "update"
NUMBER = '{0}.item() if hasattr({0}, "item") else {0}'
ALL = '**{name: one.item() if getattr(one, "size", 0) == 1 else one for name, one in '
OF_FLOATS = Text(
    "Right where the specification is one of floating point numbers.",
    "仅当格式说明用于浮点数时正确。",
)
FIELD = re.compile(r"(\w+)\.(\w+)$")


def meter_findings(site: Site) -> Iterator[Finding]:
    """Each text that shows such an average with a format specification."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch or KEEPS not in site.document.text:
        return
    kept = [pair for call in find(tree, ast.Call) for pair in _kept(call)]
    given = {ast.unparse(meter) for meter, value in kept if _may_be_tensor(site, value)}
    for cls in find(tree, ast.ClassDef):
        held = _held(cls)
        if held and (given or not kept):
            yield from _shown(site, cls, {f"self.{name}" for name in held}, whole=True)
    if given:
        yield from _shown(site, tree, given, whole=False)


def _kept(call: ast.Call) -> Iterator[tuple[ast.expr, ast.expr]]:
    """``meter`` and ``value`` of ``meter.update(value, n)``."""
    match call:
        case ast.Call(ast.Attribute(meter, name), [value, *_]) if name == KEEPS:
            yield meter, value


def _may_be_tensor(site: Site, node: ast.expr) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    if value is UNKNOWN:
        return isinstance(node, ast.Name | ast.Subscript | ast.Attribute)
    return is_tensor(value) or value is NUMBER_OR_TENSOR


def _held(cls: ast.ClassDef) -> set[str]:
    """The attributes that ``update`` gives what it is given, and what is computed of that."""
    for method in cls.body:
        if (
            isinstance(method, ast.FunctionDef)
            and method.name == KEEPS
            and len(method.args.args) > 1
        ):
            return _computed(method, method.args.args[1].arg)
    return set()


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


def _shown(site: Site, around: ast.AST, paths: set[str], whole: bool) -> Iterator[Finding]:
    """``whole``: the paths are the averages themselves, and not what holds them."""
    for node in find(around, ast.FormattedValue):
        if node.format_spec is None or not _is_average(node.value, paths, whole):
            continue
        spec = _literal(node.format_spec)
        edits = _as_number(site, node.value, "f" if spec is None else spec)
        if edits:
            yield _finding(site, node.value, edits, OF_FLOATS if spec is None else None)
    for call in find(around, ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "format":
            edits = list(_format_edits(site, call, call.func.value, paths, whole))
            if edits:
                yield _finding(site, call, edits)


def _finding(
    site: Site, node: ast.expr, edits: Sequence[Edit], caution: Text | None = None
) -> Finding:
    fix = Fix(TITLE, "unsafe" if caution else "safe", tuple(edits), caution)
    span = site.document.span(node)
    return Finding("MP101", "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def _is_average(node: ast.expr, paths: set[str], whole: bool) -> bool:
    if whole:
        return ast.unparse(node) in paths
    return isinstance(node, ast.Attribute) and ast.unparse(node.value) in paths


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
    site: Site, call: ast.Call, text: ast.expr, paths: set[str], whole: bool
) -> Iterator[Edit]:
    """The arguments of ``text.format(...)`` as numbers."""
    written = text.value if isinstance(text, ast.Constant) else None
    fields = _specified(written) if isinstance(written, str) else {}
    for place, node in enumerate(call.args):
        if _is_average(node, paths, whole):
            yield from _as_number(site, node, fields.get(str(place)) if written else None)
    for keyword in call.keywords:
        if keyword.arg is None and whole and _is_all_of_self(keyword.value):
            span = site.document.span(keyword.value)
            yield Edit(site.document.span(keyword), (ALL, span, ".items()}"))
        elif keyword.arg is not None and _is_average(keyword.value, paths, whole):
            spec = fields.get(keyword.arg) if written else None
            yield from _as_number(site, keyword.value, spec)
        elif not whole and keyword.arg and ast.unparse(keyword.value) in paths:
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
