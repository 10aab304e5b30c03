"""Tensors of one axis and one number where a slice begins or ends."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = "import numpy as np\nimport torch\n\n\ndef f(x: torch.Tensor, data, n):\n"


def after(*lines: str, unsafe: bool = False) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return fixed(f"{HEAD}{body}", unsafe=unsafe).splitlines()[-1].strip()


@pytest.mark.parametrize(
    "made",
    [
        "torch.randint(n, ())",
        "torch.randint(n, (1,)).item()",
        "torch.randint(n, (1,))[0]",
        "int(torch.randint(n, (1,)))",
        "torch.randint(n, (4,))",
        "torch.tensor(3)",
        "n",
        "x.argmax()",
        "x[0]",
    ],
)
@pytest.mark.parametrize("held", ["x", "data"])
def test_leaves_alone(made: str, held: str) -> None:
    line = f"return {held}[i : i + n]"
    assert after(f"i = {made}", line) == line


@pytest.mark.parametrize("line", ["return x[i]", "return x[:, i]", "return data[i, 1:]"])
def test_an_index_is_left_alone(line: str) -> None:
    assert after("i = torch.randint(n, (1,))", line) == line


@pytest.mark.parametrize(
    "made",
    [
        "torch.randint(n, (1,))",
        "torch.randint(0, n, size=(1,))",
        "torch.randint(n, [1]).long()",
        "torch.clamp(torch.randint(n, (1,)) - n // 2, 0, n)",
        "torch.from_numpy(np.random.randint(n, size=(1,)))",
        "torch.from_numpy(np.random.randint(n, size=1)).clamp(0, 3)",
        "torch.tensor([3])",
        "torch.tensor([n % 3])",
    ],
)
@pytest.mark.parametrize("held", ["x", "data"])
def test_it_is_made_a_number(made: str, held: str) -> None:
    assert after(f"i = {made}", f"return {held}[i : i + n]") == (
        f"return {held}[int(i) : int(i + n)]"
    )


def test_what_is_set_is_cut_the_same_way() -> None:
    text = after("i = torch.randint(n, (1,))", "x[:, i:, 2:i] = 0", unsafe=True)
    assert text == "x[:, int(i):, 2:int(i)] = 0"


def test_a_name_that_may_be_a_number_is_left_alone() -> None:
    lines = ("i = torch.randint(n, (1,))", "if n:", "    i = data.start", "return x[i:]")
    assert after(*lines) == "return x[i:]"
