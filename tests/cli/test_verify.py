"""``mindport verify``: both frameworks, one model."""

from __future__ import annotations

import pytest

from .conftest import Folder, Run

HEAD = "import torch\nfrom torch import nn\nfrom parts import Block\n\n\n"
NET = """
class Net(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.block = Block(3, width)
        self.drop = nn.Dropout(0.5)
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        return self.head(self.drop(self.block(x)).mean((2, 3)))
"""
PARTS = """
from torch import nn


class Block(nn.Module):
    def __init__(self, inside, outside):
        super().__init__()
        self.conv = nn.Conv2d(inside, outside, 3, bias=False)
        self.norm = nn.BatchNorm2d(outside)

    def forward(self, x):
        return self.norm(self.conv(x)).relu()
"""
IMAGES = ("--input", "torch.randn(2, 3, 8, 8)")


@pytest.fixture
def net(folder: Folder) -> Folder:
    folder.write("net.py", HEAD + NET)
    folder.write("parts.py", PARTS)
    return folder


def test_a_model_of_two_files_is_equal_in_both_modes(umbrella: Run, net: Folder) -> None:
    result = umbrella("verify", "net.py:Net(width=5)", *IMAGES, "--training")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("equal") == 2 and "7 weights" in result.stdout
    assert net.read("net.py").decode() == HEAD + NET


def test_a_model_in_a_package_whose_other_files_are_imported_with_it(
    umbrella: Run, folder: Folder
) -> None:
    folder.write("pkg/__init__.py", "from pkg.parts import Block\nfrom .net import Net\n")
    folder.write("pkg/parts.py", PARTS)
    folder.write("pkg/net.py", (HEAD + NET).replace("from parts", "from .parts"))
    folder.write("pkg/alone.py", PARTS)
    result = umbrella("verify", "pkg/alone.py:Block(3, 4)", *IMAGES)
    assert result.exit_code == 0, result.output


def test_a_package_without_init_whose_files_import_each_other_by_its_name(
    umbrella: Run, folder: Folder
) -> None:
    folder.write("detector/parts.py", PARTS)
    folder.write("detector/net.py", HEAD.replace("from parts", "from detector.parts") + NET)
    folder.write("detector/models/relative.py", HEAD.replace("from parts", "from ..parts") + NET)
    for file in ("net", "models/relative"):
        result = umbrella("verify", f"detector/{file}.py:Net()", *IMAGES)
        assert result.exit_code == 0, result.output


def test_a_model_that_computes_something_else_differs(umbrella: Run, net: Folder) -> None:
    more = "\n\nclass Other(Net):\n    def forward(self, x):\n"
    net.write("net.py", HEAD + NET + more + "        return x + len(type(x).__module__)\n")
    result = umbrella("verify", "net.py:Other()", *IMAGES)
    assert result.exit_code == 1 and "differs" in result.stdout


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("net.py:Absent()", "NameError: name 'Absent'"),
        ("net.py:Net(", "net.py: Python cannot parse"),
        ("other.py:Net()", "other.py: No such file"),
        ("net.py:torch.zeros(2)", "no torch module but a Tensor"),
    ],
)
def test_what_cannot_be_built_is_told(umbrella: Run, net: Folder, model: str, told: str) -> None:
    result = umbrella("verify", model, *IMAGES)
    assert result.exit_code == 2 and told in result.stderr


LEFT = """

class Hooked(Net):
    def forward(self, x):
        torch.fx.Graph()
        return super().forward(x)
"""


def test_what_the_model_does_not_need_may_stay_torch(umbrella: Run, net: Folder) -> None:
    net.write("net.py", HEAD + NET + LEFT)
    assert umbrella("verify", "net.py:Net()", *IMAGES).exit_code == 0


def test_a_model_that_cannot_be_migrated_is_told_with_its_place(umbrella: Run, net: Folder) -> None:
    net.write("net.py", HEAD + NET + LEFT)
    result = umbrella("verify", "net.py:Hooked()", *IMAGES)
    line = (HEAD + NET + LEFT).split("\n").index("        torch.fx.Graph()") + 1
    assert result.exit_code == 2 and "does not run on MindSpore" in result.stderr
    assert f"net.py:{line}: NotMigratedError: torch.fx.Graph is used here" in result.stderr
    assert "lsp-check" in result.stderr


DECORATED = """
import functools

from torch import nn


def doubled(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args) * 2

    return inner


class Net(nn.Module):
    @doubled
    def forward(self, x):
        return x + 1
"""


@pytest.mark.parametrize("chosen", ["option", "settings"])
def test_graph_mode_compiles_the_model(umbrella: Run, folder: Folder, chosen: str) -> None:
    """The compiler looks through the decorator; PyNative does not."""
    folder.write("net.py", DECORATED)
    command = ("verify", "net.py:Net()", "--input", "torch.ones(3)")
    assert umbrella(*command).exit_code == 0
    if chosen == "settings":
        folder.write("pyproject.toml", '[tool.mindport]\nmode = "GRAPH"\n')
    else:
        command += ("--mode", "GRAPH")
    result = umbrella(*command)
    assert result.exit_code == 1 and "differs" in result.stdout
