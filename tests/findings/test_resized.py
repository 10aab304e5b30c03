"""Tensors whose shape changes in place, and Variables that are given whatever a function is given."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEADER = "import torch\nfrom torch.autograd import Variable\n\n\ndef f(v, data: torch.Tensor, **kwargs):\n"


@pytest.mark.parametrize(
    "line",
    [
        "v.data.resize_(data.size())",
        "kwargs.label.resize_(3)",
        "v[:2].resize_(3)",
        "v.t().resize_(3)",
        "return Variable(v, requires_grad=True)",
    ],
)
def test_leaves_alone(line: str) -> None:
    after = line.replace("data.size()", "data.shape")
    text = fixed(f"{HEADER}    torch.relu(v)\n    {line}\n", unsafe=True)
    assert line in text or after in text


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("v.resize_(4, 2).copy_(data)", "resized(v, 4, 2)\n    v.copy_(data)\n"),
        ("v.resize_(3, 1)", "resized(v, 3, 1)\n"),
        ("v.resize_as_(data)", "resized(v, data.shape)\n"),
        ("return Variable(v, **kwargs)", "return variable(v, **kwargs)\n"),
    ],
)
def test_a_helper_changes_it(line: str, after: str) -> None:
    assert f"    {after}" in fixed(f"{HEADER}    torch.relu(v)\n    {line}\n", unsafe=True)


def test_a_variable_with_a_gradient_is_refused() -> None:
    names: dict[str, object] = {}
    source = f"{HEADER}    return Variable(v, **kwargs)\n"
    exec(compile(fixed(source, unsafe=True), "f.py", "exec"), names)
    f = names["f"]
    assert f(3, 4, volatile=True) == 3  # type: ignore[operator]
    with pytest.raises(NotImplementedError):
        f(3, 4, requires_grad=True)  # type: ignore[operator]
