"""torch.FloatTensor and its kin: a number is a size, a sequence the values, a shape a size too."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import numpy as np\nimport torch\n"


@pytest.mark.parametrize("given", ["sizes.shape", ""])
def test_a_tuple_may_be_a_shape(given: str) -> None:
    source = f"{HEADER}def f(x: torch.Tensor, sizes):\n    shape = x.size()\n"
    source += f"    return torch.FloatTensor({given})\n"
    text = fixed(source)
    assert f"torch.FloatTensor({given.replace('size()', 'shape')})" in text
    assert "error" in {f.severity for f in findings(source)}


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("torch.FloatTensor([1, 2])", "ms.tensor([1, 2], dtype=ms.float32)"),
        ("torch.FloatTensor((n, 3))", "ms.tensor((n, 3), dtype=ms.float32)"),
        ("torch.LongTensor(3, n)", "mint.zeros((3, n), dtype=ms.int64)"),
        ("torch.Tensor(np.zeros(3))", "legacy_tensor(np.zeros(3), dtype=ms.float32)"),
        ("torch.LongTensor([n, 1])", "legacy_tensor([n, 1], dtype=ms.int64)"),
        (
            "torch.Tensor(n.action_space.shape)",
            "ms.tensor(n.action_space.shape, dtype=ms.float32)",
        ),
        ("torch.LongTensor(range(5))", "legacy_tensor(range(5), dtype=ms.int64)"),
    ],
)
def test_values_and_sizes(call: str, after: str) -> None:
    assert after in fixed(f"{HEADER}def f(n, rows):\n    return {call}\n")


def test_what_is_known_only_when_it_runs_is_left_to_the_helper() -> None:
    source = f"{HEADER}def f(data):\n    return torch.FloatTensor(data)\n"
    assert "return legacy_tensor(data, dtype=ms.float32)" in fixed(source)


NET = (
    "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
    "    def __init__(self, n):\n        super().__init__()\n        self.w = nn.Parameter({})\n"
    "\n    def forward(self, x):\n        return x * self.w\n"
)


@pytest.mark.parametrize(
    ("made", "after"),
    [
        ("torch.Tensor(n).uniform_(-1, 1)", "uniform_(legacy_tensor(n, dtype=ms.float32), -1, 1)"),
        ("torch.FloatTensor(n).normal_()", "normal_(legacy_tensor(n, dtype=ms.float32), 0, 1)"),
        ("torch.Tensor(n).zero_()", "zeros_(legacy_tensor(n, dtype=ms.float32))"),
        ("torch.Tensor(n).fill_(n)", "constant_(legacy_tensor(n, dtype=ms.float32), n)"),
    ],
)
def test_a_size_or_values_are_filled_in_place(made: str, after: str) -> None:
    source = NET.format(made)
    assert f"self.w = ms.Parameter({after})\n" in fixed(source)


@pytest.mark.parametrize("given", ["x.size()", "x.shape", "x.shape[1:]", "shape"])
def test_the_shape_of_a_tensor_is_a_size(given: str) -> None:
    source = f"{HEADER}def f(x: torch.Tensor):\n    shape = x.size()\n"
    after = f"return mint.zeros({given.replace('size()', 'shape')}, dtype=ms.float32)"
    assert after in fixed(f"{source}    return torch.FloatTensor({given})\n")
