"""Functions of training that take an optimizer, or a function that updates the parameters by hand."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

EPOCH = """\
import torch


def train_epoch(net, batches, loss, updater):
    total = 0.0
    for x, y in batches:
        y_hat = net(x)
        l = loss(y_hat, y)
        if isinstance(updater, torch.optim.Optimizer):
            updater.zero_grad()
            l.mean().backward()
            updater.step()
        else:
            l.sum().backward()
            updater(x.shape[0])
        total += float(l.sum())
    return total, y_hat
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("            updater(x.shape[0])\n", "", id="nothing updates"),
        pytest.param("updater(x.shape[0])", "updater.step()", id="steps in both branches"),
        pytest.param("    total = 0.0\n", "    updater = updater or net.updater\n", id="made anew"),
        pytest.param("isinstance(updater, torch.optim.Optimizer)", "updater", id="another test"),
    ],
)
def test_leaves_alone_and_tells(before: str, after: str) -> None:
    source = EPOCH.replace(before, after)
    assert "l.mean().backward()" in fixed(source, unsafe=True)
    assert "error" in {f.severity for f in findings(source) if f.code == "MP306"}


def test_the_optimizers_branch_is_rewritten_and_the_other_told() -> None:
    text = fixed(EPOCH, unsafe=True)
    assert (
        "        def forward_fn():\n"
        "            y_hat = net(x)\n"
        "            l = loss(y_hat, y)\n"
        "            return l.mean(), y_hat, l\n"
    ) in text
    assert (
        "            (_, y_hat, l), grads = grad_fn()\n"
        "            updater(grads)\n"
        "        else:\n"
        "            _, y_hat, l = forward_fn()\n"
        "            l.sum().backward()\n"
        "            updater(x.shape[0])\n"
    ) in text
    left = [f for f in findings(text) if f.code == "MP306"]
    assert [text[f.span.start : f.span.end] for f in left] == ["backward"]
    assert [f.severity for f in left] == ["error"]


def test_the_gradients_that_a_function_reads_are_told_of() -> None:
    told = [f for f in findings(EPOCH) if f.code == "MP306" and f.fix is None]
    (finding,) = told
    assert "let it take the gradients" in finding.message.en
    assert "自定义函数" in finding.message.zh
