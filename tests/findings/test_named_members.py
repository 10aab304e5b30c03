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
    assert not [f for f in findings(source) if f.code == "MP101" and f.span.start > len(HEAD) + 45]
    assert line in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("getattr(x, 'std')()", "x.std(ddof=1)", id="a tensor"),
        pytest.param("getattr(-x, 'std')()", "(-x).std(ddof=1)", id="an operation"),
        pytest.param(
            "map(methodcaller('std', dim=1), [x])",
            "map(lambda x: x.std(axis=1, ddof=1), [x])",
            id="a caller",
        ),
    ],
)
def test_a_method_that_a_string_names_is_rewritten(line: str, expected: str) -> None:
    source = f"{HEAD}def f(x: torch.Tensor):\n    return {line}\n"
    assert f"    return {expected}\n" in fixed(source)


def test_what_may_be_a_tensor_is_marked() -> None:
    source = f"{HEAD}def f(args):\n    return getattr(args, 'std')()\n"
    assert "# mindport: todo[MP220]" in (text := fixed(source, unsafe=True))
    assert "return args.std()" in text


def test_a_caller_whose_arguments_use_the_name_is_marked_alone() -> None:
    source = f"{HEAD}def f(x, ts):\n    return list(map(methodcaller('add', x), ts))\n"
    found = [f for f in findings(source) if f.symbol == "torch.Tensor.add"]
    assert [(f.code, f.severity, f.fix) for f in found] == [("MP101", "error", None)]
