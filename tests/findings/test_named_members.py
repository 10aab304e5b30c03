"""Methods that a string names: what they mean in torch is what they mean behind a dot."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEAD = "import torch\nfrom operator import methodcaller\n"


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("getattr(x, name)()", id="a computed name"),
        pytest.param("getattr(args, 'std')", id="not seen, and not called"),
        pytest.param("getattr(args, 'verbose')()", id="no method of torch's"),
        pytest.param("getattr(3.0, 'is_integer')()", id="a number"),
        pytest.param("methodcaller('strip')(args)", id="a method of texts"),
        pytest.param("methodcaller(name)(x)", id="a computed name in a caller"),
    ],
)
def test_leaves_alone(line: str) -> None:
    source = f"{HEAD}def f(x: torch.Tensor, args, name):\n    return {line}\n"
    assert not [
        f
        for f in findings(source)
        if f.code in ("MP101", "MP102") and f.span.start > len(HEAD) + 45
    ]
    assert line in fixed(source, unsafe=True)


def test_an_object_that_is_no_network_is_left_alone() -> None:
    source = (
        "import torch\n\n\nclass Trainer:\n    def train(self):\n        return torch.ones(2)\n\n"
        "    def run(self):\n        return getattr(self, 'train')()\n"
    )
    assert "return getattr(self, 'train')()" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("getattr(x, 'std')()", "x.std(ddof=1)", id="a tensor"),
        pytest.param("getattr(-x, 'std')()", "(-x).std(ddof=1)", id="an operation"),
    ],
)
def test_a_method_that_a_string_names_is_rewritten(line: str, expected: str) -> None:
    source = f"{HEAD}def f(x: torch.Tensor):\n    return {line}\n"
    assert f"    return {expected}\n" in fixed(source)


@pytest.mark.parametrize("call", ["getattr(args, 'std')", "methodcaller('std', dim=1)"])
def test_what_may_be_a_tensor_is_marked(call: str) -> None:
    source = f"{HEAD}def f(args):\n    return {call}()\n"
    (found,) = [f for f in findings(source) if f.symbol == "torch.Tensor.std"]
    assert (found.code, found.severity, found.fix) == ("MP102", "warning", None)
    assert source[found.span.start : found.span.end] == call
