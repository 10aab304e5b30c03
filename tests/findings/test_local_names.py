"""A network's own name in a function, ``model = self.model``, beside an optimizer of ``self.model``."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

SOURCE = """\
import torch
from torch import nn
import torch.nn.functional as F


class Trainer:
    def __init__(self):
        self.model = nn.Linear(3, 1)
        self.teacher = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1, momentum=0.9)

    def penalty(self):
        return self.model.weight.pow(2).sum()

    def fit(self, data):
        {names}
        for x, y in data:
            {zero}
            loss = {loss}
            loss.backward()
            {step}
"""
GIVEN = {
    "names": "model = self.model",
    "zero": "self.optimizer.zero_grad()",
    "loss": "F.mse_loss(model(x), y)",
    "step": "self.optimizer.step()",
}


def _marks(**given: str) -> list[str]:
    found = findings(SOURCE.format(**GIVEN | given))
    return [f.message.en for f in found if f.code == "MP306" and f.fix is None]


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({"names": "model = self.teacher"}, id="another network"),
        pytest.param(
            {"names": "model = self.model\n        model = self.teacher"}, id="another one later"
        ),
        pytest.param(
            {"names": "model = self.teacher if data else self.model"}, id="one of two networks"
        ),
        pytest.param(
            {"names": "model = self.model\n        self.model = nn.Linear(3, 1)"},
            id="the attribute gets another network",
        ),
    ],
)
def test_what_the_optimizer_may_not_hold_is_told(given: dict[str, str]) -> None:
    [mark] = _marks(**given)
    assert "the loss does not use self.model, which the optimizer holds" in mark


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({}, id="the optimizer of the object"),
        pytest.param({"zero": "model.zero_grad()"}, id="cleared by its name"),
        pytest.param({"zero": "self.model.zero_grad()"}, id="cleared by the attribute"),
        pytest.param(
            {
                "names": "model, optimizer = self.model, self.optimizer",
                "zero": "optimizer.zero_grad()",
                "step": "optimizer.step()",
            },
            id="both have names",
        ),
        pytest.param({"loss": "F.mse_loss(model(x), y) + self.penalty()"}, id="read in a method"),
        pytest.param(
            {"loss": "F.mse_loss(model(x), y) + self.model.weight.sum()"}, id="read by both"
        ),
        pytest.param(
            {"names": "model = self.model\n        self.model.train()"}, id="put into a mode"
        ),
    ],
)
def test_a_step_of_what_the_name_stands_for_is_moved(given: dict[str, str]) -> None:
    assert _marks(**given) == []
    assert "grad_fn(x, y)" in fixed(SOURCE.format(**GIVEN | given))


def test_what_is_clipped_is_what_the_optimizer_holds() -> None:
    given = {
        "names": "model = self.model\n        optimizer = self.optimizer",
        "zero": "optimizer.zero_grad()",
        "step": "nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n            optimizer.step()",
    }
    text = fixed(SOURCE.format(**GIVEN | given))
    assert "optimizer(grads)" in text
    assert "clip" in text.partition("loss, grads = grad_fn(x, y)")[2]
