"""Conditions on calls: real calls in; true, false or unknown out."""

from __future__ import annotations

import ast

import pytest

from mindport.document import Document
from mindport.knowledge.conditions import ConditionError, holds, parse
from mindport.rewrites.facts import facts_of
from mindport.symbols.flow import find_uses
from mindport.symbols.torch_api import load
from mindport.symbols.workspace import Workspace


def verdict(condition: str, call: str) -> bool | None:
    """The condition about the last torch call of ``call``, or about its optimizer or scheduler."""
    source = f"import torch\nfrom torch import nn\nx: torch.Tensor\n{call}\n"
    document = Document("example.py", source)
    found = find_uses(ast.parse(source), "example.py", Workspace())
    optimizing = [use for use in found.uses if use.symbol.startswith("torch.optim.")]
    facts, _ = facts_of(document, (optimizing or found.uses)[-1], found, load())
    return holds(condition, facts)


@pytest.mark.parametrize(
    ("condition", "call", "expected"),
    [
        ("padding_mode == 'zeros'", "nn.Conv2d(3, 4, 3)", True),
        ("padding_mode == 'zeros'", "nn.Conv2d(3, 4, 3, padding_mode='circular')", False),
        ("padding_mode == 'zeros'", "nn.Conv2d(3, 4, 3, padding_mode=mode)", None),
        ("padding_mode == 'zeros'", "layer = nn.Conv2d", True),
        ("given(bias)", "nn.Conv2d(3, 4, 3, bias=b)", True),
        ("given(bias)", "nn.Conv2d(3, 4, 3)", False),
        ("kind(padding) == 'tuple' and count(padding) == 2", "nn.Conv2d(3, 4, 3, padding=(1, 2))", True),
        ("kind(padding) == 'tuple'", "nn.Conv2d(3, 4, 3, padding=p)", None),
        ("not literal(padding)", "nn.Conv2d(3, 4, 3, padding=p)", True),
        ("kind(size) == 'tuple' or padding == 0", "nn.Conv2d(3, 4, 3)", True),
        ("padding == 1 and given(bias)", "nn.Conv2d(3, 4, 3, padding=p)", False),
        ("argc == 2", "x.transpose(0, 1)", True),
        ("context == 'call'", "x.transpose(0, 1)", True),
        ("count(size) == 2", "x.expand(2, 3)", True),
        ("kind(other) == 'tensor'", "x.max(x)", True),
        ("stride in (1, 2)", "nn.Conv2d(3, 4, 3, 2)", True),
        ("rank(self) == 2", "torch.zeros(2, 3).t()", True),
        ("rank(self) == 2", "x.t()", False),
        ("shape(self) == (2, 3)", "torch.zeros(2, 3).t()", True),
        ("shape(self) == (2, 3)", "x.t()", False),
        ("shape(self) == shape(other)", "w = torch.zeros(2, 3)\nw.mul(x)", False),
        ("shape(self) == shape(other)", "x.mul(y)", True),
        ("empty(input)", "w = torch.zeros(0, 3)\ntorch.sum(w)", True),
        ("empty(input)", "w = torch.zeros(n, 3)\ntorch.sum(w)", False),
        ("empty(input)", "torch.sum(x)", False),
        ("stride < 'a'", "nn.Conv2d(3, 4, 3, 2)", None),
        ("mentions('nn.Conv')", "nn.Conv2d(3, 4, 3, 2)", True),
        ("mentions('SequentialLR')", "nn.Conv2d(3, 4, 3, 2)", False),
        ("infinite", "x.masked_fill(m, float('-inf')).softmax(-1)", True),
        ("infinite", "x.masked_fill(m, -math.inf).softmax(-1)", True),
        ("infinite", "x.inference(info).softmax(-1)", False),
        ("complex_numbers", "torch.fft.rfft(x).abs(), x.softmax(-1)", True),
        ("complex_numbers", "(x * 1j).softmax(-1)", True),
        ("complex_numbers", "x.softmax(-1)  # more complex than that", False),
        ("differentiated", "x.std().backward()", True),
        ("differentiated", "ms.grad(lambda v: torch.std(v))(x)", True),
        ("differentiated", "with torch.no_grad(): torch.std(x)", False),
    ],
)  # fmt: skip
def test_holds(condition: str, call: str, expected: bool | None) -> None:
    assert verdict(condition, call) is expected


ADAM = "torch.optim.Adam"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (f"{ADAM}(net.parameters())", False),
        (f"{ADAM}(list(net.parameters()) + list(other.parameters()))", False),
        (f"{ADAM}(filter(lambda p: p.requires_grad, net.parameters()))", False),
        (f"{ADAM}([p for p in net.parameters() if p.requires_grad])", False),
        (f"{ADAM}((p for n, p in net.named_parameters() if n))", False),
        (f"{ADAM}([net.weight, net.bias])", False),
        (f"params = itertools.chain(a.parameters(), b.parameters())\n{ADAM}(params)", False),
        (f"w = nn.Parameter(x)\n{ADAM}([w])", False),
        (f"{ADAM}([{{'params': net.parameters()}}])", True),
        (f"{ADAM}([{{'params': p}} for p in net.parameters()])", True),
        (f"{ADAM}(net.parameter_groups())", True),
        (f"{ADAM}(groups_of(net))", True),
        (f"def f(params):\n    {ADAM}(params)", True),
        (f"params = []\nparams += more\n{ADAM}(params)", True),
        (f"{ADAM}([group])", True),
    ],
)
def test_parameters_that_may_be_groups(call: str, expected: bool) -> None:
    assert verdict("groups(params)", call) is expected


FULL = "torch.full((2,), 1.0, dtype={})"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (FULL.format("torch.float32"), False),
        ("def f(dtype):\n    " + FULL.format("dtype"), False),
        ("def f(dtype=torch.float32):\n    " + FULL.format("dtype"), False),
        (
            "def f(dtype=None):\n    dtype = dtype or torch.float32\n    " + FULL.format("dtype"),
            False,
        ),
        ("torch.full((2,), 1.0)", False),
        ("def f(dtype=None):\n    " + FULL.format("dtype"), True),
        ("def f(a, *, dtype: torch.dtype | None = None):\n    " + FULL.format("dtype"), True),
        ("def f(dtype=None):\n    def g():\n        " + FULL.format("dtype"), True),
        ("def f(dtype=None):\n    def g(dtype):\n        " + FULL.format("dtype"), False),
        (FULL.format("a if b else None"), True),
        (FULL.format("options.get('dtype')"), True),
        ("def f(self, d=None):\n    self.kind = d\n    " + FULL.format("self.kind"), True),
        ("def f(self, d):\n    self.kind = d\n    " + FULL.format("self.kind"), False),
    ],
)
def test_arguments_that_may_be_none(source: str, expected: bool) -> None:
    assert verdict("optional(dtype)", source) is expected


LSTM = "torch.nn.LSTM(4, 8, n, dropout={})"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (LSTM.format("0.0"), False),
        (LSTM.format("p if n > 1 else 0.0"), False),
        ("def f(n, p):\n    " + LSTM.format("p"), False),
        (LSTM.format("0"), True),
        (LSTM.format("p if n > 1 else 0"), True),
        (LSTM.format("0 if n == 1 else (p if p else 0.5)"), True),
        ("def f(n, p):\n    drop = p if n > 1 else 0\n    " + LSTM.format("drop"), True),
    ],
)
def test_numbers_that_may_be_ints(source: str, expected: bool) -> None:
    assert verdict("integral(dropout)", source) is expected


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("lambda epoch: 0.95 ** epoch", True),
        ("lambda e: min(1.0, (e + 1) / warm) if e < 5 else math.cos(e)", True),
        ("[lambda e: 0.5 ** (e // 10), lambda e: 1.0]", True),
        ("lambda _: schedule(3)", True),
        ("lambda e: table[e]", False),
        ("lambda e: 0.1 if e in {3, 9} else 1.0", False),
        ("lambda e: schedule(e)", False),
        ("lambda e: bisect.bisect(steps, e)", False),
        ("lambda e: e.bit_length()", False),
        ("schedule", False),
        ("[lambda e: 1.0, schedule]", False),
    ],
)
def test_functions_that_only_count(function: str, expected: bool) -> None:
    call = f"torch.optim.lr_scheduler.LambdaLR(opt, {function})"
    assert verdict("arithmetic(lr_lambda)", call) is expected


@pytest.mark.parametrize("condition", ["import os", "f(x)", "x.y", "x[0]", "lambda: 1", "given()"])
def test_what_cannot_stand_in_a_condition(condition: str) -> None:
    with pytest.raises(ConditionError):
        parse(condition)
