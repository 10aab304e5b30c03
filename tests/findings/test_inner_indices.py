"""A number as the index where a derivative is taken while another one is."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.runtime.pool import Job, Pool

from .conftest import fixed

ROOT = Path(__file__).parents[2]
INNER = """\
import torch
import torch.nn.functional as F


def adapt(net, optimizer, x: torch.Tensor, y: torch.Tensor, xs, k: int):
    total = 0
    for i in range(3):
        loss = F.cross_entropy(net({index}), y)
        grads = torch.autograd.grad(loss, list(net.parameters()))
        fast = [p - 0.1 * g for p, g in zip(net.parameters(), grads)]
        total = total + F.linear({outer}, fast[0]).mean()
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
"""
CRITIC = """\
import torch
from torch import nn


class Critic(nn.Module):
    def forward(self, x: torch.Tensor):
        h = torch.tanh(x)
        return {index}


def penalty(x):
    out = Critic()(x)
    return torch.autograd.grad(out.sum(), x, create_graph={again})[0].pow(2).mean()
"""


@pytest.mark.parametrize("index", ["xs[0]", "x[k]", "x[0:1]", "x[0, ...]", "x[0, 1]", "x[None]"])
def test_leaves_alone(index: str) -> None:
    assert f"net({index})" in fixed(INNER.format(index=index, outer="x"), unsafe=True)


def test_leaves_what_only_the_outer_derivative_goes_through_alone() -> None:
    text = fixed(INNER.format(index="x", outer="x[0]"), unsafe=True)
    assert "def output_fn" in text
    assert "x[0]" in text


@pytest.mark.parametrize(("index", "again"), [("h[-1]", False), ("h.shape[0]", True)])
def test_leaves_a_critic_alone(index: str, again: bool) -> None:
    assert f"return {index}\n" in fixed(CRITIC.format(index=index, again=again))


@pytest.mark.parametrize(
    ("index", "written"), [("x[0]", "x[0, ...]"), ("x[-1]", "x[-1, ...]"), ("x[i]", "x[i, ...]")]
)
def test_the_inner_step_takes_all_of_the_other_axes(index: str, written: str) -> None:
    assert f"net({written})" in fixed(INNER.format(index=index, outer="x"), unsafe=True)


def test_so_does_a_critic_whose_slope_is_penalized() -> None:
    assert "return h[-1, ...]\n" in fixed(CRITIC.format(index="h[-1]", again=True))


def test_mindspore_raises_for_a_number_alone() -> None:
    with Pool("mindspore", 1, env={"PYTHONPATH": str(ROOT)}) as pool:
        ended = pool.submit(Job("tests.findings.test_inner_indices:slopes", {}, timeout=60))
    assert ended.outcome == "ok", ended.error
    assert ended.value == {"whole": [[360.0, 184320.0, 7085880.0], [0.0] * 3], "number": "raises"}


def slopes() -> dict[str, object]:
    """The slope of a squared slope through either index; torch's is the one that is expected."""
    import mindspore as ms

    x = ms.Tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])

    def slope(index: object) -> object:
        def inner(v: ms.Tensor) -> ms.Tensor:
            return (ms.grad(lambda w: ((w * w)[index] ** 3).sum())(v) ** 2).sum()

        return ms.grad(inner)(x).asnumpy().tolist()

    whole = slope((0, ...))
    try:
        slope(0)
    except TypeError:
        return {"whole": whole, "number": "raises"}
    return {"whole": whole, "number": "computes"}
