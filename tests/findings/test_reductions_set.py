"""Losses whose reduction is set after they were made."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.target import Target

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


def test_a_reduction_that_is_not_kept_is_read_of_flags() -> None:
    source = f"{HEADER}loss = nn.MSELoss()\nprint(loss.reduction)\n"
    assert fixed(source).endswith("\nprint(loss_reduction(loss))\n")


def test_graph_mode_is_told_of_a_reduction_that_is_not_kept() -> None:
    source = f"{HEADER}loss = nn.MSELoss()\nprint(loss.reduction)\n"
    told = findings(source, Config(Target(mode="GRAPH")))
    assert [one.severity for one in told if "keep its reduction" in one.message.en] == ["error"]


READS = f"""{HEADER}def make(name):
    return nn.MSELoss() if name == "mse" else nn.L1Loss()


def weigh(loss, criterion, args):
    return SHOWN
"""


@pytest.mark.parametrize("shown", ["args.reduction", "nn.L1Loss().reduction", "loss.mean()"])
def test_other_reductions_are_read_as_they_are(shown: str) -> None:
    assert f"return {shown}\n" in fixed(READS.replace("SHOWN", shown))


@pytest.mark.parametrize("loss", ["criterion", "make(args.name)", "args.loss_fcn"])
def test_a_loss_that_may_be_any_is_asked_as_it_keeps_it(loss: str) -> None:
    text = fixed(READS.replace("SHOWN", f"{loss}.reduction == 'none'"))
    assert f"return loss_reduction({loss}) == 'none'\n" in text


def test_soft_margin_loss_is_told() -> None:
    source = f"{HEADER}loss = nn.SoftMarginLoss()\nloss.reduction = 'sum'\n"
    assert [one.severity for one in findings(source) if one.code == "MP221"] == ["error"]
