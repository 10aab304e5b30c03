"""copy.deepcopy of tensors, which in MindSpore share their memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from tests.findings.conftest import findings, fixed

HEAD = "import copy\nimport torch\nfrom torch import nn\n\n\n"


@pytest.mark.parametrize(
    "expression",
    [
        "copy.deepcopy(nn.Linear(2, 2))",
        "copy.deepcopy(nn.Linear(2, 2).state_dict())",
        "copy.deepcopy(nn.Linear(2, 2).weight)",
        "copy.deepcopy(nn.Parameter(torch.ones(2)))",
        "copy.deepcopy([1, 2])",
        "copy.copy([torch.ones(2)])",
    ],
)
def test_what_is_copied_is_left_alone(expression: str) -> None:
    found = findings(f"{HEAD}kept = {expression}\n")
    assert not [f for f in found if "__deepcopy__" in f.symbol]


@pytest.mark.parametrize(
    ("expression", "after"),
    [("copy.deepcopy(x)", "x.copy()"), ("copy.deepcopy(x + 1)", "(x + 1).copy()")],
)
def test_a_tensor_is_copied(expression: str, after: str) -> None:
    text = fixed(f"{HEAD}x = torch.ones(2)\nkept = {expression}\n")
    assert f"kept = {after}\n" in text


def test_tensors_in_a_list_are_marked() -> None:
    found = findings(f"{HEAD}kept = copy.deepcopy([torch.ones(2), torch.ones(3)])\n")
    (finding,) = [f for f in found if "__deepcopy__" in f.symbol]
    assert (finding.code, finding.severity, finding.fix) == ("MP215", "warning", None)


LISTED = """class Server:
    def __init__(self, net):
        self.controls = []
        for p in net.parameters():
            self.controls.append(torch.zeros_like(p))

    def add(self):
        kept = copy.deepcopy(self.controls)
        return kept
"""


def test_tensors_that_were_appended_are_copied() -> None:
    source = HEAD + LISTED
    assert "copy.deepcopy(self.controls)" in fixed(source)
    assert "kept = [tensor.copy() for tensor in self.controls]\n" in fixed(source, unsafe=True)


NETWORKS = """import copy
from copy import deepcopy
import torch
from torch import nn


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(2))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
        self.other = nn.Linear(2, 2)


net = Net()
{}
"""
ELSEWHERE = """from copy import deepcopy
import torch


class Average:
    def __init__(self, model):
        self.model = deepcopy(model){}

    def update(self, model):
        {}
"""
IN_PLACE = "for k, v in self.model.state_dict().items():\n            v *= 0.9"


@pytest.mark.parametrize(
    "line", ["kept = deepcopy(net.other)", "kept = deepcopy(3)", "kept = copy.copy(net)"]
)
def test_what_has_no_buffers_is_left_alone(line: str) -> None:
    assert "copied_cell" not in fixed(NETWORKS.format(line), unsafe=True)


@pytest.mark.parametrize(
    ("chain", "body"),
    [
        (".eval()", "return self.model(model)"),
        (".detach()", IN_PLACE.replace("self.model", "model")),
    ],
)
def test_what_may_have_none_is_left_alone(chain: str, body: str) -> None:
    assert "copied_cell" not in fixed(ELSEWHERE.format(chain, body), unsafe=True)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("kept = deepcopy(net)", "kept = copied_cell(net)"),
        ("kept = [copy.deepcopy(net.part) for _ in range(2)]", "kept = [copied_cell(net.part) for"),
    ],
)
def test_buffers_of_a_network_are_copied(line: str, after: str) -> None:
    text = fixed(NETWORKS.format(line))
    assert f"\n{after}" in text and "def copied_cell(cell)" in text
    assert not [f for f in findings(text) if f.code == "MP215"]


@pytest.mark.parametrize("chain", ["", ".eval()"])
def test_buffers_of_a_network_of_another_file_are_copied(chain: str) -> None:
    text = fixed(ELSEWHERE.format(chain, IN_PLACE), unsafe=True)
    assert "        self.model = copied_cell(model)" in text


STATES = "{name: value.copy() for name, value in "


@pytest.mark.parametrize("network", ["net", "net.part"])
def test_buffers_among_states_are_copied(network: str) -> None:
    text = fixed(NETWORKS + f"net = Net()\nbest = copy.deepcopy({network}.state_dict())\n")
    assert f"best = {STATES}{network}.state_dict().items()}}\n" in text


def test_states_of_a_network_that_is_not_seen_are_copied_where_the_file_has_buffers() -> None:
    keep = "def keep(net: nn.Module, optimizer):\n    return deepcopy(net.state_dict()), {}\n"
    source = keep.format("deepcopy(optimizer.state_dict())")
    text = fixed(NETWORKS + source)
    assert f"return {STATES}net.state_dict().items()}}, deepcopy(" in text
    assert "deepcopy(net.state_dict())" in fixed(HEAD + "from copy import deepcopy\n" + source)


@pytest.mark.parametrize(
    ("made", "copied"),
    [
        ("nn.Dropout(0.1)", False),
        ("nn.Dropout2d(0.1)", True),
        ("nn.Sequential(nn.Dropout3d())", True),
    ],
)
def test_networks_of_other_files_that_deepcopy_raises_for(
    tmp_path: Path, made: str, copied: bool
) -> None:
    tmp_path.joinpath("models.py").write_text(
        "from torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n"
        f"        super().__init__()\n        self.drop = {made}\n"
    )
    path = tmp_path / "train.py"
    text = "import copy\nfrom models import Net\n\nnet = Net()\nlocal = copy.deepcopy(net)\n"
    path.write_text(text)
    document = Document(str(path), text)
    result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
    assert ("local = copied_cell(net)" in result.document.text) == copied


def test_networks_of_other_files_that_have_buffers(tmp_path: Path) -> None:
    tmp_path.joinpath("models.py").write_text(NETWORKS.partition("net = ")[0])
    path = tmp_path / "train.py"
    text = "import copy\nfrom models import Net\n\nnet = Net()\nlocal = copy.deepcopy(net)\n"
    path.write_text(text)
    document = Document(str(path), text)
    result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
    assert "local = copied_cell(net)" in result.document.text
