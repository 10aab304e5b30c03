"""Drafts of entries: which APIs are tried in a symbol's place, how arguments are aligned, and what
a real run of torch's samples leaves of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from mindport.knowledge.compile import read_harvest
from mindport.knowledge.reading import check, raw_entries
from mindport.runtime.proposals import candidates
from mindport.symbols import torch_api

ROOT = Path(__file__).resolve().parents[2]
HARVESTED = read_harvest(ROOT / "knowledge")["2.10.0"]


def first(symbol: str, **signatures: str) -> Mapping[str, Any]:
    """The likeliest equivalent where MindSpore has nothing but these."""
    harvested = {
        f"mindspore.{name.replace('__', '.')}": {"signatures": [text], "platforms": ["GPU"]}
        for name, text in signatures.items()
    }
    found = candidates(symbol, torch_api.load(), harvested)
    return found[0].equivalent if found else {}


@pytest.mark.parametrize(
    ("symbol", "apis"),
    [
        pytest.param("torch.cross", {"ops__gcd": "(input, other)"}, id="another name"),
        pytest.param("torch.roll", {"nn__Roll": "(shifts, dims)"}, id="a class for a function"),
        pytest.param(
            "torch.nn.Softshrink", {"ops__softshrink": "(x)"}, id="a function for a class"
        ),
        pytest.param("torch.cross", {"ops__operations__cross": "(x)"}, id="a primitive"),
        pytest.param("torch.eq", {"Parameter__eq": "(other)"}, id="a member of another class"),
    ],
)
def test_is_not_tried(symbol: str, apis: dict[str, str]) -> None:
    assert not first(symbol, **apis)


@pytest.mark.parametrize(
    ("symbol", "apis", "expected"),
    [
        pytest.param(
            "torch.logsumexp",
            {"ops__logsumexp": "(x, axis, keep_dims=False)"},
            {
                "api": "mindspore.ops.logsumexp",
                "args": {"input": "x", "dim": "axis", "keepdim": "keep_dims"},
            },
            id="names that mean the same",
        ),
        pytest.param(
            "torch.dist",
            {"ops__dist": "(left, right, p=2)"},
            {"api": "mindspore.ops.dist", "args": {"input": "left", "other": "right"}},
            id="the place of what must be given, no guess for what need not",
        ),
        pytest.param(
            "torch.Tensor.flip",
            {"ops__flip": "(input, dims)"},
            {"to": "mindspore.ops.flip({self}, {dims})"},
            id="a function for a method",
        ),
        pytest.param(
            "torch.flip",
            {"Tensor__flip": "(dims)"},
            {"to": "{input}.flip({dims})"},
            id="a method for a function",
        ),
        pytest.param(
            "torch.Tensor.addcmul",
            {"ops__addcmul": "(input, tensor1, tensor2, *, value=1)"},
            {"to": "mindspore.ops.addcmul({self}, {tensor1}, {tensor2}, value={value?})"},
            id="keywords stay away where they are not given",
        ),
    ],
)
def test_arguments_are_aligned(symbol: str, apis: dict[str, str], expected: dict[str, Any]) -> None:
    assert {**first(symbol, **apis)} == {**expected, "devices": ["GPU", "CPU"]}


def test_the_same_name_in_mint_comes_first() -> None:
    found = candidates("torch.addcmul", torch_api.load(), HARVESTED)
    assert [item.api for item in found[:3]] == [
        "mindspore.mint.addcmul",
        "mindspore.ops.addcmul",
        "mindspore.Tensor.addcmul",
    ]


def test_a_parameter_without_counterpart_is_told() -> None:
    found = candidates("torch.std", torch_api.load(), HARVESTED)
    lacking = {item.api: item.lacking for item in found}
    assert lacking["mindspore.numpy.std"] == ("unbiased",)


def test_what_ran_equal_is_a_draft_that_the_build_takes(tmp_path: Path) -> None:
    """mint has no kernel for addcmul on CPU; nothing computes torch's hinge_embedding_loss."""
    script = ROOT / "scripts/propose_entries.py"
    names = ("hinge_embedding_loss", "alpha_dropout")
    symbols = ["torch.addcmul", *(f"torch.nn.functional.{name}" for name in names)]
    run = subprocess.run(
        [sys.executable, script, *symbols], capture_output=True, text=True, timeout=600
    )
    assert run.returncode == 1, run.stderr
    path = tmp_path / "draft.yaml"
    path.write_text(run.stdout, encoding="utf-8")
    (plain,) = yaml.safe_load(run.stdout)
    assert plain["symbol"] == "torch.addcmul"
    assert plain["equivalents"][0]["api"] == "mindspore.ops.addcmul"
    assert plain["refuses"] == {"input": ["complex64"]}
    assert "torch.addcmul(x2, y2, p2)" in plain["examples"]
    assert [found for raw in raw_entries(path) for found in check(raw, HARVESTED)] == []
    assert "AddcmulExt unregistered" in run.stderr
    assert "ops.hinge_embedding_loss(x, y)" in run.stderr and "expected 1.0, got" in run.stderr
    assert (
        "torch.nn.functional.alpha_dropout: MindSpore has nothing of a name like this" in run.stderr
    )


def test_a_name_that_torch_lacks_is_refused() -> None:
    script = ROOT / "scripts/propose_entries.py"
    run = subprocess.run([sys.executable, script, "torch.addcmull"], capture_output=True, text=True)
    assert run.returncode == 2
    assert "has no torch.addcmull" in run.stderr
