"""Examples that are run again and again in one process: what the calls before leave is found."""

from __future__ import annotations

from typing import Any

import pytest

from mindport.runtime.jobs import Job
from mindport.runtime.pool import Pool

IMPORTS = "import mindspore as ms\nfrom mindspore import mint, nn, ops\n"
CALL = "mindport.runtime.repeat_job:repeated"


def repeat(pool: Pool, source: str, names: list[str], seconds: float = 20.0) -> dict[str, Any]:
    arguments = {"source": IMPORTS + source, "names": names, "times": 6, "seconds": seconds}
    result = pool.submit(Job(CALL, arguments))
    assert result.outcome == "ok", result.error
    value: dict[str, Any] = result.value
    return value


@pytest.mark.parametrize(
    "source",
    [
        "x2 + 1",
        "x2.add_(1)\nx2",
        "m = nn.Dense(4, 3)\nm(x2)",
        "ms.ops.rand(3)",
        "x2 / 0 - x2 / 0",
        "x2.no_such_method()",
    ],
)
def test_the_same_each_time(mindspore_pool: Pool, source: str) -> None:
    assert repeat(mindspore_pool, source, ["x2"]) == {"runs": 6}


def test_what_a_call_leaves_for_the_next(mindspore_pool: Pool) -> None:
    found = repeat(mindspore_pool, "ops.hfft(c2)", ["c2"])
    assert found["run"] == found["runs"] == 2
    assert found["first"] != found["other"]


def test_what_a_larger_call_leaves_for_the_next(mindspore_pool: Pool) -> None:
    inputs = ["x2", "i2", "y2"]
    found = repeat(mindspore_pool, "ops.scatter(x2, 1, i2[:, :1], y2[:, :1])", inputs)
    assert found["run"] == found["runs"] == 2
    source = "ops.tensor_scatter_elements(x2, i2[:, :1], y2[:, :1], axis=1)"
    assert repeat(mindspore_pool, source, inputs) == {"runs": 6}


def test_ends_in_time(mindspore_pool: Pool) -> None:
    assert repeat(mindspore_pool, "x2 + 1", ["x2"], seconds=0.0) == {"runs": 1}
