"""Operators that MindSpore computes otherwise for complex numbers and integers."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nx: torch.Tensor\n"


def told(source: str) -> list[str]:
    words = (
        "abs of a complex",
        "~ flips",
        "MindSpore's tensors",
        "MindSpore's product",
        "A product over an axis",
    )
    return [f.message.en for f in findings(HEADER + source) if f.message.en.startswith(words)]


@pytest.mark.parametrize(
    "source",
    [
        "abs(x)",
        "mask = x\n~mask",
        "def f(x: torch.Tensor, is_last: torch.Tensor):\n    return x * ~is_last[:, None]",
        "x[~x]",
        "y: torch.Tensor\nx.masked_fill(~y, 0)",
        "def f(a):\n    return ~a",
        "~(x > 0)",
        "~torch.isnan(torch.fft.fft(x))",
        "mask = torch.zeros(3, dtype=torch.bool)\n~mask",
        "flags = 3\n~flags",
        "flags = 3\n1 << flags",
        "def f(a, b):\n    return a >> b",
        "import numpy as np\nn = np.arange(3)\nn << 2\n1 & n",
        "x & 1",
        "z = 1j * 2\nimport numpy as np\nn = np.arange(3) * 1j",
        "def f(a):\n    return 1j * a",
        "flags = 3\nflags <<= 1",
        "x & (x > 0)",
        "z = torch.fft.fft(x)\ndef f(z):\n    return abs(z)",
        "torch.fft.fft(x) * 2.0",
        "torch.fft.fft(x).real * x",
        "torch.fft.fft(x).abs() * x",
        "torch.fft.fft(x) + x",
        "torch.fft.fft(x) / 2",
        "x *= torch.fft.fft(x).real",
        "import numpy as np\nnp.fft.fft(np.ones(3)) * np.ones(3)",
        "torch.zeros(3, 4) @ x",
        "torch.zeros(0, 4) @ torch.ones(4, 2)",
        "torch.ones(2, 4) @ torch.zeros(4, 0)",
        "import numpy as np\nnp.zeros((2, 0)) @ np.zeros((0, 3))",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "abs(torch.fft.fft(x))",
        "z = torch.stft(x, 16, return_complex=True)\nabs(z)",
        "def f(x):\n    z = torch.fft.rfft(x) * 2\n    return abs(z[0])",
        "ids = torch.arange(3)\n~ids",
        "~x",
        "def f(code: torch.Tensor):\n    return ~code & 7",
        "def f(where: torch.Tensor, idx: torch.Tensor):\n    return torch.gather(where, 0, ~idx)",
        "~x.long()",
        "x << 2",
        "1 >> x",
        "x <<= 1",
        "x >> x.long()",
        "1 & x",
        "x /= torch.fft.fft(x)",
        "torch.zeros(3, 0) @ torch.ones(0, 2)",
        "w = torch.zeros(5, 0, 2)\ndef f(x: torch.Tensor):\n    return x @ torch.zeros(5, 0, 2)",
    ],
)
def test_is_told_once(source: str) -> None:
    assert len(told(source)) == 1


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("m = abs(torch.fft.fft(x))\n", "m = ops.ComplexAbs()(ops.fft(x))"),
        ("m = abs(torch.view_as_complex(x))\n", "m = ops.ComplexAbs()("),
        ("m = ~torch.arange(3) & 1\n", "m = ops.invert(ops.arange(3)) & 1"),
        ("i = torch.arange(5)\nm = i << 2\n", "m = ops.bitwise_left_shift(i, 2)"),
        (
            "i = torch.arange(5)\nm = ((i[:, None] + 1) >> i) & 1\n",
            "m = (ops.bitwise_right_shift(i[:, None] + 1, i)) & 1",
        ),
        ("m = 1 & x\n", "m = x & 1"),
        ("m = torch.fft.fft(x) * x\n", "m = complex_product(ops.fft(x), x)"),
        ("m = 1j * x\n", "m = complex_product(1j, x)"),
        ("m = x / -1j\n", "m = complex_product(x, 1 / (-1j))"),
        ("m = x / (1 + torch.fft.fft(x))\n", "m = complex_product(x, 1 / (1 + ops.fft(x)))"),
        (
            "m = torch.cos(x) + 1j * torch.sin(x)\nn = torch.fft.irfft(x * m)\n",
            "m = mint.cos(x) + complex_product(1j, mint.sin(x))\nn = ops.irfft(complex_product(x, m))",
        ),
        (
            "f = torch.fft.fft(x)\nm = x * (f.exp() - 1)\nn = x * torch.exp(f)\n",
            "m = complex_product(x, f.exp() - 1)\nn = complex_product(x, mint.exp(f))\n",
        ),
        ("m = 1j * torch.sin(x)\nn = m.abs()\n", "n = ops.ComplexAbs()(m)"),
        ("m = torch.sin(x) * 1j\nn = m.abs()\n", "n = ops.ComplexAbs()(m)"),
        (
            "def f(x: torch.Tensor, y):\n    x = torch.view_as_complex(x.float())\n    return x * y\n",
            "    return complex_product(x, y)\n",
        ),
        (
            "f = torch.fft.fft(x)\nm = f * x * f\n",
            "m = complex_product(complex_product(f, x), f)",
        ),
        ("m = True ^ (x > 2)\n", "m = (x > 2) ^ True"),
        ("m = ~(x.long() + 1)\n", "m = ops.invert(x.long() + 1)"),
        ("m = ~x\n", "m = bitwise_not(x)\n"),
        (
            "z = torch.fft.fft(x)\ndef f(z: torch.Tensor):\n    return abs(z)\n",
            "return absolute(z)",
        ),
        (
            "z = torch.fft.fft(x)\ndef f(z: torch.Tensor):\n    return z.abs(), z.bool()\n",
            "return absolute(z), z != 0\n",
        ),
    ],
)
def test_is_mended(source: str, after: str) -> None:
    assert after in fixed(HEADER + source)


@pytest.mark.parametrize(
    "body",
    [
        "if y:\n        x = torch.view_as_complex(x)\n    return x * 2.5 * y",
        "x = torch.view_as_complex(x)\n    x, y = torch.view_as_real(x), 2\n    return x * y",
        "x = torch.view_as_complex(x)\n    for i in range(2):\n        x = torch.real(x * y)\n    return x",
    ],
    ids=["at times", "another since", "a loop"],
)
def test_what_is_complex_at_times_is_left_alone(body: str) -> None:
    source = HEADER + f"def f(x: torch.Tensor, y):\n    {body}\n"
    assert "complex_product" not in fixed(source)


@pytest.mark.parametrize("source", ["x + 2j", "x ** (1 + 1j)"])
def test_a_number_with_an_imaginary_part_is_told(source: str) -> None:
    (message,) = told(source)
    assert "mindspore.Tensor(1j, mindspore.complex64)" in message
    assert source in fixed(HEADER + source, unsafe=True)
