"""Slices whose gradient MindSpore refuses on a CPU."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed

MODULE = "import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def forward(self, x, start=0):\n"


@pytest.mark.parametrize(
    "line",
    [
        "return x[::2]",
        "return x[..., ::2]",
        "return x[:, 1:-1]",
        "return x[:, ::1]",
        "return x[:start, 1]",
        "return x[..., :7]",
        "x[:, ::2] = 0",
        "return [1, 2][::2]",
    ],
)
def test_leaves_alone(line: str) -> None:
    assert not [f for f in findings(f"{MODULE}        {line}\n") if f.code == "MP107"]


@pytest.mark.parametrize(
    "made",
    [
        "torch.as_tensor(found).reshape(-1, 4)",
        "torch.zeros(3, 4)",
    ],
)
def test_leaves_the_last_of_two_axes_alone(made: str) -> None:
    source = f"import torch\n\ndef f(found):\n    boxes = found[1:]\n    boxes = {made}\n"
    source += "    boxes[:, 0::2].clamp_(min=0)\n    return boxes[boxes[:, 1::2] > 0]\n"
    assert not [f for f in findings(source) if f.symbol == "torch.slice_copy"]


def test_leaves_alone_where_no_cpu_is_meant() -> None:
    config = Config(target=Target(devices=("Ascend",)))
    found = findings(f"{MODULE}        return x[:, ::2]\n", config)
    assert not [f for f in found if f.symbol == "torch.slice_copy"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x[:, ::2]", "slice_copy(x, 1, step=2)"),
        ("x[:, :, ::2, 1::2]", "slice_copy(slice_copy(x, 2, step=2), 3, start=1, step=2)"),
        ("x[..., 1:5:2, :]", "slice_copy(x, -2, start=1, end=5, step=2)"),
        ("x[:, ::2, 0]", "slice_copy(x, 1, step=2)[:, :, 0]"),
        ("(x + 1)[:, ::self.n]", "slice_copy(x + 1, 1, step=self.n)"),
    ],
)
def test_a_step_between_the_first_and_the_last_axis(before: str, after: str) -> None:
    assert f"return {after}\n" in fixed(f"{MODULE}        return {before}\n")


def test_what_may_be_an_array_is_asked_about() -> None:
    source = "import torch\n\ndef f(image):\n    return image[:, ::2, ::2]\n"
    assert fixed(source).endswith("return image[:, ::2, ::2]\n")
    assert "slice_copy(slice_copy(image, 1, step=2), 2, step=2)" in fixed(source, unsafe=True)


def test_an_end_that_is_0_by_default_is_asked_about() -> None:
    source = f"{MODULE}        return x[..., :start]\n"
    assert "x[..., :start]" in fixed(source)
    assert "mint.narrow(x, -1, 0, start)" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ("part = x[:, ::2]\npart[0] = 5", "part = x[:, ::2]"),
        ("part = x[:, ::2]\npart[:, 1].add_(1)", "part = x[:, ::2]"),
        ("part = x[:, ::2].view(3, 1, -1)\nother = part\nother[0] += 1", "x[:, ::2].view"),
        ("part, rest = x[:, ::2], y\npart[0] = 5", "x[:, ::2], y"),
        ("part = x[:, ::2]\nx[0] = 5", "part = x[:, ::2]"),
        ("x[:, ::2][0] = 5", "x[:, ::2][0] = 5"),
    ],
)
def test_a_part_that_is_written_to_is_no_copy(lines: str, left: str) -> None:
    source = f"{MODULE}        y = x + 1\n" + "".join(f"        {n}\n" for n in lines.split("\n"))
    assert left in fixed(source + "        return x\n", unsafe=True)
    assert [f.fix for f in findings(source + "        return x\n") if f.code == "MP107"] == [None]


@pytest.mark.parametrize("line", ["y = part + 1\n        y[0] = 5", "other[0] = 5", "part += 1"])
def test_what_is_made_of_a_part_may_be_written_to(line: str) -> None:
    source = f"{MODULE}        other = x + 1\n        part = x[:, ::2]\n        {line}\n"
    assert "part = slice_copy(x, 1, step=2)" in fixed(source + "        return x\n")
