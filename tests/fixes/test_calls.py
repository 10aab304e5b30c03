"""Calls: torch in, MindSpore out; what must stay marked comes first."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import Fixer

HEADER = """import torch
from torch import nn
import torch.nn.functional as F
x: torch.Tensor
y: torch.Tensor
mask: torch.Tensor
labels: torch.Tensor
net: nn.Module
"""


def rewritten(fix: Fixer, call: str, config: Config | None = None) -> tuple[str, list[str]]:
    """The call after all safe fixes, and the codes of what is left on its line."""
    result = fix(f"{HEADER}result = {call}\n", config=config)
    document = result.document
    line = next(
        index
        for index in range(len(document.line_starts))
        if document.line_text(index).startswith("result = ")
    )
    left = [f.code for f in result.report.findings if document.line_of(f.span.start) == line]
    return document.line_text(line).removeprefix("result = "), left


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("nn.Bilinear(*sizes)", "MP102"),
        ("nn.Bilinear(2, **options)", "MP102"),
        ("nn.Conv3d(3, 4, 3, padding_mode='reflect')", "MP107"),
        ("torch.zeros(2, requires_grad=asked)", "MP102"),
        ("torch.sum(x, out=y)", "MP102"),
        ("F.relu(x, inplace=True)", "MP209"),
        ("x.add_(1)", "MP209"),
        ("x.backward()", "MP306"),
        ("torch.no_such_function(x)", "MP106"),
        ("[nn.GLU]", "MP109"),
    ],
)
def test_stays_marked(fix: Fixer, call: str, code: str) -> None:
    text, left = rewritten(fix, call)
    assert code in left
    assert call.partition("(")[0] in text


@pytest.mark.parametrize(
    "call",
    [
        "x.view(2, -1)",
        "x.permute(1, 0)",
        "x.transpose(-1, -2)",
        "x.sum(-1, keepdim=True)",
        "x.masked_fill(mask, float('-inf'))",
        "x.unsqueeze(0).expand(2, -1, -1)",
        "x.shape[0] + x.dim()",
        "(x + y)[0] @ y",
        "'a,b'.split(',')",
    ],
)
def test_needs_no_change(fix: Fixer, call: str) -> None:
    assert rewritten(fix, call) == (call, [])


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("nn.Conv2d(3, 4, 3)", "nn.Conv2d(3, 4, 3, has_bias=True, pad_mode='pad')"),
        (
            "nn.Conv2d(3, 4, 3, padding='same', bias=False)",
            "nn.Conv2d(3, 4, 3, pad_mode='same', has_bias=False)",
        ),
        ("nn.Conv1d(3, 4, 3, padding=1)", "nn.Conv1d(3, 4, 3, padding=1, has_bias=True, pad_mode='pad')"),
        ("nn.BatchNorm2d(8, momentum=0.01)", "nn.BatchNorm2d(8, momentum=0.99)"),
        ("nn.BatchNorm2d(8, momentum=m)", "nn.BatchNorm2d(8, momentum=1 - m)"),
        ("nn.LayerNorm(dim)", "nn.LayerNorm((dim,), epsilon=1e-05)"),
        ("nn.Dropout(0.1)", "nn.Dropout(p=0.1)"),
        ("nn.MaxPool2d(2)", "nn.MaxPool2d(2, stride=2)"),
        (
            "nn.MaxPool2d(3, stride=2, padding=1)",
            "nn.MaxPool2d(3, stride=2, padding=1, pad_mode='pad')",
        ),
        ("nn.GELU()", "nn.GELU(approximate=False)"),
        ("nn.GELU(approximate='tanh')", "nn.GELU(approximate=True)"),
        ("nn.Linear(3, 4, bias=False)", "mint.nn.Linear(3, 4, bias=False)"),
        (
            "nn.Sequential(nn.Linear(3, 4), nn.ReLU(inplace=True))",
            "nn.SequentialCell(mint.nn.Linear(3, 4), mint.nn.ReLU())",
        ),
        ("torch.zeros(2, 3)", "mint.zeros((2, 3))"),
        ("torch.zeros((2, 3), dtype=torch.long, device=device)", "mint.zeros((2, 3), dtype=ms.int64)"),
        ("torch.zeros(*x.shape)", "mint.zeros(x.shape)"),
        ("torch.randn(*x.size()[1:], device=device)", "ops.randn(x.shape[1:])"),
        ("torch.ones(*x.shape, 1)", "mint.ones((*x.shape, 1))"),
        ("F.logsigmoid(x - y)", "-ops.softplus(-(x - y))"),
        ("F.logsigmoid(-(x - y))", "-ops.softplus(x - y)"),
        ("F.logsigmoid(-x * 2)", "-ops.softplus(-(-x * 2))"),
        ("torch.nonzero(x > 0)", "mint.nonzero(x > 0)"),
        ("torch.nonzero(x > 0, as_tuple=False)", "mint.nonzero(x > 0)"),
        ("torch.nonzero(x)", "mint.nonzero(x != 0)"),
        ("torch.ones(*sizes)", "mint.ones((*sizes,))"),
        ("torch.cat([x, y], -1)", "mint.cat([x, y], -1)"),
        ("torch.max(x, dim=1)", "mint.max(x, dim=1)"),
        ("torch.max(x, dim=1).values", "mint.max(x, dim=1)[0]"),
        ("(x.max(dim=1)).indices", "(x.max(dim=1))[1]"),
        ("torch.where(mask, x, y)", "mint.where(mask, x, y)"),
        ("torch.manual_seed(0)", "ms.set_seed(0)"),
        ("x.size()", "x.shape"),
        ("x.size(-1)", "x.shape[-1]"),
        ("(x + y).size(0)", "(x + y).shape[0]"),
        ("torch.cat([x, y]).size(0)", "mint.cat([x, y]).shape[0]"),
        ("x.to(torch.device('cuda'))", "x"),
        ("(x + y).cuda()", "x + y"),
        ("torch.autograd.Variable(x - y) * 2", "(x - y) * 2"),
        ("torch.autograd.Variable(x) * 2", "x * 2"),
        ("x.to('cuda', torch.float16)", "x.astype(ms.float16)"),
        ("x.cuda().float()", "x.float()"),
        ("F.relu(x + y, inplace=True)", "mint.nn.functional.relu(x + y)"),
        ("F.softmax(x, dim=-1)", "mint.nn.functional.softmax(x, dim=-1)"),
        ("isinstance(net, nn.Conv2d)", "isinstance(net, nn.Conv2d)"),
        ("torch.optim.Adam(net.parameters(), lr=1e-3)", "optim.AdamW(net.trainable_params(), lr=1e-3, weight_decay=0.0)"),
    ],
)  # fmt: skip
def test_rewrites(fix: Fixer, call: str, expected: str) -> None:
    assert rewritten(fix, call) == (expected, [])


def test_the_device_decides(fix: Fixer) -> None:
    ascend = Config(target=Target(devices=("Ascend",)))
    everywhere = rewritten(fix, "nn.GELU()")[0]
    assert everywhere == "nn.GELU(approximate=False)"
    assert rewritten(fix, "nn.SyncBatchNorm(8)", ascend)[1] == []
    assert rewritten(fix, "nn.SyncBatchNorm(8)")[1] == ["MP107"]


def test_gradients_of_a_softmax_along_one_number_are_kept_right_where_cpu_is_the_only_target(
    fix: Fixer,
) -> None:
    cpu = Config(target=Target(devices=("CPU",)))
    network = (
        "class Net(nn.Module):\n    def forward(self, x):\n        return torch.softmax(x, -1)\n"
    )
    assert "return softmax(x, -1)" in fix(HEADER + network, config=cpu).document.text
    assert "return mint.softmax(x, -1)" in fix(HEADER + network).document.text
    assert rewritten(fix, "torch.softmax(x, -1)", cpu)[0] == "mint.softmax(x, -1)"


def test_the_version_decides(fix: Fixer) -> None:
    old = Config(target=Target(mindspore="2.7"))
    assert rewritten(fix, "torch.cat([x, y])", old)[0] == "mint.cat([x, y])"


def test_calls_that_nothing_is_needed_for_go_away(fix: Fixer) -> None:
    def after(lines: str) -> str:
        return fix(f"import torch\n{lines}\nx = torch.zeros(2)\n").document.text

    text = after("torch.autograd.set_detect_anomaly(True)")
    assert "anomaly" not in text and "None" not in text
    assert "old = None\n" in after("old = torch.autograd.set_detect_anomaly(True)")
    assert "type(torch.DoubleTensor)" in after("torch.set_default_tensor_type(torch.DoubleTensor)")
