"""What autograd functions saved, read by its old name: MindSpore's context has the new one alone."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SWISH = """import torch


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, i):
        ctx.save_for_backward(i)
        return i * torch.sigmoid(i)

    @staticmethod
    def backward(ctx, grad_output):
        i = ctx.saved_variables[0]
        s = torch.sigmoid(i)
        return grad_output * (s * (1 + i * (1 - s)))
"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(SWISH.replace("saved_variables", "saved_tensors"), id="the new name"),
        pytest.param(SWISH.replace("ctx.saved_variables", "self.saved_variables"), id="of another"),
        pytest.param(SWISH.replace("(torch.autograd.Function)", "(Base)"), id="another base"),
        pytest.param("print(model.saved_variables)\n", id="no function"),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert "MP306" not in [f.code for f in findings(source) if "saved_" in f.message.en]


def test_the_old_name_becomes_the_new_one() -> None:
    text = fixed(SWISH)
    assert "i = ctx.saved_tensors[0]" in text
    assert "saved_variables" not in text
