"""``u.data = normalize(w.mv(u.data))`` and then ``u`` in a forward (MP209): a power iteration.

Where a network runs twice before one backward, torch's gradient of the first pass takes the ``u`` of the
second, for it looks at it when backward runs. Measured with MindSpore 2.10.0 on a CPU: a product takes
the new one, too, and mv the one that there was.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.flat_views import is_differentiated
from mindport.findings.site import Site
from mindport.findings.training.names import path_of
from mindport.nodes import find, name_of, walk
from mindport.report import Finding
from mindport.symbols.beginnings import is_beginning
from mindport.texts import Text

DATA = "torch.Tensor.data"
DERIVES = frozenset({"backward", "grad", "value_and_grad"})
MESSAGE = Text(
    "Where the network runs more than once before a backward, torch's gradient takes for every run the "
    "values that this has at the end; MindSpore's may take those of each run.",
    "若网络在一次 backward 之前运行多次，torch 的梯度对每次运行都使用此处最后的值，而 MindSpore 可能使用各次运行时的值。",
)


def replaced_data_findings(site: Site) -> Iterator[Finding]:
    """A finding for each ``data`` that goes on from run to run of a forward and is computed with."""
    tree = site.document.tree
    if tree is None or ".data = " not in site.document.text or not site.bindings.has_torch:
        return
    for function in find(tree, ast.FunctionDef):
        given = {argument.arg for argument in find(function, ast.arg)} - {"self"}
        made = ((s, _replaced(s)) for s in find(function, ast.Assign))
        stores = {path: s for s, path in made if path is not None and path not in given}
        for path in _of_each_call(function):
            stores.pop(path, None)
        if not stores or not is_differentiated(site, function.body[0]):
            continue
        for path, statement in stores.items():
            begins = is_beginning(tree, statement.value)
            if not begins and _goes_on(statement, stores) and _is_read(function, path, statement):
                span = site.document.span(statement)
                yield Finding("MP209", "warning", DATA, None, "likely", MESSAGE, span)


def _of_each_call(function: ast.FunctionDef) -> set[str]:
    """Names of tensors that a function makes itself, where it takes the derivatives itself, too: no run
    finds what an earlier call left."""
    if not any(name_of(call.func) in DERIVES for call in find(function, ast.Call)):
        return set()
    made = (one for one in find(function, ast.Assign) if isinstance(one.value, ast.Call))
    targets = (target for one in made for target in one.targets)
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _replaced(statement: ast.Assign) -> str | None:
    """``u`` of ``u.data = ...``."""
    match statement.targets:
        case [ast.Attribute(base, "data")]:
            return path_of(base)
    return None


def _goes_on(statement: ast.Assign, stores: dict[str, ast.Assign]) -> bool:
    """Whether what is given is computed from what the last run left."""
    read = (
        path_of(n.value)
        for n in walk(statement.value)
        if isinstance(n, ast.Attribute) and n.attr == "data"
    )
    return not stores.keys().isdisjoint({path for path in read if path is not None})


def _is_read(function: ast.FunctionDef, path: str, statement: ast.Assign) -> bool:
    """Whether the tensor itself is read behind the statement, which a gradient may need."""
    data = {n.value for n in find(function, ast.Attribute) if n.attr == "data"}
    return any(
        node.lineno > statement.lineno and isinstance(node.ctx, ast.Load) and path_of(node) == path
        for node in walk(function)
        if isinstance(node, ast.Name | ast.Attribute) and node not in data
    )
