"""MindSpore's SGD raises for networks of more than about 490 parameters; others get it as it is."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

SOURCE = """\
import torch
import torchvision

net = torchvision.models.{network}()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
"""


@pytest.mark.parametrize("network", ["resnet152", "densenet121", "efficientnet_b0"])
def test_a_network_with_fewer_gets_mindspores_own(network: str) -> None:
    text = fixed(SOURCE.format(network=network))
    assert "optimizer = optim.SGD(net.trainable_params(), lr=0.1, momentum=0.9)" in text
    assert "class SGD" not in text


@pytest.mark.parametrize("network", ["densenet201", "efficientnet_b7", "efficientnet_v2_l"])
def test_a_network_with_more_gets_one_that_takes_them(network: str) -> None:
    text = fixed(SOURCE.format(network=network))
    assert "class SGD(optim.SGD):" in text
    assert "optimizer = SGD(net.trainable_params(), lr=0.1, momentum=0.9)" in text
