"""Names of torch that come through another file: each of the two can be moved without the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace
from tests.fixes.conftest import proved_store

ACTIVATIONS = """
import torch
from torch import nn
import torch.nn.functional as F

def hard(x):
    return F.relu(x) + torch.exp(x)
"""
LAYERS = """
from .activations import *

def layer(x):
    return nn.Conv2d(3, 4, 3)(F.relu(torch.exp(hard(x))))
"""
MOVED_LAYERS = """
from .activations import *
from mindspore import mint, nn

def layer(x):
    return nn.Conv2d(3, 4, 3, has_bias=True, pad_mode='pad')(mint.nn.functional.relu(mint.exp(hard(x))))
"""
MOVED_ACTIVATIONS = """
from mindspore import mint

def hard(x):
    return mint.nn.functional.relu(x) + mint.exp(x)
"""


class Package:
    """A package whose files are fixed one after another, as they lie on the disk."""

    def __init__(self, folder: Path, **files: str) -> None:
        self.folder = folder / "p"
        self.folder.mkdir()
        (self.folder / "__init__.py").touch()
        for name, text in files.items():
            (self.folder / f"{name}.py").write_text(text)

    def fix(self, name: str) -> list[Finding]:
        path = self.folder / f"{name}.py"
        document = Document(str(path), path.read_text())
        result = fix_document(document, Config(), Workspace(), unsafe=False, store=proved_store())
        path.write_text(result.document.text)
        return list(result.report.findings)

    def read(self, name: str) -> str:
        return (self.folder / f"{name}.py").read_text()


def package(folder: Path, layers: str = LAYERS, activations: str = ACTIVATIONS) -> Package:
    return Package(folder, activations=activations, layers=layers)


@pytest.mark.parametrize(
    ("activations", "layers"),
    [
        pytest.param("def hard(x): return x\n", LAYERS, id="nothing of torch to take"),
        pytest.param(
            "__all__ = ['hard']\n" + ACTIVATIONS, "from .activations import *\n", id="none read"
        ),
        pytest.param(
            ACTIVATIONS, "from .activations import hard\nhard(1)\n", id="its own function"
        ),
        pytest.param(
            "from torch import nn as _nn\n", "from .activations import *\n_nn\n", id="private"
        ),
        pytest.param(
            ACTIVATIONS,
            "from .activations import *\nimport numpy as nn\nnn\n",
            id="bound afterwards",
        ),
    ],
)
def test_leaves_alone(tmp_path: Path, activations: str, layers: str) -> None:
    project = package(tmp_path, layers, activations)
    assert [f.code for f in project.fix("layers")] == []
    assert project.read("layers") == layers


@pytest.mark.parametrize(
    "order", [["layers", "activations"], ["activations", "layers", "activations"]]
)
def test_either_file_first(tmp_path: Path, order: list[str]) -> None:
    project = package(tmp_path)
    for name in order:
        project.fix(name)
    assert project.read("layers") == MOVED_LAYERS
    assert project.read("activations") == MOVED_ACTIVATIONS


def test_what_others_take_stays_with_torchs_names(tmp_path: Path) -> None:
    project = package(tmp_path, activations=ACTIVATIONS + "c = nn.Conv2d(3, 4, 3)\n")
    left = project.fix("activations")
    assert {(f.code, f.symbol) for f in left} == {
        ("MP112", "torch"), ("MP112", "torch.nn"), ("MP112", "torch.nn.functional")
    }  # fmt: skip
    text = project.read("activations")
    assert "from torch import nn\n" in text
    assert "c = ms.nn.Conv2d(3, 4, 3, has_bias=True, pad_mode='pad')" in text


@pytest.mark.parametrize("made", ["ms.Tensor(1)", "mint.zeros(1)"])
def test_what_others_name_of_mindspore_is_not_taken(tmp_path: Path, made: str) -> None:
    layers = (
        "import mindspore as ms\nfrom mindspore import mint\nfrom . import activations\n"
        f"activations.hard({made})\n"
    )
    source = "from torch import Tensor, zeros\ndef hard(x: Tensor):\n    return x + zeros(1)\n"
    project = package(tmp_path, layers, source)
    assert [f.code for f in project.fix("activations")] == []
    assert "torch" not in project.read("activations")


def test_new_names_do_not_hide_those_of_a_star_import(tmp_path: Path) -> None:
    layers = "from . import ops\nfrom .activations import *\nops.mine(hard(1))\n"
    source = "import torch.nn.functional as F\ndef hard(x):\n    return F.gelu(x)\n"
    project = package(tmp_path, layers, source)
    project.fix("activations")
    assert "return ms.ops.gelu(x)" in project.read("activations")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from .activations import nn\nnn.ReLU()\n",
            "from mindspore import mint\nmint.nn.ReLU()\n",
        ),
        (
            "from .activations import hard, nn as n\nn.ReLU()\nhard(1)\n",
            "from .activations import hard\nfrom mindspore import mint\nmint.nn.ReLU()\nhard(1)\n",
        ),
        (
            "from .activations import (\n    nn,\n    hard,\n)\nhard(nn.ReLU())\n",
            "from .activations import (\n    hard,\n)\nfrom mindspore import mint\nhard(mint.nn.ReLU())\n",
        ),
        (
            "def f():\n    from .activations import nn\n    return nn.ReLU()\n",
            "from mindspore import mint\ndef f():\n    return mint.nn.ReLU()\n",
        ),
        (
            "from .activations import *\nx = F.unknown(torch.exp(1))\n",
            "from .activations import *\nfrom mindspore import mint\nimport torch.nn.functional as F\n"
            "x = F.unknown(mint.exp(1))\n",
        ),
    ],
)
def test_a_file_imports_itself_what_it_took(tmp_path: Path, before: str, after: str) -> None:
    project = package(tmp_path, before)
    project.fix("layers")
    assert project.read("layers") == after


def test_through_a_package(tmp_path: Path) -> None:
    project = Package(
        tmp_path,
        activations=ACTIVATIONS,
        __init__="from .activations import *\n",
        main="from p import nn, hard\nnn.ReLU()(hard(1))\n",
    )
    assert "MP112" in {f.code for f in project.fix("activations")}
    assert "from torch import nn" in project.read("activations")
    project.fix("main")
    assert project.read("main") == (
        "from p import hard\nfrom mindspore import mint\nmint.nn.ReLU()(hard(1))\n"
    )


def test_attributes_of_torch_are_not_taken_from_a_module(tmp_path: Path) -> None:
    layers = """
import torch
from . import activations

def layer(x):
    return activations.hard(torch.nn.functional.relu(torch.exp(x)))
"""
    project = Package(tmp_path, activations=ACTIVATIONS, layers=layers)
    assert project.fix("activations") == []
    assert project.read("activations") == MOVED_ACTIVATIONS


def test_a_module_of_which_an_attribute_is_taken(tmp_path: Path) -> None:
    project = package(tmp_path, "from . import activations as a\na.nn.Unknown()\n")
    project.fix("activations")
    assert "from torch import nn" in project.read("activations")
    assert "import torch.nn.functional" not in project.read("activations")


@pytest.mark.parametrize("statement", ["from .activations import *", "from .activations import nn"])
def test_a_name_that_has_become_mindspores_is_marked(tmp_path: Path, statement: str) -> None:
    layers = f"{statement}\ndef layer():\n    return nn.Conv2d(3, 4, 3)\n"
    project = package(tmp_path, layers, "from mindspore import nn\nx = nn.ReLU()\n")
    (finding,) = project.fix("layers")
    assert (finding.code, finding.symbol) == ("MP111", "mindspore.nn")
    assert project.read("layers") == layers
