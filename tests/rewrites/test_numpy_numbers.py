"""Numbers of NumPy's that torch takes become Python's where MindSpore takes no others."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEADER = (
    "import numpy as np\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n\n\n"
    "def f(x: torch.Tensor, labels: np.ndarray, size: int):\n    n = np.max(labels) + 1\n"
)


@pytest.mark.parametrize(
    "call",
    ["torch.arange(size)", "torch.arange(len(labels))", "torch.arange(int(np.max(labels)))",
     "x.chunk(size)", "F.adaptive_avg_pool2d(x, tuple(size))", "nn.MaxPool2d(size, stride=2)"],
)  # fmt: skip
def test_leaves_other_numbers(call: str) -> None:
    text = fixed(f"{HEADER}    return {call}\n", unsafe=True)
    assert "int(size" not in text and ".item()" not in text and "int(int(" not in text
    assert ".tolist()" not in text


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("torch.utils.data.Subset(x, labels)", "Subset(x, labels)"),
        ("torch.zeros(n, 3)", "mint.zeros((n, 3))"),
        ("x.view(n, -1)", "x.view(n, -1)"),
        ("torch.arange(n)", "ops.arange(n.item())"),
        ("torch.arange(1, n + 1)", "ops.arange(1, (n + 1).item())"),
        ("torch.rand(n)", "ops.rand(int(n))"),
        ("torch.full((3,), n * 0.5)", "ops.full((3,), (n * 0.5).item(), "),
        ("torch.softmax(x, n - 1)", "mint.softmax(x, int(n - 1))"),
        ("x.chunk(n)", "x.chunk(int(n))"),
        ("F.pad(x, (n, 1))", "ops.pad(x, (int(n), 1))"),
        ("F.interpolate(x, tuple(np.ceil(labels)))", "x, tuple(np.ceil(labels).tolist()))"),
        ("F.adaptive_avg_pool2d(x, tuple(n * 2))", "x, tuple((n * 2).tolist()))"),
        ("x.tensor_split(n)", "tensor_split(x, n, 0)"),
        ("torch.tensor_split(x, n, dim=1)", "tensor_split(x, n, dim=1)"),
        ("nn.MaxPool2d(n)", "nn.MaxPool2d(int(n), stride=int(n))"),
        ("nn.GroupNorm(n, 4)", "mint.nn.GroupNorm(int(n), 4)"),
        ("nn.MultiheadAttention(n, 2)", "MultiheadAttention(int(n), 2)"),
    ],
)  # fmt: skip
def test_numbers_of_numpy(call: str, expected: str) -> None:
    assert expected in fixed(f"{HEADER}    return {call}\n", unsafe=True)


def test_what_an_annotation_calls_an_array() -> None:
    text = fixed(f"{HEADER}    return torch.arange(labels.max())\n", unsafe=True)
    assert "ops.arange(labels.max().item())" in text


GIVEN = """
import numpy as np
import torch
import torch.nn as nn

class Graph(nn.Module):
    def __init__(self, users, items):
        super().__init__()
        self.users = users
        self.ids = torch.arange(users + items)

    def places(self):
        return torch.arange(self.users)

inter = np.load("inter.npy")
graph = Graph({users}, 7)
"""


def test_a_parameter_for_which_the_file_gives_a_number_of_python() -> None:
    text = fixed(GIVEN.replace("{users}", "len(inter)"), unsafe=True)
    assert "ops.arange(users + items)" in text and "ops.arange(self.users)" in text


def test_a_parameter_for_which_the_file_gives_a_number_of_numpys() -> None:
    source = GIVEN.replace("{users}", "inter.max() + 1")
    text = fixed(source, unsafe=True)
    assert "ops.arange(int(users + items))" in text and "ops.arange(int(self.users))" in text
    ranges = [one for one in findings(source) if one.symbol == "torch.arange"]
    assert {one.fix.applicability for one in ranges if one.fix is not None} == {"unsafe"}


def test_a_parameter_that_the_function_gives_something_else_first() -> None:
    source = (
        "import numpy as np\nfrom torch import nn\ndef conv(dilation):\n"
        "    dilation = (int(dilation[0]), int(dilation[1]))\n"
        "    return nn.Conv2d(3, 4, 3, dilation=dilation)\nconv(np.array([1, 2]))\n"
    )
    assert "dilation=dilation, " in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("tuple(map(np.prod, zip(a, b)))", "stride=tuple(map(int, size))"),
        ("tuple(np.maximum(1, k) for k in a)", "stride=tuple(map(int, size))"),
        ("tuple(map(math.prod, zip(a, b)))", "stride=size"),
        ("tuple(int(np.maximum(1, k)) for k in a)", "stride=size"),
        ("tuple(k // 2 for k in a)", "stride=size"),
    ],
)
def test_sizes_that_hold_numbers_of_numpys(given: str, expected: str) -> None:
    source = (
        "import math\nimport numpy as np\nfrom torch import nn\n\n\ndef f(a, b):\n"
        f"    size = {given}\n    return nn.Conv2d(3, 4, 3, stride=size)\n"
    )
    assert f"{expected}, " in fixed(source, unsafe=True)


def test_the_greatest_of_a_tables_column() -> None:
    source = (
        "import pandas as pd\nimport torch.nn as nn\n\ntable = pd.read_csv('inter.csv')\n"
        "users = table['user'].max() + 1\nlayer = nn.Linear(users, 4)\n"
    )
    assert "nn.Linear(int(users), 4)" in fixed(source, unsafe=True)


FACTORS = """
import torch.nn as nn

class Factors(nn.Module):
    def __init__(self, user_num, item_num, size):
        super().__init__()
        self.n_items = item_num
        self.users = nn.Embedding(user_num, size)
        self.items = nn.Linear(size, self.n_items + 1)
{call}
"""


@pytest.mark.parametrize(
    "call",
    ["net = Factors(5, len(rows), 3)", "net = Factors(int(users), args.items, 3)"],
)  # fmt: skip
def test_rows_that_the_file_gives_as_numbers_of_python(call: str) -> None:
    assert "int(user_num" not in (text := fixed(FACTORS.replace("{call}", call), unsafe=True))
    assert "int(self.n_items" not in text


@pytest.mark.parametrize("call", ["", "users, items = load()\nnet = Factors(users, items, 3)"])
def test_rows_that_are_counted_elsewhere(call: str) -> None:
    text = fixed(FACTORS.replace("{call}", call), unsafe=True)
    assert "nn.Embedding(int(user_num), size" in text and "int(self.n_items + 1)" in text
