"""What an object hands on to what it holds: ``def __getattr__(self, name): getattr(self.net, name)``."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEAD = """import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 3)

    def forward(self, x):
        return self.fc(x)


class Wrap:
    def __init__(self, inner):
        self.inner = inner

    def parameters(self):
        return []

"""
HANDS_ON = "    def __getattr__(self, name):\n        return getattr(self.inner, name)\n"


@pytest.mark.parametrize(
    ("method", "line"),
    [
        ("", "wrap.train(False)"),
        ("    def __getattr__(self, name):\n        return name\n", "wrap.train(False)"),
        (
            "    def __getattr__(self, name):\n        return getattr(self.inner, 'a')\n",
            "wrap.eval()",
        ),
        (HANDS_ON, "wrap.parameters()"),
        (HANDS_ON, "wrap.inner.name"),
    ],
)
def test_leaves_alone(method: str, line: str) -> None:
    source = f"{HEAD}{method}\n\nwrap = Wrap(Net())\n{line}\n"
    assert line in fixed(source)


@pytest.mark.parametrize(
    ("line", "moved"),
    [
        ("wrap.eval()", "wrap.set_train(False)"),
        ("list(wrap.named_parameters())", "list(named_parameters(wrap))"),
        ("wrap.fc.weight.size(0)", "wrap.fc.weight.shape[0]"),
    ],
)
def test_asks_what_it_holds(line: str, moved: str) -> None:
    source = f"{HEAD}{HANDS_ON}\n\nwrap = Wrap(Net())\n{line}\n"
    assert moved in fixed(source)


def test_of_what_is_not_known() -> None:
    source = f"{HEAD}{HANDS_ON}\n\ndef f(net):\n    wrap = Wrap(net)\n    wrap.named_modules()\n"
    assert "torch.nn.Module.named_modules" in [one.symbol for one in findings(source)]
