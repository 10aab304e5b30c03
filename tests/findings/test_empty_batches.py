"""Linear layers that are called with rows that a mask picks: MindSpore's gradient of none is not 0."""

from __future__ import annotations

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

from .conftest import findings

NET = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.act = nn.ReLU()
        self.experts = nn.ModuleList([nn.Sequential(nn.Linear(4, 8), nn.ReLU()) for _ in range(3)])

    def forward(self, x, routes):
        {}
"""


def told(body: str) -> list[Finding]:
    source = NET.format(body.replace("\n", "\n        "))
    return [f for f in findings(source) if f.symbol == "torch.nn.Linear" and f.code == "MP220"]


@pytest.mark.parametrize(
    "body",
    [
        "return self.fc(x[0])",
        "return self.fc(x[:, 1:])",
        "return self.fc(x[torch.arange(2)])",
        "return self.act(x[routes == 0])",
        "return self.fc(x)[routes == 0]",
        "mask = routes == 0\nif mask.any():\n    x[mask] = self.fc(x[mask])\nreturn x",
        "top = torch.where(routes == 0)[0]\nif top.numel() == 0:\n    return x\nreturn self.fc(x[top])",
        "for i, expert in enumerate(self.experts):\n    top, n = torch.where(routes == i)\n"
        "    if top.shape[0] == 0:\n        continue\n    x = x + expert(x[top]).sum()\nreturn x",
        "top = routes.topk(2)[1]\nreturn self.fc(x[top])",
        "return nn.functional.linear(x[routes == 0], routes)",
        "return nn.functional.linear(x, self.w)",
        "top = (routes == 0).nonzero().view(-1)\nreturn self.fc(x).index_add(0, top, x[top].mean(1))",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "return self.fc(x[routes == 0])",
        "mask = routes == 0\nreturn self.fc(x[mask])",
        "return self.fc(torch.masked_select(x, x > 0).view(-1, 4))",
        "top = (routes == 0).nonzero().squeeze(1)\nreturn self.fc(x[top])",
        "n, top = torch.where(routes == 0)\nreturn self.experts[0](x[top])",
        "top = (routes == 0).nonzero().view(-1)\nreturn self.fc(x[top].mean(1))",
        "top = (routes == 0).nonzero().view(-1)\nreturn self.fc(torch.relu(x[top]))",
        "rows = [torch.eq(routes, i).nonzero(as_tuple=True)[0] for i in range(3)]\n"
        "return [self.experts[i](x[rows[i], :]) for i in range(3)]",
        "for i, expert in enumerate(self.experts):\n    x = x + expert(x[routes == i]).sum()\nreturn x",
        "return nn.functional.linear(x[routes == 0], self.w)",
    ],
)
def test_rows_of_which_there_may_be_none_are_told(body: str) -> None:
    [finding] = told(body)
    assert (finding.severity, finding.fix) == ("warning", None)


def stopping(body: str) -> list[str]:
    source = NET.format(body.replace("\n", "\n        "))
    source = source.replace("self.act = nn.ReLU()", "self.act = nn.LayerNorm(4)")
    stops = [f for f in findings(source) if "MindSpore refuses on a CPU" in f.message.en]
    assert {f.code for f in stops} <= {"MP220"}
    return [f.symbol or "" for f in stops]


@pytest.mark.parametrize(
    "body",
    [
        "return self.act(x)",
        "return self.act(x[routes == 0].sum(0))",
        "return x.std(1) + x.cumsum(0)",
        "return x[routes == 0].std(1)",
        "return x[routes == 0].var(0)",
        "mask = routes == 0\nif mask.any():\n    x[mask] = self.act(x[mask])\nreturn x",
        "return nn.functional.softmax(x[routes == 0], 1)",
    ],
)
def test_what_takes_no_rows_is_left_alone(body: str) -> None:
    assert stopping(body) == []


@pytest.mark.parametrize(
    ("body", "symbol"),
    [
        ("return self.act(x[routes == 0])", "torch.nn.LayerNorm"),
        ("return x[routes == 0].cumsum(0)", "torch.cumsum"),
        ("return torch.cumsum(x[routes == 0], 0)", "torch.cumsum"),
    ],
)
def test_what_stops_at_no_rows_is_told(body: str, symbol: str) -> None:
    assert stopping(body) == [symbol]


@pytest.mark.parametrize(
    ("body", "modes"),
    [
        pytest.param("return x[0] @ self.w", "", id="one row"),
        pytest.param("return x[routes == 0] * self.w", "", id="no product"),
        pytest.param(
            "mask = routes == 0\nif mask.any():\n    x[mask] = x[mask] @ self.w\nreturn x",
            "",
            id="asked for",
        ),
        pytest.param("return x[routes == 0] @ routes", "GRAPH", id="no weight"),
        pytest.param("return x[routes == 0] @ self.w", "GRAPH", id="operator"),
        pytest.param("return torch.matmul(x[routes == 0], self.w)", "GRAPH", id="function"),
        pytest.param("return x[routes == 0].mm(self.w.t())", "GRAPH", id="method"),
    ],
)
def test_products_of_rows_of_which_there_may_be_none(body: str, modes: str) -> None:
    source = NET.format(body.replace("\n", "\n        ")).replace(
        "self.act = nn.ReLU()", "self.w = nn.Parameter(torch.ones(4, 4))"
    )
    kinds: tuple[Mode, ...] = ("PYNATIVE", "GRAPH")
    for mode in kinds:
        config = Config(target=Target(devices=("CPU",), mode=mode))
        found = analyze(Document("net.py", source), config, Workspace()).findings
        told_here = [f for f in found if (f.code, f.symbol) == ("MP220", "torch.matmul")]
        assert len(told_here) == (mode in modes)


@pytest.mark.parametrize("body", ["x[top].mean(1)", "torch.relu(x[top])"])
def test_it_is_told_behind_the_fixes_of_what_is_inside(body: str) -> None:
    body = f"top = (routes == 0).nonzero().view(-1)\n        return x.index_add(0, top, self.fc({body}))"
    document = Document("net.py", NET.format(body))
    left = fix_document(document, Config(), Workspace(), unsafe=True).report.findings
    assert "MP220" in [f.code for f in left]


def test_the_gradient_of_no_rows_is_not_zero() -> None:
    """What the finding says: the day that this fails, it can go."""
    import mindspore as ms
    import numpy as np
    from mindspore import ops

    greatest = 0.0
    for size in range(20, 60):
        ms.Tensor(np.full((size, size), 3, np.float32)).asnumpy()
        (ms.Tensor(np.full((size, size), 3, np.float32)) * 2).asnumpy()
        left = ms.Tensor(np.zeros((size, 0), np.float32))
        product = ops.matmul(left, ms.Tensor(np.zeros((0, size), np.float32)))
        greatest = max(greatest, float(np.abs(product.asnumpy()).max()))
    assert greatest > 0
