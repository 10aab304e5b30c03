"""MP411: graph mode computes a base's properties once, those of the class itself at each call."""

from __future__ import annotations

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

NET = """\
import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3, 3))

    {0}
    def scaled(self):
        return {1}


class Net({2}):
    def forward(self, x):
        return x @ self.scaled
"""


def told(source: str, mode: Mode = "GRAPH") -> list[str]:
    config = Config(target=Target(devices=("CPU",), mode=mode))
    found = analyze(Document("net.py", source), config, Workspace()).findings
    return [f.message.en for f in found if f.code == "MP411"]


@pytest.mark.parametrize(
    ("parts", "mode"),
    [
        (("@property", "self.w * 2", "Base"), "PYNATIVE"),
        (("@property", "self.w", "Base"), "GRAPH"),
        (("", "self.w * 2", "Base"), "GRAPH"),
        (("@property", "self.w * 2", "nn.Module"), "GRAPH"),
    ],
    ids=["PyNative", "the parameter itself", "a method", "of a class that nothing derives from"],
)
def test_leaves_alone(parts: tuple[str, str, str], mode: Mode) -> None:
    assert told(NET.format(*parts), mode) == []


def test_what_a_base_computes_is_told() -> None:
    (said,) = told(NET.format("@property", "self.w * 2", "Base"))
    assert "a property that a base class defines" in said
