"""Imports of packages that work on torch only are told (MP113)."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.report import Finding

from .conftest import findings


def told(source: str, path: str = "example.py") -> list[Finding]:
    return [finding for finding in findings(source, path=path) if finding.code == "MP113"]


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nimport einops\nfrom torch import nn\nnet = nn.ReLU()\n",
        "from torchvision import transforms\n",
        "from transformers import AutoTokenizer, BertConfig\n",
        "from .timm import create_model\n",
        "import timmy\n",
        "from .safetensors.torch import load_file\n",
        "from mylib.torchy import load\n",
        "from d2l import mxnet as d2l\n",
        "from . import torch\n",
        "from einops.layers import torch\n",
        "import safetensors.numpy\n",
        pytest.param(
            "try:\n    import xformers.ops as xops\nexcept ImportError:\n    xops = None\n",
            id="the file does without",
        ),
        pytest.param(
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import lightning\n",
            id="for types only",
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    ("source", "at"),
    [
        ("import timm\n", "timm"),
        ("import numpy, pytorch_lightning as pl\n", "pytorch_lightning as pl"),
        ("from accelerate import Accelerator\n", "Accelerator"),
        ("from accelerate.utils import set_seed, gather\n", "set_seed"),
        ("from transformers import AutoTokenizer, AutoModel\n", "AutoModel"),
        ("import open_clip\n", "open_clip"),
        ("from safetensors.torch import load_file, save_file\n", "load_file"),
        ("import safetensors.torch as st\n", "safetensors.torch as st"),
        ("import ray.train.torch\n", "ray.train.torch"),
        ("from d2l import torch as d2l\n", "torch as d2l"),
        ("from ray.train import RunConfig, torch\n", "torch"),
        ("def train():\n    import deepspeed\n", "deepspeed"),
        ("try:\n    import kornia\nfinally:\n    print(1)\n", "kornia"),
    ],
)
def test_each_package_is_told_once(source: str, at: str) -> None:
    (finding,) = told(source)
    assert source[finding.span.start : finding.span.end] == at
    assert (finding.severity, finding.fix) == ("warning", None)


def test_what_to_take_in_its_place_is_told() -> None:
    (finding,) = told("import timm\n")
    assert "MindCV" in finding.message.en
    assert "MindCV" in finding.message.zh


def test_a_package_beside_the_file_is_moved_with_it(tmp_path: Path) -> None:
    (tmp_path / "timm").mkdir()
    (tmp_path / "timm/__init__.py").write_text("")
    source = "import timm\nfrom accelerate import Accelerator\n"
    assert [f.symbol for f in told(source, str(tmp_path / "main.py"))] == ["accelerate"]


def test_the_half_for_torch_of_a_package_that_is_moved_is_moved_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "text/torch"  # text itself has no __init__.py
    folder.mkdir(parents=True)
    folder.joinpath("__init__.py").write_text("")
    source = "from text.torch import core\nfrom other.torch import core\n"
    assert [f.symbol for f in told(source, str(folder / "use.py"))] == ["other.torch"]
