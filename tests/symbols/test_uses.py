"""Which torch symbols a file uses: source in, symbols out."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from mindport.symbols.flow import find_uses
from mindport.symbols.workspace import Workspace


def uses(source: str, path: Path | None = None) -> list[str]:
    """Symbols in the order of the source; those of a mere name marked with a question mark."""
    place = path or Path("nowhere/example.py")
    found = find_uses(ast.parse(dedent(source)), str(place), Workspace())
    return [f"{use.symbol}?" if use.confidence == "name" else use.symbol for use in found.uses]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("import numpy as np\nx = np.zeros(3)\nx.reshape(1, 3).max()", id="numpy"),
        pytest.param("import torch\nimport pandas as pd\npd.DataFrame({}).mean()", id="pandas"),
        pytest.param("import torch\n'a,b'.split(',')", id="str literal"),
        pytest.param("import torch\nname = 'a'\nname.index('a')", id="str name"),
        pytest.param("import torch\nxs = [1, 2]\nxs.sort()\nxs.index(1)", id="list"),
        pytest.param("import torch\nd = {}\nd.values()", id="dict"),
        pytest.param("import torch\ndef f(torch):\n    return torch.cat([1])", id="parameter"),
        pytest.param("import torch\ntorch = object()\ntorch.cat", id="rebound"),
        pytest.param(
            "import torch\ndef f():\n    x = torch.cat\n    torch = 3\n    return x",
            id="local everywhere in its function",
        ),
        pytest.param("import torch\ndel torch\ntorch.cat", id="deleted"),
        pytest.param(
            "def f(g):\n    from torch import relu\n    relu = g\n    def h(x):\n        return relu(x)",
            id="imported in the function around, and given something else",
        ),
        pytest.param("from torch import nn\ndef f(nn):\n    nn.Linear(2, 3)", id="parameter nn"),
        pytest.param("import torch\nfor torch in range(3):\n    torch.cat", id="loop variable"),
        pytest.param("import torch\n[torch.cat for torch in ()]", id="comprehension variable"),
        pytest.param("import torch\nf = lambda torch: torch.cat", id="lambda parameter"),
        pytest.param("x.view(3)\nx.unsqueeze(0)", id="a file without torch"),
        pytest.param("from mindspore import mint\ny = mint.zeros(3)\ny.view(3)", id="mindspore"),
        pytest.param("from mindspore import nn\nnn.Conv2d(3, 4, 3)", id="mindspore's nn"),
        pytest.param(
            "import argparse, torch\nfrom types import SimpleNamespace\n"
            "def f(h):\n    SimpleNamespace(**h).log_softmax(3)\n"
            "    argparse.Namespace(**h).unsqueeze(0)",
            id="a namespace",
        ),
        pytest.param(
            "import torch\nwith open('f') as f:\n    s = f.read()\n    s.split()", id="file content"
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert uses(source) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("import torch\ntorch.cat(x)", ["torch.cat"], id="plain"),
        pytest.param("import torch.nn as N\nN.Linear(1, 2)", ["torch.nn.Linear"], id="alias"),
        pytest.param(
            "from torch.nn import functional as F, Linear as L\nF.relu(L)",
            ["torch.nn.functional.relu", "torch.nn.Linear"],
            id="from with aliases",
        ),
        pytest.param(
            "from torch.nn import *\nConv2d(1, 2, 3)", ["torch.nn.Conv2d"], id="star import"
        ),
        pytest.param(
            "from torch.nn.modules.linear import Linear\nLinear(1, 2)",
            ["torch.nn.Linear"],
            id="documented name of a private place",
        ),
        pytest.param(
            "try:\n    import torch\nexcept ImportError:\n    torch = None\ntorch.cat",
            ["torch.cat"],
            id="conditional import",
        ),
        pytest.param(
            "if True:\n    import torch as t\nelse:\n    t = None\nt.zeros(1)",
            ["torch.zeros"],
            id="import in a branch",
        ),
        pytest.param(
            "import torch\nx = torch.zeros(2)\ny = (x + 1)[0] * 2\ny.size(0)",
            ["torch.zeros", "torch.Tensor.size"],
            id="arithmetic and indexing",
        ),
        pytest.param(
            "import torch\nfor t in [torch.zeros(1), torch.ones(1)]:\n    t.size()",
            ["torch.zeros", "torch.ones", "torch.Tensor.size"],
            id="loop over a list",
        ),
        pytest.param(
            "import torch\n[t.size() for t in torch.split(torch.zeros(4), 2)]",
            ["torch.Tensor.size", "torch.split", "torch.zeros"],
            id="comprehension",
        ),
        pytest.param(
            "import torch\nv, i = torch.zeros(3).max(dim=0)\ni.size()",
            ["torch.zeros", "torch.Tensor.max", "torch.Tensor.size"],
            id="tuple unpacking",
        ),
        pytest.param(
            "import torch\nr = torch.zeros(3).max(dim=0)\nr.values.size()",
            [
                "torch.zeros",
                "torch.Tensor.max",
                "torch.return_types.max.values",
                "torch.Tensor.size",
            ],
            id="named tuple",
        ),
        pytest.param(
            "import torch\ntorch.zeros(3).view(1, 3).permute(1, 0)",
            ["torch.zeros", "torch.Tensor.view", "torch.Tensor.permute"],
            id="chain",
        ),
        pytest.param(
            "import torch\ndef f():\n    return torch.zeros(1)\nf().size()",
            ["torch.zeros", "torch.Tensor.size"],
            id="user function that returns a tensor",
        ),
        pytest.param(
            "import torch\ndef f(x: torch.Tensor):\n    x.size()",
            ["torch.Tensor", "torch.Tensor.size"],
            id="annotation",
        ),
        pytest.param(
            "import torch\ndef f(x: 'torch.Tensor'):\n    x.size()",
            ["torch.Tensor", "torch.Tensor.size"],
            id="annotation in a string",
        ),
        pytest.param(
            "import torch\nfrom typing import Optional\n"
            "def f(x: Optional[torch.Tensor] = None):\n    x.size()",
            ["torch.Tensor", "torch.Tensor.size"],
            id="optional annotation",
        ),
        pytest.param(
            "import torch\ndef f(x):\n    if isinstance(x, torch.Tensor):\n        x.size()",
            ["torch.Tensor", "torch.Tensor.size"],
            id="isinstance",
        ),
        pytest.param(
            "import torch\ndef f(x, y):\n    x.masked_fill(x, 1)\n    y.sum()",
            ["torch.Tensor.masked_fill", "torch.Tensor.sum?"],
            id="unknown receiver: a telling name is likely, a common one is a guess",
        ),
        pytest.param(
            "from torch import nn\nclass N(nn.Module):\n    def forward(self, x):\n"
            "        return list(x.values())",
            ["torch.nn.Module", "torch.Tensor.values?"],
            id="values of what a network is given, which is a dict",
        ),
        pytest.param(
            "import torch\ndef late():\n    return helper()\ndef helper():\n    return torch.eye(2)\n"
            "late().size()",
            ["torch.eye", "torch.Tensor.size"],
            id="functions in any order",
        ),
        pytest.param(
            "def f():\n    from torch import relu\n    def h(x):\n        return relu(x)",
            ["torch.relu"],
            id="imported in the function around",
        ),
        pytest.param(
            """
            def f(new):
                if new:
                    from torch.amp import GradScaler
                else:
                    from torch.amp.grad_scaler import GradScaler
                return GradScaler()
            """,
            ["torch.amp.GradScaler"],
            id="imported in both branches",
        ),
        pytest.param(
            "from mindspore import mint\ny = mint.zeros(3)\ny.size(0)\ny.detach()",
            ["torch.Tensor.size", "torch.Tensor.detach"],
            id="what a MindSpore tensor lacks",
        ),
    ],
)
def test_finds(source: str, expected: list[str]) -> None:
    assert uses(source) == expected


MODULE = """
    import torch
    from torch import nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2d(3, 4, 3)
            self.register_buffer("table", torch.zeros(3))

        def forward(self, x, flag=True):
            y = self.conv(x)
            if self.training:
                y = y.flatten(1)
            self.table.size()
            return y

    net = Net()
    net(torch.zeros(1)).size()
    net.forward(1)
    net.eval()
"""


def test_modules() -> None:
    assert uses(MODULE) == [
        "torch.nn.Module",
        "torch.nn.Module.__init__",
        "torch.nn.Conv2d",
        "torch.nn.Module.register_buffer",
        "torch.zeros",
        "torch.nn.Module.training",
        "torch.Tensor.flatten",
        "torch.Tensor.size",
        "torch.zeros",
        "torch.Tensor.size",
        "torch.nn.Module.forward",
        "torch.nn.Module.eval",
    ]


def test_super_forward() -> None:
    source = """
        from torch import nn
        class A(nn.Module):
            def forward(self, x):
                return x.relu()
        class B(A):
            def forward(self, x):
                return super().forward(x).size()
    """
    found = uses(source)
    assert "torch.nn.Module.forward" in found
    assert found[-1] == "torch.Tensor.size"


def test_names_of_other_files(tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text("from torch import nn\nclass Base(nn.Module):\n    pass\n")
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg/__init__.py").write_text("from .inner import make\nfrom torch import nn\n")
    (tmp_path / "pkg/inner.py").write_text(
        "import torch\ndef make() -> torch.Tensor:\n    return torch.zeros(3)\n"
    )
    source = """
        from layers import Base
        from pkg import make, nn
        class Net(Base):
            def forward(self, x):
                return x.size()
        make().size()
        nn.Linear(1, 2)
    """
    assert uses(source, tmp_path / "model.py") == [
        "torch.Tensor.size",
        "torch.Tensor.size",
        "torch.nn.Linear",
    ]


def test_star_import_of_a_user_file(tmp_path: Path) -> None:
    (tmp_path / "common.py").write_text("import torch\nfrom torch import nn\n")
    assert uses("from common import *\ntorch.cat(nn)", tmp_path / "m.py") == [
        "torch.cat",
        "torch.nn",
    ]


def test_files_that_import_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("from b import B\nimport torch\nclass A(B): pass\n")
    (tmp_path / "b.py").write_text("from a import A\nimport torch\nclass B(A): pass\n")
    assert uses("from a import A\nimport torch\ntorch.cat(A)", tmp_path / "m.py") == ["torch.cat"]


def test_what_a_namespace_holds_may_be_a_tensor() -> None:
    source = """
        from types import SimpleNamespace
        import torch

        class Trainer:
            def __init__(self, hparams, size):
                self.hparams = SimpleNamespace(**hparams)
                self.hparams.mask = torch.ones(size)

            def step(self):
                return self.hparams.unsqueeze(0), self.hparams.mask.unsqueeze(1), self.hparams.x.unsqueeze(0)
    """
    assert uses(source) == ["torch.ones", "torch.Tensor.unsqueeze", "torch.Tensor.unsqueeze"]


LAYERS = """
import torch

class Linear:
    def __init__(self, n):
        self.weight = torch.randn(n, n)
    def __call__(self, x):
        return x @ self.weight
    def parameters(self):
        return {leaf}

class Sequential:
    def __init__(self, layers):
        self.layers = layers
    def {call}(self, x):
        return x
    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]
"""
OWN_MODULE = "class Net(torch.nn.Module):\n    pass\n"


@pytest.mark.parametrize(
    ("source", "are_modules"),
    [
        pytest.param(LAYERS.format(leaf="[self.weight]", call="__call__"), False, id="micrograd"),
        pytest.param(
            LAYERS.format(leaf="self.inner.parameters()", call="__call__"),
            True,
            id="around modules",
        ),
        pytest.param(
            LAYERS.format(leaf="[self.weight]", call="run") + OWN_MODULE, True, id="beside modules"
        ),
    ],
)
def test_parameters_of_layers_that_are_no_modules(source: str, are_modules: bool) -> None:
    assert ("torch.nn.Module.parameters" in uses(source)) == are_modules


REST = """
from torch import nn

class Net(nn.Module):
    def {method}(self, {given}):
        return [self.folded(item) for item in rest]

    @staticmethod
    def folded(one):
        return one.size()
"""


@pytest.mark.parametrize(
    ("method", "given", "size"),
    [
        ("forward", "*rest", "torch.Tensor.size"),
        ("forward", "x, *rest", "torch.Tensor.size"),
        ("forward", "*rest: int", "torch.nn.Module"),
        ("other", "*rest", "torch.Tensor.size?"),
    ],
)
def test_what_a_forward_takes_one_by_one_are_tensors(method: str, given: str, size: str) -> None:
    assert uses(REST.format(method=method, given=given))[-1] == size
