"""``nn.init``: whole parameters are set, tensors are filled."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\nfc = nn.Linear(3, 4)\n"


@pytest.mark.parametrize("part", ["fc.weight[0]", "fc.weight.t()", "fc.weight.view(-1)"])
def test_a_part_of_a_parameter_is_no_parameter(part: str) -> None:
    source = f"{HEADER}nn.init.normal_({part})\n"
    assert [f.code for f in findings(source) if f.severity == "error"] == ["MP215"]


@pytest.mark.parametrize(
    ("tensor", "after"),
    [
        ("fc.weight", "fc.weight.set_data(initializer.initializer('zeros', fc.weight.shape,"),
        ("fc.weight.data", "fc.weight.set_data(initializer.initializer('zeros', fc.weight.shape,"),
        ("torch.empty(3, 4)", "initialize(mint.empty((3, 4)), 'zeros')"),
    ],
)
def test_where_the_values_go(tensor: str, after: str) -> None:
    assert after in fixed(f"{HEADER}w = nn.init.zeros_({tensor})\n")


def test_a_tensor_made_before_it_is_a_parameter() -> None:
    source = f"{HEADER}w = torch.empty(3, 4)\nnn.init.ones_(w)\np = nn.Parameter(w)\n"
    assert "initialize(w, 'ones')" in fixed(source)


def test_each_parameter_of_a_network() -> None:
    source = f"{HEADER}for name, p in fc.named_parameters():\n    nn.init.ones_(p.data)\n"
    assert "p.set_data(" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "tensor",
    ["torch.tensor([[0.0, 1.0]])", "torch.randn(3) * 2", "torch.arange(6.0).reshape(2, 3)"],
)
def test_a_name_that_stands_for_no_parameter(tensor: str) -> None:
    text = fixed(f"{HEADER}w = {tensor}\nresult = nn.init.zeros_(w)\n")
    assert "result = initialize(w, 'zeros')" in text


def test_an_argument_may_be_a_tensor_or_a_parameter() -> None:
    source = f"{HEADER}def fill(w):\n    nn.init.ones_(w)\n    return w\n"
    assert "initialize(w, 'ones')" in fixed(source)


def test_what_a_module_holds_beside_its_parameters() -> None:
    source = (
        f"{HEADER}class Book(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.codes = torch.empty(3, 4)\n"
        "        self.register_buffer('counts', torch.empty(3))\n"
        "        self.weights = nn.Parameter(torch.empty(3))\n"
        "        nn.init.ones_(self.codes)\n        nn.init.ones_(self.counts)\n"
        "        nn.init.ones_(self.weights)\n"
    )
    text = fixed(source)
    assert "initialize(self.codes, 'ones')" in text
    assert "initialize(self.counts, 'ones')" in text
    assert "self.weights.set_data(" in text


def test_pieces_of_a_parameter_are_marked() -> None:
    source = f"{HEADER}for piece in fc.weight.chunk(2):\n    nn.init.ones_(piece)\n"
    assert "torch.nn.init.ones_" in {f.symbol for f in findings(source) if f.severity == "error"}


HOLDERS = [
    ("nn.ParameterDict({})", "self.held[name]"),
    ("nn.ParameterDict({})", "self.held['a']"),
    ("nn.ParameterList()", "self.held[0]"),
]


@pytest.mark.parametrize(("made", "item"), HOLDERS)
def test_an_item_of_a_dictionary_or_list_of_parameters(made: str, item: str) -> None:
    source = (
        f"{HEADER}class Book(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        f"        self.held = {made}\n\n    def reset(self, name):\n"
        f"        nn.init.zeros_({item})\n        return {item}.std()\n"
    )
    text = fixed(source)
    assert f"{item}.set_data(initializer.initializer('zeros', {item}.shape" in text
    assert f"return {item}.std(ddof=1)" in text
