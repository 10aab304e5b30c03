"""Networks of one class whose parameters come into one list, which an optimizer takes by name."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = "import torch\nfrom torch import nn\n\ncoarse = nn.Linear(2, 2)\nfine = nn.Linear(2, 2)\n"
ADAM = "optimizer = torch.optim.SGD(weights, lr=0.1)\n"


@pytest.mark.parametrize(
    "lines",
    [
        "weights = list(coarse.parameters())\n",
        "weights = []\nweights += coarse.parameters()\n",
        "weights = list(coarse.parameters())\nother = []\nother += fine.parameters()\n",
        "weights = list(coarse.parameters())\nfor _ in range(1):\n    weights += fine.parameters()\n",
    ],
)
def test_leaves_alone(lines: str) -> None:
    assert "update_parameters_name" not in fixed(HEAD + lines + ADAM)


@pytest.mark.parametrize(
    "more",
    ["weights += list(fine.parameters())", "weights.extend(fine.parameters())",
     "weights += fine.parameters()"],
)  # fmt: skip
def test_a_list_that_grows(more: str) -> None:
    text = fixed(f"{HEAD}weights = list(coarse.parameters())\nif two:\n    {more}\n{ADAM}")
    assert '\nif two:\n    fine.update_parameters_name("fine.")\n    weights' in text
    assert text.count("update_parameters_name") == 1


def test_a_list_of_both() -> None:
    text = fixed(f"{HEAD}weights = [*coarse.parameters(), *fine.parameters()]\n{ADAM}")
    assert '\nfine.update_parameters_name("fine.")\nweights = [' in text


@pytest.mark.parametrize(
    "parts", ["net.body, net.head", "net[0], net[1]", "net.part(0), net.part(1)"]
)
def test_leaves_alone_parts_of_a_network(parts: str) -> None:
    lines = f"a, b = {parts}\nweights = [*a.parameters(), *b.parameters()]\n"
    head = "import torch\nfrom nets import make\n\nnet = make()\n"
    assert "update_parameters_name" not in fixed(head + lines + ADAM)


@pytest.mark.parametrize(
    "made",
    ["a, b = make()", "a, b = [make() for _ in range(2)]", "a = make(1)\nb = make(2).to('cpu')",
     "a, b = (make(i) for i in range(2))", "a = nets.make(1)\nb = nets.make(2).to('cpu')",
     "a, b = nets.small.Net(), nets.small.Net()"],
)  # fmt: skip
def test_networks_of_a_function(made: str) -> None:
    head = "import torch\nimport nets\nfrom nets import make\n\n"
    text = fixed(f"{head}{made}\nweights = [*a.parameters(), *b.parameters()]\n{ADAM}")
    assert '\nb.update_parameters_name("b.")\nweights = [' in text
    assert text.count("update_parameters_name") == 1


PARTS = """import torch
from torch import nn
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.bn = nn.BatchNorm1d(2)
class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.{0} = nn.Linear(2, 2)
encoder, decoder = Encoder(), Decoder()
weights = list(decoder.parameters()) + list(encoder.linear.parameters()) + list(encoder.bn.parameters())
"""


def test_leaves_alone_a_part_that_is_called_otherwise() -> None:
    assert "update_parameters_name" not in fixed(PARTS.format("head") + ADAM)


def test_parts_of_a_network_have_the_names_that_it_gives() -> None:
    text = fixed(PARTS.format("linear") + ADAM)
    assert '\nencoder.update_parameters_name("encoder.")\nweights = ' in text
    assert text.count("update_parameters_name") == 1


PLAIN = """\
import torch
from torch import nn


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)


class Model({base}):
    def __init__(self):
        encoder = Part()
        decoder = Part()
        decoder = decoder.eval()
        self.encoder = encoder
        self.decoder = decoder


class Train:
    def start(self):
        self.model = Model()
        weights = [*self.model.encoder.parameters(), *self.model.decoder.parameters()]
        self.optimizer = torch.optim.SGD(weights, lr=0.1)
"""


def test_networks_that_an_object_holds() -> None:
    text = fixed(PLAIN.format(base="object"))
    assert '        self.model.decoder.update_parameters_name("decoder.")\n        weights' in text


def test_leaves_alone_networks_that_a_network_holds() -> None:
    assert "update_parameters_name" not in fixed(PLAIN.format(base="nn.Module"))
