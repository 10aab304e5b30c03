"""A Parameter that takes the place of a layer's keeps its name, which MindSpore's optimizers go by."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = "import torch\nfrom torch import nn\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.weight = nn.Parameter(torch.ones(3))\n",
            id="its own",
        ),
        pytest.param(
            "layer = nn.Linear(3, 2)\nlayer.bias = nn.Parameter(torch.ones(2))\n", id="a bias"
        ),
        pytest.param("weight = nn.Parameter(torch.ones(3))\n", id="a name"),
        pytest.param(
            "net = nn.Module()\nnet.weight = nn.Parameter(torch.ones(3))\n",
            id="what has no weight yet",
        ),
        pytest.param(
            "class Net(nn.Module):\n    def forward(self, x):\n        return x * self.weight\n"
            "net = Net()\nnet.weight = nn.Parameter(torch.ones(3))\n",
            id="a class that has no weight yet",
        ),
        pytest.param(
            "net = nn.Linear(3, 2)\nnet.weight = other = nn.Parameter(torch.ones(2, 3))\n",
            id="two targets",
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert "name=" not in fixed(HEAD + source, unsafe=True)


@pytest.mark.parametrize(
    ("stored", "written"),
    [
        (
            "net.fc.weight = nn.Parameter(w)",
            "net.fc.weight = ms.Parameter(w, name=net.fc.weight.name)",
        ),
        (
            "net.fc.weight = nn.Parameter(data=w, requires_grad=False)",
            "net.fc.weight = ms.Parameter(default_input=w, requires_grad=False, name=net.fc.weight.name)",
        ),
        (
            "self.layers[i].weight = nn.Parameter(w)",
            "self.layers[i].weight = ms.Parameter(w, name=self.layers[i].weight.name)",
        ),
        (
            "b = net.fc.bias.view(-1)\n    net.fc.bias = nn.Parameter(b)",
            "net.fc.bias = ms.Parameter(b, name=net.fc.bias.name)",
        ),
    ],
)
def test_keeps_the_name(stored: str, written: str) -> None:
    source = f"{HEAD}def f(self, net, w, i):\n    {stored}\n"
    assert f"    {written}\n" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "made",
    [
        "class Net(nn.Linear):\n    pass\nnet = Net(3, 2)\n",
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.weight = nn.Parameter(torch.ones(3))\nnet = Net()\n",
    ],
)
def test_a_class_that_has_a_weight(made: str) -> None:
    text = fixed(f"{HEAD}{made}net.weight = nn.Parameter(torch.zeros(3))\n", unsafe=True)
    assert "name=net.weight.name)" in text


def test_the_weight_of_a_norm_has_the_name_it_has_there() -> None:
    source = f"{HEAD}norm = nn.LayerNorm(3)\nnorm.weight = nn.Parameter(torch.zeros(3))\n"
    assert "norm.gamma = ms.Parameter(mint.zeros((3,)), name=norm.gamma.name)" in fixed(
        source
    ).replace("mint.zeros(3)", "mint.zeros((3,))")


def test_a_layer_that_may_be_a_norm_is_asked_for_the_name() -> None:
    source = (
        "def renew(net: nn.Module):\n    for m in net.modules():\n"
        "        if hasattr(m, 'running_mean'):\n            m.weight = nn.Parameter(w)\n\n\n"
        "norm = nn.BatchNorm2d(3)\n"
    )
    text = fixed(HEAD + source, unsafe=True)
    assert 'ms.Parameter(w, name=layer_parameter(m, "weight").name))\n' in text
