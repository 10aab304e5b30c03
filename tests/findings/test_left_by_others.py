"""Gradients that a training step of one file leaves for the first step of another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.marking import fix_and_mark
from mindport.symbols.workspace import Workspace

from .conftest import findings

IMPORT = "from common import net, optimizer, loss_fn\n"
COMMON = (
    "import torch\nfrom torch import nn\nnet = nn.Linear(3, 1)\nloss_fn = nn.MSELoss()\n"
    "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
)
LEAVES = (
    "def warm({0}):\n    for x, y in batches:\n        {1}.zero_grad()\n"
    "        loss = loss_fn(net(x), y)\n        loss.backward()\n        {1}.step()\n"
)
CLEARS_BEHIND = (
    "def train({0}):\n    for x, y in batches:\n        loss = loss_fn(net(x), y)\n"
    "        loss.backward()\n        optimizer.step()\n        optimizer.zero_grad()\n"
)
GIVEN = "net, loss_fn, {}, batches"
TORCH = "import torch\n"
OWN = CLEARS_BEHIND.format("batches").replace(
    ":\n    for",
    ":\n    net = torch.nn.Linear(3, 1)\n    loss_fn = torch.nn.MSELoss()\n"
    "    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n    for",
)


def told(folder: Path, files: dict[str, str], name: str = "train.py") -> list[str]:
    """The severities of what is said of the training steps of one of the files."""
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    found = findings(files[name], path=str(folder / name))
    return [f.severity for f in found if f.code == "MP306" and "accumulates" in f.message.en]


SHARED = {
    "common.py": COMMON,
    "warm.py": IMPORT + LEAVES.format("batches", "optimizer"),
    "train.py": IMPORT + CLEARS_BEHIND.format("batches"),
}
PASSED = {
    "warm.py": TORCH + LEAVES.format(GIVEN.format("opt"), "opt"),
    "train.py": TORCH + CLEARS_BEHIND.format(GIVEN.format("optimizer")),
    "main.py": "from warm import warm\nfrom train import train\n",
}


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({k: v for k, v in PASSED.items() if k != "main.py"}, id="never met"),
        pytest.param({**PASSED, "main.py": "from warm import other\nimport train\n"}, id="another"),
        pytest.param(
            {**PASSED, "warm.py": PASSED["warm.py"].replace("opt.", "optimizer_d.")},
            id="an optimizer of another name",
        ),
        pytest.param(
            {**PASSED, "warm.py": PASSED["warm.py"] + "    opt.zero_grad()\n"}, id="cleared behind"
        ),
        pytest.param({**PASSED, "train.py": TORCH + OWN}, id="a network of its own"),
        pytest.param({**SHARED, "warm.py": "from common import net\n"}, id="no step"),
        pytest.param(
            {
                "warm.py": SHARED["warm.py"].replace("common", "old"),
                "old.py": COMMON,
                "common.py": COMMON,
                "train.py": SHARED["train.py"],
            },
            id="the same name in another module",
        ),
    ],
)
def test_leaves_alone(tmp_path: Path, files: dict[str, str]) -> None:
    assert told(tmp_path, files) == ["warning"]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(SHARED, id="imported by both"),
        pytest.param(PASSED, id="given to both"),
        pytest.param(
            {**PASSED, "main.py": "import warm, train\n"}, id="given to functions of modules"
        ),
        pytest.param(
            {
                "warm.py": PASSED["warm.py"],
                "train.py": "from warm import warm\n" + OWN.replace(
                    "    for", "    warm(net, loss_fn, optimizer, batches)\n    for"
                ) + TORCH,
            },
            id="called before the loop",
        ),
        pytest.param(
            {
                "train.py": PASSED["train.py"],
                "main.py": f"{TORCH}from train import train\n"
                + LEAVES.format(GIVEN.format("optimizer"), "optimizer"),
            },
            id="where it is called",
        ),
        pytest.param(
            {
                "common.py": COMMON,
                "warm.py": "import common\n"
                + LEAVES.format("batches", "common.optimizer").replace("net(", "common.net("),
                "train.py": SHARED["train.py"],
            },
            id="through the module",
        ),
        pytest.param(
            {
                "train.py": COMMON + CLEARS_BEHIND.format("batches"),
                "warm.py": SHARED["warm.py"].replace("common", "train"),
            },
            id="what the file itself holds",
        ),
    ],
)  # fmt: skip
def test_marks(tmp_path: Path, files: dict[str, str]) -> None:
    assert told(tmp_path, files) == ["error"]


def test_the_other_step_is_moved(tmp_path: Path) -> None:
    assert told(tmp_path, SHARED, "warm.py") == ["warning"]


def test_the_mark_stays_when_the_other_file_is_migrated(tmp_path: Path) -> None:
    assert told(tmp_path, SHARED) == ["error"]
    document = Document(str(tmp_path / "train.py"), SHARED["train.py"])
    result = fix_and_mark(document, Config(), Workspace(), unsafe=True)
    assert "# mindport: todo[MP306]" in result.document.text
    assert "optimizer.zero_grad()" in result.document.text


def test_one_file_in_which_the_optimizer_goes_by_two_names(tmp_path: Path) -> None:
    warm = LEAVES.format(GIVEN.format("opt"), "opt")
    train = CLEARS_BEHIND.format(GIVEN.format("optimizer"))
    assert sorted(told(tmp_path, {"train.py": TORCH + warm + train})) == ["error", "warning"]
    other = warm.replace("opt.", "optimizer_d.")
    assert told(tmp_path, {"train.py": TORCH + other + train}) == ["warning", "warning"]


SCRIPT = (
    "import torch\nloss_fn = torch.nn.MSELoss()\n{warm}\nmodel, other = torch.nn.Linear(3, 1), "
    "torch.nn.Linear(3, 1)\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
    "warm({given}, loss_fn, torch.optim.SGD(other.parameters(), lr=0.1), batches)\n"
    "for x, y in batches:\n    loss = loss_fn(model(x), y)\n    loss.backward()\n"
    "    optimizer.step()\n    optimizer.zero_grad()\n"
)


@pytest.mark.parametrize(
    ("given", "severities"), [("other", ["warning"] * 2), ("model", ["error", "warning"])]
)
def test_a_script_whose_function_trains_another_network(
    tmp_path: Path, given: str, severities: list[str]
) -> None:
    warm = LEAVES.format(GIVEN.format("opt"), "opt")
    text = SCRIPT.format(warm=warm, given=given)
    assert sorted(told(tmp_path, {"train.py": text})) == severities
