"""Gradients that a forward turns off for some lines by ``torch.set_grad_enabled``."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

LOSS = """\
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self, focal):
        super().__init__()
        self.focal = focal

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        loss = x * y
{lines}
        return loss.sum()
"""
PLAIN = """\
        torch.set_grad_enabled(False)
        p = torch.sigmoid(x)
        w = (1 - p) ** 2
        torch.set_grad_enabled(True)
        loss = loss * w"""


@pytest.mark.parametrize(
    "lines",
    [
        PLAIN.replace("w = (1 - p) ** 2", "w = x"),
        PLAIN.replace("w = (1 - p) ** 2", "w = x.float()"),
        PLAIN.replace("w = (1 - p) ** 2", "w, p = p, 1 - p"),
        PLAIN.replace("w = (1 - p) ** 2", "loss *= p"),
        PLAIN.replace("w = (1 - p) ** 2", "x[0] = 0"),
        PLAIN.replace("w = (1 - p) ** 2", "self.w = 1 - p"),
        PLAIN.replace("w = (1 - p) ** 2", "return p"),
        PLAIN.replace("        torch.set_grad_enabled(True)\n", ""),
        PLAIN.replace("(True)", "(self.focal)"),
        PLAIN.replace("        torch.set", "        if self.focal:\n            torch.set", 1),
    ],
    ids=["alias", "cast", "several", "outer", "item", "kept", "left", "never on", "flag", "one if"],
)
def test_what_is_not_understood_is_told_and_stays(lines: str) -> None:
    source = LOSS.format(lines=lines)
    told = [f for f in findings(source) if f.symbol.endswith("set_grad_enabled")]
    assert told and "stop_gradient" in told[0].message.en
    assert "torch.set_grad_enabled(False)" in fixed(source, unsafe=True)


def test_what_comes_out_is_stopped() -> None:
    text = fixed(LOSS.format(lines=PLAIN))
    assert "        w = (1 - p) ** 2\n        w = ops.stop_gradient(w)\n" in text
    assert "set_grad_enabled" not in text and "stop_gradient(p)" not in text
    assert fixed(text) == text


def test_the_condition_is_kept() -> None:
    lines = PLAIN.replace("        torch.set", "        if self.focal:\n            torch.set")
    text = fixed(LOSS.format(lines=lines))
    assert "        if self.focal:\n            w = ops.stop_gradient(w)\n" in text
    assert text.count("if self.focal") == 1


def test_nothing_is_stopped_where_nothing_comes_out() -> None:
    text = fixed(LOSS.format(lines=PLAIN.replace("loss * w", "loss * y")))
    assert "set_grad_enabled" not in text and "stop_gradient" not in text


def test_what_may_be_no_tensor_is_left_to_the_reader() -> None:
    source = LOSS.format(lines=PLAIN.replace("w = (1 - p) ** 2", "w = weigh(p)"))
    assert "set_grad_enabled(False)" in fixed(source)
    assert "w = ops.stop_gradient(w)" in fixed(source, unsafe=True)


def test_an_evaluation_needs_no_switch() -> None:
    source = (
        "import torch\n\n\ndef evaluate(net, x):\n    torch.set_grad_enabled(False)\n"
        "    y = net(x)\n    torch.set_grad_enabled(True)\n    return y.argmax(-1)\n"
    )
    assert "set_grad_enabled" not in fixed(source)
