"""Parameters that are trained again behind an optimizer that was made without them, and frozen ones
among those of an optimizer (MP216).

torch's optimizers hold frozen parameters and take them up once they have gradients. Those of
MindSpore's that no helper stands for are given ``trainable_params()``, which leaves out what is
frozen at that time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.report import Finding
from mindport.symbols.thawed import holding_frozen, leaves_frozen, turns_behind
from mindport.texts import Text

SYMBOL = "torch.optim.Optimizer"
TOLD = Text(
    "What is frozen when the optimizer of line {line} is made is not among its parameters: it is given "
    "trainable_params(). What is trained again here would stay as it is. Make a new optimizer here; "
    "torch's holds the frozen ones from the start and begins with them when they have gradients.",
    "第 {line} 行创建优化器时被冻结的参数不在其中：它得到的是 trainable_params()。此处解冻的参数将不会被更新。"
    "请在此处重新创建优化器；torch 的优化器从一开始就持有被冻结的参数，待其有梯度后即开始更新。",
)


CLIPPED = Text(
    "In graph mode, what is frozen has gradients, too: clipping counts them in the norm, as torch does "
    "not. The optimizer of line {line} leaves such parameters alone. Clip what is trained alone, or "
    "train in PyNative mode.",
    "在图模式下，被冻结的参数也有梯度：裁剪时范数会计入它们，而 torch 不会。第 {line} 行的优化器不会更新这些参数。"
    "请只裁剪需要训练的参数的梯度，或使用 PyNative 模式。",
)

HELD = Text(
    "Frozen parameters may be among these. torch's optimizers leave them alone; those of MindSpore's take "
    "zeros as their gradients, so that weight decay changes them, and in graph mode they are trained. "
    "Give it what is trained alone: [p for p in params if p.requires_grad].",
    "其中可能含有被冻结的参数。torch 的优化器不会更新它们；MindSpore 的优化器把它们的梯度当作零，权重衰减仍会改变它们，"
    "在图模式下它们还会被训练。请只传入需要训练的参数：[p for p in params if p.requires_grad]。",
)


def thawed_findings(site: Site) -> Iterator[Finding]:
    """One finding for each place that trains again what an optimizer before it does not hold, or
    whose frozen parameters would count in graph mode, and for each optimizer that may change what
    is frozen."""
    tree = site.document.tree
    if tree is None:
        return
    others = site.beside.freezing
    in_graph = site.target.mode == "GRAPH" and "clip_" in site.document.text
    for turn in turns_behind(tree, others):
        is_followed = leaves_frozen(tree, turn.optimizer, others)
        if (turn.trains and not is_followed) or (in_graph and is_followed):
            told = CLIPPED if is_followed else TOLD
            yield _finding(site, told, turn.optimizer, turn.statement)
    for optimizer in holding_frozen(tree, others):
        is_followed = leaves_frozen(tree, optimizer, others)
        if not is_followed or in_graph:
            told = CLIPPED if is_followed else HELD
            yield _finding(site, told, optimizer, optimizer)


def _finding(site: Site, told: Text, optimizer: ast.Call, place: ast.AST) -> Finding:
    texts = (text.format(line=optimizer.lineno) for text in (told.en, told.zh))
    span = site.document.span(place)
    return Finding("MP216", "error", SYMBOL, None, "likely", Text(*texts), span)
