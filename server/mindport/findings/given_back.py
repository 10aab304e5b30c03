"""``y = x.float()``, then ``y[0] = 5`` (MP209): torch gives x itself back where nothing is to be done.

Then what is set in y is set in x. MindSpore's methods give another tensor, so that x keeps its values.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.named_views import last_given
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


def given_back_findings(site: Site) -> Iterator[Finding]:
    """One finding for each statement that changes a tensor which another name may hold."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or not site.bindings.has_torch:
        return
    for name in _changed(tree):
        scope = function_around(tree, name) or tree
        last = last_given(scope, name)
        value = None if last is None or last.place is not None else last.value
        held = None if value is None else _given_back(value)
        if held is None or held.id == name.id or not is_tensor(values.get(held, UNKNOWN)):
            continue
        if _is_read_behind(scope, held, name):
            said = Text(MESSAGE.en.format(name.id, held.id), MESSAGE.zh.format(name.id, held.id))
            span = site.document.span(name)
            yield Finding("MP209", "warning", SYMBOL, None, "likely", said, span)


def _changed(tree: ast.Module) -> Iterator[ast.Name]:
    """``y`` of ``y[0] = 5``, ``y[0] += 5`` and ``y += 5``."""
    for part in find(tree, ast.Subscript):
        whole: ast.expr = part
        while isinstance(whole, ast.Subscript):
            whole = whole.value
        if isinstance(part.ctx, ast.Store) and isinstance(whole, ast.Name):
            yield whole
    for statement in find(tree, ast.AugAssign):
        if isinstance(statement.target, ast.Name):
            yield statement.target


def _given_back(value: ast.expr) -> ast.Name | None:
    """``x`` of ``x.detach().float()`` and of ``x[1:].float()``."""
    node = value
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr not in GIVING_BACK or any(k.arg == "copy" for k in node.keywords):
            return None
        node = node.func.value
    if node is value:
        return None
    while isinstance(node, ast.Subscript) and _is_a_slice(node.slice):
        node = node.value
    return node if isinstance(node, ast.Name) else None


def _is_a_slice(index: ast.expr) -> bool:
    """Numbers and slices give a view; another index may pick, which copies."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return all(isinstance(part, ast.Slice | ast.Constant) for part in parts)


def _is_read_behind(scope: ast.AST, held: ast.Name, change: ast.Name) -> bool:
    """Whether the tensor is read on a line behind the change, with nothing given to its name between."""
    names = [
        one for one in find(scope, ast.Name) if one.id == held.id and one.lineno > change.lineno
    ]
    first = min(names, key=lambda one: (one.lineno, isinstance(one.ctx, ast.Store)), default=None)
    return first is not None and isinstance(first.ctx, ast.Load)
