"""Losses whose reduction is set after they were made."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n\n\n"
FOCAL = (
    f"{HEADER}class Focal(nn.Module):\n    def __init__(self, loss_fcn):\n"
    "        super().__init__()\n        self.loss_fcn = loss_fcn\n"
    "        self.reduction = loss_fcn.reduction\n        {} = 'none'\n"
)


@pytest.mark.parametrize("target", ["self.reduction", "self.loss_fcn.name", "reduction"])
def test_leaves_alone(target: str) -> None:
    assert "set_reduction" not in fixed(FOCAL.format(target), unsafe=True)


@pytest.mark.parametrize("loss", ["BCEWithLogitsLoss", "CrossEntropyLoss", "L1Loss", "NLLLoss"])
def test_losses_that_read_it_in_every_call_are_left_alone(loss: str) -> None:
    source = f"{HEADER}loss = nn.{loss}()\nloss.reduction = 'none'\n"
    assert "\nloss.reduction = 'none'" in fixed(source, unsafe=True)
    assert "MP221" not in {one.code for one in findings(source)}


def test_what_any_loss_reads_is_set() -> None:
    text = fixed(FOCAL.format("self.loss_fcn.reduction"), unsafe=True)
    assert "        set_reduction(self.loss_fcn, 'none')\n" in text
    assert fixed(text, unsafe=True) == text


def test_what_mse_loss_reads_is_set() -> None:
    text = fixed(f"{HEADER}loss = nn.MSELoss()\nloss.reduction = 'sum'\n", unsafe=True)
    assert "\nset_reduction(loss, 'sum')\n" in text


def test_a_reduction_that_is_not_kept_is_told() -> None:
    told = findings(f"{HEADER}loss = nn.MSELoss()\nprint(loss.reduction)\n")
    assert [one.severity for one in told if "keep its reduction" in one.message.en] == ["error"]


def test_soft_margin_loss_is_told() -> None:
    source = f"{HEADER}loss = nn.SoftMarginLoss()\nloss.reduction = 'sum'\n"
    assert [one.severity for one in findings(source) if one.code == "MP221"] == ["error"]
