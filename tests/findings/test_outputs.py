"""``out=`` of torch's functions, which MindSpore's do not take."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEAD = "import torch\n\n\ndef f(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor, i):\n"


@pytest.mark.parametrize(
    "statement",
    [
        "torch.max(a, 0, out=(c, i))",
        "d = torch.mul(a, b, out=c)",
        "torch.mul(a, b, out=c[0])",
        "d = torch.sum(a, 0, out=torch.empty(3, dtype=torch.int64))",
        "d = torch.mul(a, b, out=torch.empty_like(i))",
    ],
)
def test_what_is_more_than_a_copy_is_marked(statement: str) -> None:
    found = [f for f in findings(f"{HEAD}    {statement}\n") if f.code == "MP102"]
    assert [f.severity for f in found] == ["error"]
    assert "out=" in fixed(f"{HEAD}    {statement}\n", unsafe=True)


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("torch.max(a, b, out=c)", "c.copy_(mint.max(a, b))"),
        ("torch.add(a, 2, alpha=3, out=c)", "c.copy_(mint.add(a, 2, alpha=3))"),
        ("torch.add(a, 2, out=c, alpha=3)", "c.copy_(mint.add(a, 2, alpha=3))"),
    ],
)
def test_the_result_is_copied_into_the_tensor(statement: str, after: str) -> None:
    source = f"{HEAD}    {statement}\n"
    assert f"    {after}\n" in fixed(source, unsafe=True)
    assert f"    {statement}\n" in fixed(source)  # torch resizes a tensor of another shape


MADE = "    c = torch.empty(3)\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("    d = c\n    torch.mul(a, b, out=c)\n    return d\n", id="two names"),
        pytest.param("    d = c.view(-1)\n    torch.mul(a, b, out=c)\n    return d\n", id="a view"),
        pytest.param("    for _ in i:\n        d = torch.mul(a, b, out=c)\n", id="in a loop"),
        pytest.param("    d = c, torch.mul(a, b, out=c)\n    return d\n", id="part of a tuple"),
        pytest.param("    torch.sum(a, 0, out=c)\n    return c\n", id="summed as what out is"),
    ],
)
def test_what_others_may_see_is_left_to_a_person(body: str) -> None:
    marked = [f for f in findings(f"{HEAD}{MADE}{body}") if f.symbol in ("torch.mul", "torch.sum")]
    assert [f.fix is not None and f.fix.applicability == "safe" for f in marked] == [False]


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("torch.mul(a, b, out=c)\n    return c", "c = mint.mul(a, b).astype(c.dtype)"),
        ("d = torch.mul(a, b, out=c)\n    return d", "d = mint.mul(a, b).astype(c.dtype)"),
        ("d = torch.mul(a, b, out=c)\n    return c", "d = c = mint.mul(a, b).astype(c.dtype)"),
        ("c = torch.mul(a, b, out=c)\n    return c", "c = mint.mul(a, b).astype(c.dtype)"),
        ("torch.mul(c, b, out=c)\n    return c", "c = mint.mul(c, b).astype(c.dtype)"),
        ("return torch.mul(a, b, out=c)", "return mint.mul(a, b).astype(c.dtype)"),
        ("for b in i:\n        torch.mul(c, b, out=c)", "c = mint.mul(c, b).astype(c.dtype)"),
    ],
)
def test_a_name_that_alone_holds_the_tensor_gets_the_result(body: str, after: str) -> None:
    assert after in [line.strip() for line in fixed(f"{HEAD}{MADE}    {body}\n").splitlines()]


@pytest.mark.parametrize(
    ("expression", "after"),
    [
        ("torch.eq(a, b, out=torch.empty(3, dtype=torch.bool))", "mint.eq(a, b)"),
        (
            "torch.mul(a, out=torch.empty(3), other=b)",
            "mint.mul(a, other=b).astype(ms.float32)",
        ),
        (
            "torch.logical_not(a, out=torch.zeros(3, dtype=torch.int16))",
            "mint.logical_not(a).astype(ms.int16)",
        ),
    ],
)
def test_a_tensor_that_is_made_there_is_not_needed(expression: str, after: str) -> None:
    assert f"    return keep({after})\n" in fixed(f"{HEAD}    return keep({expression})\n")
