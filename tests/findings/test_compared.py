"""``type(m) == nn.Linear``: the class that layers are made of, where the file makes them itself."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"
MADE = "net = nn.Sequential(nn.Linear(3, 4), nn.Conv2d(3, 4, 3))\n"
INIT = "def init(m):\n    return {}\n"


def doubts(source: str) -> int:
    return sum("Layers that are made elsewhere" in f.message.en for f in findings(HEADER + source))


@pytest.mark.parametrize(
    "line",
    [
        "type(m) == nn.Linear",
        "type(m) is nn.Linear or type(m) is nn.Conv2d",
        "type(m) in (nn.Linear, nn.Conv2d)",
        "type(m) in [nn.Linear, nn.Conv2d]",
        "nn.Linear != type(m)",
        "m.__class__ is nn.Linear",
    ],
)
def test_names_mindspores_class(line: str) -> None:
    source = INIT.format(line) + MADE
    after = line.replace("nn.Linear", "mint.nn.Linear")
    assert after in fixed(HEADER + source)
    assert doubts(source) == 0


@pytest.mark.parametrize(
    "source",
    [
        INIT.format("type(m) == nn.Linear"),
        INIT.format("type(m) == nn.Linear") + MADE + "layers = {'a': nn.Linear}\n",
        INIT.format("type(m) == nn.Linear") + MADE + "class Own(nn.Linear):\n    pass\n",
    ],
)
def test_is_told_where_layers_may_be_of_another_class(source: str) -> None:
    assert doubts(source) == 1
    assert "type(m) == nn.Linear" in fixed(HEADER + source)


def test_a_tensors_class_is_a_tensors_class() -> None:
    source = INIT.format("type(m) == torch.Tensor")
    assert "type(m) == ms.Tensor" in fixed(HEADER + source)
