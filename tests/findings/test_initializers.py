"""``nn.init``: whole parameters are set, tensors are filled."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\nfc, y = nn.Linear(3, 4), torch.ones(2) > 0\n"


@pytest.mark.parametrize("part", ["fc.weight[y]", "fc.weight.t()", "fc.weight.mT"])
def test_a_part_of_a_parameter_is_no_parameter(part: str) -> None:
    source = f"{HEADER}nn.init.normal_({part})\n"
    assert [f.code for f in findings(source) if f.severity == "error"] == ["MP215"]


@pytest.mark.parametrize(
    ("tensor", "after"),
    [
        ("fc.weight", "fc.weight.set_data(initializer('zeros', fc.weight.shape,"),
        ("fc.weight.data", "fc.weight.set_data(initializer('zeros', fc.weight.shape,"),
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
        f"        self.held = {made}\n\n    def init_weights(self, name):\n"
        f"        nn.init.zeros_({item})\n        return {item}.std()\n"
    )
    text = fixed(source)
    assert f"{item}.set_data(initializer('zeros', {item}.shape" in text
    assert f"return {item}.std(ddof=1)" in text


NET = (
    f"{HEADER}class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.fc = nn.Linear(3, 4)\n        self.apply(self._init_weights)\n\n"
    "    def _init_weights(self, m):\n        nn.init.zeros_(self.fc.bias)\n\n"
    "    def forward(self, x):\n        return self.fc(x)\n\n"
    "def init_head(net: Net):\n    nn.init.zeros_(net.fc.weight)\n\n"
)


@pytest.mark.parametrize(
    "main",
    [
        "init_head(fc)\n",
        "fc.apply(init_head)\nfor x in data:\n    optimizer.step()\n",
        "for net in networks:\n    init_head(net)\n",
        "def main():\n    net = Net()\n    net.apply(init_head)\n    train(net)\n",
        "def build(net):\n    init_head(net)\nbuild(fc)\n",
    ],
)
def test_before_any_step_the_data_of_a_parameter_are_set(main: str) -> None:
    text = fixed(NET + main)
    assert "self.fc.bias.set_data(" in text
    assert "net.fc.weight.set_data(" in text


@pytest.mark.parametrize(
    "main",
    [
        "for x in data:\n    optimizer.step()\ninit_head(fc)\n",
        "for x in data:\n    if x:\n        init_head(fc)\n    optimizer.step()\n",
        "for epoch in range(3):\n    init_head(fc)\n    train_epoch(fc)\n",
        "def main(net):\n    init_head(net)\n",
        "def reinitialize(net):\n    init_head(net)\n",
        "class Trainer:\n    def on_epoch(self):\n        self.net.apply(init_head)\n",
    ],
)
def test_where_an_optimizer_may_have_stepped_the_parameter_keeps_its_memory(main: str) -> None:
    text = fixed(NET + main)
    assert "self.fc.bias.set_data(" in text
    assert "initialize(net.fc.weight, 'zeros')" in text


def test_options_that_are_handed_on_go_to_the_helper() -> None:
    text = fixed(
        "from torch import nn\n"
        "def init(layer: nn.Conv2d, **options):\n"
        "    nn.init.kaiming_normal_(layer.weight, **options)\n",
        unsafe=True,
    )
    assert "    kaiming_normal_(layer.weight, **options)\n" in text
    assert "def kaiming_normal_(" in text


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("weight.data.normal_(0.0, 0.02)", "weight.set_data(initializer(Normal(0.02), "),
        ("weight.data.normal_(std=s)", "weight.set_data(initializer(Normal(s), "),
        ("weight.data.normal_(s, 1)", "weight.set_data(initializer(Normal(1, mean=s), "),
        ("bias.data.zero_()", "bias.set_data(initializer('zeros', "),
        ("weight.data.fill_(0.5)", "weight.set_data(initializer(0.5, "),
    ],
)
def test_the_data_of_a_layer_gets_what_an_initializer_gives(call: str, after: str) -> None:
    source = (
        "from torch import nn\ndef init_weights(m, s):\n"
        f"    if isinstance(m, (nn.Linear, nn.Conv2d)):\n        m.{call}\n"
    )
    assert f"m.{after}m." in fixed(source)


@pytest.mark.parametrize(
    "statement",
    [
        "m.weight.data.fill_(s)",  # of an unknown kind, maybe a tensor
        "w = m.weight.data.normal_(0, 0.02)",
        "self.weight.data.zero_()",
    ],
)
def test_any_other_data_is_copied_into(statement: str) -> None:
    source = (
        "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self, m, s):\n"
        "        super().__init__()\n        self.register_buffer('weight', torch.ones(3))\n"
        f"        if isinstance(m, nn.Linear):\n            {statement}\n"
    )
    assert "weight.data.copy_(" in fixed(source)


def test_data_in_training_keeps_its_memory() -> None:
    source = (
        "from torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.fc = nn.Linear(3, 3)\n"
        "    def forward(self, x):\n        self.fc.weight.data.zero_()\n        return self.fc(x)\n"
    )
    assert "self.fc.weight.data.copy_(" in fixed(source)
