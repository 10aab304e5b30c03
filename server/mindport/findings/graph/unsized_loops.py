"""Loops over what is found when the network runs (MP402): ``for c in torch.unique(labels)``.

How often such a loop goes round is not known when the graph is compiled. MindSpore 2.10.0 compiles it for
the greatest number that there may be: on a CPU it fails, or its gradient does. Of the lists that go by
their number ``findings/graph/counted.py`` speaks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.empty_indices import gives_tuple, is_found, taken_apart
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Finding
from mindport.symbols.assignments import assigned
from mindport.symbols.selections import picked
from mindport.texts import Text

FOUND = Text(
    "How many there are is known when the network runs: graph mode fails at a loop over them, or at its "
    "gradient. Loop over all that there may be, as in range(num_classes), and weigh each with its mask.",
    "其个数在运行时才能确定：静态图模式下对其循环或求其梯度会报错。请遍历所有可能的取值，如 range(num_classes)，并以掩码加权。",
)
UNIQUE = frozenset({"unique", "unique_consecutive"})
GOING = frozenset({"enumerate", "reversed", "zip"})


def unsized_loop_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a loop."""
    for function in code.functions:
        for node in function.nodes:
            iterated = node.iter if isinstance(node, ast.For | ast.comprehension) else None
            is_counted = isinstance(iterated, ast.Call) and name_of(iterated.func) == "range"
            is_listed = isinstance(node, ast.comprehension) and is_counted
            through = () if iterated is None or is_listed else _gone_through(iterated)
            if iterated is not None and any(_is_unsized(one, function.node) for one in through):
                yield told(site, "MP402", iterated, FOUND)


def _gone_through(iterated: ast.expr) -> Iterator[ast.expr]:
    """``found`` of ``enumerate(found)``, ``range(len(found))``, ``range(found.shape[0])``."""
    match iterated:
        case ast.Call(ast.Name(name), given) if name in GOING:
            for one in given:
                yield from _gone_through(one)
        case ast.Call(ast.Name("range"), [*_, last]):
            match last:
                case ast.Call(ast.Name("len"), [counted]):
                    yield counted
                case ast.Subscript(ast.Attribute(counted, "shape"), ast.Constant(0)):
                    yield counted
                case ast.Call(ast.Attribute(counted, "size" | "numel"), [] | [ast.Constant(0)]):
                    yield counted
        case _:
            yield iterated


def _is_unsized(node: ast.expr, within: ast.AST) -> bool:
    """Not of what holds a tensor for each axis: ``torch.where(mask)``."""
    if gives_tuple(node):
        return False
    if isinstance(node, ast.Name):
        values = [*(assigned(node.id, within) or ()), *taken_apart(within, node.id)]
        if values and all(map(gives_tuple, values)):
            return False
        if any(_is_unsized(value, within) for value in values if not isinstance(value, ast.Name)):
            return True
    given = node.value if isinstance(node, ast.Subscript) else node
    if isinstance(given, ast.Call) and name_of(given.func) in UNIQUE:
        return True
    return is_found(node) or picked(node, within) is not None
