"""Networks that a checkpoint holds whole, which MindSpore cannot save."""

from __future__ import annotations

import pytest

from .conftest import findings

HEAD = "import torch\nfrom torch import nn\n\nnet = nn.Linear(4, 3)\n"


def told(body: str) -> bool:
    found = findings(f"{HEAD}{body}\n")
    return any(f.symbol == "torch.save" and f.severity == "error" for f in found)


@pytest.mark.parametrize(
    "body",
    [
        "torch.save({'net': net.state_dict(), 'epoch': 3}, 'net.pt')",
        "state = {'net': net.state_dict()}\ntorch.save(state, 'net.pt')",
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
    ],
)
def test_a_whole_network_in_a_checkpoint_is_told(body: str) -> None:
    assert told(body)
