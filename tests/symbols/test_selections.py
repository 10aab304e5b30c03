"""Tensors whose elements a mask picks, so that there may be none."""

from __future__ import annotations

import ast

import pytest

from mindport.symbols.selections import is_selection


def asked(source: str) -> bool:
    """Whether what is summed at the end is a selection."""
    tree = ast.parse(source)
    call = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "sum"
    ][-1]
    assert isinstance(call.func, ast.Attribute)
    return is_selection(call.func.value, tree)


@pytest.mark.parametrize(
    "source",
    [
        "x.sum()",
        "x[0].sum()",
        "x[:, 1:].sum()",
        "x[index].sum()",
        "x[..., None].sum()",
        "x[torch.arange(3), labels].sum()",
        "(x > 0).sum()",
        "(x == x[mask].max()).sum()",
        "nn.CrossEntropyLoss()(x[mask], y[mask]).sum()",
        "torch.gather(x, 1, places).sum()",
        "(x > 0).nonzero()[0].sum()",
        "(x * mask).sum()",
        "torch.where(x > 0, x, 0).sum()",
        "x[x > 0].max(0).sum()",
        "values, places = x[x > 0].max(0)\nplaces.sum()",
        "torch.cat([x[x > 0], y]).sum()",
        "torch.cat([x, y], 1).sum()",
        "parts = [x]\nparts.append(x[x > 0])\ntorch.cat(parts).sum()",
        "torch.stack(x[index]).sum()",
        "x[x > 0].chunk(2)[0].sum()",
        "x.chunk(2, 1)[0].sum()",
        "values, places = x.max(1)\nplaces.sum()",
        "torch.sort(x, dim=1)[0].sum()",
        "torch.max(x, 1).values.sum()",
        "x[mask].mean(0).sum()",
        "x[mask].norm(2).sum()",
        "x[mask].mean(dim=0, keepdim=True).sum()",
        "n = x[mask].size(0)\nn.sum()",
        "F.l1_loss(x[mask], y[mask]).sum()",
        "x = x + x[0]\nx.sum()",
        "j = x > 0\nj, k = k, j\nj = 3\nx[j].sum()",
        # What is behind a test of the mask holds something.
        "if mask.any():\n    x[mask].sum()",
        "if mask.sum() > 0 and training:\n    x[mask].sum()",
        "part = x[x > 0]\nif len(part) > 0:\n    part.sum()",
        "part = x[x > 0]\nif part.shape[0] > 0:\n    part.sum()",
        "k = (x > 0).nonzero().squeeze(1)\npart = x[k]\nif k.numel() > 0:\n    part.sum()",
        "k = torch.where(x > 0)[0]\nif k.shape[0] > 0:\n    x[k].sum()",
        "keep = (x > 0).nonzero()\nloss = x[keep].sum() if keep.numel() else 0",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert not asked(source)


@pytest.mark.parametrize(
    "source",
    [
        "x[x > 0].sum()",
        "values, places = torch.max(x[mask], dim=1)\nplaces.sum()",
        "values, places = x[mask].sort(0)\nvalues.sum()",
        "best = torch.topk(x[mask], 2, dim=1)[0]\nbest.sum()",
        "torch.min(x[mask], -1).values.sum()",
        "torch.cat([x[mask], y[mask]]).sum()",
        "torch.cat([x[mask], y], dim=1).sum()",
        "torch.stack([x[mask], y[mask]]).sum()",
        "parts = []\nparts.append(x[mask])\ntorch.cat(parts).sum()",
        "x[mask].chunk(2, dim=1)[0].sum()",
        "a, b = torch.split(x[mask], 2, 1)\nb.sum()",
        "((x[mask] - y[mask]) ** 2).sum(1).sum()",
        "x[mask].norm(2, dim=-1).sum()",
        "x[~done].sum()",
        "j = a.max(1)[0] < 4\nx = x[j]\ny = x.sum()\nj, k = (x > 1).T",
        "x[mask].sum()",
        "(x[mask].argmax(1) == y[mask]).sum()",
        "nn.CrossEntropyLoss(reduction='none')(x[mask], y[mask]).sum()",
        "torch.gather(x, 1, places[mask]).sum()",
        "rows = mask.nonzero(as_tuple=True)[0]\nx[rows].sum()",
        "x[self.mask].sum()",
        "x[pad_mask, 1].sum()",
        "x[labels != -100].sum()",
        "x[(a > 0) & (a < 1)].sum()",
        "x[mask][:, 0].sum()",
        "positive = x > 0\nx[positive].sum()",
        "x.masked_select(chosen).sum()",
        "torch.masked_select(x, chosen).sum()",
        "x[(y > 0).nonzero()].sum()",
        "rows = torch.where(y > 0)[0]\nx[rows].sum()",
        "part = x[x > 0]\n(part.abs() ** 2 - 1).sum()",
        "torch.log(x[x > 0]).sum()",
        "F.l1_loss(x[mask], y[mask], reduction='none').sum()",
        # A test of something else says nothing, and neither does the other branch.
        "if training:\n    x[mask].sum()",
        "k = (x > 0).nonzero().squeeze(1)\nj = (x < 0).nonzero()\nif j.numel() > 0:\n    x[k].sum()",
        "k = (x > 0).nonzero().squeeze(1)\ntotal = x[k].sum()\nif total.sum() > 0:\n    x[k].sum()",
        "if mask.any():\n    y = 1\nelse:\n    x[mask].sum()",
    ],
)
def test_is_seen(source: str) -> None:
    assert asked(source)
