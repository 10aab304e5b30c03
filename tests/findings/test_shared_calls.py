"""Functions that both construct and bprop of a Cell call: each form ran in graph mode."""

from __future__ import annotations

import pytest

from mindport.document import Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.symbols.workspace import Workspace

from .test_graph import Config, Target

CELL = """
import mindspore as ms
from mindspore import mint, nn, ops


def act(x):
    return ops.softplus(x)


def branched(x, twice=False):
    return x * 2 if twice else x


def given(x, twice):
    return x * 2 if twice else x


def plain(x, by=2.0):
    return x * by


class Square(nn.Cell):
    def construct(self, x):
        return {first}

    def helper(self, x):
        return x * ops.softplus(x)

    def bprop(self, x, out, dout):
        return (dout * {second},)


class Net(nn.Cell):
    def construct(self, x):
        return Square()(ops.softplus(x))
"""
CONFIG = Config(target=Target(devices=("CPU",), mode="GRAPH"), select=("MP402",))


def fixed(first: str, second: str) -> FixResult:
    text = CELL.format(first=first, second=second)
    return fix_document(Document("net.py", text), CONFIG, Workspace(), unsafe=False)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("x * 2", "ops.softplus(x)"),
        ("ops.softplus(x)", "mint.sigmoid(x)"),
        ("ops.softplus(x)", "ops.relu(x)"),
        ("mint.sigmoid(x)", "mint.sigmoid(x)"),
        ("ops.softplus(x)", "mint.nn.functional.softplus(x)"),
        ("x.clamp(0, 1)", "x.clamp(0, 1)"),
        ("plain(x)", "plain(x)"),
        ("given(x, True)", "given(x, True)"),
        ("branched(x)", "x"),
    ],
)
def test_what_one_of_them_calls_is_left_alone(first: str, second: str) -> None:
    result = fixed(first, second)
    assert result.document.text == CELL.format(first=first, second=second)
    assert result.report.findings == ()


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("ops.softplus(x)", "ops.softplus(x).tanh()", "ops.Softplus()(x).tanh()"),
        ("ops.relu(x)", "ops.relu(x * 2)", "ops.ReLU()(x * 2)"),
        ("mint.nn.functional.silu(x)", "mint.nn.functional.silu(x)", "ops.silu(x)"),
        ("ops.ones_like(x)", "ops.ones_like(dout)", "ops.OnesLike()(dout)"),
        (
            "mint.nn.functional.softmax(x, dim=-1)",
            "mint.nn.functional.softmax(x + 1, -1)",
            "(x + 1).softmax(-1)",
        ),
        (
            "ops.conv2d(x, x, pad_mode='pad', padding=1)",
            "ops.conv2d(x, out, padding=1, groups=x.shape[1], pad_mode='pad')",
            "ops.Conv2D(out.shape[0], out.shape[2:], pad=1, group=x.shape[1], pad_mode='pad')(x, out)",
        ),
    ],
)
def test_bprop_uses_the_operator(first: str, second: str, expected: str) -> None:
    result = fixed(first, second)
    assert result.document.text == CELL.format(first=first, second=expected)
    assert result.report.findings == ()


@pytest.mark.parametrize("first", ["act(x)", "self.helper(x)"])
def test_what_is_called_by_way_of_a_function_counts(first: str) -> None:
    assert fixed(first, "ops.softplus(x)").document.text == CELL.format(
        first=first, second="ops.Softplus()(x)"
    )


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("ops.leaky_relu(x, 0.1)", "ops.leaky_relu"),
        ("ops.topk(x, 2)[0]", "ops.topk"),
        ("branched(x)", "branched"),
        ("branched(x, True)", "branched"),
        ("given(x, twice=True)", "given"),
    ],
)
def test_what_has_no_operator_is_told(call: str, name: str) -> None:
    result = fixed(call, call)
    assert [finding.code for finding in result.report.findings] == ["MP402"]
    assert f" {name};" in result.report.findings[0].message.en
