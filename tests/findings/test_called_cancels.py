"""Functions that take gradients away go to where they are called, between backward and step."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import moved

CANCEL = """\
def cancel(epoch, model, freeze):
    if epoch >= freeze:
        return
    for n, p in model.named_parameters():
        if "last" in n:
            p.grad = None


"""
SOURCE = """\
import torch
from torch import nn
import torch.nn.functional as F
{imports}

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.last = nn.Linear(4, 2, bias=False)

    def forward(self, x):
        return self.last(self.body(x))


{cancel}def train(model, optimizer, loader, epoch, n):
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        {call}
        optimizer.step()


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
train(net, optimizer, loader, 0, 2)
"""
CALL = "cancel(epoch, model, n)"


def source(cancel: str = CANCEL, call: str = CALL, imports: str = "") -> str:
    return SOURCE.format(cancel=cancel, call=call, imports=imports)


@pytest.mark.parametrize(
    ("cancel", "call"),
    [
        pytest.param(CANCEL, "cancel(epoch + 1, model, n)", id="given what is computed"),
        pytest.param(CANCEL, "done = cancel(epoch, model, n)", id="its result is kept"),
        pytest.param(CANCEL.replace("epoch >=", "next(epoch) >="), CALL, id="a call decides"),
        pytest.param(CANCEL.replace('"last"', "LAST"), CALL, id="reads a global name"),
        pytest.param(CANCEL.replace("freeze)", "freeze=2)"), CALL, id="a default"),
        pytest.param(CANCEL.replace("return", "return 1"), CALL, id="gives something"),
    ],
)
def test_other_functions_stay_and_the_step_is_marked(cancel: str, call: str) -> None:
    text, left = moved(source(cancel, call))
    assert "def cancel(" in text
    assert "None if held is" not in text
    assert left


def test_the_body_goes_to_its_call() -> None:
    text, left = moved(source())
    assert left == []
    assert "def cancel(" not in text
    assert "        if epoch < n:\n            for n_, p_ in named_parameters(model):\n" in text
    assert (
        "                if 'last' in n_:\n                    grads = [None if held is p_ " in text
    )


def test_a_function_that_is_called_elsewhere_too_stays() -> None:
    text, _ = moved(source() + "\n\ndef other(net):\n    cancel(1, net, 2)\n")
    assert "def cancel(" in text and "None if held is p" in text


def fixed_beside(folder: Path, cancel: str) -> tuple[str, list[str]]:
    (folder / "utils.py").write_text(f"import torch\n\n\n{cancel}", encoding="utf-8")
    text = source("", f"utils.{CALL}", "import utils\n")
    document = Document(str(folder / "train.py"), text)
    result = fix_document(document, Config(), Workspace([folder]), unsafe=True)
    left = [f.severity for f in result.report.findings if f.code == "MP306"]
    return result.document.text, left


def test_a_function_of_another_file(tmp_path: Path) -> None:
    text, left = fixed_beside(tmp_path, CANCEL)
    assert "None if held is p" in text and "utils.cancel" not in text
    assert left == []


def test_another_function_of_another_file_that_takes_them_away_is_marked(tmp_path: Path) -> None:
    text, left = fixed_beside(tmp_path, CANCEL.replace('"last"', "LAST"))
    assert "utils.cancel(epoch, model, n)" in text
    assert left == ["error"]
