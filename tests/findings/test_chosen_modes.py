"""Blocks whose header chooses between no_grad and nothing."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

NET = """import contextlib
import torch
from contextlib import nullcontext
from torch import nn


class Net(nn.Module):
    def __init__(self, frozen):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)
        self.frozen = frozen

    def forward(self, x):
        with {header}:
            # the body
            h = self.body(x)

            h = h + 1  # shift
        return self.head(h)
"""
RUN = """import torch
import torch.nn.functional as F
from contextlib import nullcontext


def run(model, loader, optimizer, train):
    for x, y in loader:
        with {header}:
            loss = F.mse_loss(model(x), y)
        if train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
"""
CUT = "            h = ops.stop_gradient(self.body(x))\n\n            h = ops.stop_gradient(h + 1)  # shift\n"
KEPT = "            h = self.body(x)\n\n            h = h + 1  # shift\n"
COMMENT = "            # the body\n"


@pytest.mark.parametrize(
    "header",
    [
        pytest.param("torch.no_grad() if self.frozen else lock()", id="another context"),
        pytest.param("(torch.no_grad() if self.frozen else nullcontext()) as mode", id="a name"),
        pytest.param("torch.no_grad() if self.frozen else nullcontext(), lock()", id="two contexts"),
        pytest.param("torch.no_grad() if self.frozen else nullcontext(self)", id="what it gives"),
    ],
)  # fmt: skip
def test_stays_marked(header: str) -> None:
    source = NET.format(header=header)
    assert "stop_gradient" not in fixed(source, unsafe=True)
    assert any(f.code == "MP305" and f.severity == "error" for f in findings(source))


def test_a_long_block_stays_marked() -> None:
    source = NET.format(header="torch.no_grad() if self.frozen else nullcontext()")
    source = source.replace("            h = self.body(x)\n", "            h = self.body(x)\n" * 8)
    assert "stop_gradient" not in fixed(source, unsafe=True)
    assert any(f.code == "MP305" and f.severity == "error" for f in findings(source))


@pytest.mark.parametrize(
    ("header", "test", "is_first"),
    [
        ("torch.no_grad() if self.frozen else nullcontext()", "self.frozen", True),
        ("contextlib.nullcontext() if not self.frozen else torch.no_grad()", "not self.frozen", False),
        ("torch.no_grad() if self.frozen else contextlib.ExitStack()", "self.frozen", True),
    ],
)  # fmt: skip
def test_the_graph_is_cut_in_one_of_two_branches(header: str, test: str, is_first: bool) -> None:
    text = fixed(NET.format(header=header))
    one, other = (CUT, KEPT) if is_first else (KEPT, CUT)
    assert (
        f"        if {test}:\n{COMMENT}{one}        else:\n{COMMENT}{other}        return" in text
    )
    assert "torch" not in text


@pytest.mark.parametrize(
    "header",
    [
        "nullcontext() if train else torch.no_grad()",
        "torch.no_grad() if not train else nullcontext()",
    ],
)
def test_a_training_step_needs_no_header(header: str) -> None:
    text = fixed(RUN.format(header=header), unsafe=True)
    assert "torch" not in text and "no_grad" not in text and "with " not in text
    assert "            loss, grads = grad_fn(x, y)\n            optimizer(grads)\n" in text
    assert "            loss = forward_fn(x, y)\n" in text


def test_around_the_loop() -> None:
    source = RUN.format(header="lock()").replace("        with lock():\n    ", "")
    body = source[source.index("    for x") :]
    deeper = "".join(f"    {line}\n" for line in body.splitlines())
    source = source.replace(
        body, f"    with nullcontext() if train else torch.no_grad():\n{deeper}"
    )
    text = fixed(source, unsafe=True)
    assert text.count("for x, y in loader") == 1 and "with " not in text
    assert "optimizer(grads)" in text
