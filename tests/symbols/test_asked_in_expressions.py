"""What a test tells in an expression, and behind a branch that is left; copies that are taken apart."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEADER = "import numpy as np\nimport torch\n\n\n"


def moved(body: str) -> str:
    return fixed(f"{HEADER}def f(x, mask=None):\n{body}", unsafe=True)


@pytest.mark.parametrize(
    "body",
    [
        "    return x.clone()\n",
        "    return x.clone() if isinstance(x, Own) else np.copy(x)\n",
        "    return np.copy(x) if isinstance(x, torch.Tensor) else x.clone()\n",
        "    if not isinstance(x, torch.Tensor):\n        x = wrap(x)\n    return x.clone()\n",
        "    y = x.clone('name')\n    return y[:, 0]\n",
        "    y = x.clone()\n    return y[0], y['a'], y[1:]\n",
        "    return x.clone() if is_tensor(x) else x\n",
        "    return x.clone() if torch.is_tensor(mask) else x\n",
        "    if torch.is_tensor(x):\n        return mask\n    return x.clone()\n",
        "    return isinstance(x, torch.Tensor) or x.clone()\n",
        "    return not isinstance(x, torch.Tensor) and x.clone()\n",
        "    return isinstance(x, torch.Tensor) and mask is not None, x.clone()\n",
        "    if x.dtype == np.float32:\n        return x.clone()\n",
        "    if mask.dtype == torch.float16:\n        return x.clone()\n",
        "    return [x.clone(), 2 * mask]\n",
        "    mask.register_buffer(x.clone(), mask)\n",
        "    return Parameters(x.clone())\n",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "x.clone(" in moved(body)


def test_a_class_of_the_file_with_copies_of_its_own_is_left_alone() -> None:
    own = "class Boxes:\n    def clone(self):\n        return Boxes()\n\n\n"
    text = fixed(f"{HEADER}{own}def f(x):\n    y = x.clone()\n    return y[:, 0]\n", unsafe=True)
    assert "y = x.clone()" in text


@pytest.mark.parametrize(
    "body",
    [
        "    return x.clone() if isinstance(x, torch.Tensor) else np.copy(x)\n",
        "    return np.copy(x) if not isinstance(x, torch.Tensor) else x.clone()\n",
        "    if not isinstance(x, torch.Tensor):\n        raise TypeError(x)\n    return x.clone()\n",
        "    if not isinstance(x, torch.Tensor):\n        y = np.copy(x)\n    else:\n"
        "        y = x.clone()\n    return y\n",
        "    return x.clone() if torch.is_tensor(x) else x\n",
        "    from torch import is_tensor as is_one\n    return is_one(x) and x.clone()\n",
        "    if not torch.is_tensor(x):\n        return x\n    return x.clone()\n",
        "    return isinstance(x, torch.Tensor) and x.clone()\n",
        "    return not isinstance(x, torch.Tensor) or x.clone()\n",
        "    return isinstance(x, torch.Tensor) and mask is not None and x.clone()\n",
        "    if x.dtype == torch.float16:\n        x = x.float()\n    return x.clone()\n",
        "    y = x.clone()\n    y[..., 0] = 0\n    return y\n",
        "    y = x.clone()\n    return y - x[:, :1]\n",
        "    y = x.clone()\n    y[mask == 1] = 0\n    return y\n",
        "    return x.clone() * mask\n",
        "    mask.register_buffer('start', x.clone(), persistent=False)\n",
        "    mask.register_buffer('start', tensor=x.clone())\n",
        "    return torch.nn.Parameter(x.clone())\n",
    ],
)
def test_what_is_seen_to_be_a_tensor_is_copied(body: str) -> None:
    text = moved(body)
    assert "x.copy()" in text
    assert "x.clone()" not in text


def test_behind_the_expression_it_may_be_anything_again() -> None:
    text = moved(
        "    y = x.clone() if isinstance(x, torch.Tensor) else x\n    return y, x.clone()\n"
    )
    assert "return y, x.clone()" in text


def test_what_is_made_of_another_and_filled_is_a_tensor() -> None:
    text = moved("    y = x[0].new(len(x), 3).fill_(mask)\n    return y\n")
    assert "y = ops.full_like(ops.zeros((len(x), 3), dtype=x[0].dtype), mask)" in text


@pytest.mark.parametrize("body", ["    return x.new(3, 4)\n", "    return x.new().run()\n"])
def test_other_things_are_made_new(body: str) -> None:
    assert body in moved(body)


@pytest.mark.parametrize("asked", ["nonzero()", "nonzero(1)"])
def test_where_anything_is_not_zero_is_left_alone(asked: str) -> None:
    assert f"mask.{asked}" in moved(f"    return mask.{asked}\n")


def test_what_is_asked_for_a_tuple_of_places_is_a_tensor() -> None:
    text = moved("    return (mask == 2).nonzero(as_tuple=True)[0]\n")
    assert "return ops.nonzero(mask == 2).unbind(1)[0]\n" in text
