"""Values of unknown type that are called as tensors alone can be: they are tensors from there on."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

SOURCE = "import torch\n\n\ndef f(a, n):\n    {statement}\n    return torch.abs(torch.zeros(2))\n"


def after(statement: str) -> str:
    text = fixed(SOURCE.format(statement=statement))
    return "\n".join(line.strip() for line in text.split("def f(a, n):\n")[1].splitlines()[:-1])


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("b = a.repeat(n, 1)", id="repeats and axis of NumPy"),
        pytest.param("b = a.repeat(2)", id="one number of repeats"),
        pytest.param("a.data.update_(2)", id="no method of a tensor's data"),
        pytest.param("a.fill_(3)", id="something else that can be filled"),
        pytest.param("b = a.repeat([1, 2], axis=0)", id="an axis by name"),
        pytest.param("b = a.flatten('F').std(0)", id="an order"),
        pytest.param("b = a.view('int8').std(0)", id="a dtype"),
        pytest.param("b = a.expand().std(0)", id="an expression of SymPy"),
        pytest.param("b = a.unsqueeze().std(0)", id="a call that a tensor does not take"),
        pytest.param("b = a.std(0)\na.unsqueeze(0)", id="what it was before"),
        pytest.param("a.unsqueeze(0)\na = n\nb = a.std(0)", id="another value of the name"),
    ],
)
def test_others_are_left_alone(statement: str) -> None:
    assert after(statement.replace("\n", "\n    ")) == statement


@pytest.mark.parametrize(
    ("statement", "written"),
    [
        ("b = a.repeat(n, 1, 1)", "b = a.tile((n, 1, 1))"),
        ("b = a.repeat(1, n)", "b = a.tile((1, n))"),
        ("a.w.data.fill_(3)", "a.w.data.copy_(ops.full_like(a.w.data, 3))"),
        ("n.data.zero_()", "n.data.copy_(ops.zeros_like(n.data))"),
        ("b = a.unsqueeze(0).std(0)", "b = a.unsqueeze(0).std(axis=0, ddof=1)"),
        ("b = a.masked_fill(n, 0).size(0)", "b = a.masked_fill(n, 0).shape[0]"),
        ("b = a.view(-1, 4).std(1)", "b = a.view(-1, 4).std(axis=1, ddof=1)"),
        ("b = a.flatten(1).std(1)", "b = a.flatten(1).std(axis=1, ddof=1)"),
        ("b = a.permute(0, 2, 1).std(1)", "b = a.permute(0, 2, 1).std(axis=1, ddof=1)"),
        ("b = a.contiguous(); b = a.std(1)", "b = a.contiguous(); b = a.std(axis=1, ddof=1)"),
    ],
)
def test_tensors_are_recognised(statement: str, written: str) -> None:
    assert after(statement) == written
