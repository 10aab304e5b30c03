"""Calls of Python's own functions that graph mode leaves to Python (MP411).

Where a tensor, or its shape, is in the arguments, such a call is made beside the graph when the
network runs: its value is right, and what counts with it gets no gradient. The same functions of
the module ``math``, and arguments that hold no tensor, are computed when the graph is compiled.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.calls import is_list_of_cells
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import targets, walk
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, filled

BESIDE = Text(
    "Graph mode leaves {0}() to Python beside the graph where a tensor or its shape is among the "
    "arguments: what counts with the result gets no gradient. {1}",
    "参数中含有张量或其形状时，静态图模式把 {0}() 交给 Python 在计算图之外执行：使用其结果的计算得不到梯度。{1}",
)
BETWEEN = Text(
    "Graph mode leaves reversed() to Python beside the graph where zip(), enumerate() or a call takes "
    "it, where it gets a list that is made there or that a layer gives, or where it counts layers: it "
    "fails, or what counts with it gets no gradient. Write items[::-1].",
    "当 reversed() 的结果交给 zip()、enumerate() 或函数调用，其参数为新建的或由网络层得到的列表，或用于对网络层计数时，静态图模式会把它交给 Python "
    "在计算图之外执行：编译失败，或得不到梯度。请写成 items[::-1]。",
)
WAYS = {
    "math": Text("Write math.{0}().", "请写成 math.{0}()。"),
    "reduce": Text("Write the loop out, or math.prod().", "请写成循环，或使用 math.prod()。"),
    "divmod": Text("Write // and %.", "请使用 // 和 %。"),
    "reversed": Text("Write items[::-1].", "请写成 items[::-1]。"),
    "sorted": Text("Write the keys in their order.", "请按顺序写出各键。"),
    "cast": Text("Leave it out.", "请去掉它。"),
    "": Text("Compute it in __init__, or with tensor operations.",
             "请在 __init__ 中计算，或使用张量运算。"),
}  # fmt: skip
BUILTINS = frozenset({"divmod", "sorted", "reversed", "set", "frozenset", "bin", "complex"})
# Those that are left to Python under any name.
ALWAYS = {"copy.deepcopy": "", "typing.cast": "cast"}
LIBRARIES = ("scipy.fftpack.",)  # whatever they are given
OTHERS = ("scipy.", "sklearn.", "cv2.", "skimage.", "pandas.", "PIL.")  # of more than constants
OF_SHAPES = frozenset({"shape", "size", "ndim", "dim", "numel", "nelement"})
LISTED = Text(
    "A tensor is no list: for one, write ops.flip.", "仅适用于列表和元组；张量请用 ops.flip。"
)
TITLE = Text("Replace with what graph mode computes", "替换为静态图模式可计算的写法")
PRODUCT = frozenset({"operator.mul"})


def interpreted_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call; a test that it decides keeps its meaning."""
    for function in code.functions:
        calls = [node for node in function.nodes if isinstance(node, ast.Call)]
        asked = _asked(site, code, calls)
        decided = _decided(function) if asked else set()
        for node, name, way in asked:
            if node not in decided:
                message = _beside(name, way)
                fix = _fix(site, code, node, name, way)
                if fix is None and name == "reversed":
                    fix = _of_a_list(site, node)
                yield told(site, "MP411", node, message, fix)
        known = {node for node, _, _ in asked}
        for node in _handed_on(function, code):
            if node not in known:
                fix = _fix(site, code, node, "reversed", "reversed") or _of_a_list(site, node)
                yield told(site, "MP411", node, BETWEEN, fix)
        for node in _sorted_dicts(function, code):
            if node not in known:
                yield told(site, "MP411", node, _beside("sorted", "sorted"))


def _beside(name: str, way: str) -> Text:
    wanted = filled(WAYS[way], name)
    return Text(BESIDE.en.format(name, wanted.en), BESIDE.zh.format(name, wanted.zh))


def _sorted_dicts(function: Function, code: Compiled) -> Iterator[ast.Call]:
    """``sorted(d)``, ``sorted(d.items())`` of a dict that the function makes of more than constants."""
    made = {
        target.id
        for node in function.nodes
        if isinstance(node, ast.Assign | ast.AnnAssign) and _is_a_dict(node.value)
        for target in targets(node)
        if isinstance(target, ast.Name)
    }
    for node in function.nodes if made else ():
        if isinstance(node, ast.Call) and node.args and _kind(code, node) == ("sorted", ""):
            items = method_call(node.args[0])
            listed = items is not None and items[1] in ("keys", "items", "values")
            given = items[0] if items is not None and listed else node.args[0]
            if getattr(given, "id", "") in made:
                yield node


def _is_a_dict(node: ast.expr | None) -> bool:
    if isinstance(node, ast.Dict):
        return not node.keys or not all(isinstance(one, ast.Constant) for one in node.values)
    return isinstance(node, ast.DictComp)


def _handed_on(function: Function, code: Compiled) -> Iterator[ast.Call]:
    """``zip(reversed(items), self.layers)``, ``enumerate(reversed(items))``, ``f(*reversed(items))``,
    ``reversed(range(len(self.layers)))``, ``reversed(list(enumerate(items)))``, and of what layers
    or methods give."""
    for node in function.nodes:
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", "")
        first = node.args[0] if node.args and _is_reversed(node, code) else None
        if first is not None and (
            _counts_layers(first) or _makes_a_list(first) or _is_given(function, first)
        ):
            yield node
        if name == "zip" and any(map(_is_of_self, node.args)):
            taken = node.args
        elif name == "enumerate":
            taken = node.args[:1]
        else:
            taken = [one.value for one in node.args if isinstance(one, ast.Starred)]
        for one in (call for call in taken if isinstance(call, ast.Call)):
            layers = any(is_list_of_cells(function, items) for items in one.args)
            if _is_reversed(one, code) and not layers:
                yield one


def _is_reversed(node: ast.Call, code: Compiled) -> bool:
    return _kind(code, node) == ("reversed", "reversed")


def _counts_layers(node: ast.expr) -> bool:
    """``range(len(self.layers))``."""
    return any(
        isinstance(one, ast.Call)
        and getattr(one.func, "id", "") == "len"
        and any(map(_is_of_self, one.args))
        for one in walk(node)
    )


def _makes_a_list(node: ast.expr) -> bool:
    """``list(enumerate(items))``, ``[f(x) for x in items]``; not of a range."""
    if isinstance(node, ast.ListComp):
        return True
    made = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("list", "tuple")
    given = node.args[0] if made and isinstance(node, ast.Call) and node.args else None
    is_range = isinstance(given, ast.Call) and getattr(given.func, "id", "") == "range"
    return given is not None and not is_range


def _is_given(function: Function, node: ast.expr) -> bool:
    """``features``, and slices of it, behind ``features = self.backbone(x)``."""
    name = getattr(node.value if isinstance(node, ast.Subscript) else node, "id", "")
    return any(
        isinstance(one, ast.Assign)
        and isinstance(one.value, ast.Call)
        and _is_of_self(one.value.func)
        and any(getattr(target, "id", "") == name for target in one.targets)
        for one in function.nodes
    )


def _is_of_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and _root(node) == "self"


def _of_a_list(site: Site, node: ast.Call) -> Fix | None:
    """``items[::-1]`` of what may be a list as well as a tensor."""
    items = node.args[0] if len(node.args) == 1 else None
    made = items is not None and _makes_a_list(items)
    if items is None or not (made or isinstance(items, ast.Name | ast.Subscript)):
        return None
    value = site.bindings.values.get(items, UNKNOWN)
    if is_tensor(value) and not value.likely:
        return None
    is_list = made or value.kind in ("sequence", "tuple") or value.name in ("list", "tuple")
    edit = Edit(site.document.span(node), (site.document.span(items), "[::-1]"))
    return Fix(TITLE, "safe" if is_list else "unsafe", (edit,), None if is_list else LISTED)


def _asked(site: Site, code: Compiled, calls: list[ast.Call]) -> list[tuple[ast.Call, str, str]]:
    """The calls that are left to Python, each with the function's name and the way out."""
    found = []
    for node in calls:
        kind = _kind(code, node)
        if kind is None:
            continue
        full = code.dotted(node.func)
        constant = all(isinstance(one, ast.Constant) for one in _given(node))
        beside = full.startswith(LIBRARIES) or (full.startswith(OTHERS) and not constant)
        layer = kind[1] == "cast" and any(isinstance(one, ast.Name) for one in node.args[1:])
        if layer or beside or any(_tells_of_a_tensor(site, code, one) for one in _given(node)):
            found.append((node, *kind))
    return found


def _kind(code: Compiled, node: ast.Call) -> tuple[str, str] | None:
    """A function's name and the way out, for what may be left to Python."""
    full = code.dotted(node.func)
    if full in ALWAYS or full.startswith((*LIBRARIES, *OTHERS)):
        return full.rpartition(".")[2], ALWAYS.get(full, "")
    if not isinstance(node.func, ast.Name):
        return ("reduce", "reduce") if full == "functools.reduce" and _fails(node) else None
    if full == "functools.reduce":
        return "reduce", "reduce"
    if full.startswith("math."):
        return full.removeprefix("math."), "math"
    name = node.func.id
    if not full and name in BUILTINS:
        return name, name if name in WAYS and name != "sorted" else ""
    return None


def _fails(node: ast.Call) -> bool:
    """``functools.reduce`` takes a lambda alone; by its bare name it takes none of a shape."""
    return bool(node.args) and not isinstance(node.args[0], ast.Lambda)


def _given(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def _tells_of_a_tensor(site: Site, code: Compiled, argument: ast.expr) -> bool:
    """``x``, ``x.shape[0]``, ``len(x)``; not a name that stands for a size."""
    for node in walk(argument):
        if isinstance(node, ast.Attribute) and node.attr in OF_SHAPES:
            own = isinstance(node.value, ast.Attribute) and _root(node.value) == "self"
            if not own and not code.dotted(node):
                return True
        elif isinstance(node, ast.Name) and is_tensor(site.bindings.values.get(node, UNKNOWN)):
            return True
    return False


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _decided(function: Function) -> set[ast.AST]:
    """All that stands in a test or in an error."""
    found: set[ast.AST] = set()
    for node in function.nodes:
        if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
            found.update(walk(node.test))
        if isinstance(node, ast.Raise | ast.Assert):
            found.update(walk(node))
    return found


def _fix(site: Site, code: Compiled, node: ast.Call, name: str, way: str) -> Fix | None:
    """The same in a form that is computed when the graph is compiled."""
    pieces = _pieces(site, code, node, name, way)
    if pieces is None:
        return None
    span = site.document.span(node.func if way == "math" else node)
    return Fix(TITLE, "safe", (Edit(span, pieces),))


def _pieces(
    site: Site, code: Compiled, node: ast.Call, name: str, way: str
) -> tuple[Piece, ...] | None:
    if way == "math":
        return (Name("math"), f".{name}")
    if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
        return None
    spans: list[Span] = [site.document.span(one) for one in node.args]
    match way, len(node.args):
        case "cast", 2:
            return ("(", spans[1], ")") if _is_loose(node.args[1]) else (spans[1],)
        case "divmod", 2 if not any(map(_calls, node.args)):
            left, right = Operand(spans[0]), Operand(spans[1])
            return ("(", left, " // ", right, ", ", left, " % ", right, ")")
        case "reversed", 1 if _is_a_sequence(node.args[0]):
            return (spans[0], "[::-1]")
        case "reduce", 2 if _is_product(code, node.args[0]) and _is_a_shape(node.args[1]):
            return (Name("math"), ".prod(", spans[1], ")")
        case "reduce", 3 if (
            _is_product(code, node.args[0])
            and _is_a_shape(node.args[1])
            and isinstance(node.args[2], ast.Constant)
            and type(node.args[2].value) is int
            and node.args[2].value == 1
        ):
            return (Name("math"), ".prod(", spans[1], ")")
    return None


def _is_loose(node: ast.expr) -> bool:
    tight = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant, ast.Tuple, ast.List)
    return not isinstance(node, tight)


def _calls(node: ast.expr) -> bool:
    return any(isinstance(inner, ast.Call) for inner in walk(node))


def _is_a_sequence(node: ast.expr) -> bool:
    """A shape, or a range: both have slices."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") == "range"
    return _is_a_shape(node)


def _is_a_shape(node: ast.expr) -> bool:
    """``x.shape`` and slices of it."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice) and _is_a_shape(node.value)
    return isinstance(node, ast.Attribute) and node.attr == "shape"


def _is_product(code: Compiled, node: ast.expr) -> bool:
    """``operator.mul``, ``lambda a, b: a * b``."""
    if not isinstance(node, ast.Lambda):
        return code.dotted(node) in PRODUCT
    names = [one.arg for one in node.args.args]
    body = node.body
    return (
        isinstance(body, ast.BinOp)
        and isinstance(body.op, ast.Mult)
        and len(names) == 2
        and sorted(getattr(side, "id", "") for side in (body.left, body.right)) == sorted(names)
    )
