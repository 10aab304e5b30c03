"""``x.clone()`` of what nothing tells (MP402): graph mode finds no kernel for it on a CPU.

MindSpore 2.10.0 compiles Tensor.clone and stops when it selects kernels: "Unsupported op [Clone] on CPU".
``ops.deepcopy`` gives the same of tensors and Parameters, and lets gradients through. What is known to be
a tensor is rewritten by ``knowledge/torch.Tensor.yaml``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import functions_named
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

NO_KERNEL = Text(
    "On a CPU graph mode has no kernel for Tensor.clone; ops.deepcopy(x) is the same and lets gradients "
    "through.",
    "静态图模式在 CPU 上没有 Tensor.clone 的算子；ops.deepcopy(x) 等价且可传递梯度。",
)
TITLE = Text("Replace with ops.deepcopy", "替换为 ops.deepcopy")
CAUTION = Text("If it is a tensor.", "仅适用于张量。")


def cloned_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call; none where the file defines a method of that name."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices or "clone" in functions_named(tree):
        return
    for function in code.functions:
        for node in function.nodes:
            match node:
                case ast.Call(ast.Attribute(of, "clone") as called, [], []):
                    known = site.bindings.values.get(of, UNKNOWN).kind != "unknown"
                    if not known and not code.dotted(called):
                        span = site.document.span
                        copied = (Name("mindspore.ops.deepcopy"), "(", span(of), ")")
                        fix = Fix(TITLE, "unsafe", (Edit(span(node), copied),), CAUTION)
                        yield told(site, "MP402", node, NO_KERNEL, fix)
