"""``def __getitems__(self, indices)`` of a dataset (MP103), which torch's DataLoader asks for a batch.

MindSpore's loaders ask ``__getitem__`` for each item.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.report import Finding
from mindport.texts import Text

METHOD = "__getitems__"
MODULE = "torch.utils.data."
SYMBOL = f"{MODULE}Dataset.{METHOD}"
MESSAGE = Text(
    "torch's DataLoader asks __getitems__ for a batch; MindSpore's loaders ask __getitem__ for each item. "
    "Where the two give other items, collate_fn is the place for what is done to a batch.",
    "torch 的 DataLoader 通过 __getitems__ 取一个批次；MindSpore 的加载器逐项调用 __getitem__。"
    "若两者给出的内容不同，请将对批次的处理移入 collate_fn。",
)


def batch_getter_findings(site: Site) -> Iterator[Finding]:
    """One finding for each such method of a dataset."""
    for info in site.bindings.classes if METHOD in site.document.text else ():
        if info.node is None or not (info.torch_base or "").startswith(MODULE):
            continue
        for method in info.node.body:
            if isinstance(method, ast.FunctionDef) and method.name == METHOD:
                span = site.document.name_span(method)
                yield Finding("MP103", "warning", SYMBOL, None, "certain", MESSAGE, span, None)
