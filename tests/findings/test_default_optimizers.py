"""A trainer that is given the class of its optimizer: ``optimizer_fn=torch.optim.Adam``."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

SOURCE = """\
import torch
import torch.nn.functional as F
from torch.optim import Adam
from torch.optim.lr_scheduler import StepLR


class Trainer:
    def __init__(self, model, {parameter}, params=None):
        self.model = model
        self.optimizer = {name}({given}, **(params or {{}}))

    def fit(self, data):
        self.model.train()
        for x, y in data:
            loss = F.mse_loss(self.model(x), y)
            self.model.zero_grad()
            loss.backward()
            self.optimizer.step()
"""
GIVEN = "self.model.parameters()"


@pytest.mark.parametrize(
    "parameter", ["make", "make=None", "make=StepLR", "make=torch.optim.lr_scheduler.StepLR"]
)
def test_what_is_not_seen_to_make_an_optimizer_is_to_be_checked(parameter: str) -> None:
    source = SOURCE.format(parameter=parameter, name="make", given=GIVEN)
    [mark] = [f for f in findings(source) if f.code == "MP306"]
    assert mark.fix is not None and mark.fix.applicability == "unsafe"
    assert "trainable_params" not in fixed(source)


def test_one_that_holds_another_network_is_not_the_models() -> None:
    source = SOURCE.format(
        parameter="make=torch.optim.Adam", name="make", given="self.critic.parameters()"
    )
    [mark] = [f for f in findings(source) if f.code == "MP306"]
    assert mark.fix is None


@pytest.mark.parametrize(
    "parameter", ["make=torch.optim.Adam", "*, make=torch.optim.SGD", "make=Adam"]
)
def test_it_holds_what_its_class_is_given(parameter: str) -> None:
    text = fixed(SOURCE.format(parameter=parameter, name="make", given=GIVEN))
    assert "self.optimizer = make(self.model.trainable_params(), **(params or {}))" in text
    assert "self.optimizer(grads)" in text
    assert "todo" not in text
