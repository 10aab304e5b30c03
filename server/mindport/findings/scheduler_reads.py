"""What is read of a learning rate scheduler (MP216): MindSpore's hold Parameters and tensors.

Seen by running mindspore.experimental.optim of 2.10.0: ``last_epoch`` is a Parameter that a later
step changes wherever it was kept, and that is no index; ``base_lrs`` are tensors.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

SCHEDULER = "torch.optim.lr_scheduler.LRScheduler"
LAST_EPOCH, BASE_LRS = "last_epoch", "base_lrs"
MESSAGE = Text(
    "MindSpore's scheduler holds a Parameter or tensors here, which later steps may change; read the "
    "number itself.",
    "MindSpore 的调度器在此处保存的是 Parameter 或张量，之后的 step 可能改变其值；请读取数值本身。",
)
TITLE = Text("Read the number", "读取数值")


def scheduler_read_findings(site: Site) -> Iterator[Finding]:
    """Each read of ``scheduler.last_epoch`` or ``scheduler.base_lrs`` outside of the class."""
    tree, text = site.document.tree, site.document.text
    if tree is None or (LAST_EPOCH not in text and BASE_LRS not in text):
        return
    read: set[ast.AST] = set()
    for node in walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("int", "float"):
            read.update(node.args)
        elif isinstance(node, ast.comprehension):
            read.add(node.iter)
        if not isinstance(node, ast.Attribute) or node.attr not in (LAST_EPOCH, BASE_LRS):
            continue
        value = site.bindings.values.get(node.value, UNKNOWN)
        if node in read or not isinstance(node.ctx, ast.Load) or value.kind != "instance":
            continue
        if site.api.is_subclass(value.name, SCHEDULER):
            span = site.document.span(node)
            pieces: tuple[Piece, ...] = ("int(", span, ")")
            if node.attr == BASE_LRS:
                pieces = ("[float(lr) for lr in ", span, "]")
            fix = Fix(TITLE, "safe", (Edit(span, pieces),))
            symbol = f"{SCHEDULER}.{node.attr}"
            yield Finding("MP216", "warning", symbol, None, "certain", MESSAGE, span, fix)
