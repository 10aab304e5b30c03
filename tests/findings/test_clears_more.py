"""A zero_grad of the user's that does more than clear gradients, which a moved loop would not call."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.symbols.workspace import Workspace

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\n\n\n"
NET = """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)
        self.count = 0

    def forward(self, x):
        return self.fc(x)

    def zero_grad(self, set_to_none=True):
        {body}
"""
LOOP = """

def train(x, y):
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(5):
        net.zero_grad()
        loss = ((net(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
"""


def told(source: str) -> list[str]:
    return [f.message.en for f in findings(source) if "more than clear" in f.message.en]


@pytest.mark.parametrize(
    "body",
    [
        "super().zero_grad(set_to_none)",
        "return super().zero_grad()",
        "for p in self.parameters():\n            p.grad = None",
        "for p in self.parameters():\n            if p.grad is not None:\n"
        "                p.grad.detach_()\n                p.grad.zero_()",
        "self.fc.zero_grad()",
        '"""Clear them."""',
    ],
)
def test_leaves_alone_what_clears(body: str) -> None:
    source = HEAD + NET.format(body=body) + LOOP
    assert told(source) == []
    assert "value_and_grad" in fixed(source)


@pytest.mark.parametrize(
    "body",
    [
        "self.count += 1\n        super().zero_grad()",
        "for p in self.parameters():\n            p.grad = None\n            self.count += 1",
        "self.reset()\n        super().zero_grad()",
    ],
)
def test_tells_of_more(body: str) -> None:
    source = HEAD + NET.format(body=body) + LOOP
    (message,) = told(source)
    assert "zero_grad of Net does more than clear gradients" in message
    assert "net.zero_grad()" in fixed(source)


def test_tells_of_an_optimizer_and_of_a_base() -> None:
    own = (
        "class Own(torch.optim.SGD):\n    def zero_grad(self, set_to_none=True):\n"
        "        self.param_groups[0]['lr'] *= 0.9\n        super().zero_grad(set_to_none)\n\n\n"
        "class Below(Own):\n    pass\n\n\n"
    )
    loop = LOOP.replace("torch.optim.SGD", "Below").replace("net.zero_grad", "optimizer.zero_grad")
    (message,) = told(HEAD + own + NET.format(body="super().zero_grad()") + loop)
    assert "zero_grad of Below does more" in message


def test_tells_of_a_class_of_another_file(tmp_path: Path) -> None:
    body = "self.count += 1\n        super().zero_grad()"
    (tmp_path / "nets.py").write_text(HEAD + NET.format(body=body), encoding="utf-8")
    text = "import torch\nfrom nets import Net\n" + LOOP
    (tmp_path / "train.py").write_text(text, encoding="utf-8")
    report = analyze(Document(str(tmp_path / "train.py"), text), Config(), Workspace((tmp_path,)))
    assert any("zero_grad of Net does more" in f.message.en for f in report.findings)
