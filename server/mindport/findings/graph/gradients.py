"""What Python computes beside the graph, so that gradients are lost without a word (MP411)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.branches import depends_on_values
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.dict_fixes import dict_fix
from mindport.findings.graph.list_fixes import list_fix
from mindport.findings.graph.picked_classes import names_behind
from mindport.findings.graph.picked_counts import ORDERS, chosen
from mindport.findings.graph.records import record_fix
from mindport.findings.graph.state import attribute_value
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import assigned
from mindport.symbols.values import NUMPY, UNKNOWN, ClassInfo, is_tensor
from mindport.texts import Text

LEAVES = frozenset({"numpy", "asnumpy", "tolist"})
# Lists of tensors lose their gradient by these; append, +, slices and items keep it.
LISTS = frozenset({"extend", "insert", "reverse"})
# What makes a tensor of numbers, and loses the gradient of one that it is given.
COPIES = frozenset({"torch.as_tensor", "mindspore.tensor"})
# Objects that take whatever attributes they are given.
BAGS = frozenset({"types.SimpleNamespace", "argparse.Namespace"})
LISTS_KNOWN = frozenset({"pop", "copy"})
THROUGH_NUMPY = Text(
    "What goes through numpy or a Python list is computed beside the graph: gradients are lost "
    "without a word, those of other terms, too. Use tensor operations.",
    "经过 numpy 或 Python 列表的部分在计算图之外执行：梯度会无提示地丢失，其他项的梯度也会受影响。请使用张量运算。",
)
OBJECT = Text(
    "An object that holds tensors is made by Python beside the graph: the gradients of what it "
    "holds, and of all that is computed with it, are lost without a word, also where it holds a mask. "
    "Use a function, a tuple or a dict.",
    "保存张量的对象由 Python 在计算图之外创建：其中的内容以及与之一起计算的部分，梯度都会无提示地丢失，"
    "即使其中只是掩码。请使用函数、元组或字典。",
)
BESIDE = Text(
    "Graph mode leaves {0} on tensors to Python beside the graph: gradients are lost without a "
    "word. {1}",
    "静态图模式把对张量的 {0} 交给 Python 在计算图之外执行，梯度会无提示地丢失。{2}",
)
OPERATION = (
    "Use the tensor operation of mindspore.ops or mindspore.mint.",
    "请使用 mindspore.ops 或 mindspore.mint 中的张量运算。",
)
ITSELF = ("Use the tensor itself.", "请直接使用该张量。")
APPEND = ("Use append, + or slices.", "请使用 append、+ 或切片。")
LITERAL = ("Write {'key': value}.", "请写成 {'key': value}。")
SLICE = ("Write items[::-1].", "请写成 items[::-1]。")
ITEMS = ("Write out what it holds.", "请逐项写出其内容。")
KEY = ("Take the item by its key.", "请按键取出该项。")
LOOP = ("Write the loop out.", "请写成循环。")
DEFINE = ("Define a function or a method.", "请定义函数或方法。")
CLAMP = Text("Replace with clamp", "替换为 clamp")
CLAMPED = Text(
    "It is a tensor then whichever is taken; of several elements each is limited.",
    "此后无论取哪一个都得到张量；若有多个元素则逐个限制。",
)


def gradient_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    named = _partial_names(site, code)
    for function in code.functions:
        lists, numbers = _lists(function), _numbers(site, function)
        partials = _partials(function, code) | (named - _bound(function))
        for node in function.nodes:
            if isinstance(node, ast.Call) and not _asks_an_array(function, node):
                message = _message(site, code, node, lists, partials, numbers)
                if message is None and _makes_what_is_picked(site, code, function, node, lists):
                    message = OBJECT
                if message is not None:
                    fix = _clamped(site, node) or _chosen(site, function, node)
                    fix = fix or list_fix(site, function, node)
                    fix = dict_fix(site, node) if _makes_a_dict(code, node) else fix
                    fix = record_fix(site, code, node) if message is OBJECT else fix
                    yield told(site, "MP411", node, message, fix)


def _message(
    site: Site,
    code: Compiled,
    node: ast.Call,
    lists: dict[str, bool],
    partials: set[str],
    numbers: set[str],
) -> Text | None:
    full = code.dotted(node.func)
    called = method_call(node)
    if called is not None and not full:
        return _of_method(called[0], called[1], node, lists, partials)
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    first = node.args[0] if node.args else None
    if full.startswith(("math.", "numpy.")) and not full.startswith("numpy.random."):
        return _beside(f"{full}()", OPERATION) if _any_tensor(site, node.args, numbers) else None
    if full == "functools.reduce" and len(node.args) > 1:
        return None if _is_plain(node.args[1], lists) else _beside("functools.reduce()", LOOP)
    if full == "copy.copy" and first is not None:
        return None if _is_plain(first, lists) else _beside("copy.copy()", ITEMS)
    if full in COPIES and first is not None:
        known = is_tensor(site.bindings.values.get(first, UNKNOWN)) and not _is_asked(site, first)
        return _beside(f"{full.rpartition('.')[2]}()", ITSELF) if known else None
    if name in partials:
        return _beside("functools.partial", DEFINE)
    if name in ("min", "max") and len(node.args) > 1:
        return _beside(f"{name}()", OPERATION) if _any_tensor(site, node.args, numbers) else None
    if name == "sorted" and first is not None:
        listed = isinstance(first, ast.List | ast.Name) and not _is_plain(first, lists)
        known = not isinstance(first, ast.Name) or first.id in lists
        return _beside("sorted()", OPERATION) if listed and known else None
    if name == "reversed" and first is not None:
        listed = isinstance(first, ast.List | ast.Tuple) or getattr(first, "id", "") in lists
        return _beside("reversed()", SLICE) if listed and not _is_plain(first, lists) else None
    if _makes_a_dict(code, node) and (node.args or node.keywords):
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        plain = all(_is_plain(value, lists) for value in values)
        return None if plain else _beside(f"{name or 'OrderedDict'}()", LITERAL)
    given = [*node.args, *(key.value for key in node.keywords if key.arg != "dtype")]
    if full in BAGS:
        given = [one for one in given if site.bindings.values.get(one, UNKNOWN).kind != "other"]
    plain = all(_is_plain(value, lists) for value in given)
    return None if plain or not (full in BAGS or _makes_an_object(site, code, name)) else OBJECT


def _asks_an_array(function: Function, node: ast.Call) -> bool:
    """``self.weights.tolist()`` of an array that the network holds: a constant."""
    called = method_call(node)
    own = None if called is None else attribute_of_self(called[0])
    return own is not None and attribute_value(function.owner, own) is NUMPY


def _makes_a_dict(code: Compiled, node: ast.Call) -> bool:
    name = getattr(node.func, "id", "")
    full = code.dotted(node.func)
    return full == "collections.OrderedDict" or (name == "dict" and not full)


def _is_asked(site: Site, node: ast.expr) -> bool:
    """Whether the file asks of a name whether it stands for a tensor: numbers are given, too."""
    name = node.id if isinstance(node, ast.Name) else ""
    return name != "" and f"isinstance({name}," in site.document.text


def _of_method(
    receiver: ast.expr, method: str, node: ast.Call, lists: dict[str, bool], partials: set[str]
) -> Text | None:
    assert isinstance(node.func, ast.Attribute)
    if method in LEAVES and not node.args:
        return THROUGH_NUMPY
    if attribute_of_self(node.func) in partials:
        return _beside("functools.partial", DEFINE)
    if not isinstance(receiver, ast.Name):
        return None
    if method == "popitem":
        return _beside("dict.popitem()", KEY)
    if method not in LISTS | LISTS_KNOWN:
        return None
    given = node.args[-1] if node.args and method in LISTS else None
    known = lists.get(receiver.id, method in LISTS and not _is_plain(given, lists))
    return _beside(f"list.{method}()", APPEND) if known else None


def _beside(what: str, way: tuple[str, str]) -> Text:
    return Text(BESIDE.en.format(what, way[0], ""), BESIDE.zh.format(what, "", way[1]))


def _lists(function: Function) -> dict[str, bool]:
    """Names that are bound to lists, and whether those may hold tensors."""
    found: dict[str, bool] = {}
    for node in function.nodes:
        if isinstance(node, ast.Assign) and _is_a_list(node.value, found):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    plain = _is_plain(node.value, found)
                    found[target.id] = found.get(target.id, False) or not plain
    return found


def _is_a_list(node: ast.expr, lists: dict[str, bool]) -> bool:
    """``[..]``, ``list(x)``, sums, parts and copies of such."""
    match node:
        case ast.List() | ast.ListComp():
            return True
        case ast.BinOp(left, ast.Add(), right):
            return _is_a_list(left, lists) or _is_a_list(right, lists)
        case ast.BinOp(left, ast.Mult(), right):
            return isinstance(left, ast.List) or isinstance(right, ast.List)
        case ast.Subscript(ast.Name(name), ast.Slice()) | ast.Name(name):
            return name in lists
        case ast.Call(ast.Name("list")):
            return True
        case ast.Call(ast.Attribute(ast.Name(name), "copy")):
            return name in lists
    return False


def _is_plain(node: ast.expr | None, lists: dict[str, bool]) -> bool:
    """Literals, shapes and ranges, and lists of such: what holds no tensor."""
    if isinstance(node, ast.List | ast.Tuple):
        return bool(node.elts) and all(_is_plain(item, lists) for item in node.elts)
    if isinstance(node, ast.Name):
        return not lists.get(node.id, True)
    if isinstance(node, ast.BinOp):
        return _is_plain(node.left, lists) and _is_plain(node.right, lists)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return _is_plain(node.value, lists)
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", "")
        of_plain = name == "list" and bool(node.args) and _is_plain(node.args[0], lists)
        return name in ("range", "len") or of_plain or _is_a_shape(node)
    if isinstance(node, ast.Constant):
        return node.value is not None
    return node is not None and _is_a_shape(node)


def _is_a_shape(node: ast.expr) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr in ("shape", "size") for n in walk(node))


def _clamped(site: Site, node: ast.Call) -> Fix | None:
    """``n.clamp(min=1)`` for ``max(1, n)`` of a number and a tensor."""
    bound = {"max": "min", "min": "max"}.get(getattr(node.func, "id", ""))
    if bound is None or len(node.args) != 2 or node.keywords:
        return None
    numbers = [one for one in node.args if isinstance(one, ast.Constant)]
    others = [one for one in node.args if isinstance(one, ast.Name)]
    if len(numbers) != 1 or len(others) != 1:
        return None
    if type(numbers[0].value) is not int or not is_tensor(
        site.bindings.values.get(others[0], UNKNOWN)
    ):
        return None
    pieces = (site.document.span(others[0]), f".clamp({bound}={numbers[0].value})")
    return Fix(CLAMP, "unsafe", (Edit(site.document.span(node), pieces),), CLAMPED)


def _chosen(site: Site, function: Function, node: ast.Call) -> Fix | None:
    """``(n if n > 1 else 1)`` for ``max(n, 1)`` of what was taken out of a tensor by int or float, or by
    item beside a number of floating point."""
    if getattr(node.func, "id", "") not in ORDERS or len(node.args) != 2 or node.keywords:
        return None
    numbers = [one for one in node.args if isinstance(one, ast.Constant)]
    others = [one for one in node.args if not isinstance(one, ast.Constant)]
    if len(numbers) != 1 or len(others) != 1:
        return None
    value = others[0]
    if isinstance(value, ast.Name):
        found = assigned(value.id, function.node) or []
        value = found[0] if len(found) == 1 else value
    floating = isinstance(numbers[0].value, float)
    match value:
        case ast.Call(ast.Name("int"), [_]):
            return chosen(site, node, others[0], numbers[0], floating)
        case ast.Call(ast.Name("float"), [_]):
            return chosen(site, node, others[0], numbers[0], True)
        case ast.Call(ast.Attribute(attr="item"), []) if floating:
            return chosen(site, node, others[0], numbers[0], True)
    return None


def _any_tensor(site: Site, arguments: list[ast.expr], numbers: set[str]) -> bool:
    """Whether an argument is a tensor, or counts with a number that was taken out of one."""
    return any(
        is_tensor(site.bindings.values.get(argument, UNKNOWN))
        or any(_is_number(site, node, numbers) for node in walk(argument))
        for argument in arguments
    )


def _numbers(site: Site, function: Function) -> set[str]:
    """Names that stand for what was taken out of a tensor: ``n = int(mask.sum())``."""
    found: set[str] = set()
    for node in function.nodes:
        if isinstance(node, ast.Assign) and _is_number(site, node.value, found):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def _is_number(site: Site, node: ast.AST, numbers: set[str]) -> bool:
    """``x.item()``, ``int(x.sum())``, ``x[x > 0].shape[0]``, or a name for such."""
    if isinstance(node, ast.Name):
        return node.id in numbers
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
        return node.value.attr == "shape" and _is_picked(node.value.value)
    called = method_call(node)
    if called is not None:
        return called[1] == "item"
    name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    if not isinstance(node, ast.Call) or len(node.args) != 1:
        return False
    first = node.args[0]
    if name == "len":
        return _is_picked(first)
    tensor = is_tensor(site.bindings.values.get(first, UNKNOWN)) or depends_on_values(first)
    return name in ("int", "float") and tensor


def _is_picked(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Compare)


def _partials(function: Function, code: Compiled) -> set[str]:
    """Attributes that hold what functools.partial made."""
    cls = None if function.owner is None else function.owner.node
    found = set()
    for node in walk(cls) if cls is not None else ():
        made = node.value if isinstance(node, ast.Assign) else None
        if isinstance(made, ast.Call) and code.dotted(made.func) == "functools.partial":
            assert isinstance(node, ast.Assign)
            found |= {own for t in node.targets if (own := attribute_of_self(t)) is not None}
    return found


def _partial_names(site: Site, code: Compiled) -> set[str]:
    """Names that stand for what functools.partial made, anywhere in the file."""
    found = set()
    for node in walk(site.document.tree) if site.document.tree is not None else ():
        made = node.value if isinstance(node, ast.Assign) else None
        if isinstance(made, ast.Call) and code.dotted(made.func) == "functools.partial":
            assert isinstance(node, ast.Assign)
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def _bound(function: Function) -> set[str]:
    """Names that the function binds itself: a partial made there keeps its gradient."""
    return {
        node.id
        for node in function.nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _makes_an_object(site: Site, code: Compiled, name: str) -> bool:
    """A class of this file that is no Cell, or a namedtuple."""
    value = site.bindings.exports.get(name, UNKNOWN)
    info = value.info
    if isinstance(info, ClassInfo):
        return (
            value.kind == "class" and not (info.is_module or info.is_cell) and not _is_error(info)
        )
    return name != "" and name in _namedtuples(site, code)


def _makes_what_is_picked(
    site: Site, code: Compiled, function: Function, node: ast.Call, lists: dict[str, bool]
) -> bool:
    """``SOLVERS[name](f, x)``: a call of what stands for a class, with more than plain values."""
    if isinstance(node.func, ast.Name) and node.func.id in site.bindings.exports:
        return False
    given = [*node.args, *(key.value for key in node.keywords)]
    return not all(_is_plain(one, lists) for one in given) and any(
        _makes_an_object(site, code, name) for name in names_behind(site, function, node.func)
    )


def _is_error(info: ClassInfo) -> bool:
    return info.name.endswith(("Error", "Exception", "Warning"))


def _namedtuples(site: Site, code: Compiled) -> set[str]:
    tree = site.document.tree
    found = set()
    for node in tree.body if tree is not None else ():
        made = node.value if isinstance(node, ast.Assign) else None
        if isinstance(made, ast.Call) and code.dotted(made.func) == "collections.namedtuple":
            assert isinstance(node, ast.Assign)
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found
