"""Hooks of modules: what they are given is known, and weights that hooks compute are told."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

HEAD = "import torch\nfrom torch import nn\nfrom torch.nn.utils import {}\n"


def fixed(source: str, mode: str = "PYNATIVE") -> FixResult:
    config = Config(target=Target(devices=("CPU",), mode=mode))  # type: ignore[arg-type]
    return fix_document(Document("net.py", source), config, Workspace(), unsafe=True)


def test_function_that_is_no_hook_is_left_alone() -> None:
    source = "import torch\ndef keep(module, args, output):\n    return output.half()\nx = torch.ones(3)\n"
    assert "    return output.half()" in fixed(source).document.text


@pytest.mark.parametrize(
    ("register", "hook", "line"),
    [
        ("register_forward_hook", "def hook(m, args, out):", "seen.append(out.detach())"),
        ("register_forward_pre_hook", "def hook(m, args):", "seen.append(args[0].detach())"),
        ("register_full_backward_hook", "def hook(m, gi, go):", "seen.append(go[0].detach())"),
    ],
)
def test_what_a_hook_is_given_are_tensors(register: str, hook: str, line: str) -> None:
    source = (
        f"from torch import nn\nseen = []\n{hook}\n    {line}\n"
        f"model = nn.Linear(3, 4)\nhandle = model.{register}(hook)\nhandle.remove()\n"
    )
    result = fixed(source)
    assert "seen.append(ops.stop_gradient(" in result.document.text
    assert "handle.remove()" in result.document.text
    assert [f.code for f in result.report.findings] == []


def test_a_method_that_is_a_hook() -> None:
    source = (
        "from torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.fc = nn.Linear(3, 3)\n"
        "        self.fc.register_forward_hook(self.keep)\n"
        "    def keep(self, module, args, output):\n        self.seen = output.detach()\n"
    )
    assert "self.seen = ops.stop_gradient(output)" in fixed(source).document.text


@pytest.mark.parametrize("name", ["weight_norm", "spectral_norm"])
def test_a_normed_layer_is_still_that_layer(name: str) -> None:
    source = HEAD.format(name) + (
        f"layer = {name}(nn.Linear(4, 3))\nlayer.train()\nprint(layer(torch.ones(2, 4)).size(0))\n"
    )
    result = fixed(source)
    assert "layer.set_train()" in result.document.text
    assert [f.code for f in result.report.findings if f.severity != "hint"] == []


@pytest.mark.parametrize("name", ["weight_norm", "spectral_norm"])
def test_graph_mode_does_not_run_the_hook(name: str) -> None:
    source = HEAD.format(name) + f"layer = {name}(nn.Linear(4, 3))\n"
    assert "MP404" in [f.code for f in fixed(source, "GRAPH").report.findings]


def test_weight_of_a_recurrent_layer_stays_marked() -> None:
    source = HEAD.format("weight_norm") + "layer = weight_norm(nn.LSTM(4, 3), 'weight_hh_l0')\n"
    assert [f.severity for f in fixed(source).report.findings] == ["error"]


def test_spectral_norm_moves_while_training() -> None:
    source = HEAD.format("spectral_norm") + (
        "net = nn.Sequential(spectral_norm(nn.Linear(4, 3)))\nprint(net(torch.ones(2, 4)))\n"
    )
    assert "net.set_train()" in fixed(source).document.text


def test_parameters_keep_the_names_that_a_choice_asks_for() -> None:
    source = (
        "from torch import nn\nmodel = nn.Sequential(nn.Linear(4, 3), nn.LayerNorm(3))\n"
        "biases = [p for name, p in model.named_parameters() if 'bias' in name]\n"
    )
    text = fixed(source).document.text
    assert "for name, p in named_parameters(model) if 'bias' in name]" in text
    assert '"beta": "bias"' in text


def test_packed_sequences_keep_their_lines() -> None:
    source = (
        "from torch import nn\nfrom torch.nn.utils.rnn import pack_padded_sequence\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.rnn = nn.LSTM(4, 3, batch_first=True)\n"
        "    def forward(self, x, lengths):\n"
        "        packed = pack_padded_sequence(x, lengths, batch_first=True)\n"
        "        return self.rnn(packed)[1]\n"
    )
    text = fixed(source).document.text
    assert "class LSTM(nn.LSTM):" in text
    assert "self.rnn = LSTM(4, 3, batch_first=True)" in text
