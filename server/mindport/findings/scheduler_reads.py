"""What is read of a learning rate scheduler (MP216): MindSpore's hold Parameters.

Seen by running mindspore.experimental.optim of 2.10.0: ``last_epoch`` is a Parameter that a later
step changes wherever it was kept, and that is no index; ``base_lrs`` are tensors.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Piece
from mindport.rewrites.calls import one_item
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

SCHEDULER = "torch.optim.lr_scheduler.LRScheduler"
OTHER_NAMES = ("num_bad_epochs", "in_cooldown")
# What gives the number itself.
NUMBERS = {
    "last_epoch": "int({self}.last_epoch)",
    "base_lrs": "[float(lr) for lr in {self}.base_lrs]",
    "_last_lr": "[float(lr) for lr in {self}._last_lr]",
    "best": "float({self}.best)",
    "num_bad_epochs": "int({self}.wait)",
    "cooldown_counter": "int({self}.cooldown_counter)",
    "in_cooldown": "bool({self}.in_cooldown())",
}
MESSAGE = Text(
    "MindSpore's scheduler holds a Parameter or tensors here, which later steps may change; read the "
    "number itself.",
    "MindSpore 的调度器在此处保存的是 Parameter 或张量，之后的 step 可能改变其值；请读取数值本身。",
)
TITLE = Text("Read the number", "读取数值")


def scheduler_read_findings(site: Site) -> Iterator[Finding]:
    """Each read of ``scheduler.last_epoch`` and the like, outside of the class."""
    tree, text = site.document.tree, site.document.text
    if tree is None or "optim" not in text:
        return
    if not any(f".{name}" in text for name in NUMBERS):
        return
    read: set[ast.AST] = set()
    called: set[ast.AST] = set()
    for node in walk(tree):
        if isinstance(node, ast.Call):
            called.add(node.func)
            if getattr(node.func, "id", "") in ("bool", "float", "int"):
                read.update(node.args)
        elif isinstance(node, ast.comprehension):
            read.add(node.iter)
        if not isinstance(node, ast.Attribute) or node.attr not in NUMBERS or node in called:
            continue
        if isinstance(node.ctx, ast.Load) and (node.attr in OTHER_NAMES or node not in read):
            yield from _number(site, node)


def _number(site: Site, node: ast.Attribute) -> Iterator[Finding]:
    if _is_instance(site, node.value, SCHEDULER):
        read, template = one_item(site.document, node, NUMBERS[node.attr])
        before, behind = template.split("{self}")
        pieces: tuple[Piece, ...] = (before, site.document.span(node.value), behind)
        span = site.document.span(node)
        fix = Fix(TITLE, "safe", (Edit(site.document.span(read), pieces),))
        symbol = f"{SCHEDULER}.{node.attr}"
        yield Finding("MP216", "warning", symbol, None, "certain", MESSAGE, span, fix)


def _is_instance(site: Site, node: ast.expr, symbol: str) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    return value.kind == "instance" and site.api.is_subclass(value.name, symbol)
