"""Blocks that are computed again in the backward pass: their gradients belong to their results."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import mindspore as ms
import numpy as np
import pytest
from mindspore import nn, ops

from mindport.knowledge.store import load


@pytest.fixture(scope="module")
def checkpoint() -> Callable[..., Any]:
    namespace: dict[str, Any] = {}
    exec(load().helpers["checkpoint"], namespace)
    found: Callable[..., Any] = namespace["checkpoint"]
    return found


class Block(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.parts = nn.SequentialCell(nn.ReLU(), nn.Dropout(p=0.5))

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        return self.parts(x * 2) * x


class Drawing(nn.Cell):
    """A block without a layer or a rate of its own: its method drops."""

    def thin(self, x: ms.Tensor) -> ms.Tensor:
        return ops.dropout(x, 0.5, self.training)

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        return self.thin(x * 2) * x


FORMS: dict[str, Callable[[nn.Cell], Callable[[ms.Tensor], ms.Tensor]]] = {
    "a Cell": lambda block: block,
    "its method": lambda block: block.construct,
    "a closure": lambda block: lambda value: block(value),
    "a partial": functools.partial,
}


@pytest.mark.parametrize("made", [Block, Drawing])
@pytest.mark.parametrize("form", FORMS)
def test_what_dropout_leaves_out_gets_no_gradient(
    checkpoint: Callable[..., Any], form: str, made: Callable[[], nn.Cell]
) -> None:
    block = made()
    block.set_train()
    called = FORMS[form](block)

    def forward(x: ms.Tensor) -> tuple[ms.Tensor, ms.Tensor]:
        y = checkpoint(called, x)
        return y.sum(), y

    x = ms.Tensor(np.random.rand(16, 8).astype(np.float32) + 0.1)
    (_, y), gradient = ms.value_and_grad(forward, has_aux=True)(x)
    kept = y.asnumpy() != 0
    assert 0 < kept.sum() < kept.size
    assert np.array_equal(gradient.asnumpy() != 0, kept)
