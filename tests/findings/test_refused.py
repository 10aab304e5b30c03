"""Tensors for which MindSpore has no kernel on CPU, or raises there, where the source shows them."""

from __future__ import annotations

import pytest

from .conftest import findings

HEAD = "import torch\nimport torch.nn.functional as F\n"


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("y = torch.topk(x, 1)", id="nothing is known of it"),
        pytest.param("y = torch.topk(torch.ones(3), 1)", id="one axis"),
        pytest.param("y = F.unfold(torch.ones(1, 2, 5, 5), 2)", id="elements"),
        pytest.param("y = torch.randn(3, dtype=torch.float64)", id="a dtype with a kernel"),
        pytest.param("y = torch.randn(3, dtype=kind)", id="a dtype that is not known"),
    ],
)
def test_left_alone(line: str) -> None:
    assert [f.code for f in findings(f"{HEAD}def f(x, kind):\n    {line}\n") if not f.fix] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("y = torch.topk(torch.zeros(()), 1)", "a tensor without axes"),
        ("y = F.log_softmax(torch.tensor(2.0), -1)", "a tensor without axes"),
        ("y = F.unfold(torch.ones(0, 2, 5, 5), 2)", "a tensor without elements"),
        ("y = torch.randn(3, dtype=torch.cfloat)", "no kernel for tensors of complex64"),
        ("y = torch.angle(torch.ones(3))", "no kernel for tensors of bool, int64, float16"),
    ],
)
def test_marked(line: str, said: str) -> None:
    found = findings(f"{HEAD}def f():\n    {line}\n")
    told = [f for f in found if said in f.message.en]
    assert len(told) == 1
    assert told[0].fix is None or told[0].fix.applicability == "unsafe"
