"""The examples of torch's docstrings as programs: what runs, with names for what is shown."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from mindport.runtime.jobs import Job
from mindport.runtime.pool import Pool

CALL = "mindport.runtime.documentation_job"


def program(pool: Pool, symbol: str) -> Any:
    result = pool.submit(Job(f"{CALL}:program", {"symbol": symbol}))
    assert result.outcome == "ok", result.error
    return result.value


def test_only_docstrings_with_examples_are_programs_each_once(torch_pool: Pool) -> None:
    symbols = ["torch.gather", "torch.Tensor.gather", "torch.nn.functional.pad", "torch.no.such"]
    result = torch_pool.submit(Job(f"{CALL}:documented", {"symbols": symbols}))
    assert result.value == ["torch.gather", "torch.nn.functional.pad"]


def test_a_shown_value_gets_a_name(torch_pool: Pool) -> None:
    assert program(torch_pool, "torch.gather") == (
        "t = torch.tensor([[1, 2], [3, 4]])\n"
        "shown_1 = torch.gather(t, 1, torch.tensor([[0, 0], [1, 0]]))\n"
        "[t, shown_1]"
    )


def test_draws_are_written_down(torch_pool: Pool) -> None:
    text = program(torch_pool, "torch.einsum")
    assert "torch.randn" not in text
    assert "x = torch.tensor([" in text


def test_what_is_drawn_is_compared_by_its_shape(torch_pool: Pool) -> None:
    text = program(torch_pool, "torch.randn")
    assert text.startswith("shown_0 = torch.randn(4)\n")
    assert text.endswith("[shown_0.shape, shown_1.shape]")


def test_what_readers_are_to_supply_is_supplied(torch_pool: Pool) -> None:
    text = program(torch_pool, "torch.optim.SGD")
    assert text.startswith("model = nn.Linear(4, 1)\n")
    assert "loss_fn(model(input), target).backward()\noptimizer.step()" in text
    assert text.endswith("model.weight]")


@pytest.mark.parametrize("symbol", ["torch.nn.Conv2d", "torch.optim.lr_scheduler.StepLR"])
def test_it_is_a_program(torch_pool: Pool, symbol: str) -> None:
    text = program(torch_pool, symbol)
    last = ast.parse(text).body[-1]
    assert isinstance(last, ast.Expr)
    assert isinstance(last.value, ast.List)
    assert last.value.elts
