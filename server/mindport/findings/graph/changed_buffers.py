"""Buffers that compiled code changes (MP402, MP404): there they are Parameters that need no gradient.

With MindSpore 2.10.0, ops.assign, copy_, mul_ and add_ of a Parameter in a graph are seen by later
calls. Gradients of what was computed of the value before take the new one, now and then, and always in
PyNative mode, unless a copy of it was read. A registered buffer is a constant of the graph, an item of
a Parameter that is set is lost, and no gradient gets through a Parameter to what it was set to.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.findings.graph.carried import STOP, carries
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.state import ITEM, TENSOR, in_place
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name
from mindport.nodes import attribute_of_self, find, name_of, parents, targets, walk
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.torch_api import load as load_torch
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

REGISTERED = Text(
    "Graph mode registers no buffer while it computes: what changes is a Parameter with "
    "requires_grad=False, which ops.assign changes.",
    "静态图模式不能在计算过程中注册 buffer：会变化的量应为 requires_grad=False 的 Parameter，并用 ops.assign 修改。",
)
LOSES = Text(
    "Graph mode keeps what changes in a Parameter, which would pass no gradient on to what is computed "
    "here. Return the value, or pass it on as an argument.",
    "静态图模式只能用 Parameter 保存会变化的量，而梯度不会经它传到此处计算的值。请返回该值，或作为参数传递。",
)
TITLE = Text("Make it a Parameter that needs no gradient", "改为 requires_grad=False 的 Parameter")
CAUTION = Text(
    "What goes over all parameters of the network meets it, too.",
    "遍历该网络所有参数的代码也会遇到它。",
)
REGISTER = "register_buffer"
BUFFER_NAMES = "buffer_names"  # the helpers for parameters() and named_parameters() ask for it
WALKERS = frozenset({"parameters", "named_parameters", "all_parameters", "get_parameters"})
KEPT = frozenset({"copy_", "mul_", "add_"})
WALKS = re.compile(r"\b(?:named_|all_)?buffers\(|\b_buffers\b|\bstate_dict\(.*\)\[")
STATES = re.compile(r"state_dict\(|\bsave\(|load_param_into_net|_checkpoint\(")
# What gives a tensor of another size than it is given.
RESIZES = frozenset({"cat", "concat", "concatenate", "stack", "repeat", "tile", "pad"})
NUMBERS = frozenset({"int", "float", "bool", "len"})
WITHOUT_VALUES = frozenset(
    {"shape", "dtype", "ndim", "size", "copy", "clone", "item", "sum", "mean", "max", "min"}
)
BARE = ast.Assign | ast.AnnAssign | ast.Tuple | ast.List | ast.Dict | ast.IfExp | ast.NamedExpr
LOOPS = ast.For | ast.While


@dataclass(frozen=True, slots=True, eq=False)
class _Change:
    """One statement that changes a buffer: what is told of it, and of which node.

    ``value`` is what it becomes or, where it is changed ``adds_up``, what comes to what it was.
    """

    statement: ast.stmt
    node: ast.AST
    code: str
    message: Text
    edits: tuple[Edit, ...]
    value: ast.expr
    adds_up: bool = False


def buffer_changes(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a change that the fix mends; the others are told where all state is."""
    for info in site.bindings.classes:
        if info.node is None or not info.is_cell or WALKS.search(site.written()):
            continue
        compiled = [one for one in code.functions if one.owner is info]
        writes = STATES.search(site.written()) is not None
        for name, made in _registered(info.node).items():
            if writes and any(call.keywords for call in made.values()):
                continue  # persistent=False: a Parameter would be in the checkpoint
            changes = list(_changes(site, info.node, name, made)) if compiled else []
            inside = {node for function in compiled for node in function.nodes}
            told_of = [one for one in changes if one.node in inside]
            if not told_of or not _is_own(site, info, name, made, changes, compiled):
                continue
            passed = _passed_on(site, info, name, changes, compiled)
            if passed is None:
                for one in told_of:
                    yield told(site, one.code, one.node, LOSES)
                continue
            names = _says_that_it_is_one(site, info, name)
            edits = [_as_parameter(site, one, names) for one in made.values()]
            edits += passed or [edit for one in changes for edit in one.edits]
            if any(one.message is REGISTERED for one in changes) and not passed:
                edits += _copies(site, info, name, changes)
            fix = Fix(TITLE, "unsafe", tuple(edits), CAUTION)
            for one in told_of:
                yield told(site, one.code, one.node, one.message, fix)


def _registered(cls: ast.ClassDef) -> dict[str, dict[ast.stmt, ast.Call]]:
    """The buffers that the constructor registers, by name."""
    found: dict[str, dict[ast.stmt, ast.Call]] = {}
    for method in cls.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            for statement in walk(method):
                call = statement.value if isinstance(statement, ast.Expr) else None
                name = _name_of_buffer(call) if isinstance(call, ast.Call) else None
                if name is not None and isinstance(statement, ast.Expr):
                    assert isinstance(call, ast.Call)
                    found.setdefault(name, {})[statement] = call
    return found


def _name_of_buffer(call: ast.Call) -> str | None:
    """``mean`` of ``self.register_buffer("mean", x)``."""
    called = method_call(call)
    if called is None or called[1] != REGISTER or getattr(called[0], "id", "") != "self":
        return None
    first = call.args[0] if call.args else None
    name = first.value if isinstance(first, ast.Constant) else None
    return name if isinstance(name, str) else None


def _value(call: ast.Call) -> ast.expr | None:
    """What is registered; None where it is None."""
    if len(call.args) != 2 or any(keyword.arg != "persistent" for keyword in call.keywords):
        return None
    value = call.args[1]
    return None if isinstance(value, ast.Constant | ast.Starred) else value


def _as_parameter(site: Site, call: ast.Call, names: str) -> Edit:
    value, name = _value(call), _name_of_buffer(call)
    assert value is not None
    made = (Name("mindspore.Parameter"), "(", site.document.span(value))
    span = site.document.span(call)
    if names:
        line = site.document.line_starts[site.document.line_of(span.start)]
        lead = site.document.text[line : span.start]
        names = f"; {names}" if lead.strip() else f"{site.document.newline}{lead}{names}"
    return Edit(span, (f"self.{name} = ", *made, f", requires_grad=False){names}"))


def _says_that_it_is_one(site: Site, info: ClassInfo, name: str) -> str:
    """The statement that keeps a Parameter out of what the helpers for ``parameters()`` give, where
    something goes over all parameters, in this file or in one that knows the class."""
    tree = site.document.tree
    assert tree is not None and info.node is not None
    optimizers = load_torch().members("torch.optim")
    given = {
        argument
        for call in find(tree, ast.Call)
        if name_of(call.func).startswith("clip_grad") or name_of(call.func) in optimizers
        for argument in call.args
    }
    walked = any(
        name_of(call.func) in WALKERS and call not in given for call in find(tree, ast.Call)
    )
    if not walked and info.name not in site.taken():
        return ""
    alone = len(_registered(info.node)) == 1 and all(
        base.kind in ("torch", "mindspore") for base in info.bases
    )
    before = "" if alone else f'getattr(self, "{BUFFER_NAMES}", []) + '
    return f'self.{BUFFER_NAMES} = {before}["{name}"]'


def _changes(
    site: Site, cls: ast.ClassDef, name: str, made: Mapping[ast.stmt, ast.Call]
) -> Iterator[_Change]:
    """The statements of a class that change the buffer, each with what it becomes."""
    for statement in walk(cls):
        if not isinstance(statement, ast.Expr | ast.Assign | ast.AugAssign) or statement in made:
            continue
        if isinstance(statement, ast.Expr):
            call = statement.value
            if isinstance(call, ast.Call) and _name_of_buffer(call) == name:
                value = _value(call)
                if value is not None and _keeps_size(value, name):
                    edit = _assigned(site, call, name, site.document.span(value))
                    yield _Change(statement, call, "MP402", REGISTERED, (edit,), value)
            elif isinstance(call, ast.Call) and _is_kept(call, name):
                edits = _without_data(site, call, name)
                value = call.args[0] if call.args and not edits else ast.Constant(None)
                yield _Change(statement, call, "MP404", TENSOR, edits, value, True)
            continue
        for target in targets(statement):
            if isinstance(target, ast.Subscript) and attribute_of_self(target.value) == name:
                edits = _by_a_copy(site, cls, statement, target, name)
                yield _Change(statement, target, "MP404", ITEM, edits, statement.value, True)


def _keeps_size(value: ast.expr, name: str) -> bool:
    """Whether what is computed has the buffer's size, as a new value of the old one has."""
    nodes = walk(value)
    resized = any(isinstance(n, ast.Call) and name_of(n.func) in RESIZES for n in nodes)
    return not resized and any(attribute_of_self(node) == name for node in nodes)


def _is_kept(call: ast.Call, name: str) -> bool:
    """``self.mean.copy_(x)``, ``self.mean.data.copy_(x)``."""
    called = method_call(call)
    if called is None or called[1] not in KEPT:
        return False
    receiver = called[0]
    if isinstance(receiver, ast.Attribute) and receiver.attr == "data":
        if called[1] != "copy_" or len(call.args) != 1 or call.keywords:
            return False
        receiver = receiver.value
    return attribute_of_self(receiver) == name


def _without_data(site: Site, call: ast.Call, name: str) -> tuple[Edit, ...]:
    """``.data`` of the buffer goes away; what was read by way of it has no gradient."""
    span = site.document.span
    held = [
        Edit(span(node), (span(node.value),))
        for node in walk(call)
        if isinstance(node, ast.Attribute)
        and node.attr == "data"
        and attribute_of_self(node.value) == name
    ]
    if held and isinstance(call.func, ast.Attribute) and not _is_stopped(call.args[0]):
        value = span(call.args[0])
        stopped = (Name(f"mindspore.ops.{STOP}"), "(", value, ")")
        held.append(Edit(value, stopped))
    return tuple(held)


def _is_stopped(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and name_of(value.func) == STOP


def _assigned(site: Site, node: ast.AST, name: str, value: Piece) -> Edit:
    pieces = (Name("mindspore.ops.assign"), f"(self.{name}, ", value, ")")
    return Edit(site.document.span(node), pieces)


def _by_a_copy(
    site: Site,
    cls: ast.ClassDef,
    statement: ast.Assign | ast.AugAssign,
    target: ast.Subscript,
    name: str,
) -> tuple[Edit, ...]:
    """``queue = self.queue.copy()``, an item of it, and ``ops.assign(self.queue, queue)``."""
    document, span = site.document, site.document.span
    inside = _function_of(cls, statement)
    taken = {n.id for n in walk(inside) if isinstance(n, ast.Name)}
    taken |= {n.arg for n in walk(inside) if isinstance(n, ast.arg)}
    local = free_name(name.lstrip("_"), taken)
    whole = span(statement)
    line = document.text[document.line_starts[document.line_of(whole.start)] : whole.start]
    end = f"{document.newline}{line}"
    first = f"{local} = self.{name}.copy(){end}"
    last = (end, Name("mindspore.ops.assign"), f"(self.{name}, {local})")
    return (
        Edit(whole, (first, whole, *last)),
        Edit(span(target.value), (local,)),
    )


def _function_of(cls: ast.ClassDef, statement: ast.stmt) -> ast.AST:
    return next((m for m in cls.body if isinstance(m, Definition) and statement in walk(m)), cls)


def _is_own(
    site: Site,
    info: ClassInfo,
    name: str,
    made: Mapping[ast.stmt, ast.Call],
    changes: Sequence[_Change],
    compiled: Sequence[Function],
) -> bool:
    """Whether nothing else sets the buffer, and no other name holds it where it changes."""
    tree, cls = site.document.tree, info.node
    assert tree is not None and cls is not None
    if any(_value(call) is None for call in made.values()):
        return False
    if any(not _is_alone(site, change.statement) for change in changes if change.edits):
        return False
    known = {*made, *(change.statement for change in changes)}
    inside = set(walk(cls))
    others = {
        node
        for one in site.bindings.classes
        if one.node is not None and not _is_below(one, info) and not _is_below(info, one)
        for node in walk(one.node)
    }
    for node in walk(tree):
        stored = [target for target in targets(node) if _holds(target, name)]
        if node in others:
            stored = [target for target in stored if not _is_of_self(target)]
        if stored and node not in known:
            return False
        called = method_call(node)
        if called is None or (node in others and _is_of_self(called[0])):
            continue
        assert isinstance(node, ast.Call)
        registers = called[1] == REGISTER and _names(node, name)
        sets = in_place(called[1]) and node in inside and _holds(called[0], name)
        if (registers or sets) and not any(node is getattr(one, "value", None) for one in known):
            return False
    if all(change.message is REGISTERED for change in changes):
        return True  # each name gets a copy of its own
    return not any(_has_other_name(function, name, changes) for function in compiled)


def _is_below(info: ClassInfo, base: ClassInfo) -> bool:
    """Whether a class is another, or derives from it."""
    return info is base or any(
        isinstance(one.info, ClassInfo) and _is_below(one.info, base) for one in info.bases
    )


def _is_of_self(node: ast.expr) -> bool:
    """``self``, ``self.mean``, ``self.mean[0]``: of the object, and of no object that it holds."""
    while isinstance(node, ast.Subscript) or getattr(node, "attr", "") == "data":
        node = node.value  # type: ignore[attr-defined]
    return getattr(node, "id", "") == "self" or attribute_of_self(node) is not None


def _names(call: ast.Call, name: str) -> bool:
    return bool(call.args) and getattr(call.args[0], "value", None) == name


def _is_alone(site: Site, statement: ast.stmt) -> bool:
    """Whether a statement has its lines to itself."""
    document = site.document
    span = document.span(statement)
    start = document.line_starts[document.line_of(span.start)]
    behind = document.text[span.end :].partition("\n")[0].strip()
    return not document.text[start : span.start].strip() and behind[:1] in ("", "#")


def _holds(node: ast.expr, name: str) -> bool:
    """``self.mean``, ``net.mean``, ``net.mean.data`` and items of them."""
    while isinstance(node, ast.Subscript) or (
        isinstance(node, ast.Attribute) and node.attr == "data"
    ):
        node = node.value
    return isinstance(node, ast.Attribute) and node.attr == name


def _passed_on(
    site: Site,
    info: ClassInfo,
    name: str,
    changes: Sequence[_Change],
    compiled: Sequence[Function],
) -> list[Edit] | None:
    """The edits where a gradient flows through a new value to what reads it behind the change: by a
    name of its own. None are needed where no gradient flows; None where it would be lost.

    What adds up to a value of the call before holds no gradient in torch, which would refuse the second
    backward, unless it is set back in between.
    """
    cls, tree = info.node, site.document.tree
    assert cls is not None and tree is not None
    carried = []
    for change in changes:
        adds_up = change.adds_up or _reads(change.value, name)
        if (len(changes) > 1 or not adds_up) and carries(
            cls, _function_of(cls, change.statement), change.value
        ):
            carried.append(change)
    statements = {node for one in changes for node in walk(one.statement)}
    above = parents(tree)
    reads = [
        node
        for node in _all_reads(site, info, name)
        if node not in statements and not _has_no_gradient(node, above)
    ]
    if not carried or not reads:
        return []
    [change, *others] = changes
    function = next((f for f in compiled if change.statement in f.node.body), None)
    if others or function is None or change.message is not REGISTERED:
        return None
    behind = [n for n in function.nodes if n in reads and n.lineno > change.statement.lineno]
    if len(behind) < len(reads):
        return None
    taken = {n.id for n in walk(function.node) if isinstance(n, ast.Name)}
    taken |= {n.arg for n in walk(function.node) if isinstance(n, ast.arg)}
    local = free_name(name.lstrip("_"), taken)
    span = site.document.span
    whole = span(change.node)
    line = site.document.text[: whole.start].rpartition("\n")[2]
    bound = (f"{local} = ", span(change.value), site.document.newline, line)
    last = (Name("mindspore.ops.assign"), f"(self.{name}, {local})")
    return [Edit(whole, (*bound, *last)), *(Edit(span(node), (local,)) for node in behind)]


def _reads(value: ast.AST, name: str) -> bool:
    """Whether a value is computed of the buffer, by a gradient."""
    if isinstance(value, ast.Call) and name_of(value.func) in (STOP, "detach"):
        return False
    if attribute_of_self(value) == name:
        return True
    return any(_reads(one, name) for one in ast.iter_child_nodes(value))


def _all_reads(site: Site, info: ClassInfo, name: str) -> Iterator[ast.Attribute]:
    """Where the file reads the buffer behind the constructor, of other objects, too."""
    tree, cls = site.document.tree, info.node
    assert tree is not None and cls is not None
    inside = set(walk(cls))
    init = next((m for m in cls.body if getattr(m, "name", "") == "__init__"), None)
    made = set(walk(init)) if init is not None else set()
    calls = {node.func for node in find(tree, ast.Call)}
    for node in find(tree, ast.Attribute):
        if node.attr != name or not isinstance(node.ctx, ast.Load) or node in made:
            continue
        if attribute_of_self(node) is not None:
            is_read = node in inside
        else:
            is_read = isinstance(node.value, ast.Attribute) and node not in calls
        if is_read:
            yield node


def _copies(site: Site, info: ClassInfo, name: str, changes: Sequence[_Change]) -> Iterator[Edit]:
    """``self.mean.copy()`` where a gradient may need the value that was read."""
    tree = site.document.tree
    assert tree is not None
    statements = {node for one in changes for node in walk(one.statement)}
    above = parents(tree)
    for node in _all_reads(site, info, name):
        if node not in statements and not _needs_no_copy(node, above):
            span = site.document.span(node)
            yield Edit(span, (span, ".copy()"))


def _has_no_gradient(node: ast.AST, above: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether what is read is asked for its shape or compared, or is cut off from gradients."""
    around = above.get(node)
    if isinstance(around, ast.Compare):
        return True
    if isinstance(around, ast.Attribute) and around.attr in ("shape", "dtype", "ndim", "size"):
        return True
    inner = node
    while (outer := above.get(inner)) is not None and not isinstance(outer, ast.stmt):
        if isinstance(outer, ast.Call) and name_of(outer.func) in (STOP, "detach"):
            return True
        inner = outer
    return False


def _needs_no_copy(node: ast.expr, above: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether no gradient is computed of a value, or of none but what it is read into at once."""
    around = above.get(node)
    if isinstance(around, ast.BinOp):
        other = around.right if around.left is node else around.left
        return isinstance(around.op, ast.Add | ast.Sub) or isinstance(other, ast.Constant)
    if isinstance(around, ast.Attribute):
        return around.attr in WITHOUT_VALUES
    if isinstance(around, ast.Call):
        return name_of(around.func) in NUMBERS
    if isinstance(around, ast.Compare | ast.Subscript):
        return True
    inner: ast.AST = node
    while (outer := above.get(inner)) is not None and not isinstance(outer, ast.stmt):
        if isinstance(outer, ast.Call) and name_of(outer.func) == STOP and inner is not node:
            return True
        inner = outer
    return False


def _has_other_name(function: Function, name: str, changes: Sequence[_Change]) -> bool:
    """Whether a name for the buffer may be read behind a change, which the old value's would not see."""
    above = parents(function.node)
    methods = {name_of(one) for one in _methods_with(changes, function)}
    behind = [node.lineno for node in function.nodes if isinstance(node, ast.Call)
              and attribute_of_self(node.func) in methods]  # fmt: skip
    behind += [one.statement.lineno for one in changes if one.statement in function.nodes]
    for node in function.nodes:
        if attribute_of_self(node) != name or not isinstance(node, ast.Attribute):
            continue
        around = above.get(node)
        if isinstance(node.ctx, ast.Load) and isinstance(around, BARE):
            looped = any(isinstance(n, LOOPS) and node in walk(n) for n in function.nodes)
            if behind and (looped or max(behind) > node.lineno):
                return True
    return False


def _methods_with(changes: Sequence[_Change], function: Function) -> Iterator[ast.AST]:
    """``self.update`` of each method of the class that changes the buffer."""
    cls = None if function.owner is None else function.owner.node
    for method in cls.body if cls is not None else ():
        if isinstance(method, Definition) and method is not function.node:
            inside = walk(method)
            if any(change.statement in inside for change in changes):
                yield ast.Name(method.name)
