"""Lists and dicts of networks whose parameters one optimizer takes by name."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = """import itertools
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)

"""
NETS = "nets = [Net() for _ in range(3)]\n"
ADAM = "optimizer = torch.optim.Adam(weights, lr=0.1)\n"
NAMED = """for index, network in enumerate(nets):
    network.update_parameters_name(f"nets.{index}.")
"""
NAMED_BY_KEY = """for key, network in nets.items():
    network.update_parameters_name(f"nets.{key}.")
"""


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(
            f"{NETS}listed = nets[0].parameters\nsizes = [p.numel() for p in listed()]\n",
            id="a method that is called by a name",
        ),
        pytest.param(
            f"{NETS}for net in nets:\n    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n",
            id="an optimizer for each",
        ),
        pytest.param(
            f"{NETS}optimizers = [torch.optim.SGD(net.parameters(), lr=0.1) for net in nets]\n",
            id="a list of optimizers",
        ),
        pytest.param(
            f"{NETS}optimizers = {{\n    'a': torch.optim.SGD(nets[0].parameters(), lr=0.1),\n"
            "    'b': torch.optim.SGD(nets[1].parameters(), lr=0.1),\n}\n",
            id="a dict of optimizers",
        ),
        pytest.param(
            f"{NETS}for net in nets:\n    weights = []\n    weights += list(net.parameters())\n    {ADAM}",
            id="a list for each",
        ),
        pytest.param(
            "nets = nn.ModuleList([Net() for _ in range(3)])\n"
            f"weights = [p for net in nets for p in net.parameters()]\n{ADAM}",
            id="a ModuleList names them",
        ),
        pytest.param(
            "net = Net()\nweights = [p for part in [net.fc, net.other] for p in part.parameters()]\n"
            f"{ADAM}",
            id="parts of one network",
        ),
        pytest.param(
            f"{NETS}count = sum(p.numel() for net in nets for p in net.parameters())\n",
            id="only counted",
        ),
        pytest.param(
            f"def count(nets):\n    return len([p for net in nets for p in net.parameters()])\n{NETS}",
            id="only looked at",
        ),
        pytest.param(
            "import numpy as np\n\ndef train(net, loader, scheduler, optimizer):\n"
            "    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)\n"
            "    found = []\n    for x in loader:\n        found.append(float(net(x).mean()))\n"
            "    scheduler.step(np.mean(found))\n",
            id="numbers that a scheduler is given",
        ),
    ],
)
def test_leaves_alone(lines: str) -> None:
    assert "update_parameters_name" not in fixed(HEAD + lines)


@pytest.mark.parametrize(
    "lines",
    [
        f"weights = [p for net in nets for p in net.parameters()]\n{ADAM}",
        "optimizer = torch.optim.Adam([p for net in nets for p in net.parameters()], lr=0.1)\n",
        f"weights = itertools.chain(*[net.parameters() for net in nets])\n{ADAM}",
        f"weights = itertools.chain.from_iterable(net.parameters() for net in nets)\n{ADAM}",
        f"weights = itertools.chain(*map(lambda net: net.parameters(), nets))\n{ADAM}",
        f"weights = sum([list(net.parameters()) for net in nets], [])\n{ADAM}",
        f"weights = []\nfor net in nets:\n    weights += list(net.parameters())\n{ADAM}",
        f"weights = []\nfor i, net in enumerate(nets):\n    weights.extend(net.parameters())\n{ADAM}",
        f"weights = []\nfor i in range(3):\n    weights += list(nets[i].parameters())\n{ADAM}",
        "optimizer = torch.optim.Adam([{'params': net.parameters()} for net in nets], lr=0.1)\n",
        f"weights = list(nets[0].parameters()) + list(nets[1].parameters())\n{ADAM}",
    ],
)
def test_networks_of_a_list(lines: str) -> None:
    text = fixed(HEAD + NETS + lines)
    assert NETS + NAMED in text
    assert text.count("update_parameters_name") == 1


@pytest.mark.parametrize("made", ["{k: Net() for k in names}", "{'coarse': Net(), 'fine': Net()}"])
@pytest.mark.parametrize(
    "taken",
    ["p for net in nets.values() for p in net.parameters()",
     "p for name, net in nets.items() for p in net.parameters()",
     "p for name in nets for p in nets[name].parameters()"],
)  # fmt: skip
def test_networks_of_a_dict(made: str, taken: str) -> None:
    text = fixed(f"{HEAD}nets = {made}\nweights = [{taken}]\n{ADAM}", unsafe=True)
    assert f"nets = {made}\n{NAMED_BY_KEY}" in text


def test_networks_that_a_loop_puts_into_a_list() -> None:
    filled = "nets = []\nfor _ in range(3):\n    nets.append(Net())\n"
    text = fixed(f"{HEAD}{filled}weights = [p for net in nets for p in net.parameters()]\n{ADAM}")
    assert f'{filled}    nets[-1].update_parameters_name(f"nets.{{len(nets)}}.")\n' in text


def test_networks_that_a_loop_makes() -> None:
    loop = (
        "weights = []\nfor _ in range(3):\n    net = Net()\n    weights += list(net.parameters())\n"
    )
    text = fixed(HEAD + loop + ADAM)
    assert '    net.update_parameters_name(f"net.{len(weights)}.")\n    weights += ' in text


def test_networks_of_an_object_and_of_a_caller() -> None:
    source = """class Ensemble:
    def __init__(self):
        self.nets = [Net(), Net()]
        self.optimizer = optimizer_of(self.nets)

def optimizer_of(models):
    return torch.optim.Adam([p for model in models for p in model.parameters()], lr=0.1)
"""
    text = fixed(HEAD + source)
    named = """        self.nets = [Net(), Net()]
        for index, network in enumerate(self.nets):
            network.update_parameters_name(f"nets.{index}.")
"""
    assert named in text


def test_parts_of_the_objects_of_a_list() -> None:
    source = """class Agent:
    def __init__(self):
        self.actor = Net()

agents = [Agent() for _ in range(2)]
weights = [p for agent in agents for p in agent.actor.parameters()]
"""
    text = fixed(HEAD + source + ADAM)
    assert '    network.actor.update_parameters_name(f"agents.{index}.")\n' in text


def test_names_of_the_file_stay_its_own() -> None:
    used = "index = 7\nnetwork = 8\n"
    text = fixed(f"{HEAD}{used}{NETS}weights = [p for n in nets for p in n.parameters()]\n{ADAM}")
    assert "for index_, network_ in enumerate(nets):" in text


def test_a_network_that_is_none_at_first() -> None:
    source = """coarse = Net()
weights = list(coarse.parameters())
fine = None
if two:
    fine = Net()
    weights += list(fine.parameters())
"""
    assert '    fine.update_parameters_name("fine.")\n' in fixed(HEAD + source + ADAM)


ENCODER_AND_DECODER = "encoder, decoder = Net(), Net()\n"


@pytest.mark.parametrize(
    "lines",
    [
        f"weights = [p for net in (encoder, decoder) for p in net.parameters()]\n{ADAM}",
        f"weights = []\nfor net in [encoder, decoder]:\n    weights += list(net.parameters())\n{ADAM}",
        "optimizer = torch.optim.Adam(parameters_of([encoder, decoder]), lr=0.1)\n",
    ],
)
def test_networks_that_are_written_out(lines: str) -> None:
    text = fixed(HEAD + ENCODER_AND_DECODER + lines)
    assert text.count("update_parameters_name") == 1
    assert 'decoder.update_parameters_name("decoder.")\n' in text.partition("optimizer = ")[0]


def test_networks_that_are_given_to_a_function_of_another_file() -> None:
    lines = "optimizer = torch.optim.Adam(parameters_of(nets), lr=0.1)\n"
    text = fixed(f"from utils import parameters_of\n{HEAD}{NETS}{lines}")
    assert NETS + NAMED in text
    assert text.count("update_parameters_name") == 1


def test_networks_that_share_no_names_stay_as_they_are() -> None:
    other = HEAD.partition("class")[2].replace("Net", "Other").replace("fc", "last")
    lines = "optimizer = torch.optim.Adam(parameters_of([Net(), Other()]), lr=0.1)\n"
    listed = "nets = [Net(), Other()]\n" + lines.replace("[Net(), Other()]", "nets")
    assert "update_parameters_name" not in fixed(f"{HEAD}class{other}{listed}")
