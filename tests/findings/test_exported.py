"""``torch.onnx.export``: which networks MindSpore's exporter is seen to write."""

from __future__ import annotations

import pytest

from mindport.report import Finding

from .conftest import findings, fixed

HEADER = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\n"
NET = (
    "class Net(nn.Module):\n"
    "    def __init__(self):\n"
    "        super().__init__()\n"
    "        self.layer = {layer}\n"
    "\n"
    "    def forward(self, x):\n"
    "        {body}\n"
    "\n\n"
    "net = Net()\n"
    "x = torch.zeros(2, 3, 8, 8)\n"
    "torch.onnx.export(net, x, 'net.onnx'{named})\n"
)
NAMED = ", output_names=['y']"


def program(layer: str = "nn.ReLU()", body: str = "return self.layer(x)", named: str = "") -> str:
    return HEADER + NET.format(layer=layer, body=body, named=named)


def told(source: str) -> list[Finding]:
    return [f for f in findings(source) if "ONNX export" in f.message.en and f.symbol == ""]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(program("nn.Conv2d(3, 4, 3, padding=1)", named=NAMED), id="a convolution"),
        pytest.param(program("nn.Conv2d(3, 4, 3, padding=(1, 1))"), id="padded alike"),
        pytest.param(program("nn.MaxPool2d(3, stride=2)", named=NAMED), id="a pool"),
        pytest.param(program("nn.Linear(8, 4)"), id="a linear layer without names"),
        pytest.param(program(body="return x.view(x.size(0), -1)"), id="a view without names"),
        pytest.param(program(body="return F.relu(x[:, 1:])", named=NAMED), id="a part"),
        pytest.param(program(body="b, c = x.shape[:2]\n        return x * c"), id="a shape"),
        pytest.param(
            program() + "loss = nn.CrossEntropyLoss()(net(x).flatten(1), x.argmax(1))\n",
            id="what no network computes",
        ),
        pytest.param(HEADER + "net = nn.Sequential(nn.Flatten())\n", id="nothing is exported"),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    ("source", "doubt"),
    [
        (program("nn.Linear(8, 4)", named=NAMED), "output_names, nn.Linear"),
        (program("nn.Conv2d(3, 4, (1, 3), padding=(0, 1))"), "nn.Conv2d"),
        (program("nn.MaxPool2d(3, 2, 1)"), "nn.MaxPool2d"),
        (program("nn.AdaptiveAvgPool2d(1)"), "nn.AdaptiveAvgPool2d"),
        (program(body="return torch.flatten(x, 1)"), "flatten"),
        (program(body="return F.max_pool2d(x, 2)"), "nn.functional.max_pool2d"),
        (program(body="x += 1\n        return x"), "+="),
        (program(body="return x[:, -1]"), "x[i]"),
    ],
)
def test_what_is_not_seen_to_be_exported_is_told(source: str, doubt: str) -> None:
    [finding] = told(source)
    assert (finding.code, finding.severity, finding.fix) == ("MP103", "warning", None)
    assert f"Of doubt: {doubt}. " in finding.message.en


def test_a_network_of_another_file_is_told() -> None:
    source = HEADER + "from models import net\n\ntorch.onnx.export(net, torch.ones(2), 'a.onnx')\n"
    [finding] = told(source)
    assert "Of doubt" not in finding.message.en


def test_it_is_told_after_the_fix_too() -> None:
    from mindport.config import Config
    from mindport.document import Document
    from mindport.fixes.marking import fix_and_mark
    from mindport.symbols.workspace import Workspace

    source = program("nn.Linear(8, 4)", named=NAMED)
    assert "ms.onnx.export(net, x, file_name='net.onnx', output_names=['y'])" in fixed(
        source, unsafe=True
    )
    result = fix_and_mark(Document("net.py", source), Config(), Workspace(), unsafe=True)
    assert "# mindport: todo[MP103] MindSpore's ONNX export is not seen" in result.document.text
    assert [f.code for f in result.report.findings] == ["MP103"]


@pytest.mark.parametrize(
    ("ends", "expected"),
    [("", "x.transpose(1, 2)"), ("\ntorch.jit.trace(net, x)\n", "x.swapaxes(1, 2)")],
)
def test_axes_are_swapped_in_both_modes_where_the_network_is_exported(
    ends: str, expected: str
) -> None:
    source = program(body="return x.transpose(1, 2)").partition("torch.onnx")[0] + ends
    assert f"return {expected}\n" in fixed(source, unsafe=True)


def test_an_exported_network_may_swap_axes() -> None:
    source = program(body="return x @ x.transpose(-2, -1)", named=NAMED)
    assert told(source) == []
    assert "return x @ x.swapaxes(-2, -1)\n" in fixed(source, unsafe=True)
