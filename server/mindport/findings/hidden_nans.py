"""A file that puts NaN into tensors, and calls what passes over NaN on a CPU (MP220).

Where the source shows that an argument holds NaN, the use itself says so. What a function gets may
hold it as well: that is told once, where NaN is put into a tensor, since most of it will not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import function_around
from mindport.report import Finding
from mindport.symbols.nans import comes_from_outside, put_into_tensors
from mindport.symbols.uses import Use
from mindport.texts import Text

CODE, SYMBOL = "MP220", "torch.nan"
ASKED = re.compile(r"nan\('(\w+)'\)")
MOST = 4


def hidden_nan_findings(site: Site) -> Iterator[Finding]:
    """One finding for a file, where it first fills a tensor with NaN."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices or "nan" not in site.document.text.lower():
        return
    written = put_into_tensors(tree)
    if written is None:
        return
    passing = {use.symbol.rpartition(".")[2] for use in site.bindings.uses if _may_pass(site, use)}
    if passing:
        span = site.document.span(written)
        yield Finding(CODE, "warning", SYMBOL, None, "likely", _message(sorted(passing)), span)


def _may_pass(site: Site, use: Use) -> bool:
    """Whether an argument comes from outside of its function, of which a CPU passes over NaN."""
    entry, tree = site.entry(use), site.document.tree
    if entry is None or tree is None or use.call is None or use.confidence == "name":
        return False
    asked = [name for one in entry.differences for name in ASKED.findall(one.when or "")]
    within = function_around(tree, use.call) if asked else None
    if within is None:
        return False
    values = site.bindings.values
    facts, _ = site.facts(use)
    nodes = (facts.node(name) for name in asked)
    return any(node is not None and comes_from_outside(node, within, values) for node in nodes)


def _message(names: list[str]) -> Text:
    listed = ", ".join(names[:MOST]) + (", ..." if len(names) > MOST else "")
    return Text(
        f"Tensors get NaN here. On a CPU MindSpore passes over a NaN where torch gives NaN, in what "
        f"this file calls on tensors that its functions get: {listed}.",
        f"此处将 NaN 写入张量。在 CPU 上 MindSpore 会忽略 NaN，而 torch 的结果为 NaN；本文件对函数所得张量调用的 "
        f"{listed} 即是如此。",
    )
