"""``requires_grad=True`` that needs not be said (MP306): of tensors in a file that asks for no
gradient, and of what a Parameter is made of, which says itself whether it is trained.

Where a gradient is asked for, in this file or another, that is what is rewritten or marked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.training.leaves import without_keyword
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


def parameter_value_findings(site: Site) -> dict[ast.AST, Finding]:
    """By the calls that make what Parameters are made of: ``Parameter(zeros(3, requires_grad=True))``."""
    if "requires_grad" not in site.document.text:
        return {}
    return {
        use.call: _finding(site, use, use.call, keyword, OF_PARAMETER)
        for use in site.bindings.uses
        if use.call is not None and not use.symbol.startswith(LAYERS)
        for keyword in use.call.keywords
        if keyword.arg == "requires_grad" and is_pure(keyword.value)
        if _makes_parameter(site, use.call, use.statement)
        or _is_named_for_parameters(site, use.call, use.statement)
    }


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
    for use in uses:
        if use.call is None or use.symbol.startswith(LAYERS) or _is_held(use):
            continue
        if _makes_parameter(site, use.call, use.statement):
            continue
        for keyword in use.call.keywords:
            value = keyword.value
            if keyword.arg == "requires_grad" and isinstance(value, ast.Constant) and value.value:
                yield use.call, _finding(site, use, use.call, keyword, MESSAGE)


def _finding(site: Site, use: Use, call: ast.Call, keyword: ast.keyword, message: Text) -> Finding:
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
