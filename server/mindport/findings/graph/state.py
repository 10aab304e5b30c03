"""Python objects that compiled code changes (MP404): attributes, globals, what others hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.handed_in import may_be_read_again
from mindport.findings.graph.local_attributes import local_fix
from mindport.findings.graph.recast import recast_fix
from mindport.findings.graph.scopes import Scope, scopes
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, name_of, targets, walk
from mindport.report import Finding
from mindport.symbols.values import ClassInfo, Value, is_tensor
from mindport.texts import Text

GROWS = frozenset(
    {"append", "extend", "insert", "remove", "clear", "appendleft", "popleft", "popitem",
     "setdefault", "reverse"}
)  # fmt: skip
# These are methods of tensors, modules or metrics, too.
UNSURE = frozenset({"pop", "update", "add", "discard", "sort"})
LISTS_OWN = ("pop", "add", "discard", "sort")
# What tensors have: reading it is no reading of an attribute of that name.
OF_TENSORS = frozenset({"shape", "dtype", "ndim", "size", "T", "data", "grad", "device"})
ASSIGNS = frozenset({"assign", "assign_add", "assign_sub"})
CONTAINERS = ("sequence", "mapping", "tuple")
ATTRIBUTE = Text(
    "Graph mode keeps an attribute that is set here in a parameter of its own: what reads it in "
    "compiled code gets a value of another time, and no gradient. Return it, or pass it on as an "
    "argument.",
    "静态图模式会把此处赋值的属性存为单独的参数：被编译的代码读到的可能是其他时刻的值，且没有梯度。请返回该值，或作为参数传递。",
)
COUNTER = Text(
    "Compiled code reads this attribute and sets it: tests of it were decided when the graph was "
    "compiled, and training sees another value. Make it a Parameter with requires_grad=False, or "
    "hand the value in.",
    "被编译的代码既读取又设置该属性：相关判断在编译时已定，训练时看到的值也不同。请改为 requires_grad=False 的 Parameter，或作为参数传入。",
)
OTHERS = Text(
    "Graph mode does not set attributes of other objects; return the value.",
    "静态图模式不会设置其他对象的属性，请返回该值。",
)
CONTAINER = Text(
    "Graph mode changes a copy: the list or dict that others see stays as it is. Return the value.",
    "静态图模式修改的是副本：外部看到的列表或字典保持不变。请返回该值。",
)
TENSOR = Text(
    "Graph mode holds this tensor as a constant: the change is lost, or later calls do not see it. "
    "Make it a Parameter with requires_grad=False and change it by copy_ or ops.assign.",
    "静态图模式将该张量作为常量：修改会丢失，或之后的调用看不到。请改为 requires_grad=False 的 Parameter，并用 copy_ 或 ops.assign 修改。",
)
ITEM = Text(
    "Graph mode changes a copy here: what the attribute holds stays as it is. Make it a Parameter "
    "with requires_grad=False and set it as a whole, by copy_ or ops.assign.",
    "静态图模式在此修改的是副本，属性中的内容保持不变。请改为 requires_grad=False 的 Parameter，并用 copy_ 或 ops.assign 整体赋值。",
)
GLOBAL = Text(
    "Graph mode does not set globals; return the value.", "静态图模式不会设置全局变量，请返回该值。"
)
INPUT = Text(
    "Graph mode changes a copy: what the caller handed in stays as it is. Return the new value.",
    "静态图模式修改的是副本，调用者传入的对象保持不变。请返回新值。",
)
HOOKED = Text(
    "A hook computes this weight before each call; graph mode computes it once, when it compiles, and "
    "the weight is no longer trained. Run this network in PyNative mode.",
    "该权重由钩子在每次调用之前计算；静态图模式只在编译时计算一次，之后不再随训练更新。请在 PyNative 模式下运行该网络。",
)
# torch's hooks that compute a layer's weight from other parameters.
NORMS = frozenset(
    f"torch.nn.utils.{name}"
    for name in ("weight_norm", "spectral_norm", "parametrizations.weight_norm",
                 "parametrizations.spectral_norm")
)  # fmt: skip


def state_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a change, or a weight that is not trained any more."""
    for use in site.bindings.uses:
        if use.symbol in NORMS and use.call is not None:
            yield told(site, "MP404", use.call, HOOKED)
    for one in code.lambdas:
        yield from (told(site, "MP404", node, CONTAINER) for node in _grown(one))
    read = _read(code)
    for function in code.functions:
        held = set(_aliases(function))
        for scope in scopes(function):
            for node in scope.nodes:
                yield from _assigned(site, code, function, scope, node, read, held)
                yield from _called(site, code, function, scope, node)


def _grown(function: ast.Lambda) -> Iterator[ast.Call]:
    """``lambda module, args, output: seen.append(output)``."""
    own = {one.arg for one in find(function.args, ast.arg)}
    for node in find(function.body, ast.Call):
        receiver, method = method_call(node) or (node, "")
        if method in GROWS | UNSURE | {"__setitem__"} and name_of(receiver) not in own:
            yield node


def _read(code: Compiled) -> set[str]:
    """Attributes that compiled code reads other than to change them by ``+=``."""
    return {
        node.attr
        for function in code.functions
        for node in function.nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and (node.attr not in OF_TENSORS or attribute_of_self(node) is not None)
    }


def _assigned(
    site: Site,
    code: Compiled,
    function: Function,
    scope: Scope,
    node: ast.AST,
    read: set[str],
    held: set[str],
) -> Iterator[Finding]:
    for target in targets(node):
        own = attribute_of_self(target)
        if own is not None:
            if own in read:
                fix = recast_fix(site, code, function, node) or local_fix(site, function, own)
                yield told(site, "MP404", target, COUNTER, fix)
            elif isinstance(node, ast.Assign) and not _is_plain(function, node.value):
                yield told(site, "MP404", target, ATTRIBUTE)
        elif isinstance(target, ast.Attribute):
            if target.attr != "requires_grad":
                yield told(site, "MP402", target, OTHERS)
        elif isinstance(target, ast.Subscript):
            message = _item(site, function, scope, target, held)
            if message is not None:
                yield told(site, "MP404", target, message)
        elif isinstance(target, ast.Name) and target.id in scope.declared:
            yield told(site, "MP404", target, GLOBAL)


def _item(
    site: Site, function: Function, scope: Scope, target: ast.Subscript, held: set[str]
) -> Text | None:
    """``self.x[...] = y``, also by another name, and items of what is handed in or is global."""
    base: ast.expr = target
    while isinstance(base, ast.Subscript):
        base = base.value
    if attribute_of_self(base) is not None:
        return ITEM
    own = attribute_of_self(_held(base))
    if own is not None and is_constant(function.owner, own, attribute_value(function.owner, own)):
        return ITEM
    if not isinstance(base, ast.Name):
        return None
    if base.id in held:
        return ITEM
    if base.id in scope.free:
        return CONTAINER
    if not _is_input(function, base.id) or not may_be_read_again(site, function, base.id):
        return None
    return INPUT


def _called(
    site: Site, code: Compiled, function: Function, scope: Scope, node: ast.AST
) -> Iterator[Finding]:
    called = method_call(node)
    if called is None:
        return
    receiver, method = called
    if code.dotted(receiver) == "mindspore.ops" and method in ASSIGNS:
        assert isinstance(node, ast.Call)
        own = attribute_of_self(_held(node.args[0])) if node.args else None
        value = None if own is None else attribute_value(function.owner, own)
        if own is not None and is_constant(function.owner, own, value):
            yield told(site, "MP404", node, TENSOR)
        return
    if method == "__setattr__" and getattr(receiver, "id", "") == "object":
        yield told(site, "MP404", node, HOOKED)
    own = attribute_of_self(_held(receiver))
    value = None if own is None else attribute_value(function.owner, own)
    if (method in GROWS and (own is not None or _is_inside(scope, code, receiver))) or (
        own is not None and method in UNSURE and value is not None and _is_container(value)
    ):
        yield told(site, "MP404", node, CONTAINER)
    elif isinstance(receiver, ast.Name) and receiver.id in scope.free - code.imports.keys():
        if method in GROWS or method in LISTS_OWN:
            yield told(site, "MP404", node, CONTAINER)
    elif own is not None and in_place(method) and is_constant(function.owner, own, value):
        yield told(site, "MP404", node, TENSOR)


def _held(node: ast.expr) -> ast.expr:
    """``self.x`` of ``self.x.data``."""
    return node.value if isinstance(node, ast.Attribute) and node.attr == "data" else node


def _is_inside(scope: Scope, code: Compiled, node: ast.expr) -> bool:
    """``self.log["a"]``, ``self.state.rows``, and such parts of what has a name outside."""
    inner = node
    while isinstance(inner, ast.Subscript | ast.Attribute):
        if attribute_of_self(inner) is not None:
            return inner is not node
        inner = inner.value
    outside = scope.free - code.imports.keys()
    return inner is not node and isinstance(inner, ast.Name) and inner.id in outside


def in_place(method: str) -> bool:
    return method.endswith("_") and not method.endswith("__")


def _is_container(value: Value) -> bool:
    return value.kind in CONTAINERS or value.name in ("dict", "list", "set")


def attribute_value(owner: ClassInfo | None, name: str) -> Value | None:
    """What a class's attribute holds, as far as it is known."""
    return None if owner is None else owner.attributes.get(name)


def is_constant(owner: ClassInfo | None, name: str, value: Value | None) -> bool:
    """A tensor that is no Parameter: a buffer, or a plain attribute."""
    if value is not None and value.name.endswith(".Parameter"):
        return False
    if value is not None and is_tensor(value):
        return True
    return owner is not None and owner.node is not None and name in buffers_of(owner.node)


def buffers_of(cls: ast.ClassDef) -> set[str]:
    """The names that a class registers as buffers."""
    return {
        node.args[0].value
        for node in walk(cls)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "register_buffer"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def _is_plain(function: Function, value: ast.expr) -> bool:
    """A literal, or what cannot be a tensor: a shape, a length, what is counted with these."""
    match value:
        case ast.Constant():
            return True
        case ast.Attribute(attr=name):
            return name in ("shape", "dtype", "ndim", "device")
        case ast.Subscript(inner):
            return _is_plain(function, inner)
        case ast.Tuple(items) | ast.List(items):
            return all(_is_plain(function, item) for item in items)
        case ast.BinOp(left, _, right):
            return _is_plain(function, left) and _is_plain(function, right)
        case ast.Call(ast.Name("tuple" | "list" | "int"), [taken], []):
            return _is_plain(function, taken)
        case ast.Call(func):
            return name_of(func) in ("len", "size", "dim", "numel")
        case ast.Name(name):
            given = {one.arg for one in function.parameters}
            made = [one for one in function.nodes if name in map(_name, _bound(one))]
            return bool(made) and name not in given and all(
                isinstance(one, ast.Assign) and _is_a_size(one.value) for one in made
            )  # fmt: skip
    return False


def _bound(node: ast.AST) -> Iterator[ast.AST]:
    """What a statement or a loop binds."""
    looped = walk(node.target) if isinstance(node, ast.For | ast.comprehension) else ()
    yield from (*targets(node), *looped)


def _name(node: ast.AST) -> str:
    return getattr(node, "id", "")


def _is_a_size(value: ast.expr) -> bool:
    """``x.shape``, ``x.size()``, and items of them."""
    if isinstance(value, ast.Subscript):
        return _is_a_size(value.value)
    name = value.attr if isinstance(value, ast.Attribute) else ""
    return name == "shape" or (isinstance(value, ast.Call) and name_of(value.func) == "size")


def _aliases(function: Function) -> Iterator[str]:
    """Names that stand for an attribute of the object: ``b = self.buf``."""
    for node in function.nodes:
        if isinstance(node, ast.Assign) and attribute_of_self(node.value) is not None:
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _is_input(function: Function, name: str) -> bool:
    """Whether a parameter still stands for what the caller gave."""
    given = {one.arg for one in function.parameters}
    return name in given and not any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
        for node in function.nodes
    )
