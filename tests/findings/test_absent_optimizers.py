"""Functions that train or test, and are given no optimizer where they test."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import fixed

HEAD = """import torch
import torch.nn.functional as F

"""
BRANCH = """
def run(net: torch.nn.Module, loader, optimizer{default}, train):
    for x, y in loader:
        loss = F.mse_loss(net(x), y)
        if train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(loss.item())
"""
SKIPS = """
def run(net: torch.nn.Module, loader, optimizer, train=True):
    for x, y in loader:
        loss = F.mse_loss(net(x), y)
        print(loss.item())
        if {test}:
            continue
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
PLAIN = "None, optimizer.parameters)"
ASKED = "None, optimizer.parameters if optimizer is not None else ())"


@pytest.mark.parametrize(
    ("body", "call"),
    [
        pytest.param(BRANCH.format(default=""), "run(net, a, optimizer, True)", id="given in each"),
        pytest.param(SKIPS.format(test="not train"), "run(net, a, opt)", id="not asked for"),
        pytest.param(
            SKIPS.format(test="len(x) < 2"), "run(net, a, opt, None)", id="None is another's"
        ),
        pytest.param(
            SKIPS.format(test="not train").replace(
                "    for", "    if optimizer is None:\n        raise ValueError\n    for"
            ),
            "run(net, a, opt)",
            id="refused before",
        ),
    ],
)
def test_there_is_an_optimizer(body: str, call: str) -> None:
    text = fixed(f"{HEAD}{body}\n\n{call}\n")
    assert PLAIN in text
    assert ASKED not in text


@pytest.mark.parametrize(
    ("body", "call"),
    [
        pytest.param(SKIPS.format(test="not train"), "run(net, a, None, False)", id="None given"),
        pytest.param(
            SKIPS.format(test="not train"), "run(net, a, optimizer=None, train=False)", id="named"
        ),
        pytest.param(SKIPS.format(test="optimizer is None"), "run(net, a, opt)", id="asked for"),
    ],
)
def test_weights_are_none_where_there_is_no_optimizer(body: str, call: str) -> None:
    assert ASKED in fixed(f"{HEAD}{body}\n\n{call}\n")


def test_gradients_are_asked_for_where_the_step_is() -> None:
    text = fixed(f"{HEAD}{BRANCH.format(default='')}\n\nrun(net, a, None, False)\n")
    assert "if train:\n            grad_fn = ms.value_and_grad(" in text


@pytest.mark.parametrize("flag", ["train", "x.shape[0] > 2"])
def test_another_file_may_give_none(flag: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("from engine import run\n\nrun(net, a, None, False)\n")
    engine = tmp_path / "engine.py"
    text = f"{HEAD}{BRANCH.format(default='').replace('if train', f'if {flag}')}"
    engine.write_text(text)
    result = fix_document(
        Document(str(engine), text), Config(), Workspace((tmp_path,)), unsafe=False
    )
    assert (ASKED in result.document.text) == (flag == "train")


def test_an_optimizer_keeps_no_sum_where_there_is_none() -> None:
    body = """
def run(net: torch.nn.Module, loader, optimizer, train):
    for i, (x, y) in enumerate(loader):
        loss = F.mse_loss(net(x), y)
        if train:
            loss.backward()
            if i % 2 == 0:
                optimizer.step()
                optimizer.zero_grad()
        print(loss.item())
"""
    kept = 'optimizer.total_grads = getattr(optimizer, "total_grads", None)\n'
    text = fixed(f"{HEAD}{body}\n\nrun(net, a, None, False)\n", unsafe=True)
    assert f"    if optimizer is not None:\n        {kept}" in text
    assert f"\n    {kept}" in fixed(f"{HEAD}{body}\n\nrun(net, a, opt, True)\n", unsafe=True)
