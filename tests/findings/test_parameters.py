"""``parameters()``: where they go decides, as the frozen ones and running statistics may differ."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\nnet: nn.Module\n"
SYMBOL = "torch.nn.Module.parameters"


def of_parameters(source: str) -> list[tuple[str, str | None]]:
    return [
        (finding.code, finding.fix and finding.fix.applicability)
        for finding in findings(HEADER + source)
        if finding.symbol == SYMBOL
    ]


@pytest.mark.parametrize(
    "source",
    [
        "params = list(net.parameters())\n",
        "params = [p for p in net.parameters()]\n",
        "params = []\nfor p in net.parameters():\n    params.append(p)\n",
        "nn.utils.clip_grad_norm_(net.parameters(), 1.0)\n",
        "params = net.parameters()\nopt = torch.optim.SGD(params, lr=0.1)\n",
    ],
)
def test_anywhere_else_it_is_for_the_user_to_decide(source: str) -> None:
    assert of_parameters(source) == [("MP220", "unsafe")]
    assert "net.parameters()" in fixed(HEADER + source)


@pytest.mark.parametrize(
    "source",
    [
        "for p in net.parameters():\n    print(p)\n",
        "n = sum(p.numel() for p in net.parameters())\n",
        "n = sum([p.numel() for i, p in enumerate(net.parameters())])\n",
        "for p, q in zip(net.parameters(), other.parameters()):\n    print(p - q)\n",
    ],
)
def test_what_is_gone_through_where_it_stands_is_all_of_them(source: str) -> None:
    """Another file may have frozen some, which trainable_params() leaves out."""
    assert set(of_parameters(source)) == {("MP220", "safe")}
    assert "in all_parameters(net)" in fixed(HEADER + source).replace("zip(", "").replace(
        "enumerate(", ""
    )


LAYERS = "net = nn.Sequential(nn.Linear(3, 4), nn.ReLU())\n"
CLASS = """\
class Net(nn.Module):
    def __init__(self, width, block=nn.ReLU):
        super().__init__()
        self.width = width
        self.body = nn.Sequential(nn.Linear(3, width), block())
        self.head = Head(width)
    def forward(self, x):
        return self.head(self.body(x))
class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, 1)
    def forward(self, x):
        return self.fc(x).sqrt()
net = Net(4)
"""
GIVEN = CLASS.replace("width, block=nn.ReLU", "width, block").replace("block()", "nn.ReLU()")
PARTLY = [
    GIVEN.replace("self.head = Head(width)", "self.head = block"),
    "from heads import Head as Other\n" + CLASS.replace("Head(width)", "Other(width)"),
    "import timm\n" + CLASS.replace("Head(width)", "timm.create_model('x')"),
    "net = nn.Sequential(nn.Linear(3, 4), body)\n",
]


@pytest.mark.parametrize("made", PARTLY)
def test_parts_of_another_file_may_be_frozen(made: str) -> None:
    text = fixed(HEADER + made + "print(sum(p.numel() for p in net.parameters()))\n")
    assert "for p in all_parameters(net)" in text


@pytest.mark.parametrize("made", [LAYERS, CLASS, GIVEN])
def test_of_a_network_of_this_file_they_are_those_that_are_trained(made: str) -> None:
    source = made + "print(sum(p.numel() for p in net.parameters()))\nps = list(net.parameters())\n"
    assert of_parameters(source) == [("MP220", "safe"), ("MP220", "safe")]
    text = fixed(HEADER + source)
    assert "for p in net.trainable_params()))\nps = list(net.trainable_params())\n" in text


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("p = next(net.parameters())\n", "p = next(net.get_parameters())\n"),
        (
            "opt = torch.optim.Adam(net.parameters())\n",
            "optim.AdamW(net.trainable_params(), weight_decay=0.0)\n",
        ),
        ("o = torch.optim.SGD(params=net.parameters(), lr=1)\n", "net.trainable_params()"),
    ],
)
def test_one_of_them_and_an_optimizer_take_them_as_they_are(source: str, after: str) -> None:
    assert of_parameters(source) == [("MP307", "safe")]
    assert after in fixed(HEADER + source)


@pytest.mark.parametrize(
    ("classes", "after"),
    [
        ("(nn.LayerNorm, nn.BatchNorm1d)", "m.gamma"),
        ("(nn.Conv2d, nn.Linear)", "m.weight"),
        ("(nn.Conv2d, nn.BatchNorm2d)", 'layer_parameter(m, "weight")'),
        ("(nn.BatchNorm2d, nn.GroupNorm)", 'layer_parameter(m, "weight")'),
        ("(nn.BatchNorm1d, nn.BatchNorm2d)", "m.gamma"),
        ("(nn.BatchNorm2d, nn.BatchNorm3d)", 'layer_parameter(m, "weight")'),
        ("nn.modules.batchnorm._BatchNorm", "m.gamma"),
        ("nn.BatchNorm3d", "m.bn2d.gamma"),
    ],
)
def test_of_several_classes(classes: str, after: str) -> None:
    source = (
        f"from torch import nn\ndef f(m):\n    if isinstance(m, {classes}):\n        g(m.weight)\n"
    )
    assert f"g({after})" in fixed(source)


def test_any_batch_norm_where_the_file_has_layers_of_three_axes() -> None:
    source = (
        "from torch import nn\ndef f(m):\n    if isinstance(m, nn.Conv3d):\n        return\n"
        "    if isinstance(m, nn.modules.batchnorm._BatchNorm):\n        g(m.weight)\n"
    )
    assert 'g(layer_parameter(m, "weight"))' in fixed(source)


@pytest.mark.parametrize(
    "source",
    [
        "left = filter(lambda p: p.requires_grad, net.parameters())\n",
        "left = list(map(lambda p: p.requires_grad, net.parameters()))\n",
    ],
)
def test_what_goes_through_the_parameters_is_given_parameters(source: str) -> None:
    assert "torch.Tensor.requires_grad" not in {f.symbol for f in findings(HEADER + source)}


def test_what_goes_through_anything_else_is_not() -> None:
    found = findings(
        HEADER + "def f(values):\n    return filter(lambda p: p.requires_grad, values)\n"
    )
    assert "torch.Tensor.requires_grad" in {finding.symbol for finding in found}


def test_what_detach_freezes_is_one_of_them() -> None:
    text = fixed(
        "import torch\nfrom torch import nn\nteacher, net = nn.Linear(2, 3), nn.Linear(2, 3)\n"
        "for p in teacher.parameters():\n    p.detach_()\n"
        "for p, q in zip(teacher.parameters(), net.parameters()):\n    p.data.copy_(q.data)\n"
    )
    assert "p.requires_grad_(False)" in text
    assert "in zip(all_parameters(teacher), all_parameters(net)):" in text
