"""Buffers that are assigned (MP307): a Cell refuses ``self.mean = x`` once mean is registered, and
has no class for ``self.mean = nn.Buffer(x)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find, is_pure, name_of, parents, walk
from mindport.report import Edit, Finding, Fix, Operand, Piece, Severity
from mindport.rewrites.layout import blanked
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, ClassInfo
from mindport.texts import Text, join

REGISTER = "torch.nn.Module.register_buffer"
BUFFER = "torch.nn.Buffer"
MADE = Text(
    "A Cell has no Buffer; it registers the tensor under the attribute's name.",
    "Cell 没有 Buffer 类；应以属性名注册该张量。",
)
BOUND = Text(
    "The class binds this name elsewhere too, and a Cell registers only one that is free.",
    "该类在其他位置也绑定了此名称，而 Cell 只能注册未被占用的名称。",
)
MADE_TITLE = Text("Register the buffer", "注册该 buffer")
MESSAGE = Text(
    "A Cell refuses to assign to a registered buffer; register it again.",
    "Cell 不允许对已注册的 buffer 赋值，请再次调用 register_buffer。",
)
IN_PLACE = Text(
    "torch changes the buffer in place and keeps its dtype; here it becomes a new tensor.",
    "torch 原地修改 buffer 并保持 dtype；改写后会生成新张量。",
)
TITLE = Text("Register the buffer again", "再次注册该 buffer")
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
}  # fmt: skip


def buffer_findings(site: Site) -> Iterator[Finding]:
    """One finding an assignment; registering again means the same in torch."""
    for info in site.bindings.classes:
        if info.node is None or not (info.is_module or info.is_cell):
            continue
        inherited = _inherited(info)
        own = {name: kept for name, kept, _ in _registrations(info.node)}
        buffers = inherited | own
        yield from _set_by_name(site, info.node, buffers)
        if not buffers:
            continue
        instead = _assigned_instead(info.node, own.keys() - inherited)
        for node in walk(info.node):
            if isinstance(node, ast.Assign | ast.AugAssign) and node not in instead:
                yield from _assignment(site, node, buffers)
    yield from _of_others(site)


def _set_by_name(site: Site, cls: ast.ClassDef, buffers: Mapping[str, str]) -> Iterator[Finding]:
    """``setattr(self, f"queue_{i}", x)`` where the class registers buffers as ``f"queue_{i}"``."""
    written = {ast.unparse(call.args[0]): _persistent(call) for call in _registering(cls)}
    written |= {repr(name): persistent for name, persistent in buffers.items()}
    for statement in find(cls, ast.Expr):
        match statement.value:
            case ast.Call(ast.Name("setattr"), [owner, name, value]) if _is_self(owner):
                text = ast.unparse(name)
            case _:
                continue
        if text not in written:
            continue
        persistent = written[text]
        tail = f", persistent={persistent})" if persistent else ")"
        given, asked = site.document.span(value), site.document.span(name)
        pieces = ("self.register_buffer(", asked, ", ", given, tail)
        span = site.document.span(statement)
        fix = Fix(TITLE, "safe", (Edit(span, pieces),))
        yield Finding("MP307", "warning", REGISTER, None, "certain", MESSAGE, span, fix)


def _registering(cls: ast.ClassDef) -> Iterator[ast.Call]:
    """The calls that register a buffer of the object."""
    for call in find(cls, ast.Call):
        match call:
            case ast.Call(ast.Attribute(owner, "register_buffer"), [_, *_]) if _is_self(owner):
                yield call


def _persistent(call: ast.Call) -> str:
    given = [k.value for k in call.keywords if k.arg == "persistent"] + call.args[2:3]
    return ast.unparse(given[0]) if given else ""


def _of_others(site: Site) -> Iterator[Finding]:
    """``m.anchors /= m.stride`` where ``m`` is an object of a class that registers ``anchors``."""
    tree = site.document.tree
    assigned: list[ast.Assign | ast.AugAssign] = []
    if tree is not None:
        assigned = [*find(tree, ast.Assign), *find(tree, ast.AugAssign)]
    for node in assigned:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if not isinstance(target, ast.Attribute) or _is_self(target.value):
                continue
            buffers: dict[str, str] = {}
            for info in _may_be(site, target.value):
                if info.is_module or info.is_cell:
                    buffers |= _inherited(info)
                    if info.node is not None:
                        buffers |= {name: kept for name, kept, _ in _registrations(info.node)}
            if target.attr in buffers and is_pure(target.value):
                yield _finding(site, node, target, buffers[target.attr], targets == [target])


def _may_be(site: Site, node: ast.expr) -> Sequence[ClassInfo]:
    """The classes that an object may be of: those of the file for an item of ``self.layers``, of which
    no more is known than that it is a module."""
    value = site.bindings.values.get(node, UNKNOWN)
    if isinstance(value.info, ClassInfo):
        return [value.info]
    is_any = value.kind == "instance" and value.name == "torch.nn.Module"
    return site.bindings.classes if is_any else ()


def made_buffer_finding(site: Site, use: Use) -> Finding | None:
    """``self.mean = nn.Buffer(x)`` in a module: ``self.register_buffer("mean", x)``."""
    statement, call, info = use.statement, use.call, use.cls
    if not isinstance(statement, ast.Assign) or statement.value is not call or call is None:
        return None
    target = statement.targets[0]
    if len(statement.targets) > 1 or not isinstance(target, ast.Attribute):
        return None
    if info is None or info.node is None or not (info.is_module or info.is_cell):
        return None
    if not _is_self(target.value):
        return None
    given = _given(call)
    entry = site.store.entry(REGISTER)
    if given is None or entry is None:
        return None
    data, persistent = given
    equivalent = next((one for one in site.candidates(entry) if one.holds(site.target)), None)
    if equivalent is None or not entry.is_proved(equivalent):
        return None
    pieces: list[Piece] = [f'self.register_buffer("{target.attr}", ', site.document.span(data)]
    if persistent is not None:
        pieces += [", persistent=", site.document.span(persistent)]
    caution = BOUND if _is_bound_elsewhere(info.node, target.attr) else None
    edit = Edit(site.document.span(statement), (*pieces, ")"))
    fix = Fix(MADE_TITLE, "unsafe" if caution else "safe", (edit,), caution)
    span = site.document.span(use.node)
    message = join(MADE, caution)
    return Finding("MP307", "warning", BUFFER, equivalent.api, use.confidence, message, span, fix)


def _given(call: ast.Call) -> tuple[ast.expr, ast.expr | None] | None:
    """The tensor that a buffer is made of, and ``persistent``; None where that does not show."""
    names = dict(zip(("data", "persistent"), call.args, strict=False))
    if len(call.args) > 2 or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    for keyword in call.keywords:
        if keyword.arg not in ("data", "persistent") or keyword.arg in names:
            return None
        names[keyword.arg] = keyword.value
    data = names.get("data")
    if data is None or (isinstance(data, ast.Constant) and data.value is None):
        return None
    return data, names.get("persistent")


def _is_bound_elsewhere(node: ast.ClassDef, name: str) -> bool:
    """Whether the class has the attribute before it is a buffer, or gives it a plain value.

    What else is assigned to it is registered, too.
    """
    own = [
        inner.id
        for statement in node.body
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None
        for inner in walk(statement)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    ]
    own += [statement.name for statement in node.body if isinstance(statement, ast.FunctionDef)]
    return name in own or any(
        isinstance(target, ast.Attribute) and target.attr == name and _is_self(target.value)
        for inner in walk(node)
        if isinstance(inner, ast.Assign) and _is_plain(inner.value)
        for target in inner.targets
    )


def _is_plain(value: ast.expr) -> bool:
    """Whether it is a number or a string, which no buffer can be."""
    return isinstance(value, ast.Constant) and value.value is not None


def _makes_parameter(value: ast.expr) -> bool:
    """``nn.Parameter(x)``: it is trained, and no buffer is."""
    return isinstance(value, ast.Call) and name_of(value.func) == "Parameter"


def _made(node: ast.Assign | ast.AugAssign) -> ast.Call | None:
    """``nn.Buffer(x)``, where that is what is assigned."""
    call = node.value
    if not isinstance(node, ast.Assign) or not isinstance(call, ast.Call):
        return None
    name = name_of(call.func)
    return call if name == "Buffer" else None


def _inherited(info: ClassInfo, depth: int = 0) -> dict[str, str]:
    """The buffers that the bases of a class register by name, each with ``persistent``."""
    found: dict[str, str] = {}
    for base in info.bases if depth < 8 else ():
        if isinstance(base.info, ClassInfo):
            found |= _inherited(base.info, depth + 1)
            if base.info.node is not None:
                found |= {name: kept for name, kept, _ in _registrations(base.info.node)}
    return found


def _registrations(cls: ast.ClassDef) -> Iterator[tuple[str, str, ast.Assign | ast.Call]]:
    """The buffers that a class registers: their names, ``persistent``, and where."""
    for node in walk(cls):
        if isinstance(node, ast.Assign) and (made := _made(node)) and (given := _given(made)):
            kept = "" if given[1] is None else ast.unparse(given[1])
            for target in node.targets:
                if isinstance(target, ast.Attribute):
                    yield target.attr, kept, node
    for call in _registering(cls):
        name = call.args[0]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            yield name.value, _persistent(call), call


def _assigned_instead(cls: ast.ClassDef, names: Set[str]) -> set[ast.AST]:
    """``if learned: self.scale = nn.Parameter(x)``, where the buffer is made in the other branch
    of the same condition: what is assigned never meets it."""
    above = parents(cls)
    made = [(name, _branches(node, above)) for name, _, node in _registrations(cls)]
    found: set[ast.AST] = set()
    for node in walk(cls):
        if not isinstance(node, ast.Assign) or len(node.targets) > 1:
            continue
        [target] = node.targets
        if isinstance(target, ast.Attribute) and _is_self(target.value) and target.attr in names:
            own = _branches(node, above)
            if all(_exclude(own, other) for name, other in made if name == target.attr):
                found.add(node)
    return found


Branches = tuple[ast.AST | None, dict[str, bool]]


def _branches(node: ast.AST, above: Mapping[ast.AST, ast.AST]) -> Branches:
    """The function that a node stands in, and which branches of its conditions."""
    found: dict[str, bool] = {}
    while (outer := above.get(node)) is not None and not isinstance(outer, ast.FunctionDef):
        if isinstance(outer, ast.If):
            found[ast.unparse(outer.test)] = node in outer.body
        node = outer
    return outer, found


def _exclude(one: Branches, other: Branches) -> bool:
    return one[0] is other[0] and any(
        other[1].get(test, branch) != branch for test, branch in one[1].items()
    )


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _assignment(
    site: Site, node: ast.Assign | ast.AugAssign, buffers: dict[str, str]
) -> Iterator[Finding]:
    if _made(node) is not None:
        return
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    stored = [
        inner
        for target in targets
        for inner in walk(target)
        if isinstance(inner, ast.Attribute)
        and isinstance(inner.ctx, ast.Store)
        and _is_self(inner.value)
        and inner.attr in buffers
    ]
    for target in stored:
        yield _finding(site, node, target, buffers[target.attr], targets == [target])


def _finding(
    site: Site,
    node: ast.Assign | ast.AugAssign,
    target: ast.Attribute,
    persistent: str,
    is_alone: bool,
) -> Finding:
    fix = _fix(site, node, target, persistent) if is_alone else None
    span = site.document.span(target)
    severity: Severity = "error" if fix is None else "warning"
    return Finding("MP307", severity, REGISTER, None, "certain", MESSAGE, span, fix)


def _fix(
    site: Site, node: ast.Assign | ast.AugAssign, target: ast.Attribute, persistent: str
) -> Fix | None:
    """``self.register_buffer("mean", x)`` in place of ``self.mean = x``."""
    owner = ast.unparse(target.value)
    if isinstance(node.value, ast.Tuple | ast.Yield | ast.YieldFrom | ast.Await):
        return None
    if isinstance(node, ast.Assign) and (_is_plain(node.value) or _makes_parameter(node.value)):
        return None
    whole = site.document.span(node)
    between = Span(site.document.span(target).end, site.document.span(node.value).start)
    gap = blanked(site.document.text[between.start : between.end])
    start = between.start + gap.index("=") + 1
    start += len(site.document.text[start:]) - len(site.document.text[start:].lstrip())
    value: list[Piece] = [Span(start, whole.end)]
    caution = None
    if isinstance(node, ast.AugAssign):
        operator = OPERATORS.get(type(node.op))
        if operator is None:
            return None
        if not isinstance(node.value, ast.Constant):
            alone = start == site.document.span(node.value).start
            value = [Operand(site.document.span(node.value))] if alone else ["(", *value, ")"]
            caution = IN_PLACE
        value = [f"{owner}.{target.attr} {operator} ", *value]
    tail = f", persistent={persistent})" if persistent else ")"
    pieces = (f'{owner}.register_buffer("{target.attr}", ', *value, tail)
    return Fix(TITLE, "unsafe" if caution else "safe", (Edit(whole, pieces),), caution)
