"""Snippets as networks, compiled in graph mode and called twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mindport.runtime import plain
from mindport.runtime.jobs import Job
from mindport.runtime.network_source import as_network, in_evaluation
from mindport.runtime.pool import Pool

CALL = "mindport.runtime.graph_job:mindspore_networks"
NETWORK = """
import mindspore as ms
from mindspore import nn, ops


class Network(nn.Cell):
    def construct(self, x):
        return {}
"""
NUMBERS = np.arange(1, 7, dtype=np.float32).reshape(2, 3)


def compiled(pool: Pool, folder: Path, expression: str, expected: Any) -> dict[str, Any]:
    """What is said of a network that computes ``expression`` of the tensor x."""
    given = {"data": plain.Leaf("tensor", "float32", NUMBERS), "layout": "plain"}
    leaf = plain.Leaf("tensor", "float32", np.asarray(expected, np.float32))
    plain.save(folder / "0.npz", {"inputs": {"x": given}, "weights": {}, "expected": leaf})
    task = {"index": 0, "source": NETWORK.format(expression), "mode": "value", "dtype": "float32"}
    result = pool.submit(Job(CALL, {"folder": str(folder), "tasks": [task], "device": "CPU"}))
    assert result.outcome == "ok", result.error
    found: dict[str, Any] = json.loads((folder / "results.jsonl").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(
    ("expression", "expected"),
    [("x * 2", NUMBERS * 2), ("ops.Pad(((0, 0), (1, 1)))(x)", np.pad(NUMBERS, ((0, 0), (1, 1))))],
)
def test_what_compiles_to_the_same(
    mindspore_pool: Pool, tmp_path: Path, expression: str, expected: Any
) -> None:
    assert compiled(mindspore_pool, tmp_path, expression, expected) == {
        "index": 0,
        "outcome": "equal",
    }


def test_gradients_that_the_second_call_gets_wrong(mindspore_pool: Pool, tmp_path: Path) -> None:
    padded = np.pad(NUMBERS, ((0, 0), (1, 1)))
    found = compiled(mindspore_pool, tmp_path, "ops.pad(x, (1, 1))", padded)
    assert found["outcome"] == "value"
    assert found["where"].startswith("gradients of call 2")


def test_what_the_compiler_refuses(mindspore_pool: Pool, tmp_path: Path) -> None:
    found = compiled(mindspore_pool, tmp_path, "x * len({1, 2})", NUMBERS * 2)
    assert "Set" in found["error"]["message"]


def test_a_layer_is_made_once_and_the_rest_is_computed() -> None:
    code = "m = nn.Linear(3, 2)\nm.eval()\ny = x * 2\nm(y)"
    text = as_network(code, ["x"], ["m"])
    assert text is not None
    assert text.split("class ")[1] == (
        "Network(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.m = nn.Linear(3, 2)\n\n    def forward(self, x: torch.Tensor):\n"
        "        y = x * 2\n        return self.m(y)\n"
    )
    assert in_evaluation(code, ["m"])


def test_what_gives_nothing_is_no_network() -> None:
    assert as_network("y = x * 2", ["x"], []) is None
