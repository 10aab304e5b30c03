"""Gradients that are asked for, given to the parameters by hand, and taken by an optimizer."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SOURCE = """import torch
import torch.nn.functional as F


def train(model, loader):
    opt = torch.optim.Adam(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        grads = torch.autograd.grad(loss, model.parameters())
        for p, g in zip(model.parameters(), grads):
            p.grad = g
        opt.step()
"""
HELD = """import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, model: torch.nn.Module):
        self.model = model
        self.weights = list(model.parameters())
        self.opt = torch.optim.Adam(self.weights, lr=0.1)

    def run(self, loader):
        for x, y in loader:
            loss = F.mse_loss(self.model(x), y)
            grads = torch.autograd.grad(loss, self.weights)
            for p, g in zip(self.weights, grads):
                p.grad = g
            self.opt.step()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("        opt.step()\n", "        opt.step()\n        print(grads)\n", id="read later"),
        pytest.param("p.grad = g\n", "p.grad = g * 2\n", id="changed"),
        pytest.param("p.grad = g\n", "p.grad = g\n            print(p)\n", id="more in the loop"),
        pytest.param("zip(model.parameters()", "zip(other.parameters()", id="of others"),
        pytest.param("Adam(model.parameters()", "Adam(list(model.parameters()) + [w]", id="an optimizer of more"),
        pytest.param("        opt.step()\n", "", id="no step"),
        pytest.param("        for p, g", "        # given\n        for p, g", id="a comment"),
        pytest.param("model.parameters())\n        for", "model.parameters(), grad_outputs=w)\n        for", id="weighted"),
    ],
)  # fmt: skip
def test_leaves_alone(before: str, after: str) -> None:
    assert before in SOURCE
    source = SOURCE.replace(before, after)
    assert "backward" not in fixed(source, unsafe=True)
    assert any(f.severity == "error" for f in findings(source) if f.code == "MP306")


@pytest.mark.parametrize(
    "given",
    [
        "p.grad = g",
        "p.grad = g.clone().detach()",
    ],
)
def test_the_optimizer_is_called_with_them(given: str) -> None:
    text = fixed(SOURCE.replace("p.grad = g", given))
    assert "grad_fn = ms.value_and_grad(forward_fn, None, opt.parameters)" in text
    assert text.endswith("        loss, grads = grad_fn(x, y)\n        opt(grads)\n")


def test_without_a_name() -> None:
    source = SOURCE.replace("        grads = torch.autograd.grad(loss, model.parameters())\n", "")
    source = source.replace("grads)", "torch.autograd.grad(loss, model.parameters()))")
    assert fixed(source).endswith("        loss, grads = grad_fn(x, y)\n        opt(grads)\n")


def test_a_list_that_an_object_holds() -> None:
    text = fixed(HELD, unsafe=True)
    assert text.endswith("            loss, grads = grad_fn(x, y)\n            self.opt(grads)\n")


def test_an_optimizer_that_is_given_is_told() -> None:
    source = SOURCE.replace("    opt = torch.optim.Adam(model.parameters(), lr=0.1)\n", "")
    source = source.replace("train(model, loader)", "train(model, loader, opt)")
    assert "backward" not in fixed(source) and "torch.autograd.grad" in fixed(source)
    told = [f.message.en for f in findings(source) if f.code == "MP306"]
    assert any("opt is taken to hold the parameters of model" in message for message in told)
