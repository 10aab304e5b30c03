"""Methods and constructors that are called by their class: ``nn.Conv2d.__init__(self, 3, 4, 3)``."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed, moved

HEADER = "import torch\nfrom torch import nn\n\n\n"


def constructor(base: str, arguments: str) -> str:
    """The last line of a class whose constructor calls that of ``base``, rewritten."""
    text, left = moved(
        f"{HEADER}class Net({base}):\n    def __init__(self, n):\n"
        f"        {base}.__init__({arguments})\n"
    )
    assert left == []
    return text.rstrip().rpartition("\n")[2].strip()


@pytest.mark.parametrize(
    ("base", "arguments", "after"),
    [
        ("nn.Module", "self", "nn.Cell.__init__(self)"),
        ("nn.Sequential", "self, nn.ReLU()", "nn.SequentialCell.__init__(self, mint.nn.ReLU())"),
        ("nn.Linear", "self, n, 4", "mint.nn.Linear.__init__(self, n, 4)"),
        (
            "nn.Conv2d",
            "self, n, 4, 3, 1, 1",
            "nn.Conv2d.__init__(self, n, 4, 3, 1, padding=1, has_bias=True, pad_mode='pad')",
        ),
        (
            "nn.Conv2d",
            "self, n, out_channels=4, kernel_size=3, padding=1, bias=False",
            "nn.Conv2d.__init__(self, n, out_channels=4, kernel_size=3, padding=1, has_bias=False, "
            "pad_mode='pad')",
        ),
        ("nn.BatchNorm2d", "self, n, 1e-3, 0.01", "nn.BatchNorm2d.__init__(self, n, 1e-3, 0.99)"),
        ("nn.LayerNorm", "self, n", "nn.LayerNorm.__init__(self, (n,), epsilon=1e-05)"),
        ("nn.Dropout", "self", "nn.Dropout.__init__(self, p=0.5)"),
        ("nn.Dropout", "self, n", "nn.Dropout.__init__(self, p=n)"),
        ("nn.GRU", "self, n, 4, 1, True, True", "GRU.__init__(self, n, 4, 1, True, True)"),
        ("nn.ModuleList", "self, n", "ModuleList.__init__(self, n)"),
        ("torch.optim.SGD", "self, n, 0.1, 0.9", "optim.SGD.__init__(self, n, 0.1, 0.9)"),
    ],
)
def test_a_constructor_has_the_object_before_its_arguments(
    base: str, arguments: str, after: str
) -> None:
    assert constructor(base, arguments) == after


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("torch.Tensor.sum(x, 1)", "x.sum(1)"),
        ("torch.Tensor.max(x, 1)[0]", "x.max(1)[0]"),
        ("torch.Tensor.add(x + 1, other=x)", "(x + 1).add(other=x)"),
        ("torch.Tensor.clone(x)", "x.copy()"),
        ("torch.Tensor.size(x, dim=0)", "x.shape[0]"),
    ],
)
def test_a_method_of_a_tensor_becomes_its_own(call: str, after: str) -> None:
    text, left = moved(f"import torch\nx = torch.ones(2, 3)\ny = {call}\n")
    assert left == []
    assert text.rstrip().rpartition("\n")[2] == f"y = {after}"


@pytest.mark.parametrize(
    "line",
    [
        "y = torch.Tensor(x)",
        "y = list(map(torch.Tensor.numpy, x))",
        "y = torch.Tensor.sum(*x)",
        "y = x.sum(1)",
    ],
)
def test_leaves_alone_what_is_no_method_called_by_its_class(line: str) -> None:
    source = f"import torch\nx = [torch.ones(2, 3)]\n{line}\n"
    assert not [f for f in findings(source) if "called by its class" in f.message.en]


def test_leaves_alone_the_method_of_a_class_of_tensors() -> None:
    source = (
        "import torch\n\n\nclass Named(torch.Tensor):\n    def sum(self, dim):\n"
        "        return torch.Tensor.sum(self, dim)\n"
    )
    assert "self.sum(dim)" not in fixed(source, unsafe=True)


def test_a_method_that_is_kept_under_a_name_has_its_tensor() -> None:
    text, left = moved(
        "import torch\nx = torch.ones(2, 3)\ntotal, best = x.sum, x.max\n"
        "y = total(1), best(dim=1)[0]\n"
    )
    assert left == []
    assert text.endswith("total, best = x.sum, x.max\ny = total(1), best(dim=1)[0]\n")


def test_interpolate_as_a_value_takes_what_torchs_does() -> None:
    text, left = moved(
        f"{HEADER}class Up(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.up = nn.functional.interpolate\n\n    def forward(self, x):\n"
        "        return self.up(x, scale_factor=2, mode='nearest')\n"
    )
    assert left == []
    assert "        self.up = interpolate\n" in text
    assert 'mode="nearest",' in text
