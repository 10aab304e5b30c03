"""Whether a local name is all that holds its tensor, so that giving it a new one means the same.

In doubt the answer is no: every mention of the name between the assignment that made the tensor
and the statement that changes it must be one that keeps nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from mindport.findings.index_axes import axes_of_index
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.symbols.fresh import FRESH, VIEW_ATTRIBUTES, VIEW_METHODS, WITH_TWIN
from mindport.symbols.uses import Use
from mindport.symbols.values import CELL, UNKNOWN, is_tensor

COPY = ("mindspore.Tensor", "copy")
OWNERS = frozenset(
    {"torch", "torch.Tensor", "torch.nn.functional", "mindspore.Tensor", "mindspore.mint",
     "mindspore.mint.nn.functional", "mindspore.ops"}
)  # fmt: skip
# Layers whose output is a tensor of its own, in both modes.
LAYERS = (
    "Conv",
    "Linear",
    "BatchNorm",
    "LayerNorm",
    "GroupNorm",
    "InstanceNorm",
    "Embedding",
    "Dense",
    "BiDense",
    "Bilinear",
    "MaxPool",
    "AvgPool",
    "Adaptive",
    "Softmax",
    "Sigmoid",
    "Tanh",
    "GELU",
)
# Layers that give their input itself, or a new tensor.
PASSING_LAYERS = ("Dropout", "Identity", "ReLU", "LeakyReLU", "ELU", "SiLU", "Flatten")
IN_PLACE = frozenset(f"{name}_" for name in WITH_TWIN) | {
    "bernoulli_", "cauchy_", "copy_", "exponential_", "fill_", "fill_diagonal_", "geometric_",
    "log_normal_", "normal_", "random_", "uniform_", "zero_",
}  # fmt: skip
# Methods that give the new shape, or the end of the graph, to the tensor itself.
RESHAPING = frozenset(
    {"squeeze_", "unsqueeze_", "t_", "transpose_", "swapaxes_", "swapdims_", "detach_"}
)
# Functions that give several tensors, each of its own.
SEVERAL = frozenset(
    {"aminmax", "cummax", "cummin", "kthvalue", "max", "median", "min", "mode", "sort", "topk"}
)
# Methods that give the tensor itself, a view of it, or a new one.
PASSING_ON = frozenset(
    {"bool", "bfloat16", "byte", "char", "contiguous", "cpu", "cuda", "detach", "double", "flatten",
     "float", "half", "int", "long", "permute", "reshape", "short", "squeeze", "swapaxes", "t",
     "to", "transpose", "type", "type_as", "unsqueeze", "view", "astype"}
)  # fmt: skip
TENSORS = ("torch.Tensor", "mindspore.Tensor")
FACTS = frozenset(
    {"device", "dtype", "is_cuda", "is_sparse", "itemsize", "layout", "nbytes", "ndim",
     "requires_grad", "shape"}
)  # fmt: skip
BUILTINS = frozenset({"abs", "bool", "float", "int", "isinstance", "len", "print", "repr", "str"})
DYNAMIC = frozenset({"eval", "exec", "globals", "locals", "vars"})
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
# What makes a value that no name stands for.
NEW = (ast.Call, ast.BinOp, ast.Subscript)
LOOPS = (ast.For, ast.AsyncFor, ast.While)
KEEP_GRADIENTS = frozenset({"requires_grad", "out", "inplace"})


def holds_alone(site: Site, use: Use) -> bool:
    """Whether nothing but the name before the dot of ``use`` holds the tensor that it changes."""
    scope = site.document.tree if use.function is None else use.function.node
    if scope is None or use.statement is None or not isinstance(use.receiver, ast.Name):
        return False
    return is_alone(site, scope, use.receiver, use.statement)


def is_alone(site: Site, scope: ast.AST, name: ast.Name, statement: ast.stmt) -> bool:
    """Whether nothing but ``name`` holds the tensor that ``statement`` of ``scope`` changes."""
    parents = site.parents(scope)
    outwards = list(_outwards(statement, parents, scope))
    if outwards[-1] is not scope or any(isinstance(node, FUNCTIONS) for node in outwards[1:-1]):
        return False
    if any(isinstance(n, ast.Try) and _within(statement, n.finalbody) for n in outwards):
        return False
    made = _made(site, name.id, outwards)
    if made is None or _is_bound_otherwise(scope, name.id):
        return False
    first, last = _end(made), _start(statement)
    for loop in outwards[1:-1]:
        if isinstance(loop, LOOPS) and not _contains(loop, made):
            last = max(last, _end(loop))
    for mention in walk(scope):
        if not isinstance(mention, ast.Name) or mention.id != name.id or mention is name:
            continue
        if any(isinstance(node, FUNCTIONS) for node in _outwards(mention, parents, scope, False)):
            if _is_another(mention, parents, scope):
                continue
            return False
        inside = first <= _start(mention) < last or _contains(statement, mention)
        if inside and not _keeps_nothing(site, mention, parents):
            return False
    return True


def is_repeated(site: Site, statement: ast.stmt, scope: ast.AST) -> bool:
    """Whether a loop of ``scope`` runs the statement more than once."""
    return any(isinstance(n, LOOPS) for n in _outwards(statement, site.parents(scope), scope))


def is_shape_of_part(site: Site, use: Use, name: str) -> bool:
    """Whether a part of a tensor gets a shape that only the part has: ``y = x[t].unsqueeze_(0)``."""
    part = use.receiver
    return (
        isinstance(part, ast.Subscript)
        and name in RESHAPING - {"detach_"}
        and not (isinstance(use.statement, ast.Expr) and use.statement.value is use.call)
        and is_tensor(site.bindings.values.get(part.value, UNKNOWN))
    )


def is_mentioned_behind(scope: ast.AST, name: str, statement: ast.stmt) -> bool:
    """Whether the name may be read behind a statement that no loop repeats; those of a module may
    be read from anywhere."""
    if isinstance(scope, ast.Module):
        return True
    return any(
        isinstance(node, ast.Name) and node.id == name and _start(node) >= _end(statement)
        for node in walk(scope)
    )


def is_fresh(site: Site, value: ast.expr) -> bool:
    """Whether evaluating ``value`` makes a tensor that nothing else holds."""
    if isinstance(value, ast.IfExp):
        return is_fresh(site, value.body) and is_fresh(site, value.orelse)
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.op, ast.USub | ast.Invert | ast.Not)
    if isinstance(value, ast.BinOp | ast.Compare):
        return True
    if isinstance(value, ast.Attribute) and value.attr == "data":
        return isinstance(value.value, ast.Call) and is_fresh(site, value.value)
    if isinstance(value, ast.Subscript):
        return _is_part_of_new(site, value)
    if not isinstance(value, ast.Call):
        return isinstance(value, ast.Constant)
    for keyword in value.keywords:
        off = isinstance(keyword.value, ast.Constant) and not keyword.value.value
        if keyword.arg is None or (keyword.arg in KEEP_GRADIENTS and not off):
            return False
    function = value.func
    if isinstance(function, ast.Attribute) and function.attr in IN_PLACE:
        return is_fresh(site, function.value) and not isinstance(function.value, ast.Constant)
    shown = _shown(site, value)
    if shown is not None:
        return isinstance(shown, NEW) and is_fresh(site, shown)
    if isinstance(function, ast.Attribute) and function.attr in PASSING_ON:
        return False
    return (
        _makes(site, value) or _layer(site, function).startswith(LAYERS) or _has_sizes(site, value)
    )


def _is_part_of_new(site: Site, value: ast.Subscript) -> bool:
    """``(x + 1)[0]``: what it is a part of has no name; or ``x[x > 0]``, which is a copy."""
    whole, tree = value.value, site.document.tree
    if not is_tensor(site.bindings.values.get(whole, UNKNOWN)):
        return False
    if tree is not None and axes_of_index(site, tree, value.slice) == "some":
        return True
    return isinstance(whole, NEW) and is_fresh(site, whole)


def _shown(site: Site, call: ast.Call) -> ast.expr | None:
    """What a call gives itself or a view of: ``x.view(-1)``, ``torch.squeeze(x, 2)``, ``dropout(x)``."""
    prefix, _, name = _called(site, call).rpartition(".")
    if _layer(site, call.func).startswith(PASSING_LAYERS):
        return call.args[0] if len(call.args) == 1 else None
    if prefix in TENSORS and name in PASSING_ON and isinstance(call.func, ast.Attribute):
        return call.func.value
    if prefix in OWNERS and name in PASSING_ON and call.args:
        return call.args[0]
    return None


def _has_sizes(site: Site, call: ast.Call) -> bool:
    """``torch.Tensor(2, 3)``, which of a tensor or an array would have its memory."""
    if not _called(site, call).startswith("torch.") or not _called(site, call).endswith("Tensor"):
        return False
    whole = all(isinstance(a, ast.Constant) and type(a.value) is int for a in call.args)
    return bool(call.args) and not call.keywords and (whole or len(call.args) > 1)


def _layer(site: Site, function: ast.expr) -> str:
    """The name of the layer's class that is called, torch's or MindSpore's; empty for all else."""
    value = site.bindings.values.get(function, UNKNOWN)
    if value.name == CELL and value.items:
        value = value.items[0]
    prefix, _, name = value.name.rpartition(".")
    return name if prefix in ("torch.nn", "mindspore.nn", "mindspore.mint.nn") else ""


def _makes(site: Site, call: ast.Call) -> bool:
    """Whether a call is of a function whose result shares nothing with its arguments, but out."""
    prefix, _, name = _called(site, call).rpartition(".")
    return prefix in OWNERS and (name in FRESH or (prefix, name) == COPY)


def _called(site: Site, call: ast.Call) -> str:
    """What a call calls, of torch or, in a file that was moved in part, of MindSpore."""
    value = site.bindings.values.get(call.func, UNKNOWN)
    return value.name if value.kind == "mindspore" else site.symbol_of(call)


def _made(site: Site, name: str, outwards: Sequence[ast.AST]) -> ast.stmt | None:
    """The assignment of a fresh tensor that is always run before the first of ``outwards``."""
    for inner, outer in pairwise(outwards):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(outer, field, None)
            if not isinstance(block, list) or inner not in block:
                continue
            for statement in reversed(block[: block.index(inner)]):
                value = _assigned(statement, name) or _unpacked(site, statement, name)
                if value is not None and is_fresh(site, value):
                    return None if isinstance(value, ast.Constant) else statement
    return None


def _assigned(statement: ast.AST | None, name: str) -> ast.expr | None:
    """The value of ``name = value``."""
    if isinstance(statement, ast.AnnAssign):
        targets: list[ast.expr] = [statement.target]
    elif isinstance(statement, ast.Assign):
        targets = statement.targets
    else:
        return None
    alone = len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id == name
    return statement.value if alone else None


def _unpacked(site: Site, statement: ast.AST, name: str) -> ast.Call | None:
    """The value of ``name, index = x.max(0)``."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Call() as call):
            among = [one for one in names if isinstance(one, ast.Name) and one.id == name]
            several = _called(site, call).rpartition(".")[2] in SEVERAL
            return call if several and len(among) == 1 else None
    return None


def _is_bound_otherwise(scope: ast.AST, name: str) -> bool:
    """Whether something that is no expression binds the name, or code that is made up later may."""
    for node in walk(scope):
        if isinstance(node, ast.Global | ast.Nonlocal):
            found = name in node.names
        elif isinstance(node, ast.alias):
            found = name in (node.asname, node.name, "*") or node.name == "*"
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            found = node.name == name
        elif isinstance(node, ast.MatchMapping):
            found = node.rest == name
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found = node is not scope and node.name == name
        else:
            found = isinstance(node, ast.Name) and node.id in DYNAMIC
        if found:
            return True
    return False


def _is_another(mention: ast.Name, parents: Mapping[ast.AST, ast.AST], scope: ast.AST) -> bool:
    """Whether the name is a parameter of a function inside ``scope``, and not the scope's own."""
    for node in _outwards(mention, parents, scope, False):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            own = node.args
            taken = [*own.posonlyargs, *own.args, *own.kwonlyargs, own.vararg, own.kwarg]
            default = any(
                _contains(value, mention) for value in (*own.defaults, *own.kw_defaults) if value
            )
            if any(arg is not None and arg.arg == mention.id for arg in taken) and not default:
                return True
    return False


def _keeps_nothing(site: Site, node: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether what is done with ``node``, the tensor or a view of it, leaves nobody holding it."""
    parent = parents[node]
    context = getattr(node, "ctx", None)
    if isinstance(node, ast.Name) and not isinstance(context, ast.Load):
        return _binds_harmlessly(site, node, parents)
    if isinstance(node, ast.Subscript) and not isinstance(context, ast.Load):
        return isinstance(context, ast.Store)
    match parent:
        case ast.Attribute():
            return _member_keeps_nothing(site, parent, parents)
        case ast.Call() | ast.keyword():
            return _call_keeps_nothing(site, node, parent, parents)
        case ast.Subscript():
            if parent.value is node:
                return _keeps_nothing(site, parent, parents)
            return is_tensor(site.bindings.values.get(parent.value, UNKNOWN))
        case ast.Tuple() | ast.List():
            return _keeps_nothing_of_items(site, parent, parents)
        case ast.UnaryOp():
            plus = isinstance(parent.op, ast.UAdd)
            return not plus or _keeps_nothing(site, parent, parents)
        case ast.BoolOp():
            return _keeps_nothing(site, parent, parents)
        case ast.IfExp():
            return parent.test is node or _keeps_nothing(site, parent, parents)
        case ast.AugAssign():
            return any(item.node is parent for item in site.bindings.augmented)
        case ast.Assign() if _names_again(parent, node):
            return True
        case ast.Assign():
            return all(_is_part_of_tensor(site, target) for target in parent.targets)
        case ast.BinOp() | ast.Compare() | ast.Return() | ast.Expr() | ast.FormattedValue():
            return True
        case ast.If() | ast.While() | ast.Assert():
            return True
    return False


def _keeps_nothing_of_items(
    site: Site, items: ast.Tuple | ast.List, parents: Mapping[ast.AST, ast.AST]
) -> bool:
    """Whether a tuple or list that holds the tensor is gone at once: ``torch.cat([x, y])``."""
    parent = parents[items]
    if isinstance(parent, ast.Subscript) and parent.slice is items:
        return is_tensor(site.bindings.values.get(parent.value, UNKNOWN))
    if isinstance(parent, ast.Return):
        return True
    return isinstance(parent, ast.Call | ast.keyword) and _call_keeps_nothing(
        site, items, parent, parents
    )


def _is_part_of_tensor(site: Site, target: ast.expr) -> bool:
    """``buffer[i]``, which copies what is assigned to it."""
    return isinstance(target, ast.Subscript) and is_tensor(
        site.bindings.values.get(target.value, UNKNOWN)
    )


def _binds_harmlessly(site: Site, name: ast.Name, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether the name stands for a fresh tensor, or the same one, behind a binding of it."""
    parent = parents[name]
    if isinstance(parent, ast.AugAssign):
        return True
    if isinstance(parent, ast.Tuple):
        call = _unpacked(site, parents[parent], name.id)
        return call is not None and is_fresh(site, call)
    if isinstance(parent, ast.AnnAssign) and parent.value is None:
        return True
    value = _assigned(parent, name.id)
    if value is None:
        return False
    again = isinstance(parent, ast.Assign) and _names_again(parent, value)
    return again or is_fresh(site, value) or _changes(value, name.id)


def _names_again(statement: ast.Assign, value: ast.expr) -> bool:
    """Whether ``name = name.view(2, -1)``: the name stands for a view, and nothing for what it shows."""
    root = value
    while True:
        match root:
            case ast.Call(ast.Attribute(inner, method)) if method in PASSING_ON | VIEW_METHODS:
                root = inner
            case ast.Attribute(inner, attribute) if attribute in VIEW_ATTRIBUTES:
                root = inner
            case ast.Subscript(inner):
                root = inner
            case _:
                break
    return isinstance(root, ast.Name) and _assigned(statement, root.id) is value


def _changes(value: ast.expr, name: str) -> bool:
    """``name.add_(1)`` and ``torch.add(a, b, out=name)``, which give the tensor itself."""
    if not isinstance(value, ast.Call):
        return False
    function = value.func
    given = [keyword.value for keyword in value.keywords if keyword.arg == "out"]
    if isinstance(function, ast.Attribute) and function.attr in IN_PLACE | RESHAPING:
        given.append(function.value)
    return any(isinstance(node, ast.Name) and node.id == name for node in given)


def _member_keeps_nothing(
    site: Site, member: ast.Attribute, parents: Mapping[ast.AST, ast.AST]
) -> bool:
    call = parents[member]
    if not isinstance(call, ast.Call) or call.func is not member:
        if member.attr in VIEW_ATTRIBUTES:
            return _keeps_nothing(site, member, parents)
        return member.attr in FACTS and isinstance(member.ctx, ast.Load)
    if member.attr in FRESH:
        return all(keyword.arg != "out" for keyword in call.keywords)
    if member.attr in IN_PLACE | RESHAPING:
        user = parents[call]
        same = isinstance(member.value, ast.Name) and _assigned(user, member.value.id) is call
        return same or _keeps_nothing(site, call, parents)
    shown = member.attr in VIEW_METHODS | PASSING_ON
    return shown and _keeps_nothing(site, call, parents)


def _call_keeps_nothing(
    site: Site, node: ast.expr, parent: ast.Call | ast.keyword, parents: Mapping[ast.AST, ast.AST]
) -> bool:
    """Whether the call that gets ``node`` as an argument keeps nothing of it."""
    call = parents[parent] if isinstance(parent, ast.keyword) else parent
    if not isinstance(call, ast.Call) or any(k.arg is None for k in call.keywords):
        return False
    if isinstance(parent, ast.keyword) and parent.arg == "out":
        same = isinstance(node, ast.Name) and _assigned(parents[call], node.id) is call
        return same or isinstance(parents[call], ast.Expr)
    if isinstance(call.func, ast.Name) and call.func.id in BUILTINS:
        return True
    owner, _, method = _called(site, call).rpartition(".")
    if owner in TENSORS and method in IN_PLACE:
        return True
    return _makes(site, call)


def _outwards(
    node: ast.AST, parents: Mapping[ast.AST, ast.AST], scope: ast.AST, whole: bool = True
) -> Iterator[ast.AST]:
    """``node`` and what it stands in, up to ``scope``; without both ends if not ``whole``."""
    if whole:
        yield node
    while node is not scope and node in parents:
        node = parents[node]
        if whole or node is not scope:
            yield node


def _within(node: ast.AST, block: Sequence[ast.stmt]) -> bool:
    return any(_contains(statement, node) for statement in block)


def _contains(outer: ast.AST, inner: ast.AST) -> bool:
    return _start(outer) <= _start(inner) and _end(inner) <= _end(outer)


def _start(node: ast.AST) -> tuple[int, int]:
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


def _end(node: ast.AST) -> tuple[int, int]:
    return (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))
