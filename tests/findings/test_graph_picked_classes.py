"""MP411 of objects whose class graph mode is handed by a dict, an attribute or another name."""

from __future__ import annotations

import pytest

from .test_graph import codes, found

SOURCE = """
from torch import nn

class Solver:
    def __init__(self, f, y):
        self.f, self.y = f, y

    def run(self):
        return self.y + self.f(self.y)

class Layer(nn.Module):
    def forward(self, x):
        return x * 2

def double(f, x):
    return f(x) * 2

KINDS = {{"solver": Solver, "layer": Layer}}
LAYERS = {{"layer": Layer}}
FUNCTIONS = {{"double": double}}

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.layer = LAYERS["layer"]()
        self.kind = Solver
        self.kinds = {{"solver": Solver}}

    def forward(self, x):
        {}
"""


@pytest.mark.parametrize(
    "value",
    [
        "FUNCTIONS['double'](self.fc, x)",
        "self.layer(x)",
        "double(self.fc, x)",
        "self.kind(1, 2).run()",
        "x * len(KINDS)",
    ],
)
def test_what_makes_no_object_of_tensors_is_left_alone(value: str) -> None:
    assert codes(SOURCE.format(f"return {value}")) == []


@pytest.mark.parametrize(
    "body",
    [
        "return KINDS['solver'](self.fc, x).run()",
        "return KINDS.get('solver')(f=self.fc, y=x).run()",
        "return self.kind(self.fc, x).run()",
        "return self.kinds['solver'](self.fc, x).run()",
        "made = Solver if self.training else Layer; return made(self.fc, x).run()",
        "made = KINDS['solver']; return made(self.fc, x).run()",
    ],
)
def test_an_object_of_a_class_that_is_picked_is_made_beside_the_graph(body: str) -> None:
    [finding] = found(SOURCE.format(body))
    assert (finding.code, finding.severity) == ("MP411", "warning")
    assert "function, a tuple or a dict" in finding.message.en and finding.message.zh
