"""``out=`` of torch's functions, which MindSpore's do not take."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEAD = "import torch\n\n\ndef f(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor, i):\n"


@pytest.mark.parametrize(
    "statement",
    ["torch.max(a, 0, out=(c, i))", "d = torch.mul(a, b, out=c)", "torch.mul(a, b, out=c[0])"],
)
def test_what_is_more_than_a_copy_is_marked(statement: str) -> None:
    found = [f for f in findings(f"{HEAD}    {statement}\n") if f.code == "MP102"]
    assert [f.severity for f in found] == ["error"]
    assert statement in fixed(f"{HEAD}    {statement}\n", unsafe=True)


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
