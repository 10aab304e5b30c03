"""Parameters of layers that may be of several kinds: norms and embeddings name them otherwise."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"


@pytest.mark.parametrize(
    "source",
    [
        "class Scale(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.weight = nn.Parameter(torch.ones(3))\n"
        "    def forward(self, x):\n"
        "        return x * self.weight\n",
        "class Net(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])\n"
        "    def forward(self, x):\n"
        "        return x + self.layers[0].weight\n",
        "def f(parcel):\n    return parcel.weight\n",
        "fc = nn.Linear(3, 3)\nfc.weight.requires_grad = False\n",
        "def f(m):\n    return hasattr(m, 'weight'), getattr(m, 'weight', None)\n",
        "class Net(nn.Module):\n"
        "    def __init__(self, flat):\n"
        "        super().__init__()\n"
        "        self.norm = nn.BatchNorm1d(3)\n"
        "        self.proj = nn.Linear(3, 3) if flat else nn.Conv2d(3, 3, 1)\n"
        "    def forward(self, x):\n"
        "        return x + self.proj.bias\n",
        "for m in net.modules():\n    if isinstance(m, nn.LayerNorm) and m.weight is not None:\n"
        "        print(m.weight)\n",
        "for m in net.modules():\n    if isinstance(m, nn.GroupNorm):\n        print(m.weight)\n",
        "for m in net.modules():\n    if isinstance(m, (nn.GroupNorm, nn.InstanceNorm2d)):\n"
        "        nn.init.ones_(m.weight)\n",
    ],
)
def test_leaves_alone_what_keeps_its_name(source: str) -> None:
    assert "layer_parameter" not in fixed(HEADER + source)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("for m in net.modules():\n    print(m.weight)\n", 'print(layer_parameter(m, "weight"))'),
        ("for m in net.children():\n    print(m.bias)\n", 'print(layer_parameter(m, "bias"))'),
        (
            "for name, m in net.named_modules():\n    print(m.running_mean)\n",
            'print(layer_parameter(m, "running_mean"))',
        ),
        (
            "for m in net.modules():\n    if isinstance(m, nn.BatchNorm2d) and m.bias is not None:\n"
            "        print(m)\n",
            'if isinstance(m, nn.BatchNorm2d) and layer_parameter(m, "bias") is not None:',
        ),
        (
            "for m in net.modules():\n    if isinstance(m, nn.InstanceNorm2d):\n"
            "        print(hasattr(m, 'weight'))\n",
            "print((layer_parameter(m, 'weight') is not None))",
        ),
        (
            "for m in net.modules():\n    if isinstance(m, (nn.BatchNorm2d, nn.InstanceNorm2d)):\n"
            "        print(m.weight)\n",
            'print(layer_parameter(m, "weight"))',
        ),
        (
            "for m in net.modules():\n    if hasattr(m, 'weight'):\n        print(m)\n",
            "if (layer_parameter(m, 'weight') is not None):",
        ),
        (
            "for m in net.modules():\n    w = getattr(m, 'weight', None)\n",
            "w = layer_parameter(m, 'weight')",
        ),
        (
            "def start(layer):\n    nn.init.zeros_(layer.bias)\nnet.apply(start)\n",
            "initialize(layer_parameter(layer, \"bias\"), 'zeros')",
        ),
        (
            "def start(layers):\n    for layer in layers:\n        nn.init.zeros_(layer.bias)\n",
            "initialize(layer_parameter(layer, \"bias\"), 'zeros')",
        ),
        (
            "def f(flat):\n    layer = nn.Linear(3, 3) if flat else nn.LayerNorm(3)\n"
            "    print(layer.bias)\n",
            'print(layer_parameter(layer, "bias"))',
        ),
        (
            "tables = nn.ModuleDict({name: nn.Embedding(3, 4) for name in names})\n"
            "for table in tables.values():\n    print(table.weight)\n",
            'print(layer_parameter(table, "weight"))',
        ),
        (
            "tables = nn.ModuleDict()\ntables['a'] = nn.Embedding(3, 4)\n"
            "for name, table in tables.items():\n    print(table.weight)\n",
            'print(layer_parameter(table, "weight"))',
        ),
        (
            "tables = nn.ModuleDict({name: nn.Embedding(3, 4) for name in names})\n"
            "print(tables['a'].weight)\n",
            "print(layer_parameter(tables['a'], \"weight\"))",
        ),
        (
            "tables = {name: nn.Embedding(3, 4) for name in names}\n"
            "for table in tables.values():\n    print(table.weight)\n",
            "print(table.embedding_table)",
        ),
        (
            "def weights_init(m):\n"
            "    if m.__class__.__name__.find('BatchNorm') != -1:\n"
            "        print(m.weight)\n",
            'print(layer_parameter(m, "weight"))',
        ),
    ],
)
def test_a_layer_is_asked_for_its_parameter(source: str, after: str) -> None:
    header = HEADER + "net = nn.Sequential(*[nn.Linear(3, 3), nn.BatchNorm1d(3)])\n"
    assert after in fixed(header + source)


@pytest.mark.parametrize("other", ["nn.Sequential()", "nn.Identity()"])
def test_what_has_no_weight_is_another_layer_where_it_is_asked_for_one(other: str) -> None:
    source = (
        "class Block(nn.Module):\n"
        "    def __init__(self, norm_layer, apply_norm=True):\n"
        "        super().__init__()\n"
        f"        self.post = norm_layer(4) if apply_norm else {other}\n"
        "    def start(self):\n"
        "        nn.init.zeros_(self.post.weight)\n"
    )
    assert "initialize(layer_parameter(self.post, \"weight\"), 'zeros')" in fixed(HEADER + source)


def test_a_tied_weight_goes_to_the_layer_s_own_name() -> None:
    source = HEADER + (
        "class Net(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.parts = nn.ModuleDict(dict(table=nn.Embedding(5, 4)))\n"
        "        self.head = nn.Linear(4, 5, bias=False)\n"
        "        self.parts.table.weight = self.head.weight\n"
    )
    assert 'set_layer_parameter(self.parts.table, "weight", self.head.weight)' in fixed(source)


def test_so_do_running_statistics() -> None:
    source = HEADER + (
        "net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2))\n"
        "for m in net.modules():\n"
        "    m.running_mean = torch.zeros(2)\n"
    )
    assert 'set_layer_parameter(m, "running_mean", mint.zeros((2,)))' in fixed(source)


def test_an_assignment_that_is_not_plain_is_an_error() -> None:
    source = HEADER + "for m in net.modules():\n    m.weight = m.other = x\n"
    source = source.replace("net.", "nn.Sequential(*net).")
    assert ("MP307", "error") in {(f.code, f.severity) for f in findings(source)}


def test_what_a_branch_was_told_is_forgotten_behind_it() -> None:
    source = HEADER + (
        "def f(m, x):\n"
        "    if isinstance(m, nn.LayerNorm):\n"
        "        print(m.weight)\n"
        "    g(m.weight)\n"
        "    if isinstance(x, torch.Tensor):\n"
        "        x = 1\n"
        "    return x\n"
    )
    text = fixed(source)
    assert "print(m.gamma)" in text
    assert "g(m.weight)" in text


@pytest.mark.parametrize(
    "kinds", ["nn.Flatten(1) if c else nn.Identity()", "nn.Identity() if c else nn.Linear(2, 3)"]
)
def test_methods_of_layers_that_may_be_of_several_classes(kinds: str) -> None:
    source = f"""
def build(c):
    layer = {kinds}
    layer.train(False)
    return layer
"""
    assert "layer.set_train(False)" in fixed(HEADER + source)


LISTED = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, sizes, other):
        super().__init__()
        self.layers = nn.ModuleList({})
        {}

    def forward(self, x):
        return self.layers[0].weight + x
"""


@pytest.mark.parametrize(
    ("layers", "after"),
    [
        ("[nn.Embedding(s, 4) for s in sizes]", "self.layers[0].embedding_table"),
        ("[nn.Embedding(3, 4), nn.Embedding(5, 4)]", "self.layers[0].embedding_table"),
        ("(nn.Linear(3, 4),)", "self.layers[0].weight"),
    ],
)
def test_a_list_of_layers_of_one_kind_has_its_names(layers: str, after: str) -> None:
    assert after in fixed(LISTED.format(layers, "pass"))


@pytest.mark.parametrize(
    ("layers", "then"),
    [
        ("[nn.Linear(3, 4), nn.BatchNorm1d(3)]", "pass"),
        ("[nn.Embedding(3, 4), other]", "pass"),
        ("[nn.Embedding(3, 4) if sizes else other for _ in range(2)]", "pass"),
        ("[nn.Embedding(3, 4)]", "self.layers.append(other)"),
        ("[nn.Embedding(3, 4)]", "self.layers[0] = other"),
        ("[nn.Embedding(3, 4)]", "self.layers += [other]"),
    ],
)
def test_a_list_of_layers_of_several_kinds_is_asked(layers: str, then: str) -> None:
    text = fixed(LISTED.format(layers, then))
    assert 'layer_parameter(self.layers[0], "weight")' in text


def test_sizes_are_read_off_the_layers_of_a_list() -> None:
    source = LISTED.format(
        "[nn.Embedding(s, 4) for s in sizes]",
        "self.size = sum(layer.embedding_dim for layer in self.layers) + self.layers[1].num_embeddings",
    )
    text = fixed(source)
    assert "sum(layer.embedding_size for layer in self.layers)" in text
    assert "self.layers[1].vocab_size" in text


@pytest.mark.parametrize(("kind", "asked"), [("Conv", False), ("BatchNorm2d", True)])
def test_a_file_without_layers_asks_where_it_speaks_of_norms(kind: str, asked: bool) -> None:
    source = f"""
import torch
def weights_init(net):
    def init(m):
        if m.__class__.__name__.find("{kind}") != -1:
            torch.nn.init.normal_(m.weight.data, 1.0, 0.02)
    net.apply(init)
"""
    assert ('layer_parameter(m, "weight")' in fixed(source, unsafe=True)) == asked


TWO = (
    "from base import Base, init\n{}\n"
    "class Start(Base):\n"
    "    def begin(self, module):\n"
    "        if isinstance(module, (Small, Large)):\n"
    "            init.normal_(module.{}.weight)\n"
    "class Small(nn.Module):\n"
    "    def __init__(self):\n"
    "        super().__init__()\n"
    "        self.words, self.head = nn.Embedding(4, 3), nn.Linear(3, 4)\n"
    "class Large(nn.Module):\n"
    "    def __init__(self):\n"
    "        super().__init__()\n"
    "        self.words, self.head = nn.Embedding(4, 9), nn.LayerNorm(9)\n"
    "        self.tail = nn.Embedding(4, 9)\n"
)


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("words", "init.normal_(module.words.embedding_table)"),
        ("head", 'init.normal_(layer_parameter(module.head, "weight"))'),
        ("tail", "init.normal_(module.tail.weight)"),  # of Small it is not known
    ],
)
def test_layers_of_one_of_several_classes(name: str, after: str) -> None:
    assert after in fixed(HEADER + TWO.format("", name))


def test_leaves_alone_parameters_of_several_classes_of_the_users() -> None:
    source = TWO.replace("module.{}.weight", "module.{}").format("", "scale")
    own = source.replace(
        "self.words, self.head",
        "self.scale = nn.Parameter(torch.ones(3))\n        self.words, self.head",
    )
    assert "init.normal_(module.scale)" in fixed(HEADER + own)


@pytest.mark.parametrize(
    "source",
    [
        "def f(args):\n    return args.affine\n",
        "def f(net: nn.Module, x):\n    return net.affine(x)\n",
        "m = nn.InstanceNorm2d(3)\nprint(m.affine)\n",
        "for m in net.modules():\n    m.affine = True\n",
    ],
)
def test_leaves_alone_what_is_no_question_to_a_norm_of_any_kind(source: str) -> None:
    assert "norm_affine" not in fixed(HEADER + source)


@pytest.mark.parametrize(
    "source",
    [
        "def init(m):\n"
        "    name = m.__class__.__name__\n"
        "    if name.find('BatchNorm') != -1 and m.affine:\n"
        "        nn.init.constant_(m.weight, 1.0)\n",
        "for m in net.modules():\n    if 'Norm' in type(m).__name__ and m.affine:\n        print(m)\n",
        "def init(m):\n"
        "    if isinstance(m, (nn.BatchNorm2d, nn.BatchNorm3d)) and m.affine:\n"
        "        nn.init.constant_(m.weight, 1.0)\n",
    ],
)
def test_whether_a_norm_of_any_kind_scales(source: str) -> None:
    assert "norm_affine(m)" in fixed(HEADER + source)


def test_a_norm_of_one_kind_is_asked_in_the_same_test_that_tells_it() -> None:
    source = "def init(m):\n    if type(m) == nn.BatchNorm2d and m.affine:\n        print(m)\n"
    assert "type(m) == nn.BatchNorm2d and m.gamma.requires_grad" in fixed(HEADER + source)


@pytest.mark.parametrize(
    "name", ["embed", "wte", "tok_emb", "word_embeddings", "embed_tokens", "pos_embedder"]
)
def test_what_is_named_an_embedding_is_asked(name: str) -> None:
    source = f"def tie(model):\n    model.head.weight = model.{name}.weight\n"
    assert f'= layer_parameter(model.{name}, "weight")\n' in fixed(HEADER + source)


@pytest.mark.parametrize(
    "path", ["ember.weight", "member.weight", "embed.bias", "embed.size", "remembered.weight"]
)
def test_leaves_alone_what_is_not_named_an_embedding_or_no_weight(path: str) -> None:
    assert f"model.{path}" in fixed(f"{HEADER}def f(model):\n    return model.{path}\n")
