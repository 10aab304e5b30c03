"""Clipping inside a ``try`` that does nothing where it fails."""

from __future__ import annotations

import pytest

from .conftest import moved

LOOP = """
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(loader, logger):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        {0}
        optimizer.step()
        logger.info(loss.item())
"""


def after(statement: str) -> tuple[str, list[str]]:
    return moved(LOOP.replace("{0}", statement.replace("\n", "\n        ")))


CLIP = "nn.utils.clip_grad_norm_(model.parameters(), 1.0)"


@pytest.mark.parametrize(
    "statement",
    [
        f"try:\n    {CLIP}\nexcept RuntimeError:\n    continue",
        f"try:\n    {CLIP}\nexcept RuntimeError:\n    logger.info('not clipped')",
        f"try:\n    {CLIP}\nexcept RuntimeError:\n    pass\nelse:\n    logger.info('clipped')",
        f"try:\n    {CLIP}\nfinally:\n    logger.info('clipped')",
        f"try:  # frozen networks\n    {CLIP}\nexcept RuntimeError:\n    pass",
        "try:\n    logger.info(1)\nexcept RuntimeError:\n    pass",
    ],
)
def test_what_does_something_stays(statement: str) -> None:
    text, told = after(statement)
    assert "try:" in text.partition("def train")[2]
    assert bool(told) == ("clip" in statement)


@pytest.mark.parametrize("caught", ["except Exception", "except", "except (ValueError, TypeError)"])
def test_it_is_clipped_without_try(caught: str) -> None:
    text, told = after(f"try:\n    {CLIP}\n{caught}:\n    pass")
    assert told == []
    assert "try" not in text
    assert "        grads = ops.clip_by_norm(grads, 1.0)\n        optimizer(grads)\n" in text


def test_clips_of_several_lines_stay_whole() -> None:
    clip = "torch.nn.utils.clip_grad_value_(\n        model.parameters(), 0.5\n    )"
    text, told = after(f"try:\n    {clip}\nexcept Exception:\n    pass")
    assert told == []
    assert "grads = ops.clip_by_value(grads, -0.5, 0.5)" in text
