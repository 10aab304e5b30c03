"""What becomes bfloat16 is told where the target has a CPU, once for each place."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed

HEADER = "import torch\nx: torch.Tensor\nm = torch.nn.Linear(4, 3)\n"
ASCEND = Config(target=Target(devices=("Ascend",)))


def told(source: str, config: Config | None = None) -> list[str]:
    found = findings(HEADER + source, config)
    return [f.severity for f in found if "few kernels for bfloat16" in f.message.en]


@pytest.mark.parametrize(
    "source",
    [
        "x.dtype == torch.bfloat16",
        "half = x.dtype in (torch.float16, torch.bfloat16)",
        "assert x.dtype != torch.bfloat16, 'no'",
        "x.to(torch.bfloat16).float()",
        "x.bfloat16().double()",
        "m.bfloat16().to(torch.float32)",
        "least = torch.finfo(torch.bfloat16).min",
        "bits = {torch.bfloat16: 16}[x.dtype]",
        "name = NAMES[torch.bfloat16]",
        "with torch.autocast('cuda', dtype=torch.bfloat16):\n    y = m(x)",
        "x.half()",
        "m.to(torch.float16)",
        "bfloat16 = args.bfloat16",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "x.bfloat16()",
        "x.to(torch.bfloat16)",
        "x.to(device='cuda', dtype=torch.bfloat16)",
        "m.bfloat16()",
        "m.to(torch.bfloat16)",
        "y = torch.zeros(3, dtype=torch.bfloat16)",
        "x.to(torch.bfloat16 if flag else torch.float32)",
        "dtype = torch.bfloat16",
        "def f(x, dtype=torch.bfloat16):\n    return x.to(dtype)",
        "model = load('gpt', torch_dtype=torch.bfloat16)",
        "net.bfloat16()",
        "import mindspore as ms\ny = x.to(ms.bfloat16)",
        "from torch import bfloat16\ny = x.to(bfloat16)",
        "y = x.to(torch.bfloat16).sum() + x.exp()",
        "y = x.bfloat16().to('cuda')",
        "y = x.to(torch.bfloat16).argmax()",
    ],
)
def test_is_told_once_where_the_target_has_a_cpu(source: str) -> None:
    assert told(source) == ["warning"]
    assert told(source, ASCEND) == []


def test_a_table_of_dtypes_is_no_warning() -> None:
    assert told("DTYPES = {'fp16': torch.float16, 'bf16': torch.bfloat16}") == ["info"]


def test_it_stays_when_the_names_are_mindspores() -> None:
    after = fixed(HEADER + "y = x.to(torch.bfloat16)\n")
    assert after.endswith("y = x.astype(ms.bfloat16)\n")
    assert told(after) == ["warning"]
