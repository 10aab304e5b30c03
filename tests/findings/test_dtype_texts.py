"""``str(x.dtype)`` is another text in MindSpore: where it is compared or taken apart."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEAD = "import torch\n\n\ndef f(x: torch.Tensor, n):\n    return "


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("print(str(x.dtype))", id="shown"),
        pytest.param("{str(x.dtype): 1}", id="a key of its own"),
        pytest.param("str(n) == 'torch.float32'", id="not a dtype"),
        pytest.param("str(n.dtype).split('.')[-1]", id="NumPy's, maybe"),
    ],
)
def test_leaves_alone(line: str) -> None:
    assert line in fixed(HEAD + line + "\n", unsafe=True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("str(x.dtype) == 'torch.float32'", "x.dtype == ms.float32"),
        ("'torch.int64' != str(x.dtype)", "x.dtype != ms.int64"),
        ("'float' in str(x.dtype)", "'float' in repr(x.dtype)"),
        ("str(x.dtype) in n", 'repr(x.dtype).replace("mindspore", "torch") in n'),
        ("str(x.dtype).split('.')[-1]", "repr(x.dtype).split('.')[-1]"),
        ("str(x.dtype).replace('torch.', '')", "repr(x.dtype).replace(\"mindspore.\", '')"),
        ("str(x.dtype)[6:]", 'repr(x.dtype).replace("mindspore", "torch")[6:]'),
        (
            "str(x.dtype).endswith('torch.half')",
            'repr(x.dtype).replace("mindspore", "torch").endswith(\'torch.half\')',
        ),
    ],
)
def test_the_text_says_what_torchs_says(line: str, expected: str) -> None:
    assert f"    return {expected}\n" in fixed(HEAD + line + "\n")
