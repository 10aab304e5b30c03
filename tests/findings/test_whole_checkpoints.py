"""Networks that a checkpoint holds whole, which MindSpore cannot save."""

from __future__ import annotations

import pytest

from .conftest import findings, moved

HEAD = "import torch\nfrom torch import nn\n\nnet = nn.Linear(4, 3)\n"


NET = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        return self.head(self.body(x))


net = Net()
"""


def told(body: str) -> bool:
    found = findings(f"{HEAD}{body}\n")
    return any(f.symbol == "torch.save" and f.severity == "error" for f in found)


@pytest.mark.parametrize(
    "body",
    [
        "torch.save({'net': net.state_dict(), 'epoch': 3}, 'net.pt')",
        "state = {'net': net.state_dict()}\ntorch.save(state, 'net.pt')",
        "def make():\n    state = {'net': net}\n    return state\n\nstate = {'epoch': 3}\n"
        "torch.save(state, 'net.pt')",
        "nets = {'net': net}\ntorch.save({k: v.state_dict() for k, v in nets.items()}, 'net.pt')",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert not told(body)


@pytest.mark.parametrize(
    "body",
    [
        "torch.save({'net': net, 'epoch': 3}, 'net.pt')",
        "torch.save([net, 3], 'net.pt')",
        "state = {'epoch': 3, 'net': net}\ntorch.save(state, 'net.pt')",
        "def save(path):\n    state = {'epoch': 3, 'net': net}\n    torch.save(state, path)",
        "state = {}\nif best:\n    state = {'epoch': 3, 'net': net}\ntorch.save(state, 'net.pt')",
        "state = {}\nstate['net'] = net\ntorch.save(state, 'net.pt')",
    ],
)
def test_a_whole_network_in_a_checkpoint_is_told(body: str) -> None:
    assert told(body)


@pytest.mark.parametrize("layer", ["net.body", "net.head", "net"])
def test_a_layer_stays_told_when_its_class_was_moved(layer: str) -> None:
    text, _ = moved(NET + f"torch.save({layer}, 'net.pt')\n")
    assert f"\ntorch.save({layer}, 'net.pt')\n" in text


def test_a_state_of_a_moved_class_holds_whole_tensors() -> None:
    copied = "state = net.state_dict()\nfor name, value in saved.items():\n    state[name].copy_(value)\n"
    text, _ = moved(f"{NET}saved = {{}}\n{copied}")
    assert copied in text
    assert not any(f.code == "MP215" for f in findings(text))
