"""What a function's parameters may be: what all of its calls give, not the first of them."""

from __future__ import annotations

import pytest

from .conftest import Fixer

HEADER = "import numpy as np\nimport torch\nfrom torch import nn\n\n\n"
SPREAD = "def spread(x):\n    return x.std(0)\n"
CALLS = ["spread(np.ones((3, 2)))\n", "spread(torch.ones(3, 2))\n"]


@pytest.mark.parametrize("calls", [CALLS, CALLS[::-1]], ids=["array first", "tensor first"])
def test_a_tensor_in_one_call_and_an_array_in_another(fix: Fixer, calls: list[str]) -> None:
    result = fix(f"{HEADER}{SPREAD}\n\n{''.join(calls)}")
    assert SPREAD in result.document.text
    assert any("torch.Tensor.std" in left.message.en for left in result.report.findings)


def test_a_tensor_in_all_calls(fix: Fixer) -> None:
    text = fix(f"{HEADER}{SPREAD}\n\n{CALLS[1]}{CALLS[1]}").document.text
    assert "return x.std(axis=0, ddof=1)\n" in text


@pytest.mark.parametrize("calls", [(1, 0.5), (0.5, 1), (1, 1)])
def test_a_number_of_either_type(fix: Fixer, calls: tuple[float, ...]) -> None:
    body = "def make(v):\n    return torch.full((2,), v)\n\n\n"
    text = fix(HEADER + body + "".join(f"make({call})\n" for call in calls)).document.text
    assert "dtype=ms.tensor(v).dtype)" in text


LAYERS = ["nn.Linear(2, 3)", "nn.LayerNorm(3)"]


@pytest.mark.parametrize("layers", [LAYERS, LAYERS[::-1]], ids=["linear first", "norm first"])
def test_layers_that_call_their_parameters_differently(fix: Fixer, layers: list[str]) -> None:
    calls = "".join(f"first({layer})\n" for layer in layers)
    text = fix(f"{HEADER}def first(layer):\n    return layer.weight\n\n\n{calls}").document.text
    assert 'return layer_parameter(layer, "weight")\n' in text


def test_layers_that_call_them_alike(fix: Fixer) -> None:
    calls = "first(nn.Linear(2, 3))\nfirst(nn.Conv2d(2, 3, 1))\n"
    text = fix(f"{HEADER}def first(layer):\n    return layer.weight\n\n\n{calls}").document.text
    assert "return layer.weight\n" in text


def test_layers_that_a_constructor_is_given(fix: Fixer) -> None:
    source = (
        "class Around(nn.Module):\n    def __init__(self, layer):\n        super().__init__()\n"
        "        self.layer = layer\n\n    def size(self):\n        return self.layer.weight.shape\n"
        "\n\nAround(nn.Linear(2, 3))\nAround(layer=nn.Embedding(2, 3))\n"
    )
    text = fix(HEADER + source).document.text
    assert 'return layer_parameter(self.layer, "weight").shape\n' in text
