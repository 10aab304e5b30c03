"""Moving averages of a network's parameters, as people write them."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

PLAIN = "import torch\n\n\ndef f(p: torch.Tensor, q: torch.Tensor):\n    "


@pytest.mark.parametrize(
    "line", ["return p.detach().mul_(2)", "q = p.detach()", "p.detach().mul(2)"]
)
def test_what_is_given_on_is_left_alone(line: str) -> None:
    assert ".data" not in fixed(f"{PLAIN}{line}\n", unsafe=True)


def test_what_is_detached_is_the_tensor_itself() -> None:
    text = fixed(PLAIN + "p.detach().mul_(0.9).add_(q, alpha=0.1)\n", unsafe=True)
    first, second = text.splitlines()[-2:]
    assert first == "    p.data.copy_(p.data.mul(0.9))"
    assert second == "    p.data.copy_(p.data.add(q, alpha=0.1))"


@pytest.mark.parametrize(
    ("imported", "kept"),
    [("", "dict"), ("from collections import OrderedDict\n", "OrderedDict")],
)
def test_parameters_that_a_dictionary_keeps(imported: str, kept: str) -> None:
    source = f"""\
{imported}import torch


def update(average, model, decay=0.9):
    averages = {kept}(average.named_parameters())
    for name, p in model.named_parameters():
        averages[name].mul_(decay).add_(p.data, alpha=1 - decay)


def trained(model, name):
    kept = {kept}(model.named_parameters())
    return kept[name].requires_grad
"""
    text = fixed(source, unsafe=True)
    assert "        averages[name].copy_(averages[name].mul(decay))\n" in text
    assert "    return kept[name].requires_grad" in text
    assert "mindport: todo" not in text
    assert "MP306" not in [finding.code for finding in findings(source)]


def test_what_another_dictionary_keeps_is_asked_as_before() -> None:
    source = "import torch\n\n\ndef f(x):\n    kept = dict(a=x * torch.ones(3))\n    return kept['a'].requires_grad\n"
    assert "MP306" in [finding.code for finding in findings(source)]
