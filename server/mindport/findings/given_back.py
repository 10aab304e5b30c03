"""``y = x.float()``, then ``y[0] = 5`` (MP209): torch gives x itself back where nothing is to be done.

Then what is set in y is set in x, and ``y += 1`` changes both. MindSpore's methods give another tensor,
and there ``+=`` gives its name a new one, so that x keeps its values. Measured with MindSpore 2.10.0 on
a CPU: ``y[...] = 5``, which gives y a new memory, does not reach what y is a view of; ``y[:] = 5`` does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.named_views import PARTS, last_given
from mindport.findings.passed_views import handed_back
from mindport.findings.shared_data import SAME_MEMORY
from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Finding
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor"
MESSAGE = Text(
    "In torch {0} shares its memory with {1} here (so does x.float() of a float32 tensor), which is read "
    "again: both change. In MindSpore {1} keeps its values. If that is meant, write .clone(); else change "
    "{1} itself.",
    "在 torch 中 {0} 在此与 {1} 共享内存（float32 张量的 x.float() 亦然），而 {1} 之后还会被读取：两者都会改变；"
    "在 MindSpore 中 {1} 保持原值。若本意如此，请写 .clone()，否则请直接修改 {1}。",
)
# Gives the tensor itself where it is of that type, in order in memory, or there already.
GIVING_BACK = SAME_MEMORY - {"data"} | {"type", "type_as", "requires_grad_"}
MEMBERS = frozenset({"data", "real"})
FUNCTIONS = frozenset({"torch.atleast_1d", "torch.atleast_2d", "torch.atleast_3d", "copy.copy"})
IDENTITY = "torch.nn.Identity"
DROPOUT = "torch.nn.functional.dropout"


def given_back_findings(site: Site) -> Iterator[Finding]:
    """One finding for each statement that changes a tensor which another name may hold."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch:
        return
    for name, whole in _changed(tree):
        scope = function_around(tree, name) or tree
        last = last_given(scope, name)
        value = None if last is None or last.place is not None else last.value
        held = [] if value is None else _given_back(site, tree, value, whole=whole)
        read = next((one for one in held if _is_read(site, scope, one, name)), None)
        if read is not None:
            said = Text(MESSAGE.en.format(name.id, read.id), MESSAGE.zh.format(name.id, read.id))
            span = site.document.span(name)
            yield Finding("MP209", "warning", SYMBOL, None, "likely", said, span)


def _changed(tree: ast.Module) -> Iterator[tuple[ast.Name, bool]]:
    """``y`` of ``y[0] = 5``, ``y[0] += 5``, ``y += 5`` and, as a whole, ``y[...] = 5``."""
    for part in find(tree, ast.Subscript):
        whole: ast.expr = part
        while isinstance(whole, ast.Subscript):
            whole = whole.value
        if isinstance(part.ctx, ast.Store) and isinstance(whole, ast.Name):
            yield whole, isinstance(part.slice, ast.Constant) and part.slice.value is ...
    for statement in find(tree, ast.AugAssign):
        if isinstance(statement.target, ast.Name):
            yield statement.target, False


def _given_back(
    site: Site, tree: ast.Module, value: ast.expr, *, whole: bool, made: bool = False
) -> list[ast.Name]:
    """The names whose tensor a value may be: ``x`` for ``x.detach().float()`` and ``x[1:].float()``.

    With ``whole`` also those of which it is a part. ``made``: whether anything was seen around them.
    """
    match value:
        case ast.Name():
            return [value] if made else []
        case ast.IfExp(body=one, orelse=other):
            passed = [one, other]
        case ast.Attribute(inner, member) if member in MEMBERS:
            passed = [inner]
        case ast.Subscript(inner, index) if made and _is_a_slice(index):
            passed = [inner]
        case ast.Subscript(ast.Call(ast.Attribute(inner, method)), index) if method in PARTS:
            passed = [inner] if whole and _is_a_slice(index) else []
        case ast.Call():
            passed = _passed(site, tree, value)
        case _:
            passed = []
    inward = (_given_back(site, tree, one, whole=whole, made=True) for one in passed)
    return [name for names in inward for name in names]


def _passed(site: Site, tree: ast.Module, call: ast.Call) -> list[ast.expr]:
    """What a call may give back: the tensor of a method, the argument of a function or layer."""
    match call:
        case ast.Call(ast.Attribute(held, method)) if method in GIVING_BACK:
            return [] if any(k.arg == "copy" for k in call.keywords) else [held]
        case ast.Call(args=[held, *_]) if _does_nothing(site, call):
            return [held]
    return list(handed_back(tree, call))


def _does_nothing(site: Site, call: ast.Call) -> bool:
    """``torch.atleast_2d(x)``, ``nn.Identity()(x)`` and ``F.dropout(x, 0.0)``."""
    symbol = site.symbol_of(call)
    if symbol == DROPOUT:
        given = {k.arg: k.value for k in call.keywords}
        p = call.args[1] if len(call.args) > 1 else given.get("p")
        training = call.args[2] if len(call.args) > 2 else given.get("training")
        return any(isinstance(one, ast.Constant) and not one.value for one in (p, training))
    layer = site.bindings.values.get(call.func, UNKNOWN)
    return (symbol or ast.unparse(call.func)) in FUNCTIONS or layer.name == IDENTITY


def _is_a_slice(index: ast.expr) -> bool:
    """Numbers and slices give a view; another index may pick, which copies."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return all(isinstance(part, ast.Slice | ast.Constant) for part in parts)


def _is_read(site: Site, scope: ast.AST, held: ast.Name, change: ast.Name) -> bool:
    """Whether another name's tensor is read on a line behind the change, and not given anew between."""
    if held.id == change.id or not is_tensor(site.bindings.values.get(held, UNKNOWN)):
        return False
    names = [
        one for one in find(scope, ast.Name) if one.id == held.id and one.lineno > change.lineno
    ]
    first = min(names, key=lambda one: (one.lineno, isinstance(one.ctx, ast.Store)), default=None)
    return first is not None and isinstance(first.ctx, ast.Load)
