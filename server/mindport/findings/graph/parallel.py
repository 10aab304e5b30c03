"""Data parallelism that averages gradients by hooks, which graph mode refuses to compile (MP402)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Finding
from mindport.texts import Text

WRAPPER = "torch.nn.parallel.DistributedDataParallel"
HOOKS = Text(
    "DistributedDataParallel's helper averages gradients by hooks on the parameters, which graph mode "
    "refuses to compile. Give the optimizer what nn.DistributedGradReducer(parameters) makes of the "
    "gradients.",
    "DistributedDataParallel 的辅助类通过参数上的钩子求梯度平均，静态图模式拒绝编译。请将 "
    "nn.DistributedGradReducer(parameters) 处理后的梯度交给优化器。",
)


def parallel_findings(site: Site) -> Iterator[Finding]:
    """One finding where a network is wrapped, and one on the helper that a fix has put there."""
    for use in site.bindings.uses:
        if use.symbol == WRAPPER and use.call is not None:
            yield told(site, "MP402", use.call, HOOKS)
    for info in site.bindings.classes:
        said = ast.get_docstring(info.node) if info.is_cell and info.node is not None else None
        if said is not None and f"Equals {WRAPPER}." in said:
            assert info.node is not None
            yield told(site, "MP402", info.node.body[0], HOOKS)
