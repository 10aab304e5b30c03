"""A network that is made, called and never put into a mode needs ``set_train`` (MP218)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.marks import bug

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"
NET = (
    "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.drop = nn.Dropout(0.5)\n    def forward(self, x):\n"
    "        return self.drop(x)\n"
)
CALL = "y = net(torch.ones(3))\n"


def modes(source: str, path: str = "example.py") -> list[int]:
    """Lines of ``source`` (from 1) with MP218."""
    text = HEADER + source
    return [
        text.count("\n", len(HEADER), finding.span.start) + 1
        for finding in findings(text, path=path)
        if finding.code == "MP218"
    ]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("net = nn.Linear(2, 3)\n" + CALL, id="no layer depends on the mode"),
        pytest.param("net = nn.Dropout(0.5)\nnet.train()\n" + CALL, id="train"),
        pytest.param("net = nn.Dropout(0.5)\nnet.eval()\n" + CALL, id="eval"),
        pytest.param("net = nn.Dropout(0.5)\n" + CALL + "net.train(False)\n", id="mode later"),
        pytest.param("net = nn.Dropout(0.5).eval()\n" + CALL, id="mode on construction"),
        pytest.param("net = nn.Dropout(0.5)\n", id="never called"),
        pytest.param("net = nn.Dropout\n" + CALL, id="not made"),
        pytest.param("def f():\n    net = nn.Dropout(0.5)\n    return net\n", id="given away"),
        pytest.param(NET, id="inside a module"),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert modes(source) == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        pytest.param("net = nn.Dropout(0.5)\n" + CALL, [1], id="a layer"),
        pytest.param("net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))\n" + CALL, [1],
                     id="a sequential"),
        pytest.param("net = nn.LSTM(3, 4)\n" + CALL, [1], id="a recurrent layer"),
        pytest.param(NET + "net = Net()\n" + CALL, [7], id="a user's module"),
        pytest.param("net = nn.Dropout(0.5).to('cuda')\n" + CALL, [1], id="moved"),
        pytest.param("net = nn.Dropout(0.5).cuda().float()\n" + CALL, [1], id="moved and cast"),
        pytest.param("def f(x):\n    net = nn.Dropout(0.5)\n    return net(x)\n", [2],
                     id="in a function"),
        pytest.param("a = nn.Dropout(0.5)\nb = nn.Dropout(0.1)\na(b(torch.ones(2)))\n", [1, 2],
                     id="two"),
        pytest.param("# net.eval() comes later\nnet = nn.Dropout(0.5)\n" + CALL, [2],
                     id="a mode in a comment",
                     marks=bug("a comment or a string counts as setting a mode")),
        pytest.param("import pandas as pd\npd.DataFrame().eval('a')\nnet = nn.Dropout(0.5)\n" + CALL,
                     [3], id="another eval",
                     marks=bug("any method called eval or train counts as setting a mode")),
        pytest.param("net: nn.Module = nn.Dropout(0.5)\n" + CALL, [1], id="annotated"),
        pytest.param("net = other = nn.Dropout(0.5)\n" + CALL, [1], id="two names"),
        pytest.param("other = net = nn.Dropout(0.5)\n" + CALL, [1], id="second name called",
                     marks=bug("only plain assignments to one name are looked at")),
        pytest.param("y = nn.Dropout(0.5)(torch.ones(3))\n", [1], id="called at once",
                     marks=bug("a network without a name is not looked at")),
        pytest.param("nets = [nn.Dropout(0.5)]\nfor net in nets:\n    net(torch.ones(3))\n", [1],
                     id="in a list", marks=bug("a network without a name is not looked at")),
        pytest.param("class Run:\n    def __init__(self):\n        self.net = nn.Dropout(0.5)\n"
                     "    def go(self, x):\n        return self.net(x)\n", [3], id="an attribute",
                     marks=bug("a network without a name is not looked at")),
    ],
)  # fmt: skip
def test_needs_a_mode(source: str, lines: list[int]) -> None:
    assert modes(source) == lines


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("net = nn.Dropout(0.5)\n" + CALL, "net = nn.Dropout(p=0.5)\nnet.set_train()\n"),
        (
            "def f(x):\n    net = nn.Dropout(0.5); n = 1\n    return net(x)\n",
            "    net = nn.Dropout(p=0.5)\n    net.set_train(); n = 1\n",
        ),
        (
            "net = nn.Dropout(0.5)  # half\n" + CALL,
            "net = nn.Dropout(p=0.5)\nnet.set_train()  # half\n",
        ),
        pytest.param(
            "if True: net = nn.Dropout(0.5)\n" + CALL,
            "if True: net = nn.Dropout(p=0.5); net.set_train()\n",
        ),
    ],
)
def test_the_mode_is_set_where_the_network_is_made(before: str, after: str) -> None:
    text = fixed(HEADER + before)
    assert after in text
    compile(text, "example.py", "exec")


def test_a_class_of_another_file_may_hold_anything(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text(HEADER + NET)
    source = "from models import Net\nnet = Net()\n" + CALL
    assert modes(source, str(tmp_path / "main.py")) == [2]
