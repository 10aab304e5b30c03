"""Calls, contexts and exceptions that the graph compiler refuses (MP402), and methods that it
cannot bind (MP403)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.gradmode import MODES
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.dict_fixes import dict_fix
from mindport.findings.graph.first_items import of_list
from mindport.findings.graph.first_parameters import by_attribute
from mindport.findings.graph.gathered import gathered, is_gathered
from mindport.findings.graph.not_compiled import LAYERS, LIMITS, MODE, NOT_COMPILED
from mindport.findings.graph.own_exceptions import is_own, raised_fix
from mindport.findings.graph.removals import without_cache, without_context
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, name_of, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import only_value
from mindport.symbols.values import Value
from mindport.texts import Text, filled

# Members of modules and Cells that go over their parts.
WALKS = frozenset(
    {"parameters", "named_parameters", "modules", "named_modules", "state_dict", "buffers",
     "named_buffers", "get_parameters", "trainable_params", "parameters_and_names",
     "cells_and_names", "parameters_dict", "register_buffer", "register_parameter"}
)  # fmt: skip
# Nothing but modules and Cells has these.
OF_CELLS = frozenset(
    {"trainable_params", "get_parameters", "parameters_and_names", "cells_and_names",
     "named_parameters", "parameters_dict"}
)  # fmt: skip
DISTRIBUTIONS = ("torch.distributions.", "mindspore.nn.probability.distribution.")
CONTAINERS = frozenset({"collections.deque", "collections.defaultdict"})
ALIASED_DICTS = frozenset({"typing.OrderedDict", "typing.Dict"})
ALIASES = ALIASED_DICTS | {"typing.List"}
SEQUENTIAL = ("torch.nn.Sequential", "mindspore.nn.SequentialCell")
LISTS = ("ModuleList", "Sequential", "CellList", "SequentialCell")
PRINT = Text(
    "print takes no sep, end, file or flush in graph mode; print the values alone.",
    "静态图模式中 print 不支持 sep、end、file、flush 参数，请只打印值。",
)
KEY = Text("min and max take no key in graph mode; write the loop out.",
           "静态图模式中 min 和 max 不支持 key 参数，请写成循环。")  # fmt: skip
PARTS = Text(
    "Graph mode does not compile {0}(); gather what is needed in __init__ and keep it as an "
    "attribute.",
    "静态图模式不支持 {0}()；请在 __init__ 中取得所需内容并存为属性。",
)
ITERATOR = Text("Graph mode has no iterators; take the item by its index.",
                "静态图模式没有迭代器，请用下标取元素。")  # fmt: skip
REVERSED = Text(
    "Graph mode cannot reverse a list of Cells this way; write tuple(self.layers)[::-1].",
    "静态图模式不能这样反转 Cell 列表，请写成 tuple(self.layers)[::-1]。",
)
CHAIN = Text("Graph mode loses tensors in itertools; write the loop out.",
             "静态图模式下 itertools 会丢失张量，请写成循环。")  # fmt: skip
CONTAINER = Text("Graph mode loses what is put into a {0}; use a list or a dict.",
                 "静态图模式下放入 {0} 的内容会丢失，请使用列表或字典。")  # fmt: skip
CONTEXT = Text(
    "Graph mode compiles no context managers; move the block out of the compiled code.",
    "静态图模式不支持上下文管理器，请将该代码块移出被编译的代码。",
)
EXCEPTION = Text(
    "Graph mode raises Python's own exceptions alone; raise ValueError or RuntimeError.",
    "静态图模式只能抛出 Python 内置异常，请改用 ValueError 或 RuntimeError。",
)
SELF = Text(
    "Graph mode finds the object by the name self; call the first parameter so.",
    "静态图模式按名称 self 查找对象，请将第一个参数命名为 self。",
)
CLASSMETHOD = Text(
    "Graph mode does not compile class methods; make it a method or a function.",
    "静态图模式不支持类方法，请改为普通方法或函数。",
)
OPEN = Text("Graph mode does not compile file access; move it out of the compiled code.",
            "静态图模式不支持文件读写，请移出被编译的代码。")  # fmt: skip
COPIES = Text("Graph mode does not compile dict.{0}(); begin with an empty dict: e = {{}}, e.update(d).",
              "静态图模式不支持 dict.{0}()；请从空字典开始：e = {{}}，e.update(d)。")  # fmt: skip
SPREAD = Text(
    "Graph mode leaves dict(d) to Python, and calls no Cell with what is spread of it; begin with an "
    "empty dict: e = {}, e.update(d).",
    "静态图模式将 dict(d) 交给 Python 执行，无法用其展开的参数调用 Cell；请从空字典开始：e = {}，e.update(d)。",
)
ALIAS = Text(
    "Graph mode does not compile a call of typing.{0}; write a literal.",
    "静态图模式不支持调用 typing.{0}，请写成字面量。",
)
UPDATE = Text(
    "dict.update() takes one dict in graph mode: d.update({'key': value}).",
    "静态图模式下 dict.update() 只接受一个字典：d.update({'key': value})。",
)
ITSELF = Text(
    "Graph mode cannot call the Cell itself from its own methods; write self.construct(...).",
    "静态图模式不能在 Cell 自身的方法中调用该 Cell，请写成 self.construct(...)。",
)
NAMED = Text("Call the method by its name", "按方法名调用")
DISTRIBUTION = Text(
    "Graph mode makes this distribution of a tensor beside the graph, without gradients, or refuses "
    "it. Compute what is asked of it with tensor operations, or move it out of the compiled code.",
    "静态图模式会在图外创建以张量为参数的分布，其结果没有梯度，或直接报错；请改用张量运算计算所需的值，或移出被编译的代码。",
)
UNION = Text("Graph mode does not join dicts by |; use update().",
             "静态图模式不支持用 | 合并字典，请使用 update()。")  # fmt: skip
DICT = Text("Hand in a dict", "改为传入字典")
TUPLE = Text("Reverse a tuple of the layers", "改为反转由网络层组成的元组")


def call_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call, ``with``, ``raise`` or definition."""
    grad_modes = {use.call for use in site.bindings.uses if use.symbol in MODES}
    for function in code.functions:
        yield from _definition(site, function)
        dicts = set(_dict_names(function))
        for node in function.nodes:
            if isinstance(node, ast.Call):
                if _sets_the_mode(function, node):
                    yield told(site, "MP404", node, MODE)
                message = _refused(site, code, function, node, dicts)
                if message is not None:
                    fix = _by_name(site, function, node) if message is ITSELF else None
                    fix = _as_dict(site, node) if message is UPDATE else fix
                    fix = dict_fix(site, node) if code.dotted(node.func) in ALIASED_DICTS else fix
                    fix = _as_tuple(site, node) if message is REVERSED else fix
                    fix = (
                        fix
                        or without_cache(site, function, node)
                        or gathered(site, code, function, node)
                        or by_attribute(site, code, function, node)
                        or (of_list(site, node) if message is ITERATOR else None)
                    )
                    yield told(site, "MP402", node, message, fix)
            elif isinstance(node, ast.With | ast.AsyncWith):
                fix = without_context(site, code, node)
                for item in node.items:
                    if item.context_expr not in grad_modes:
                        yield told(site, "MP402", item.context_expr, CONTEXT, fix)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
                if any(_is_dict(side, dicts) for side in (node.left, node.right)):
                    yield told(site, "MP402", node, UNION)
            elif isinstance(node, ast.Raise) and node.exc is not None and is_own(node.exc):
                yield told(site, "MP402", node.exc, EXCEPTION, raised_fix(site, node.exc))


def _refused(
    site: Site, code: Compiled, function: Function, node: ast.Call, dicts: set[str]
) -> Text | None:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    full = code.dotted(node.func)
    if name == "print" and node.keywords:
        return PRINT
    if name in ("min", "max") and any(keyword.arg == "key" for keyword in node.keywords):
        return KEY
    if name in ("next", "iter"):
        return ITERATOR
    if name == "open":
        return OPEN
    if name == "dict" and any(_is_dict(one, dicts) for one in node.args) and _spreads(function):
        return SPREAD
    if name == "reversed" and node.args and is_list_of_cells(function, node.args[0]):
        return REVERSED
    if full.startswith("itertools.") and not all(_is_constant(function, a) for a in node.args):
        return CHAIN
    if full in ALIASES:
        return filled(ALIAS, full.rpartition(".")[2])
    if full in CONTAINERS:
        return filled(CONTAINER, full.rpartition(".")[2])
    if name == "self" and function.owner is not None:
        return ITSELF
    if (full or name) in NOT_COMPILED:  # by its name alone: the class that a fix puts there
        return NOT_COMPILED[full or name]
    if full in SEQUENTIAL and any(_is_ordered_dict(code, one) for one in node.args):
        return LAYERS
    if full in ("numpy.finfo", "numpy.iinfo") and node.args and isinstance(node.args[0], ast.Call):
        return None if function.node.name == full.partition(".")[2] else LIMITS  # of the helpers
    if full.startswith(DISTRIBUTIONS) and full.rpartition(".")[2][:1].isupper():
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        return None if all(_is_constant(function, one) for one in given) else DISTRIBUTION
    if is_gathered(node) and gathered(site, code, function, node) is not None:
        return filled(PARTS, name)
    called = method_call(node)
    if called is None:
        return None
    receiver, method = called
    if method in OF_CELLS or (method in WALKS and _is_a_cell(function, receiver)):
        return filled(PARTS, method)
    if method in ("setdefault", "copy") and getattr(receiver, "id", "") in dicts:
        return filled(COPIES, method)
    if method == "update" and getattr(receiver, "id", "") in dicts and _is_no_dict(node):
        return UPDATE
    return None


def _is_ordered_dict(code: Compiled, node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and code.dotted(node.func) == "collections.OrderedDict"


def _sets_the_mode(function: Function, node: ast.Call) -> bool:
    """``self.dropout.eval()``, and of a layer that is made there."""
    called = method_call(node)
    if called is None or called[1] not in ("eval", "train", "set_train"):
        return False
    if isinstance(called[0], ast.Name) and called[0].id != "self":
        return True
    return function.owner is not None and _is_a_cell(function, called[0])


def _by_name(site: Site, function: Function, node: ast.Call) -> Fix | None:
    """``self.construct(x)`` for ``self(x)``; hooks would be left out."""
    if function.owner is None or "_hook" in site.document.text:
        return None
    name = "self.construct" if function.owner.is_cell else "self.forward"
    return Fix(NAMED, "safe", (Edit(site.document.span(node.func), (name,)),))


def _is_no_dict(node: ast.Call) -> bool:
    """Keywords, or pairs."""
    pairs = (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp)
    first = node.args[0] if node.args else None
    return bool(node.keywords) or isinstance(first, pairs) or getattr(
        getattr(first, "func", None), "id", ""
    ) == "zip"  # fmt: skip


def _as_tuple(site: Site, node: ast.Call) -> Fix:
    """``tuple(self.layers)[::-1]``; a slice of the list itself renames the parameters in PyNative."""
    span = site.document.span
    edit = Edit(span(node), ("tuple(", span(node.args[0]), ")[::-1]"))
    return Fix(TUPLE, "safe", (edit,))


def _as_dict(site: Site, node: ast.Call) -> Fix | None:
    """``d.update({"key": value})`` for ``d.update(key=value)``."""
    if node.args or not node.keywords or any(one.arg is None for one in node.keywords):
        return None
    document = site.document
    edits = [
        Edit(Span(document.span(one).start, document.span(one.value).start), (f'"{one.arg}": ',))
        for one in node.keywords
    ]
    last = document.span(node.keywords[-1]).end
    edits[0] = Edit(edits[0].span, ("{", *edits[0].pieces))
    edits.append(Edit(Span(last, last), ("}",)))
    return Fix(DICT, "safe", tuple(edits))


def _definition(site: Site, function: Function) -> Iterator[Finding]:
    body = function.owner.node.body if function.owner and function.owner.node else ()
    if function.node not in body:
        return
    kinds = {getattr(decorator, "id", "") for decorator in function.node.decorator_list}
    if "classmethod" in kinds:
        yield told(site, "MP403", _head(function), CLASSMETHOD)
    elif "staticmethod" not in kinds and function.parameters:
        first = function.parameters[0]
        if first.arg != "self":
            yield told(site, "MP403", first, SELF)


def _head(function: Function) -> ast.AST:
    return function.parameters[0] if function.parameters else function.node


def _is_dict(node: ast.expr, dicts: set[str]) -> bool:
    return isinstance(node, ast.Dict) or getattr(node, "id", "") in dicts


def _dict_names(function: Function) -> Iterator[str]:
    """Names that are bound to a dict that is made there, or of named arguments."""
    if function.node.args.kwarg is not None:
        yield function.node.args.kwarg.arg
    for node in function.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict | ast.DictComp):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _spreads(function: Function) -> bool:
    """Whether something is called with arguments out of a dict."""
    calls = (node for node in function.nodes if isinstance(node, ast.Call))
    return any(keyword.arg is None for call in calls for keyword in call.keywords)


def is_list_of_cells(function: Function, node: ast.expr) -> bool:
    """Whether the class binds the attribute to a list of layers."""
    name = attribute_of_self(node)
    cls = None if function.owner is None else function.owner.node
    return name is not None and cls is not None and any(
        isinstance(inner, ast.Assign)
        and isinstance(inner.value, ast.Call)
        and ast.unparse(inner.value.func).endswith(LISTS)
        and any(attribute_of_self(target) == name for target in inner.targets)
        for inner in walk(cls)
    )  # fmt: skip


def _is_a_cell(function: Function, node: ast.expr) -> bool:
    """``self``, and attributes of it that are not known to be something else."""
    if isinstance(node, ast.Name):
        return node.id == "self"
    name = attribute_of_self(node)
    value = None if name is None or function.owner is None else function.owner.attributes.get(name)
    return name is not None and (value is None or _may_be_a_cell(value))


def _may_be_a_cell(value: Value) -> bool:
    return value.kind in ("unknown", "object", "mindspore") or value.name.startswith(
        ("torch.nn.", "mindspore.nn.")
    )


def _is_constant(function: Function, node: ast.expr) -> bool:
    """Numbers, texts, ranges, and lists of them."""
    if isinstance(node, ast.List | ast.Tuple):
        return all(_is_constant(function, item) for item in node.elts)
    if isinstance(node, ast.Call):
        ranges = getattr(node.func, "id", "") == "range"
        return ranges and all(_is_limit(function, one) for one in node.args)
    return isinstance(node, ast.Constant)


def _is_limit(function: Function, node: ast.expr) -> bool:
    """A number, or the size of a tensor, by a name of its own or not."""
    if isinstance(node, ast.Name):
        node = only_value(node.id, function.node) or node
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.Call) and name_of(node.func) == "size" and bool(node.args)
    )
