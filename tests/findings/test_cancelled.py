"""Gradients that are taken away between backward and step: the step leaves these parameters alone."""

from __future__ import annotations

import pytest

from .conftest import moved

SOURCE = """import torch
from torch import nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.prototypes = nn.Linear(4, 2, bias=False)

    def forward(self, x):
        return self.prototypes(self.body(x))


def train(model, optimizer, loader, frozen):
    for step, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        if step < frozen:
            for name, p in model.named_parameters():
                if "prototypes" in name:
                    p.grad = None
        optimizer.step()


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
train(net, optimizer, loader, 2)
"""
NONE = "grads = [None if held is p else grad for held, grad in zip(optimizer.parameters, grads)]\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("torch.optim.SGD", "torch.optim.ASGD", id="an optimizer that goes on"),
        pytest.param("optimizer = torch.optim.SGD(", "optimizer = lib.make(", id="one that is not seen"),
        pytest.param("        optimizer.step()", "        nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n        optimizer.step()", id="clipped behind"),
        pytest.param("        optimizer.zero_grad()\n", "        if step % 2:\n            optimizer.zero_grad()\n", id="added up"),
        pytest.param("p.grad = None", "p.grad = None\n                    print(name)", id="more than that"),
        pytest.param('"prototypes" in name', "p.dim() > 1", id="of what a parameter is"),
    ],
)  # fmt: skip
def test_is_marked_where_the_step_is_another_or_reads_them(before: str, after: str) -> None:
    assert before in SOURCE
    text, left = moved(SOURCE.replace(before, after).replace(", momentum=0.9", ""))
    assert left and "None if held is p" not in text


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "RMSprop"])
def test_the_step_gets_none_for_them(name: str) -> None:
    momentum = "" if name in ("SGD", "RMSprop") else ", momentum=0.9"
    text, left = moved(SOURCE.replace("SGD", name).replace(momentum or "\0", ""))
    assert left == []
    assert f'                if "prototypes" in name:\n                    {NONE}' in text
    assert (f"class {name}(" in text and "param.dtype" in text) or "requires_grad" in text


def test_what_clips_before_is_clipped_before() -> None:
    clip = "        nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n"
    text, left = moved(
        SOURCE.replace("        if step < frozen", f"{clip}        if step < frozen")
    )
    assert left == []
    assert "        grads = ops.clip_by_norm(grads, 1.0)\n        if step < frozen:\n" in text
