"""jedi over Mindport's stubs: what it infers, with torch out of reach and within it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.symbols.jedi_project import infer_type, project, script, type_at

HEAD = """\
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import StepLR
from torchvision import models, transforms
x = torch.randn(2, 3)
model = nn.Linear(3, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
    def forward(self, images):
        return self.conv(images).relu()
def scaled(value):
    return torch.tanh(value) * 2
"""


def inferred(expression: str, root: Path, head: str = HEAD) -> str | None:
    text = f"{head}answer = {expression}\n"
    line = text.count("\n")
    return infer_type(text, root / "program.py", line, 2, project(root))


@pytest.mark.parametrize(
    "expression",
    [
        "no_such_name.view(2)",
        "torch.no_such_function(2)",
        "model.no_such_method()",
        "x.no_such_attribute",
        "model(",
        "",
    ],
)
def test_what_is_not_known_has_no_type(expression: str, tmp_path: Path) -> None:
    assert inferred(expression, tmp_path) is None


@pytest.mark.parametrize(
    ("expression", "type_"),
    [
        ("[1, 2]", "list"),
        ("'text'.split()", "list"),
        ("{'a': 1}", "dict"),
        ("len(x)", "int"),
        ("open('f')", "io.TextIOWrapper"),
        ("x.size(0)", "int"),
        ("x.tolist()", "list"),
    ],
)
def test_what_is_no_tensor_is_not_taken_for_one(
    expression: str, type_: str, tmp_path: Path
) -> None:
    found = inferred(expression, tmp_path)
    assert found is not None
    assert found.rpartition(".")[2] == type_.rpartition(".")[2]


@pytest.mark.parametrize(
    "expression",
    [
        "x.view(3, 2)",
        "x.sum(1).unsqueeze(0).T.float().contiguous()",
        "x.to('cpu').detach()",
        "x[0]",
        "x[:, None] + 1",
        "x @ x.T",
        "x.max(1)[0]",
        "x.max(dim=1).values",
        "torch.topk(x, 2).indices",
        "torch.cat([x, x])",
        "torch.split(x, 2)[0]",
        "torch.linalg.norm(x)",
        "torch.fft.fft(x)",
        "torch.special.expit(x)",
        "F.relu(x)",
        "F.max_pool2d(x, 2)",
        "model(x)",
        "nn.Linear(3, 4)(x)",
        "nn.BatchNorm2d(3)(x)",
        "nn.Sequential(model)(x)",
        "nn.CrossEntropyLoss()(x, x)",
        "nn.MultiheadAttention(4, 2)(x, x, x)[0]",
        "nn.LSTM(3, 4)(x)[0]",
        "Net()(x)",
        "Net().forward(x)",
        "scaled(x)",
        "models.resnet18()(x)",
        "model.weight",
        "[t for t in x][0]",
        "torch.distributions.Normal(0, 1).sample()",
        "torch.nn.utils.rnn.pad_sequence([x])",
        "torch.from_numpy(None)",
    ],
)
def test_tensors(expression: str, tmp_path: Path) -> None:
    assert inferred(expression, tmp_path) == "torch.Tensor"


@pytest.mark.parametrize(
    ("expression", "type_"),
    [
        ("model", "torch.nn.Linear"),
        ("nn.modules.linear.Linear(3, 4)", "torch.nn.Linear"),
        ("Net().conv", "torch.nn.Conv2d"),
        ("Net()", "program.Net"),
        ("optimizer", "torch.optim.Adam"),
        ("StepLR(optimizer, 1)", "torch.optim.lr_scheduler.StepLR"),
        ("x.shape", "torch.Size"),
        ("x.dtype", "torch.dtype"),
        ("torch.float32", "torch.dtype"),
        ("torch.device('cpu')", "torch.device"),
        ("next(model.parameters())", "torch.nn.Parameter"),
        ("torch.utils.data.DataLoader([])", "torch.utils.data.DataLoader"),
        ("models.resnet18()", "torchvision.models.ResNet"),
        ("transforms.Compose([])", "torchvision.transforms.Compose"),
        ("model.to('cpu')", "torch.nn.Linear"),
        ("torch.Generator()", "torch.Generator"),
    ],
)
def test_other_types_have_their_documented_name(
    expression: str, type_: str, tmp_path: Path
) -> None:
    assert inferred(expression, tmp_path) == type_


def test_tuples_from_torch_unpack(tmp_path: Path) -> None:
    head = f"{HEAD}values, indices = x.max(1)\noutput, (hidden, cell) = nn.LSTM(3, 4)(x)\n"
    for name in ("values", "indices", "output", "hidden", "cell"):
        assert inferred(name, tmp_path, head) == "torch.Tensor", name


def test_names_from_other_files_of_the_workspace(tmp_path: Path) -> None:
    package = tmp_path / "blocks"
    package.mkdir()
    (package / "__init__.py").write_text("from .conv import *\n")
    (package / "conv.py").write_text(
        "from torch import nn\n"
        "class Base(nn.Module): pass\n"
        "class Block(Base):\n"
        "    def forward(self, x): return x.relu()\n"
        "def build(): return nn.Conv2d(3, 4, 1)\n"
    )
    head = f"{HEAD}from blocks import Block, build\n"
    assert inferred("Block()(x)", tmp_path, head) == "torch.Tensor"
    assert inferred("build()", tmp_path, head) == "torch.nn.Conv2d"


def test_one_script_answers_for_many_places(tmp_path: Path) -> None:
    text = f"{HEAD}a = x.sum()\nb = model\n"
    at = script(text, tmp_path / "program.py", project(tmp_path))
    last = text.count("\n")
    assert type_at(at, last - 1, 0) == "torch.Tensor"
    assert type_at(at, last, 0) == "torch.nn.Linear"
    assert type_at(at, last + 100, 0) is None
    assert type_at(at, 1, 10_000) is None


def test_a_torch_in_the_workspace_does_not_replace_the_stubs(tmp_path: Path) -> None:
    fake = tmp_path / "torch"
    fake.mkdir()
    (fake / "__init__.py").write_text("def randn(*size): return 'text'\n")
    assert inferred("torch.randn(2)", tmp_path) == "torch.Tensor"


def test_the_installed_torch_is_not_imported(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path;"
        "from mindport.symbols.jedi_project import infer_type, project;"
        "text = 'import torch\\nx = torch.ones(2).sum()\\n';"
        "root = Path(sys.argv[1]);"
        "assert infer_type(text, root / 'a.py', 2, 0, project(root)) == 'torch.Tensor';"
        "assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True, timeout=120)


@pytest.mark.parametrize("expression", ["x.max(1)[0]", "F.relu(x)", "nn.Parameter(x).sum()"])
def test_a_torch_that_this_process_has_imported_changes_nothing(
    expression: str, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    assert "torch" in sys.modules
    assert inferred(expression, tmp_path) == "torch.Tensor"


def test_asking_imports_nothing_and_leaves_the_search_path_alone(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text("raise SystemExit('imported')\nvalue = [1]\n")
    before = (list(sys.path), set(sys.modules))
    head = f"{HEAD}import noisy, sys, time, os.path, collections, _ctypes\n"
    assert inferred("noisy.value", tmp_path, head) == "list"
    assert inferred("time.time()", tmp_path, head) == "float"
    assert inferred("sys.argv", tmp_path, head) == "list"
    assert inferred("os.path.join('a', 'b')", tmp_path, head) == "str"
    assert inferred("collections.OrderedDict()", tmp_path, head) == "collections.OrderedDict"
    assert (list(sys.path), set(sys.modules)) == before


def test_packages_without_an_init_file_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "spaces" / "inner"
    folder.mkdir(parents=True)
    (folder / "build.py").write_text("import torch\ndef make(): return torch.ones(2)\n")
    head = f"{HEAD}from spaces.inner.build import make\n"
    assert inferred("make()", tmp_path, head) == "torch.Tensor"
