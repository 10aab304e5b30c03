"""Questions for a class of torch's that nothing is an object of without torch."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "from torch import Tensor\nfrom torch.fx import GraphModule\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("y = type(x) is GraphModule\n", id="the very class"),
        pytest.param("known = (Tensor, GraphModule)\n", id="a tuple that stands by itself"),
        pytest.param("y = issubclass(x, GraphModule)\n", id="a class is asked"),
    ],
)
def test_leaves_alone_and_tells(source: str) -> None:
    assert "GraphModule" in fixed(HEADER + source, unsafe=True).splitlines()[-1]
    assert "MP104" in {finding.code for finding in findings(HEADER + source)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("y = isinstance(x, GraphModule)", "y = False", id="alone"),
        pytest.param(
            "y = isinstance(x, (int, GraphModule, str))",
            "y = isinstance(x, (int, str))",
            id="among others",
        ),
        pytest.param(
            "y = isinstance(x, (Tensor, GraphModule))",
            "y = isinstance(x, ms.Tensor)",
            id="beside one other",
        ),
        pytest.param(
            "if isinstance(x, GraphModule):\n    y = x.graph\nelse:\n    y = x", "y = x", id="a branch"
        ),
        pytest.param(
            "if k or isinstance(x, GraphModule):\n    y = 1", "if k:\n    y = 1", id="a part of a test"
        ),
    ],
)  # fmt: skip
def test_is_answered(before: str, after: str) -> None:
    text = fixed(f"{HEADER}{before}\n", unsafe=True)
    assert text.removeprefix("import mindspore as ms\n") == f"{after}\n"


def test_the_fix_is_unsafe() -> None:
    (finding,) = [
        f for f in findings(f"{HEADER}y = isinstance(x, GraphModule)\n") if f.code == "MP104"
    ]
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
