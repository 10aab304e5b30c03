"""Devices that compiled code asks for."""

from __future__ import annotations

import pytest

from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .test_graph import Config, Target, codes

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.kept = "cpu"
        self.register_buffer("mask", torch.ones(4))

    @property
    def device(self):
        return {given}

    def forward(self, x):
        {first}
        return self.fc(x), self.told(device)

    def told(self, device):
        return device
"""


def of(given: str, first: str = "device = self.device") -> str:
    return NET.format(given=given, first=first)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(of("self.mask.device"), id="of a buffer"),
        pytest.param(of("self.kept"), id="what the constructor put there"),
        pytest.param(of("self.kept", "n, device = x.shape[0], self.kept"), id="beside a size"),
        pytest.param(of("self.fc.weight.value().device"), id="of the value"),
        pytest.param(
            of("self.kept", "device = torch.zeros(4, device=self.fc.weight.device)"),
            id="where a tensor is made",
        ),
        pytest.param(
            of("self.kept", "device = x.to(self.fc.weight.device)"), id="where it is moved to"
        ),
    ],
)
def test_what_compiles_is_left_alone(source: str) -> None:
    assert codes(source) == []


@pytest.mark.parametrize(
    ("given", "first", "expected"),
    [
        pytest.param(
            "self.fc.weight.device",
            "device = self.device",
            ["return self.fc.weight.value().device", "        device = self.device\n"],
            id="of a weight",
        ),
        pytest.param(
            "next(self.parameters()).device",
            "n, device = x.shape[0], self.device",
            [
                "return self.first_parameter.value().device",
                "        device = self.device\n        n = x.shape[0]\n",
            ],
            id="of the first parameter, beside a size",
        ),
        pytest.param(
            "self.kept",
            "device = x.device == self.fc.weight.device",
            ["device = x.device == self.fc.weight.value().device"],
            id="compared with a tensor's",
        ),
        pytest.param(
            "self.kept",
            "device = self.fc.weight.device.type",
            ["device = self.fc.weight.value().device"],
            id="asked for its kind",
        ),
    ],
)
def test_a_parameter_s_device_is_that_of_its_value(
    given: str, first: str, expected: list[str]
) -> None:
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document("example.py", of(given, first))
    text = fix_document(document, config, Workspace(), unsafe=True).document.text
    assert all(one in text for one in expected)


CONDITIONS = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.device, self.n = "cpu", 1

    def forward(self, x, y=None):
        is_there = x.device.type == "{kind}"
        if {condition}:
            return self.fc(x) * 2
        return self.fc(x)
"""


@pytest.mark.parametrize(
    "condition",
    [
        "is_there",
        "y is None and is_there",
        "y is None and not is_there",
        "is_there or y is None",
        "self.device == 'cpu' and y is None",
        "self.n == 1 and y is None",
    ],
)
def test_a_device_that_is_asked_last_is_left_alone(condition: str) -> None:
    assert "MP402" not in codes(CONDITIONS.format(condition=condition, kind="cuda"))


@pytest.mark.parametrize(
    ("kind", "condition", "expected"),
    [
        ("cuda", "is_there and y is None", "if y is None and is_there:"),
        ("cuda", "self.n and not is_there and y and not y", "self.n and not y and y and not is_there:"),
        ("cuda", "x.device == self.fc.bias.device and y is None", "if y is None and x.device == self"),
        ("xla", "not is_there and y is None", "is_there = False\n        if not is_there and y is None:"),
    ],
)  # fmt: skip
def test_conditions_behind_a_question_about_the_device(
    kind: str, condition: str, expected: str
) -> None:
    source = CONDITIONS.format(condition=condition, kind=kind)
    assert "MP402" in codes(source)
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    fixed = fix_document(Document("example.py", source), config, Workspace(), unsafe=True)
    assert expected in fixed.document.text


@pytest.mark.parametrize(
    "condition", ["is_there and len(y) > 1", "is_there and x.device != 'cpu' and y is None"]
)
def test_conditions_that_may_need_the_one_before_them_are_told(condition: str) -> None:
    source = CONDITIONS.format(condition=condition, kind="cuda")
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    fixed = fix_document(Document("example.py", source), config, Workspace(), unsafe=True)
    assert "MP402" in [finding.code for finding in fixed.report.findings]
