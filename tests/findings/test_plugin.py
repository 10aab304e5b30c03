"""Scripts for torch_npu, torch's plug-in for Ascend."""

from __future__ import annotations

from .conftest import findings, fixed

HEAD = (
    "import torch\nimport torch_npu\nfrom torch_npu.contrib import transfer_to_npu\n"
    "from torch import nn\n\n"
)


def test_tensors_and_networks_need_no_move() -> None:
    source = f"{HEAD}x = torch.ones(2, 4).npu()\nnet = nn.Linear(4, 3).npu()\ny = net(x)\n"
    text = fixed(source, unsafe=True)
    assert "npu" not in text
    assert text.endswith("x = mint.ones((2, 4))\nnet = mint.nn.Linear(4, 3)\ny = net(x)\n")


def test_operators_of_the_plugin_are_marked() -> None:
    source = f"{HEAD}x = torch.ones(2, 4)\ny = torch_npu.npu_rms_norm(x, x)\n"
    text = fixed(source, unsafe=True)
    assert "import torch_npu\n" in text
    assert [f.severity for f in findings(text) if f.symbol.startswith("torch_npu.")] == ["error"]
