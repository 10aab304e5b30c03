"""``requires_grad=True`` that needs not be said (MP306): of tensors in a file that asks for no
gradient, of those that a function which computes none only hands on, and of what a Parameter is made
of, which says itself whether it is trained.

Where a gradient is asked for, in this file or another, that is what is rewritten or marked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.training.leaves import without_keyword
from mindport.findings.training.names import FUNCTIONS, own_nodes, path_of
from mindport.nodes import find, function_around, is_pure, name_of
from mindport.report import Finding, Fix
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

MESSAGE = Text(
    "MindSpore differentiates functions by their inputs: a tensor is not told that it takes gradients, "
    "and this file asks for none.",
    "MindSpore 对函数的输入求导：张量无需声明是否需要梯度，且本文件没有求梯度。",
)
OF_PARAMETER = Text(
    "A Parameter says itself whether it is trained, whatever it is made of; MindSpore's tensors are not "
    "told.",
    "Parameter 自身声明是否参与训练，与构造它的张量无关；MindSpore 的张量无需声明。",
)
HANDED_ON = Text(
    "MindSpore differentiates functions by their inputs: a tensor is not told that it takes gradients, "
    "and this function computes none.",
    "MindSpore 对函数的输入求导：张量无需声明是否需要梯度，且本函数没有求梯度。",
)
TITLE = Text("Make the tensor without requires_grad", "去掉 requires_grad")
# What asks for gradients, or whether a tensor has them.
ASKING = frozenset(
    {
        "torch.Tensor.grad",
        "torch.Tensor.grad_fn",
        "torch.Tensor.is_leaf",
        "torch.Tensor.register_hook",
        "torch.Tensor.requires_grad",
        "torch.Tensor.retain_grad",
    }
)
FAMILIES = ("torch.autograd.", "torch.func.")
WRAPPER = "torch.autograd.Variable"
# What keeps a tensor that it is given.
KEEPS = frozenset(
    {"append", "appendleft", "add", "extend", "insert", "put", "setattr", "setdefault"}
)
KEEPING = (
    ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.Return, ast.Yield, ast.YieldFrom, ast.List,
    ast.Tuple, ast.Set, ast.Dict, ast.Starred, ast.IfExp, ast.BoolOp,
)  # fmt: skip
LAYERS = "torch.nn."
INITIALIZERS = "torch.nn.init."


def unasked_findings(site: Site) -> dict[ast.AST, Finding]:
    """By the calls that make tensors for gradients their findings, if the file asks for no gradient."""
    uses = site.bindings.uses
    text = site.document.text
    if "requires_grad" not in text or "optim" in text or site.bindings.gradients:
        return {}
    if any(_asks(use) for use in uses):
        return {}
    return dict(_marked(site, uses))


def handed_on_findings(site: Site) -> dict[ast.AST, Finding]:
    """By the calls that make tensors their findings, where a function differentiates nothing and keeps
    them nowhere: ``x, y = Variable(x, requires_grad=True), Variable(y)`` in front of ``attack(net, x)``."""
    tree = site.document.tree
    if tree is None or "requires_grad" not in site.document.text:
        return {}
    looked = {use.symbol for use in site.bindings.uses if use.context != "store"} & ASKING
    if looked - {"torch.Tensor.grad"} or any(True for _ in _read_of_given(tree)):
        return {}
    found: dict[ast.AST, Finding] = {}
    for use, call, keyword in _marking(site, site.bindings.uses):
        around = function_around(tree, call)
        name = _target(use.statement, call)
        if not isinstance(around, ast.FunctionDef) or name is None:
            continue
        if not differentiates(site, around) and _is_only_read(site, around, name):
            found[call] = finding_of(site, use, call, keyword, HANDED_ON)
    return found


def _read_of_given(tree: ast.Module) -> Iterator[ast.Attribute]:
    """``x.grad`` of an ``x`` that a function is given and gives no other value."""
    for function in find(tree, ast.FunctionDef):
        given = {
            argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)
        }
        nodes = list(own_nodes(function))
        given -= {
            n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)
        }
        for node in nodes:
            match node:
                case ast.Attribute(ast.Name(name), "grad") if name in given:
                    yield node


def _target(statement: ast.stmt | None, call: ast.Call) -> str | None:
    """``x`` of ``x = Variable(...)`` and ``x, y = Variable(...), y``."""
    match statement:
        case ast.Assign([ast.Name(name)], value) if value is call:
            return name
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if call in values:
            target = targets[values.index(call)] if len(targets) == len(values) else None
            return target.id if isinstance(target, ast.Name) else None
    return None


def differentiates(site: Site, function: ast.FunctionDef) -> bool:
    """Whether gradients are computed, taken or asked for in a function."""
    inside = set(ast.walk(function))
    uses = (use for use in site.bindings.uses if use.node in inside and use.symbol != WRAPPER)
    asks = any(_asks(use) or use.symbol.startswith("torch.optim.") for use in uses)
    called = any(call.call in inside for call in site.bindings.gradients)
    return called or asks or any(isinstance(node, FUNCTIONS) for node in inside - {function})


def _is_only_read(site: Site, function: ast.FunctionDef, name: str) -> bool:
    """Whether a function's tensor is counted with and given to calls, and is nowhere kept."""
    tree = site.document.tree
    assert tree is not None
    parents = site.parents(tree)
    for node in find(function, ast.Name):
        if node.id != name or not isinstance(node.ctx, ast.Load):
            continue
        parent = parents.get(node)
        if isinstance(parent, ast.keyword):
            parent = parents.get(parent)
        if isinstance(parent, KEEPING):
            return False
        if isinstance(parent, ast.Call) and name_of(parent.func) in KEEPS:
            return False
    return True


def parameter_value_findings(site: Site) -> dict[ast.AST, Finding]:
    """By the calls that make what Parameters are made of: ``Parameter(zeros(3, requires_grad=True))``."""
    if "requires_grad" not in site.document.text:
        return {}
    return {
        use.call: finding_of(site, use, use.call, keyword, OF_PARAMETER)
        for use in site.bindings.uses
        if use.call is not None and not use.symbol.startswith(LAYERS)
        for keyword in use.call.keywords
        if keyword.arg == "requires_grad" and is_pure(keyword.value)
        if _makes_parameter(site, use.call, use.statement)
        or _is_named_for_parameters(site, use.call, use.statement)
        or _is_taken_as_data(use.call, use.statement)
        or _becomes_parameter(site, use.call, use.statement)
    }


def _is_taken_as_data(call: ast.Call, statement: ast.stmt | None) -> bool:
    """``layer.weight.data = torch.tensor(w, requires_grad=True)``, which takes the values alone."""
    match statement:
        case ast.Assign([ast.Attribute(_, "data")], value):
            return value is call
    return False


def _becomes_parameter(site: Site, call: ast.Call, statement: ast.stmt | None) -> bool:
    """``self.w = torch.ones(3, requires_grad=True).to(device)``, if the next statement of its block that
    speaks of ``self.w`` is ``self.w = nn.Parameter(self.w)``."""
    tree = site.document.tree
    if tree is None or not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
        return False
    made, path = statement.value, path_of(statement.targets[0])
    while made is not call and isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute):
        made = made.func.value
    block = next(
        (b for b in _blocks(site.parents(tree).get(statement, tree)) if statement in b), []
    )
    for later in block[block.index(statement) + 1 :] if made is call and path else ():
        if path in {path_of(node) for node in ast.walk(later) if isinstance(node, ast.expr)}:
            match later:
                case ast.Assign([target], ast.Call(args=[given, *_]) as wrapped):
                    same = path_of(target) == path == path_of(given)
                    return same and _is_parameter_of(wrapped, given)
            return False
    return False


def _blocks(owner: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(owner, name, None)
        if isinstance(block, list):
            yield block


def _is_named_for_parameters(site: Site, call: ast.Call, statement: ast.stmt | None) -> bool:
    """``w = torch.ones(3, requires_grad=True)``, if all else that reads ``w`` is ``nn.Parameter(w)``."""
    tree = site.document.tree
    match statement:
        case ast.Assign([ast.Name(name)], value) if value is call and tree is not None:
            around = function_around(tree, call)
            named = [n for n in find(around or tree, ast.Name) if n.id == name]
            read = [node for node in named if isinstance(node.ctx, ast.Load)]
            parents = site.parents(tree)
            taken = all(_is_parameter_of(parents.get(node), node) for node in read)
            once = len(named) == len(read) + 1
            return isinstance(around, ast.FunctionDef) and once and bool(read) and taken
    return False


def _is_parameter_of(node: ast.AST | None, given: ast.expr) -> bool:
    match node:
        case ast.Call(func, [first, *_]):
            return name_of(func) == "Parameter" and first is given
    return False


def _makes_parameter(site: Site, call: ast.Call, statement: ast.stmt | None) -> bool:
    """Whether a Parameter is made of nothing but what the call gives, or what is counted with it."""
    inner: ast.AST = call
    outer = site.parent(call, statement)
    while outer is not None:
        if isinstance(outer, ast.Call) and inner in outer.args[:1]:
            value = site.bindings.values.get(outer, UNKNOWN)
            if value.name.endswith(".Parameter"):
                return True
            if not site.symbol_of(outer).startswith(INITIALIZERS):
                return False
        elif (isinstance(outer, ast.Call) and inner is not outer.func) or not isinstance(
            outer, ast.BinOp | ast.UnaryOp | ast.Attribute | ast.Call
        ):
            return False
        inner, outer = outer, site.parent(outer, statement)
    return False


def _marked(site: Site, uses: list[Use]) -> Iterator[tuple[ast.AST, Finding]]:
    for use, call, keyword in _marking(site, uses):
        yield call, finding_of(site, use, call, keyword, MESSAGE)


def _marking(site: Site, uses: list[Use]) -> Iterator[tuple[Use, ast.Call, ast.keyword]]:
    """The calls that make tensors for gradients, with what says so."""
    for use in uses:
        if use.call is None or use.symbol.startswith(LAYERS) or _is_held(use):
            continue
        if _makes_parameter(site, use.call, use.statement):
            continue
        keyword = marking_keyword(use)
        if keyword is not None:
            yield use, use.call, keyword


def marking_keyword(use: Use) -> ast.keyword | None:
    """``requires_grad=True`` of what makes a tensor."""
    for keyword in use.call.keywords if use.call is not None else ():
        value = keyword.value
        if keyword.arg == "requires_grad" and isinstance(value, ast.Constant) and value.value:
            return keyword
    return None


def finding_of(
    site: Site, use: Use, call: ast.Call, keyword: ast.keyword, message: Text
) -> Finding:
    """The call without the keyword."""
    fix = Fix(TITLE, "safe", (without_keyword(site, call, keyword),))
    span = site.document.span(keyword)
    return Finding("MP306", "warning", use.symbol, None, use.confidence, message, span, fix)


def _asks(use: Use) -> bool:
    if use.symbol in ASKING:
        return use.context != "store"
    return use.symbol.startswith(FAMILIES)


def _is_held(use: Use) -> bool:
    """Whether an object keeps the tensor, which an optimizer elsewhere may be given."""
    statement = use.statement
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(not isinstance(target, ast.Name | ast.Tuple) for target in targets)
