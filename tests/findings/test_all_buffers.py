"""The running statistics of norms are among the buffers of a network, as torch has them."""

from __future__ import annotations

import pytest

from .conftest import fixed

COPY = """\
import torch
from torch import nn


def follow(ema: nn.Module, model: nn.Module):
    for old, new in zip(ema.buffers(), model.buffers()):
        old.copy_(new)
"""


def test_what_has_no_norm_keeps_mindspores_buffers() -> None:
    source = (
        "from torch import nn\n\nnet = nn.Sequential(nn.Linear(3, 4), nn.ReLU())\n"
        "for buffer in net.buffers():\n    print(buffer)\n"
    )
    assert "for buffer in net.buffers():\n" in fixed(source)


@pytest.mark.parametrize("types", [("nn.Module", "nn.Cell"), None], ids=["typed", "named alone"])
def test_networks_of_whose_layers_nothing_is_known_may_have_norms(
    types: tuple[str, str] | None,
) -> None:
    source = COPY if types else COPY.replace(": nn.Module", "")
    text = fixed(source + "\n\nprint(torch.ones(3))\n")
    assert "    for old, new in zip(all_buffers(ema), all_buffers(model)):\n" in text
    assert "for _, buffer in named_buffers(module, recurse=recurse)" in text


def test_names_are_torchs() -> None:
    source = (
        "from torch import nn\n\nnet = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))\n"
        "for name, buffer in net.named_buffers():\n    print(name)\n"
    )
    assert "for name, buffer in named_buffers(net):\n" in fixed(source)
