"""Methods of values of unknown type that only tensors and modules have."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEADER = "import torch\ndef f(x, device):\n"


@pytest.mark.parametrize(
    "line",
    [
        "y = x.to('png')",
        "y = x.to(other)",
        "y = x.size()",
        "y = x.groupby('a').size()",
        "y = x.size",
    ],
)
def test_leaves_alone_what_others_have_too(line: str) -> None:
    assert line in fixed(f"{HEADER}    {line}\n    return y\n", unsafe=True)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("y = x.to(device)", "y = x\n"),
        ("y = x.to(self.args.device)", "y = x\n"),
        ("y = x.to(device=device)", "y = x\n"),
        ("y, z = x.size()", "y, z = x.shape"),
        ("(y, z) = x.size()", "(y, z) = x.shape"),
        ("y = x.size()[2:]", "y = x.shape[2:]"),
    ],
)
def test_what_tensors_alone_have(line: str, after: str) -> None:
    assert after in fixed(f"{HEADER}    {line}\n    return y\n")
