"""``inplace=True`` (MP209): MindSpore gives a new tensor, so nobody may look at the old one."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindport.findings.ownership import is_alone, is_fresh, is_mentioned_behind, is_repeated
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of, walk
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.rewrites.facts import UseFacts, literal_value
from mindport.symbols.assignments import assigned, given_last, only_value
from mindport.symbols.cuts_of_tensors import is_cut
from mindport.symbols.fresh import VIEW_METHODS
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

KEEPERS = frozenset(
    {"append", "extend", "insert", "add", "appendleft", "put", "update", "setdefault"}
)
# Those that tensors do not have.
COLLECTS = frozenset({"append", "appendleft", "insert", "put"})
# Layers whose output is a tensor of its own, in both modes.
FRESH = ("Conv", "Linear", "BatchNorm", "LayerNorm", "GroupNorm", "InstanceNorm", "MaxPool",
         "AvgPool", "Adaptive", "Upsample", "PixelShuffle", "Embedding", "GELU", "SiLU", "Sigmoid",
         "Tanh", "Softmax", "LeakyReLU", "ReLU", "ELU", "Hardswish")  # fmt: skip
DOUBT = Text(
    "The input is changed in place in torch and stays as it is in MindSpore; it may be read "
    "again later.",
    "torch 会原地修改输入，而 MindSpore 不修改；之后可能再次读取该输入。",
)


SHARED = Text(
    "torch changes the tensor in place here, and with it what shares its memory; MindSpore makes a "
    "new tensor.",
    "torch 在此原地修改张量，共享内存的其他变量会随之改变；MindSpore 会生成新张量。",
)


COPIED = Text("Copy the result into the parameter", "将结果复制到参数中")
ITEM_COPIED = Text("Copy the result into the tensor", "将结果复制到张量中")
COPY = "mindspore.Tensor.copy_"
# What makes a whole tensor of its own, for sums to begin with.
MADE = frozenset({"zeros_like", "zeros", "ones_like", "ones", "full_like", "new_zeros"})
PARAMETERS = frozenset({"parameters", "trainable_params", "get_parameters"})
NAMED = frozenset({"named_parameters", "parameters_and_names"})
STATE = "state_dict"
LAYERS_OWN = frozenset({"weight", "bias"})  # parameters of layers
TOLD_ELSEWHERE = frozenset({"grad"})
# What a tensor's attributes tell of it, which holds nothing of the tensor itself.
MEASURES = frozenset({"shape", "size", "dtype", "device", "ndim", "dim"})
# Functions of Python's operator that do what x += y does.
CALLED = frozenset({"iadd", "isub", "imul", "itruediv"})
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
}  # fmt: skip


def augmented_findings(site: Site, spoken: Collection[ast.AST] = ()) -> Iterator[Finding]:
    """``y = x; y += 1``: in torch x changes too. Not the statements of ``spoken``."""
    for item in site.bindings.augmented:
        if item.node in spoken:
            continue
        function = site.document.tree if item.function is None else item.function.node
        if function is None:
            continue
        span = site.document.span(item.node)
        loop = _loop_over(function, item.name, item.node)
        edits = copied(site, item.node, item.node.target, result_of(site, item.node))
        held = None if loop is not None else _attribute_of(function, item.name, item.node)
        if held is not None and edits and _is_of_parameter(site, held):
            fix = Fix(COPIED, "safe", edits)
            yield Finding("MP209", "warning", "torch.Tensor", COPY, "certain", SHARED, span, fix)
        elif held is not None:
            if _is_kept(function, held, item.node):
                yield Finding("MP209", "warning", "torch.Tensor", None, "likely", SHARED, span)
        elif loop is not None and edits and _gives_parameters(function, loop, item.name):
            fix = Fix(COPIED, "safe", edits)
            yield Finding("MP209", "warning", "torch.Tensor", COPY, "certain", SHARED, span, fix)
        elif loop is not None and edits and _gives_made(function, loop, item.name):
            fix = Fix(ITEM_COPIED, "safe", edits)
            yield Finding("MP209", "warning", "torch.Tensor", COPY, "likely", SHARED, span, fix)
        elif (
            loop is not None
            or is_collected(function, item.name, item.node)
            or (
                _shares(site, function, item.name, item.node)
                and not _is_alone(site, function, item.node)
            )
        ):
            yield Finding("MP209", "warning", "torch.Tensor", None, "likely", SHARED, span)
    known = {item.node for item in site.bindings.augmented}
    for node in _sums_that_begin_with_a_number(site):
        if node not in known and node not in spoken:
            span = site.document.span(node)
            yield Finding("MP209", "warning", "torch.Tensor", None, "likely", SHARED, span)
    for node in _looked_up_by_name(site):
        if node not in known and node not in spoken:
            span = site.document.span(node)
            edits = copied(site, node, node.target, result_of(site, node))
            found = Fix(COPIED, "unsafe", edits) if edits else None
            yield Finding("MP209", "warning", "torch.Tensor", COPY, "likely", SHARED, span, found)


def _looked_up_by_name(site: Site) -> Iterator[ast.AugAssign]:
    """``b += x`` of ``b = getattr(self, name)``, unless ``setattr`` gets it back."""
    for node, name, function in _names_added(site):
        held = given_last(function, node.target)
        if not isinstance(held, ast.Call) or name_of(held.func) != "getattr":
            continue
        is_tensors = is_tensor(site.bindings.values.get(node.value, UNKNOWN))
        if (is_tensors or _is_of_module(site, function, held)) and not _is_set_back(function, name):
            yield node


def _is_of_module(site: Site, function: ast.AST, held: ast.Call) -> bool:
    """Whether a method of a module asks it for one of its attributes."""
    owner = site.owner_of(function) if isinstance(function, ast.FunctionDef) else None
    return owner is not None and owner.is_module and name_of(held.args[0]) == "self"


def _sums_that_begin_with_a_number(site: Site) -> Iterator[ast.AugAssign]:
    """``total += x`` of ``total = 0`` where a list gets ``total`` in each round."""
    for node, name, function in _tensors_added(site):
        made = assigned(name, function, changed=True) or []
        begins = len(made) == 1 and isinstance(made[0], ast.Constant)
        if begins and is_collected(function, name, node):
            yield node


def _tensors_added(site: Site) -> Iterator[tuple[ast.AugAssign, str, ast.Module | ast.FunctionDef]]:
    """The statements that change a name by a tensor, each with the name and where it stands."""
    for node, name, function in _names_added(site):
        if is_tensor(site.bindings.values.get(node.value, UNKNOWN)):
            yield node, name, function


def _names_added(site: Site) -> Iterator[tuple[ast.AugAssign, str, ast.Module | ast.FunctionDef]]:
    """The statements that change a name, each with the name and where it stands."""
    tree = site.document.tree
    for node in find(tree, ast.AugAssign) if tree is not None else ():
        if isinstance(node.target, ast.Name):
            assert tree is not None
            yield node, node.target.id, function_around(tree, node) or tree


def is_collected(function: ast.AST, name: str, change: ast.AugAssign) -> bool:
    """Whether a list gets the tensor under ``name`` before a change of it, also in the round
    before: ``xs.append(x)`` in a loop that gives the name no other tensor."""
    keeping = list(_keeping(function, name))
    if not keeping:
        return False
    changed = {one.target for one in find(function, ast.AugAssign)}
    named = [node for node in find(function, ast.Name) if node.id == name and node not in changed]
    stores = [node for node in named if isinstance(node.ctx, ast.Store)]
    since = max((node.lineno for node in stores if node.lineno < change.lineno), default=0)
    if any(since < node.lineno < change.lineno for node in keeping):
        return True
    for loop in (*find(function, ast.For), *find(function, ast.While)):
        inside = set(walk(loop))
        again = change in inside and any(node in inside for node in keeping)
        if again and not any(node in inside for node in stores):
            return True
    return False


def _keeping(function: ast.AST, name: str) -> Iterator[ast.expr]:
    """What puts the tensor itself into a list, or yields it."""
    for call in find(function, ast.Call):
        collects = isinstance(call.func, ast.Attribute) and call.func.attr in COLLECTS
        if collects and any(_is_held(given, name) for given in call.args):
            yield call
    for one in find(function, ast.Yield):
        if one.value is not None and _is_held(one.value, name):
            yield one


def called_operator_findings(site: Site) -> Iterator[Finding]:
    """``operator.iadd(total, x)``: in torch the tensor itself changes."""
    tree, values = site.document.tree, site.bindings.values
    for call in find(tree, ast.Call) if tree is not None else ():
        match call:
            case ast.Call(ast.Attribute(ast.Name("operator"), name), [given, _]) | ast.Call(
                ast.Name(name), [given, _]
            ) if name in CALLED and is_tensor(values.get(given, UNKNOWN)):
                span = site.document.span(call)
                yield Finding("MP209", "warning", "torch.Tensor", None, "likely", SHARED, span)


def _is_alone(site: Site, function: ast.AST, node: ast.AugAssign) -> bool:
    """Whether the name on the left is all that holds what it shows."""
    return isinstance(node.target, ast.Name) and is_alone(site, function, node.target, node)


def _attribute_of(function: ast.AST, name: str, change: ast.AugAssign) -> ast.Attribute | None:
    """``layer.weight`` of ``w = layer.weight; w *= 0.5``, unless the attribute is given the result.

    What a parameter's ``grad`` gives is told with the training.
    """
    held = given_last(function, change.target)
    match held:
        case ast.Call(ast.Name("getattr"), [owner, ast.Constant(str(attribute))]):
            held = ast.copy_location(ast.Attribute(owner, attribute, ast.Load()), held)
    if not isinstance(held, ast.Attribute) or held.attr in TOLD_ELSEWHERE:
        return None
    path = ast.unparse(held)
    given = [
        node
        for node in walk(function)
        if isinstance(node, ast.Assign)
        and node.lineno > change.lineno
        and isinstance(node.value, ast.Name)
        and node.value.id == name
    ]
    back = any(ast.unparse(target) == path for node in given for target in node.targets)
    return None if back or _is_set_back(function, name) else held


def _is_set_back(function: ast.AST, name: str) -> bool:
    """``setattr(self, attribute, name)``."""
    calls = (call for call in find(function, ast.Call) if name_of(call.func) == "setattr")
    return any(_is_held(given, name) for call in calls for given in call.args)


def _is_kept(function: ast.AST, held: ast.Attribute, change: ast.AugAssign) -> bool:
    """Whether an object's attribute may be read behind the change: one of ``self``, or of what is
    named there again."""
    root: ast.expr = held
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    if not isinstance(root, ast.Name):
        return False
    return root.id == "self" or is_mentioned_behind(function, root.id, change)


def _is_of_parameter(site: Site, held: ast.Attribute) -> bool:
    """``self.scale``, ``layer.weight`` and ``layer.weight.data``."""
    if held.attr == "data" and isinstance(held.value, ast.Attribute):
        held = held.value
    value = site.bindings.values.get(held, UNKNOWN)
    return value.name.endswith(".Parameter") or held.attr in LAYERS_OWN


def _loop_over(function: ast.AST, name: str, node: ast.AugAssign) -> ast.For | None:
    """The loop around ``node`` whose target is ``name``, if nothing gives it another value."""
    for loop in walk(function):
        if isinstance(loop, ast.For) and node in walk(loop):
            names = [t.id for t in walk(loop.target) if isinstance(t, ast.Name)]
            stored = [
                inner
                for statement in loop.body
                for inner in walk(statement)
                if isinstance(inner, ast.Assign)
                and any(isinstance(t, ast.Name) and t.id == name for t in inner.targets)
                and inner.lineno < node.lineno
            ]
            if name in names and not stored:
                return loop
    return None


def _gives_parameters(function: ast.AST, loop: ast.For, name: str) -> bool:
    """``for p in net.parameters()`` and ``for _, p in net.named_parameters()``.

    Also in ``zip`` and ``enumerate``, listed before, and of what a network's state_dict() gives.
    """
    for target, iterated in _pairs(function, loop.target, loop.iter):
        if not isinstance(iterated, ast.Call) or not isinstance(iterated.func, ast.Attribute):
            continue
        method, of_state = iterated.func.attr, _is_state(iterated.func.value)
        pairs = method in NAMED or (of_state and method == "items")
        named = pairs and isinstance(target, ast.Tuple)
        item = target.elts[-1] if named and isinstance(target, ast.Tuple) else target
        if isinstance(item, ast.Name) and item.id == name:
            return named or method in PARAMETERS or (of_state and method == "values")
    return False


def _gives_made(function: ast.AST, loop: ast.For, name: str) -> bool:
    """``for a, g in zip(total, grads)`` of ``total = [torch.zeros_like(p) for p in params]``, where
    nothing else is made of the list's name."""
    for target, iterated in loop_items(loop.target, loop.iter):
        if isinstance(target, ast.Name) and target.id == name and isinstance(iterated, ast.Name):
            made = only_value(iterated.id, function)
            item = made.elt if isinstance(made, ast.ListComp) else None
            made_by = ast.unparse(item.func) if isinstance(item, ast.Call) else ""
            *owner, function_name = made_by.split(".")
            return function_name in MADE and owner not in (["np"], ["numpy"])
    return False


def loop_items(target: ast.expr, iterated: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each part of a loop's target with what it is an item of."""
    match iterated, target:
        case ast.Call(ast.Name("zip"), args), ast.Tuple(targets):
            yield from zip(targets, args, strict=False)
        case ast.Call(ast.Name("enumerate"), [item, *_]), ast.Tuple([_, part]):
            yield from loop_items(part, item)
        case _:
            yield target, iterated


def _is_state(node: ast.expr) -> bool:
    """``net.state_dict()``, whose tensors are the network's own."""
    return isinstance(node, ast.Call) and name_of(node.func) == STATE


def _pairs(
    function: ast.AST, target: ast.expr, iterated: ast.expr
) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each part of a loop's target with what it runs over."""
    match iterated, target:
        case ast.Call(ast.Name("zip"), args), ast.Tuple(targets):
            for part, item in zip(targets, args, strict=False):
                yield from _pairs(function, part, item)
        case ast.Call(ast.Name("enumerate"), [item, *_]), ast.Tuple([_, part]):
            yield from _pairs(function, part, item)
        case ast.Call(ast.Name("list" | "tuple" | "reversed"), [item]), _:
            yield from _pairs(function, target, item)
        case ast.GeneratorExp() | ast.ListComp(), _ if len(iterated.generators) == 1:
            given = iterated.generators[0]
            if ast.unparse(given.target) == ast.unparse(iterated.elt):
                yield from _pairs(function, target, given.iter)
        case ast.Name(name), _:
            value = only_value(name, function)
            if value is not None and not isinstance(value, ast.Name):
                yield from _pairs(function, target, value)
        case ast.Call(ast.Attribute()), _:
            yield target, iterated


def copied(
    site: Site, statement: ast.stmt, target: ast.expr, value: Sequence[Piece], through: str = ""
) -> tuple[Edit, ...]:
    """``p.copy_(value)`` in the place of a statement that would give ``p`` a new tensor; ``through``
    is written behind ``p``.

    Nothing without a value, and with a GPU: the tensor's copy_ is not known to work there.
    """
    if not value or "GPU" in site.target.devices:
        return ()
    document = site.document
    if isinstance(statement, ast.Assign) and document.tree is not None:
        within = function_around(document.tree, statement) or document.tree
        if is_cut(statement.value, within, site.bindings.values.get):
            value = (Operand(document.span(statement.value)), ".copy()")
    pieces = (document.span(target), f"{through}.copy_(", *value, ")")
    return (Edit(document.span(statement), pieces),)


def result_of(site: Site, node: ast.AugAssign) -> tuple[Piece, ...]:
    """``p - lr * g`` of ``p -= lr * g``; nothing for an operator that was not tried."""
    operator = OPERATORS.get(type(node.op))
    if operator is None:
        return ()
    document = site.document
    return (document.span(node.target), f" {operator} ", Operand(document.span(node.value)))


def _shares(site: Site, function: ast.AST, name: str, change: ast.AugAssign) -> bool:
    """Whether another name, a container or a base shares the tensor that ``change`` changes."""
    line = change.lineno
    assigned = [
        node
        for node in walk(function)
        if isinstance(node, ast.Assign)
        and node.lineno < line
        and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
    ]
    last = max(assigned, key=lambda node: node.lineno, default=None)
    if last is not None and len(last.targets) > 1:
        return True
    if last is not None and _is_shown(last.value) and not is_fresh(site, last.value):
        return True
    since = 0 if last is None else last.lineno
    return any(
        (_is_held(node.value, name) or _is_array_of(node.value, name))
        and not _is_over(site, function, node, change)
        for node in walk(function)
        if isinstance(node, ast.Assign) and since < node.lineno < line
    )


def _is_array_of(value: ast.expr, name: str) -> bool:
    """``x.numpy()`` and ``x.detach().numpy()``, which show the tensor's memory."""
    match value:
        case ast.Call(ast.Attribute(ast.Name(shown), "numpy")):
            return shown == name
        case ast.Call(ast.Attribute(ast.Call(ast.Attribute(ast.Name(shown), "detach")), "numpy")):
            return shown == name
    return False


def _is_over(site: Site, function: ast.AST, held: ast.Assign, change: ast.AugAssign) -> bool:
    """Whether what ``held`` gives a name is read for the last time where the tensor is changed."""
    target = held.targets[0] if len(held.targets) == 1 else None
    if not isinstance(target, ast.Name) or not isinstance(function, ast.FunctionDef):
        return False
    if is_repeated(site, change, function) or is_mentioned_behind(function, target.id, change):
        return False
    last = set(walk(change.value))
    named = [n for n in walk(function) if isinstance(n, ast.Name) and n.id == target.id]
    return all(node in last for node in named if node is not target)


def _is_shown(value: ast.expr) -> bool:
    """Whether ``value`` shows a tensor that something else holds."""
    if isinstance(value, ast.Call):
        return _gives_a_view(value) or any(_is_shown(given) for given in _given_back(value))
    return isinstance(value, ast.Name | ast.Subscript)


def inplace_doubt(site: Site, use: Use, facts: UseFacts) -> Text | None:
    """Why dropping ``inplace=True`` may change what the program computes; None when it cannot."""
    if use.call is None or not facts.given("inplace"):
        return None
    node = facts.node("inplace")
    if node is not None and literal_value(node) is False:
        return None
    if site.api.kind(use.symbol) == "class":
        return None if _module_is_harmless(site, use) else DOUBT
    if dropped_input(site, use, facts) is not None:
        return None  # it gets the result
    first = use.call.args[0] if use.call.args else facts.node("input")
    return None if _call_is_harmless(site, use.call, first, use) else DOUBT


def dropped_input(site: Site, use: Use, facts: UseFacts) -> ast.expr | None:
    """What ``F.relu(x, inplace=True)`` changes that is a statement of its own; None for other uses."""
    statement = use.statement
    if use.call is None or not isinstance(statement, ast.Expr) or statement.value is not use.call:
        return None
    if use.owner is not None or site.api.kind(use.symbol) != "function":
        return None
    inplace = facts.node("inplace") if facts.given("inplace") else None
    if inplace is None or literal_value(inplace) is not True:
        return None
    changed = facts.node("input")
    return changed if isinstance(changed, ast.Name | ast.Subscript | ast.Attribute) else None


def _call_is_harmless(site: Site, call: ast.Call, argument: ast.expr | None, use: Use) -> bool:
    """The input is a temporary, or the name that gets the result and has no other name."""
    function = use.function.node if use.function is not None else site.document.tree
    assert function is not None
    return input_is_harmless(function, call, argument)


def input_is_harmless(function: ast.AST, call: ast.Call, argument: ast.expr | None) -> bool:
    """Whether nobody can look again at what a call in ``function`` changes in place."""
    if isinstance(argument, ast.Call):
        return not _gives_a_view(argument)
    if isinstance(argument, ast.BinOp | ast.UnaryOp):
        return True
    if not isinstance(argument, ast.Name) or not _result_replaces(function, call, argument.id):
        return False
    return not _has_other_name(function, argument.id, call)


def _gives_a_view(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in VIEW_METHODS


def _result_replaces(function: ast.AST, call: ast.Call, name: str) -> bool:
    """``name = call(name)``, or ``return call(name)``."""
    for node in walk(function):
        if isinstance(node, ast.Return) and node.value is call:
            return True
        if isinstance(node, ast.Assign) and node.value is call:
            return [t.id for t in node.targets if isinstance(t, ast.Name)] == [name]
    return False


def _has_other_name(function: ast.AST, name: str, call: ast.Call) -> bool:
    """Whether anything else may hold the tensor that ``name`` stands for at ``call``."""
    fresh = False
    for node in walk(function):
        if isinstance(node, ast.Assign):
            if node.value is not call and _is_held(node.value, name):
                return True
            targets = [t for target in node.targets for t in walk(target)]
            if any(isinstance(t, ast.Name) and t.id == name for t in targets):
                if len(node.targets) > 1 or not _is_fresh(node.value):
                    return True
                fresh = fresh or (node.value is not call and node.lineno <= call.lineno)
        elif isinstance(node, ast.For | ast.AsyncFor):
            if any(isinstance(t, ast.Name) and t.id == name for t in walk(node.target)):
                return True
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            if any(isinstance(t, ast.Name) and t.id == name for t in walk(node.optional_vars)):
                return True
        elif isinstance(node, ast.Yield) and node.value is not None:
            if _is_held(node.value, name):
                return True
        elif _keeps(node, name):
            return True
    return not fresh


def _is_held(value: ast.expr, name: str) -> bool:
    """Whether ``value`` is the tensor itself, or a container or view of it."""
    if isinstance(value, ast.Call):
        return any(_is_held(given, name) for given in _given_back(value))
    if isinstance(value, ast.Tuple | ast.List | ast.Set | ast.Dict | ast.IfExp | ast.BoolOp):
        children = [c for c in ast.iter_child_nodes(value) if isinstance(c, ast.expr)]
        return any(_is_held(child, name) for child in children)
    if isinstance(value, ast.Attribute) and value.attr in MEASURES:
        return False
    if isinstance(value, ast.Subscript | ast.Attribute | ast.Starred | ast.NamedExpr):
        return _is_held(value.value, name)
    return isinstance(value, ast.Name) and value.id == name


def _given_back(call: ast.Call) -> Iterator[ast.expr]:
    """What a call gives back itself, or a view of it: ``x.view(-1)``, ``x.add_(1)``,
    ``torch.relu_(x)``, ``torch.add(a, b, out=x)``."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    in_place = name.endswith("_") and not name.endswith("__")
    if isinstance(function, ast.Attribute) and (in_place or _gives_a_view(call)):
        yield function.value
    if in_place:
        yield from call.args[:1]
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "out")


def _is_fresh(value: ast.expr) -> bool:
    """Whether evaluating ``value`` makes a tensor that nothing else holds."""
    if isinstance(value, ast.Call):
        return not _gives_a_view(value)
    return isinstance(value, ast.BinOp)


def _keeps(node: ast.AST, name: str) -> bool:
    """``list.append(name)`` and its like."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in KEEPERS
        and any(_is_held(argument, name) for argument in node.args)
    )


def _module_is_harmless(site: Site, use: Use) -> bool:
    """A layer behind another of a Sequential, or an attribute that is only called harmlessly."""
    assert use.call is not None
    parent = site.parent(use.call, use.statement)
    if isinstance(parent, ast.Call) and use.call in parent.args:
        return _follows_in_sequential(parent, parent.args.index(use.call))
    statement = use.statement
    if not (isinstance(statement, ast.Assign) and statement.value is use.call and use.cls):
        return False
    target = statement.targets[0]
    if not (isinstance(target, ast.Attribute) and use.cls.node is not None):
        return False
    calls = 0
    for method in walk(use.cls.node):
        if not isinstance(method, ast.FunctionDef):
            continue
        for call in walk(method):
            if _calls_attribute(call, target.attr):
                assert isinstance(call, ast.Call)
                calls += 1
                argument = call.args[0] if call.args else None
                if not input_is_harmless(method, call, argument):
                    return False
    return calls == _reads(use.cls.node, target.attr)


def _follows_in_sequential(parent: ast.Call, index: int) -> bool:
    """Whether the layer before it in a Sequential makes a tensor of its own."""
    if not ast.unparse(parent.func).endswith("Sequential") or index == 0:
        return False
    before = parent.args[index - 1]
    if not isinstance(before, ast.Call):
        return False
    return ast.unparse(before.func).rpartition(".")[2].startswith(FRESH)


def _reads(cls: ast.ClassDef, name: str) -> int:
    """How often the class reads the attribute."""
    return sum(
        isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Load)
        for node in walk(cls)
    )


def _calls_attribute(node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == name
        and isinstance(node.func.value, ast.Name)
    )
