"""Attributes and methods whose names a Cell uses for itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"
NET = "class Net(nn.Module):\n    def __init__(self, phase):\n        super().__init__()\n"


def told(source: str) -> list[str]:
    return [f.message.en.split()[0] for f in findings(HEADER + source) if f.code == "MP309"]


@pytest.mark.parametrize(
    "source",
    [
        "class Settings:\n    def __init__(self):\n        self.phase = 'train'",
        NET + "        self.phases = phase",
        NET + "        self.recompute = True",
        NET + "        self.offload = phase",
        NET + "        self.requires_grad = False",
        NET + "        self.training = True",
        NET + "        self.net.phase = 1",
        NET + "        self._scope = nn.Linear(2, 2)\n        self.cell_type = phase",
        NET + "    def get_inputs(self):\n        return 1",
        "from mindspore import nn\nclass Net(nn.Cell):\n    def construct(self, x):\n"
        "        return self.cells(), self.trainable_params()",
        "from mindspore import nn\nclass Own(nn.SequentialCell):\n"
        "    def insert_child_to_cell(self, name, cell):\n"
        "        super().insert_child_to_cell(name, cell)\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (NET + "        self.phase = phase", ["phase"]),
        (NET + "        self.cells = nn.ModuleList([nn.Linear(2, 2)])", ["cells"]),
        (NET + "        self.shard: nn.Module = nn.Linear(2, 2)", ["shard"]),
        (NET + "        self.offload = nn.Parameter(torch.ones(2))", ["offload"]),
        (NET + "        self.register_buffer('phase', torch.ones(2))", ["phase"]),
        (NET + "        self.register_buffer('_scope', torch.ones(2))", ["_scope"]),
        (
            NET + "    def get_parameters(self):\n        return self.parameters()",
            ["get_parameters"],
        ),
        (
            "class A(nn.Module):\n    pass\nclass Net(A):\n    def f(self):\n"
            "        self.phase, self.x = 1, 2",
            ["phase"],
        ),
        (
            "from mindspore import nn\nclass Net(nn.Cell):\n    def __init__(self):\n"
            "        self.phase = 'test'",
            ["phase"],
        ),
    ],
)
def test_is_told(source: str, names: list[str]) -> None:
    assert told(source) == names


def test_all_of_its_own_uses_are_renamed() -> None:
    after = fixed(
        HEADER
        + NET
        + "        self.cells = nn.ModuleList([nn.Linear(2, 2)])\n"
        + "        self.register_buffer('phase', torch.ones(2))\n"
        + "    def get_parameters(self):\n        return [self.phase]\n"
        + "    def forward(self, x):\n"
        + "        for cell in self.cells:\n            x = cell(x) + self.get_parameters()[0]\n"
        + "        return x\n",
        unsafe=True,
    )
    assert "self.cells_ = nn.CellList([" in after and "in self.cells_:" in after
    assert "register_buffer('phase_'" in after and "[self.phase_]" in after
    assert "def get_parameters_(self)" in after and "self.get_parameters_()[0]" in after


def test_a_name_that_others_have_too_is_only_told() -> None:
    source = HEADER + NET + "        self.phase = phase\ndef f(net):\n    return net.phase\n"
    assert [f.fix for f in findings(source) if f.code == "MP309"] == [None]


def test_a_method_that_takes_the_place_of_forward_is_construct() -> None:
    source = (
        "import torch\nfrom torch import nn\nclass Net(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.forward = self.other\n"
        "    def other(self, x):\n        return x\n"
        "    def forward(self, x):\n        return -x\n"
    )
    result = fix_document(Document("a.py", source), Config(), Workspace(), unsafe=True)
    assert "self.construct = self.other" in result.document.text
    assert "def construct(self, x)" in result.document.text


def test_a_forward_whose_base_another_file_has_is_construct(tmp_path: Path) -> None:
    base = tmp_path / "base.py"
    base.write_text("from torch import nn\nclass Base(nn.Module):\n    pass\n", encoding="utf-8")
    source = (
        "from base import Base\nclass Net(Base):\n    def forward(self, x):\n        return x\n"
    )
    document = Document(str(tmp_path / "net.py"), source)
    result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
    assert result.document.text == source.replace("forward", "construct")


def test_a_name_that_the_class_itself_has_is_only_told() -> None:
    source = HEADER + NET.replace("    def", "    phase = 'train'\n\n    def", 1)
    found = findings(f"{source}        self.phase = phase\n")
    assert [f.fix for f in found if f.code == "MP309"] == [None]


LAYER = "class Own(nn.{base}):\n    def __init__(self, n):\n        super().__init__(n, n)\n        {line}"


@pytest.mark.parametrize(
    ("base", "line"),
    [
        ("Linear", "self.squeeze = 1"),
        ("Module", "self.dense = n"),
        ("GRU", "self.reverse = True"),
        ("Embedding", "self.embedding_size = n"),
        ("Linear", "n.dense = 1"),
    ],
)
def test_other_layers_names_are_left_alone(base: str, line: str) -> None:
    assert told(LAYER.format(base=base, line=line)) == []


@pytest.mark.parametrize(
    ("base", "line", "name"),
    [
        ("Linear", "self.dense = nn.Linear(n, n)", "dense"),
        ("LSTM", "self.rnn = None", "rnn"),
        ("LayerNorm", "self.register_buffer('gamma', n)", "gamma"),
        (
            "BatchNorm1d",
            "pass\n    def _check_input_dim(self, input):\n        pass",
            "_check_input_dim",
        ),
        ("GRU", "pass\n    def reverse(self, x):\n        return x", "reverse"),
    ],
)
def test_names_of_the_layer_that_it_derives_from(base: str, line: str, name: str) -> None:
    source = LAYER.format(base=base, line=line)
    assert told(source) == [name]
    assert f"{name}_" in fixed(HEADER + source, unsafe=True)


def test_the_cells_that_stand_for_layers_have_these_names() -> None:
    from mindport.cell_names import LAYER_ATTRIBUTES, LAYER_METHODS

    layers = sorted({*LAYER_ATTRIBUTES, *LAYER_METHODS})
    classes = (f"class {name.rpartition('.')[2]}({name}):\n    pass\n" for name in layers)
    text = fixed("import torch\n" + "\n\n".join(classes), unsafe=True)
    module: dict[str, type] = {}
    exec(compile(text, "layers.py", "exec"), module)  # the migrated text, in MindSpore
    given: dict[str, tuple[object, ...]] = {
        "Conv1d": (4, 4, 1), "Conv2d": (4, 4, 1), "Conv3d": (4, 4, 1), "ConvTranspose1d": (4, 4, 1),
        "ConvTranspose2d": (4, 4, 1), "Bilinear": (4, 4, 4), "AvgPool2d": (1,), "MaxPool2d": (1,),
        "Dropout": (0.5,), "GroupNorm": (2, 4), "TransformerEncoderLayer": (4, 2, 8),
        "MultiheadAttention": (4, 2), "InstanceNorm1d": (4,), "InstanceNorm2d": (4,),
        "BatchNorm1d": (4,), "BatchNorm2d": (4,), "BatchNorm3d": (4,), "LayerNorm": (4,),
        "RMSNorm": (4,), "Embedding": (4, 4), "Linear": (4, 4), "GRU": (4, 4), "LSTM": (4, 4),
        "RNN": (4, 4), "GRUCell": (4, 4), "LSTMCell": (4, 4),
    }  # fmt: skip
    for layer in layers:
        name = layer.rpartition(".")[2]
        cell = module[name](*given.get(name, ()))
        taken = LAYER_ATTRIBUTES.get(layer, frozenset()) | LAYER_METHODS.get(layer, frozenset())
        missing = {one for one in taken if not hasattr(cell, one)}
        assert not missing, (layer, missing)
