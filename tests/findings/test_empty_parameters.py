"""Parameters that have no elements by default: MindSpore's optimizers refuse them."""

from __future__ import annotations

import pytest

from .conftest import fixed

SOURCE = (
    "import torch\nfrom torch import nn\n\n\nclass Attend(nn.Module):\n"
    "    def __init__(self, dim, heads=8, num_kv=0, *, rest=0.0):\n        super().__init__()\n"
    "        self.kv = max(num_kv, 1 if heads else 0)\n        self.rest = num_kv + 1\n"
    "        self.memory = nn.Parameter({})\n"
)


@pytest.mark.parametrize(
    "made",
    [
        "torch.randn(heads, dim)",
        "torch.zeros(1, self.rest)",
        "torch.randn(heads, num_kv), requires_grad=False",
        "torch.full((2,), num_kv)",
        "torch.tensor(rest)",
    ],
)
def test_leaves_alone(made: str) -> None:
    text = fixed(SOURCE.format(made))
    assert " > 0" not in text


@pytest.mark.parametrize(
    ("made", "after"),
    [
        (
            "torch.randn(heads, num_kv, dim)",
            "ms.Parameter(ops.randn((heads, num_kv, dim)), requires_grad=num_kv > 0)",
        ),
        (
            "torch.zeros((1, self.kv))",
            "ms.Parameter(mint.zeros((1, self.kv)), requires_grad=self.kv > 0)",
        ),
    ],
)
def test_it_is_trained_where_it_has_elements(made: str, after: str) -> None:
    assert f"self.memory = {after}\n" in fixed(SOURCE.format(made))


def test_an_optimizer_takes_a_network_with_an_empty_one() -> None:
    from mindspore import nn

    names: dict[str, object] = {}
    exec(compile(fixed(SOURCE.format("torch.ones(num_kv, dim)")), "f.py", "exec"), names)
    attend = names["Attend"]
    none, two = attend(3), attend(3, num_kv=2)  # type: ignore[operator]
    assert none.trainable_params() == [] and none.memory.shape == (0, 3)
    nn.SGD([*none.trainable_params(), *two.trainable_params()], 0.1)
