"""What is known of layers in a Sequential, of arguments and of parameters."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"


def test_leaves_the_names_of_other_layers_alone() -> None:
    source = "net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))\nprint(net[-1].weight)\n"
    assert ".weight)" in fixed(HEADER + source)


@pytest.mark.parametrize(
    "source",
    [
        "net = nn.Sequential(*[nn.BatchNorm2d(2)])\nprint(net[0].weight)\n",
        "net = nn.Sequential(nn.BatchNorm2d(2)) if wide else nn.Sequential(nn.Linear(2, 2))\n"
        "print(net[0].weight)\n",
    ],
)
def test_a_layer_that_may_be_any_is_asked_for_its_parameter(source: str) -> None:
    assert 'print(layer_parameter(net[0], "weight"))' in fixed(HEADER + source)


def test_a_layer_at_a_place_of_a_sequential_is_known() -> None:
    source = "net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm2d(2))\nprint(net[-1].weight)\n"
    assert "print(net[-1].gamma)" in fixed(HEADER + source)


@pytest.mark.parametrize("pad", ["1", "k // 2", "given"])
def test_one_padding_for_all_sides_stays(pad: str) -> None:
    source = f"def f(k, given):\n    return nn.Conv2d(3, 4, 3, padding={pad})\n"
    assert f"padding={pad}, " in fixed(HEADER + source)


@pytest.mark.parametrize("hint", ["tuple", "tuple[int, int]", "list[int]"])
def test_paddings_in_a_tuple_become_four(hint: str) -> None:
    source = f"def f(pad: {hint}):\n    return nn.Conv2d(3, 4, 3, padding=pad)\n"
    assert "padding=(pad[0], pad[0], pad[1], pad[1])" in fixed(HEADER + source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.repeat([2] + [1] * n)", "x.tile(tuple([2] + [1] * n))"),
        ("x.repeat([2, 3])", "x.tile((2, 3))"),
        ("x.repeat(x.shape)", "x.tile(x.shape)"),
        ("x.repeat(n, 1)", "x.tile((n, 1))"),
    ],
)
def test_repeats_are_a_tuple(before: str, after: str) -> None:
    source = f"def f(x: torch.Tensor, n: int):\n    return {before}\n"
    assert f"return {after}\n" in fixed(HEADER + source)


def test_limits_of_a_dtype_are_numbers() -> None:
    source = "def f(x: torch.Tensor):\n    return -torch.finfo(x.dtype).max\n"
    assert "return -float(finfo(x.dtype).max)" in fixed(HEADER + source)


FUNCTION = """\
def size(input, dim):
    return input.size(dim)
class A(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, dim=-1):
        return size(input, dim)
"""


def test_parameters_of_an_autograd_function_are_tensors() -> None:
    text = fixed(HEADER + FUNCTION, unsafe=True)
    assert "return input.shape[dim]\n" in text


def test_arguments_of_a_static_method_are_at_their_own_places() -> None:
    source = (
        "class A(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, input, dim=-1):\n"
        "        return A.size(input, dim)\n    @staticmethod\n    def size(input, dim):\n"
        "        return input.size(dim)\n"
    )
    assert "return input.shape[dim]\n" in fixed(HEADER + source, unsafe=True)


def test_its_context_and_other_static_methods_are_not_tensors() -> None:
    source = FUNCTION.replace("ctx, input", "input").replace("forward", "other")
    source = source.replace("dim", "place")
    assert "return input.size(place)\n" in fixed(HEADER + source, unsafe=True)


@pytest.mark.parametrize(
    ("base", "before", "after"),
    [
        ("LayerNorm", "self.weight * x + self.bias", "self.gamma * x + self.beta"),
        ("BatchNorm2d", "x + self.running_mean", "x + self.moving_mean"),
        ("Embedding", "self.weight[x]", "self.embedding_table[x]"),
        ("Linear", "x @ self.weight.T", "x @ self.weight.T"),
        ("Module", "x * self.weight", "x * self.weight"),
    ],
)
def test_a_class_that_derives_from_a_layer_reads_its_parameters(
    base: str, before: str, after: str
) -> None:
    source = (
        f"from torch import nn\nclass Own(nn.{base}):\n    def forward(self, x):\n"
        f"        return {before}\n"
    )
    assert fixed(source).endswith(f"        return {after}\n")


def test_a_parameter_that_the_class_makes_itself_keeps_its_name() -> None:
    source = (
        "import torch\nfrom torch import nn\nclass Own(nn.LayerNorm):\n"
        "    def __init__(self, n):\n        super().__init__(n)\n"
        "        self.weight = nn.Parameter(torch.ones(n))\n"
        "    def forward(self, x):\n        return self.weight * x\n"
    )
    assert fixed(source).endswith("        return self.weight * x\n")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("nn.Conv2d(3, 4, (3, 3))", "nn.Conv2d(3, 4, (3, 3), "),
        ("nn.Conv2d(3, 4, [3, 3])", "nn.Conv2d(3, 4, (3, 3), "),
        ("nn.MaxPool2d(sizes, given)", "nn.MaxPool2d(tuple(sizes), given)"),
        ("nn.MaxPool2d(sizes)", "nn.MaxPool2d(tuple(sizes), stride=tuple(sizes))"),
        ("nn.AvgPool2d([2, 1])", "nn.AvgPool2d((2, 1), stride=(2, 1))"),
    ],
)
def test_a_list_of_sizes_becomes_a_tuple(source: str, expected: str) -> None:
    text = fixed(
        f"{HEADER}def f(given):\n    sizes = [n + 1 for n in given]\n    return {source}\n"
    )
    assert expected in text


@pytest.mark.parametrize(
    ("calls", "given"),
    [("", "tuple(size)"), ("f((1, 2))", "tuple(size)"), ("f(3)", "size"), ("f(n)", "size")],
)
def test_a_parameter_that_is_a_list_by_default(calls: str, given: str) -> None:
    text = fixed(f"{HEADER}def f(size=[3, 3]):\n    return nn.Conv2d(3, 4, size)\n{calls}\n")
    assert f"nn.Conv2d(3, 4, {given}, " in text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("nn.Linear(math.prod(given), 3)", "nn.Linear(math.prod(given), 3)"),
        ("nn.Linear(int(np.prod(given)), 3)", "nn.Linear(int(np.prod(given)), 3)"),
        ("nn.Linear(net.n, 3)", "nn.Linear(net.n, 3)"),
        ("nn.Linear(np.prod(given), 3)", "nn.Linear(int(np.prod(given)), 3)"),
        ("nn.Linear(np.array(given).prod() + 1, 3)", "nn.Linear(int(np.array(given).prod() + 1), 3)"),
        ("nn.Linear(8, env.single_action_space.n)", "nn.Linear(8, int(env.single_action_space.n))"),
        ("nn.Embedding(env.action_space.n, 3)", "nn.Embedding(int(env.action_space.n), 3, "),
        ("nn.Conv2d(np.prod(given), 3, 1)", "nn.Conv2d(int(np.prod(given)), 3, 1, "),
        ("nn.Embedding(np.max(given) + 1, 3)", "nn.Embedding(int(np.max(given) + 1), 3, "),
        ("nn.Linear(np.ones(3).shape[0], 3)", "nn.Linear(np.ones(3).shape[0], 3)"),
        ("nn.GRU(np.prod(given), 3)", "nn.GRU(int(np.prod(given)), 3)"),
        ("nn.LayerNorm(np.prod(given))", "nn.LayerNorm((int(np.prod(given)),), epsilon=1e-05)"),
        ("nn.Linear(len(np.unique(given)), 3)", "nn.Linear(len(np.unique(given)), 3)"),
        ("nn.Linear(np.unique(given).size, 3)", "nn.Linear(np.unique(given).size, 3)"),
    ],
)  # fmt: skip
def test_numpys_integers_become_ints_where_layers_take_no_others(
    source: str, expected: str
) -> None:
    header = HEADER + "import math\nimport numpy as np\n"
    assert expected in fixed(f"{header}def f(given, env, net):\n    return {source}\n")


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("register_parameter('bias', None)", "self.bias = None"),
        ("register_parameter(name, None)", "setattr(self, name, None)"),
        ("add_module('fc', nn.Linear(2, 2))", "add_module(self, 'fc', mint.nn.Linear(2, 2))"),
        ("named_parameters()", "named_parameters(super())"),
    ],
)
def test_what_super_sets_is_set_on_the_module_itself(call: str, after: str) -> None:
    source = (
        "from torch import nn\nclass Net(nn.Module):\n    def __init__(self, name):\n"
        f"        super().__init__()\n        super().{call}\n"
    )
    assert after in fixed(source)


def test_names_the_parameters_of_what_add_module_adds() -> None:
    source = (
        "class Net(nn.Module):\n    def __init__(self, stages):\n        super().__init__()\n"
        "        self.add_module('fc', nn.Linear(2, 2))\n"
        "        for stage in stages:\n            self.add_module(*stage)\n"
    )
    text = fixed(HEADER + source)
    assert "        self.fc = mint.nn.Linear(2, 2)\n" in text
    assert "            add_module(self, *stage)\n" in text


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("self.add_module(name, layer)", "setattr(self, name, layer)"),
        ("self.add_module('0', layer)", "setattr(self, '0', layer)"),
        ("self.add_module('lambda', layer)", "setattr(self, 'lambda', layer)"),
        ("self.add_module('__fc', layer)", "setattr(self, '__fc', layer)"),
        ("one = self.add_module('fc', layer)", "one = setattr(self, 'fc', layer)"),
        ("self.add_module('fc', layer)", "self.fc = layer"),
        ("self.add_module(\n            'fc',\n            layer,\n        )", "self.fc = layer"),
        ("self.add_module(module=layer, name='fc')", "self.fc = layer"),
        ("self.register_module('fc', None)", "self.fc = None"),
        ("self.register_parameter('bias', None)", "self.bias = None"),
        ("layer.register_parameter('bias', None)", "layer.bias = None"),
        ("self.register_parameter(name, None)", "setattr(self, name, None)"),
    ],
)
def test_members_that_are_set_by_a_written_name_are_assigned(statement: str, expected: str) -> None:
    source = (
        "class Net(nn.Module):\n    def __init__(self, name, layer: nn.Module):\n"
        f"        super().__init__()\n        {statement}\n"
    )
    assert f"        {expected}\n" in fixed(HEADER + source)


@pytest.mark.parametrize(
    "use",
    [
        "@MODELS.register_module()\nclass Net(nn.Module):\n    pass\n",
        "@MODELS.register_module(name='net', force=True)\nclass Net(nn.Module):\n    pass\n",
        "@registry.register_module\nclass Net(nn.Module):\n    pass\n",
        "MODELS.register_module(module=nn.Linear)\n",
        "MODELS.register_module('Linear', module=nn.Linear)\n",
        "registry.register_module(nn.Linear)\n",
    ],
)
def test_registries_of_classes_are_left_alone(use: str) -> None:
    assert not [f for f in findings(HEADER + use) if "register_module" in f.symbol]


@pytest.mark.parametrize("given", ["'fc', layer", "name='fc', module=layer"])
def test_a_child_is_registered_with_its_name(given: str) -> None:
    source = f"def widen(net, layer):\n    net.head.register_module({given})\n"
    assert f"    add_module(net.head, {given})\n" in fixed(HEADER + source)


def test_a_layer_that_is_called_a_norm_is_asked_for_its_parameter() -> None:
    source = "def zero(block):\n    nn.init.zeros_(block.conv.bn.weight)\n    block.fc.weight\n"
    text = fixed(HEADER + source)
    assert "initialize(layer_parameter(block.conv.bn, \"weight\"), 'zeros')" in text
    assert "    block.fc.weight\n" in text


@pytest.mark.parametrize(
    ("layer", "is_renamed"),
    [
        ("nn.Linear(n, n)", False),
        ("make(n)", False),
        ("nn.Embedding", False),
        ("nn.Embedding(n, n)", True),
        ("nn.LayerNorm(n)", True),
        ("nn.PReLU(n)", True),
    ],
)
def test_what_may_be_a_layer_or_a_parameter_is_asked_for_its_parameter(
    layer: str, is_renamed: bool
) -> None:
    source = (
        "class Net(nn.Module):\n    def __init__(self, n, sparse):\n        super().__init__()\n"
        "        self.sparse = sparse\n        if sparse:\n"
        f"            self.w = {layer}\n        else:\n"
        "            self.w = nn.Parameter(torch.ones(n, n))\n\n    def forward(self, x):\n"
        "        w = self.w.weight if self.sparse else self.w\n        return x @ w\n"
    )
    text = fixed(HEADER + source)
    expected = 'layer_parameter(self.w, "weight")' if is_renamed else "self.w.weight"
    assert f"        w = {expected} if self.sparse else self.w\n" in text


def test_a_momentum_that_is_read_is_torchs() -> None:
    source = (
        "class Own(nn.BatchNorm2d):\n    def forward(self, x):\n"
        "        f = 0.0 if self.momentum is None else self.momentum\n        return x * f\n"
    )
    assert "f = 0.0 if self.momentum is None else self.momentum\n" in fixed(HEADER + source)
    assert not [found for found in findings(HEADER + source) if found.code == "MP203"]


UNBATCHED = [
    ("m = nn.LSTM(3, 4)\nm(torch.zeros(5, 3))\n", True),
    (
        "def f():\n    m = nn.GRU(3, 4, batch_first=True)\n    x = torch.ones(5, 3)\n    return m(x)\n",
        True,
    ),
    ("m = nn.LSTM(3, 4)\nm(torch.zeros(2, 5, 3))\n", False),
    ("def f(x):\n    m = nn.RNN(3, 4)\n    return m(x)\n", False),
]


@pytest.mark.parametrize(("source", "own"), UNBATCHED)
def test_sequences_without_a_batch_are_seen(source: str, own: bool) -> None:
    text = fixed(HEADER + source)
    assert ("def without_batch" in text) is own
    assert "torch" not in text.replace("torch.nn", "")


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("nn.Linear(3, 4, 1)", "mint.nn.Linear(3, 4, True)"),
        ("nn.Linear(3, 4, bias=0)", "mint.nn.Linear(3, 4, bias=False)"),
        ("nn.Linear(3, 4, bias=None)", "mint.nn.Linear(3, 4, bias=False)"),
        ("nn.Conv2d(3, 4, 3, bias=0)", "nn.Conv2d(3, 4, 3, has_bias=False, pad_mode='pad')"),
        ("nn.Linear(3, 4, bias=False)", "mint.nn.Linear(3, 4, bias=False)"),
        ("nn.ModuleList([nn.ModuleDict({'a': nn.ReLU()})])", "= ModuleList(["),
        ("nn.ModuleList([nn.ModuleDict({}) for _ in range(2)])", "= ModuleList(["),
        ("nn.ModuleList([nn.ReLU()])", "= nn.CellList(["),
    ],
)
def test_what_layers_refuse_is_given_otherwise(source: str, after: str) -> None:
    assert after in fixed(f"from torch import nn\n\nlayer = {source}\n")


MIXED = """\
from torch import nn


class Mixed(nn.ModuleDict):
    def forward(self, x):
        return self["a"](x)


class Plain(nn.Module):
    pass


layers = {given}
"""


@pytest.mark.parametrize(
    ("given", "after"),
    [
        ("nn.ModuleList([Plain(), nn.ReLU()])", "= nn.CellList(["),
        ("nn.ModuleList([Mixed(), nn.ReLU()])", "= ModuleList(["),
        ("nn.ModuleList(Mixed() for _ in range(2))", "= ModuleList("),
    ],
)
def test_a_list_that_holds_a_dict_of_the_users_takes_it(given: str, after: str) -> None:
    assert after in fixed(MIXED.format(given=given))


@pytest.mark.parametrize(
    ("loop", "after"),
    [
        ("for m in net.modules():\n    print(m)", "for _, m in net.cells_and_names():"),
        ("found = [m for m in net.modules() if m]", "[m for _, m in net.cells_and_names() if m]"),
        ("found = list(net.modules())", "found = [cell for _, cell in net.cells_and_names()]"),
        ("for m in net.modules():\n    _(m)", "for m in [cell for _, cell in net.cells_and"),
        ("for i, m in enumerate(net.modules()):\n    print(m)", "in enumerate([cell for _, cell"),
        (
            "for m in net.modules():\n    m.add_module('act', nn.ReLU())",
            "for m in [cell for _, cell in net.cells_and_names()]:",
        ),
    ],
)
def test_loops_over_modules_take_the_cells_of_their_names(loop: str, after: str) -> None:
    assert after in fixed(f"from torch import nn\n\nnet = nn.Sequential(nn.ReLU())\n{loop}\n")


def test_a_parameter_of_a_layer_is_no_argument_of_it() -> None:
    source = "from torch import nn\n\nlayer = nn.Linear(3, 4)\nprint(layer.bias, nn.Conv2d(3, 3, 1).bias)\n"
    assert not findings(fixed(source))
    assert not [f for f in findings(source) if f.symbol.endswith(".bias")]


def test_a_list_of_layers_is_compared_with_mindspores() -> None:
    """A class of this file's own is none of what another file made."""
    source = "from torch import nn\n\n\ndef f(m):\n    return isinstance(m.layers, nn.ModuleList)\n"
    assert "isinstance(m.layers, nn.CellList)" in fixed(source)


def test_leaves_alone_what_a_sequential_is_told_beside_its_layers() -> None:
    source = "net = nn.Sequential(*layers)\nprint(net.width + 2, net.names.copy())\n"
    assert "print(net.width + 2, net.names.copy())" in fixed(HEADER + f"layers = []\n{source}")


def test_a_layer_of_a_sequential_by_its_name_is_a_layer() -> None:
    source = (
        "net = nn.Sequential(OrderedDict([('fc', nn.Linear(2, 2)), ('n', nn.BatchNorm1d(2))]))\n"
    )
    source += "print(net.n.weight, net.fc.weight.data.t().clone())\nnet.n.eval()\n"
    text = fixed(f"from collections import OrderedDict\n{HEADER}{source}", unsafe=True)
    assert 'layer_parameter(net.n, "weight")' in text and ".data.t().copy()" in text
    assert "net.n.set_train(False)" in text
