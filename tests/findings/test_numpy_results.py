"""What NumPy computes of a torch tensor is a tensor in torch, an array in MindSpore."""

from __future__ import annotations

import numpy as np
import pytest

from .conftest import findings, fixed

HEADER = "import numpy as np\nimport torch\n\n\ndef f(x: torch.Tensor, a: np.ndarray, y):\n"


@pytest.mark.parametrize(
    "line",
    [
        "return np.sqrt(a)",
        "return np.sqrt(y)",
        "return np.sqrt(x.numpy())",
        "return int(np.argmax(x))",
        "return np.argmax(x).item()",
        "return np.sqrt(x).tolist()",
        "return np.median(x)",
        "return np.linalg.norm(x)",
        "return np.transpose(x)",
        "return np.squeeze(x)",
        "return np.concatenate([x, x])",
        "return np.add(x, 1, out=a)",
        "return np.clip(a, x, 1)",
        "return a[np.sum(np.sqrt(x))]",
    ],
)
def test_leaves_alone(line: str) -> None:
    assert fixed(f"{HEADER}    {line}\n", unsafe=True).endswith(f"    {line}\n")


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return np.sqrt(x)", "return ms.tensor(np.sqrt(x))"),
        ("return np.multiply(2, x)", "return ms.tensor(np.multiply(2, x))"),
        ("return np.exp(-np.square(x))", "return ms.tensor(np.exp(-ms.tensor(np.square(x))))"),
        ("return np.exp(np.square(x))", "return ms.tensor(np.exp(np.square(x)))"),
        ("return np.isnan(x)", "return ms.tensor(np.isnan(x), dtype=ms.uint8)"),
        ("return np.round(x, 2).cpu()", "return ms.tensor(np.round(x, 2))"),
        ("return x[np.argsort(x)]", "return x[ms.tensor(np.argsort(x))]"),
        ("i = np.argmax(x)\n    return x[i]", "i = ms.tensor(np.argmax(x))\n    return x[i]"),
        ("return np.maximum(x, 0) * x", "return ms.tensor(np.maximum(x, 0)) * x"),
        ("return np.transpose(x) * x", "return np.transpose(x) * x"),
    ],
)
def test_a_tensor_of_the_result(line: str, after: str) -> None:
    assert fixed(f"{HEADER}    {line}\n").endswith(f"{after}\n")


def test_what_may_be_no_tensor_is_not_safe() -> None:
    source = (
        "import numpy as np\nfrom torch import nn\n\n\ndef f(net: nn.Module, x):\n"
        "    return np.sqrt(net(x))\n"
    )
    assert "return np.sqrt(net(x))" in fixed(source)
    assert "return ms.tensor(np.sqrt(net(x)))" in fixed(source, unsafe=True)


def test_the_finding_says_what_differs() -> None:
    found = findings(f"{HEADER}    return np.sqrt(x)\n")
    (finding,) = [finding for finding in found if finding.code == "MP212"]
    assert "array" in finding.message.en


@pytest.mark.parametrize(
    "call",
    ["np.sqrt(x)", "np.isnan(x)", "np.argsort(x)", "np.argmax(x)", "np.multiply(a, x)",
     "np.clip(x, 0, 1)", "np.round(x, 1)", "np.cumsum(x)", "np.take(x, 1)", "np.square(x[0])"],
)  # fmt: skip
def test_both_frameworks_give_the_same(call: str) -> None:
    """The original with torch, and the fixed code with MindSpore, in value, shape and dtype."""
    import mindspore
    import torch

    source = (
        f"import numpy as np\nimport torch\n\n\ndef f(x: torch.Tensor, a):\n    return {call}\n"
    )
    array = np.array([[3.0, -1.0, 2.5], [0.0, 5.0, np.nan]], np.float32)
    results = []
    for text, tensor in ((source, torch.tensor), (fixed(source), mindspore.tensor)):
        names: dict[str, object] = {}
        exec(compile(text, "f.py", "exec"), names)
        results.append(names["f"](tensor(array), array))  # type: ignore[operator]
    expected, got = results
    assert isinstance(expected, torch.Tensor)
    assert isinstance(got, mindspore.Tensor)
    assert got.asnumpy().dtype == expected.numpy().dtype
    np.testing.assert_array_equal(got.asnumpy(), expected.numpy())
