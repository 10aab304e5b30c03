"""``with torch.no_grad(): score = ...`` behind a loss, inside of what is differentiated."""

from __future__ import annotations

from .conftest import fixed

STEP = """
import torch
from torch.cuda.amp import autocast

def fit(net, optimizer, scaler, loader, criterion, measure):
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        with autocast():
            outputs = net(x)
            BEFORE
            loss = criterion(outputs, y)
            with torch.no_grad():
                score = measure(outputs, y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        total += score.item()
    return total
"""


def step(before: str = "outputs = outputs + 1") -> str:
    return fixed(STEP.replace("BEFORE", before), unsafe=True)


def test_what_goes_on_into_the_loss_is_cut() -> None:
    before = "with torch.no_grad():\n                weight = measure(x, y)\n            outputs = outputs * weight"
    assert "weight = ops.stop_gradient(weight)" in step(before)


def test_a_block_whose_function_may_change_what_the_loss_reads_is_left_alone() -> None:
    before = "with torch.no_grad():\n                weight = measure(outputs, y)"
    assert "scaler.scale(loss).backward()" in step(before)


def test_what_only_leaves_with_the_loss_is_given_as_it_is() -> None:
    text = step()
    assert (
        "        score = measure(outputs, y)\n        return scaler.scale(loss), (score,)\n" in text
    )
    assert "(_, (score,)), grads = grad_fn(x, y)" in text
