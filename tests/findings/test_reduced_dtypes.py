"""``dist.all_reduce`` of what MindSpore's refuses: a helper takes its place where the source shows it."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEADER = "import torch\nimport torch.distributed as dist\n\n\n"


@pytest.mark.parametrize(
    "made",
    ["torch.tensor([1.0, 2.0])", "torch.tensor([n], dtype=torch.int64)", "given", "given.float()"],
)
def test_leaves_alone(made: str) -> None:
    source = (
        f"def total(n, given):\n    t = {made}\n    dist.all_reduce(t)\n    return t.tolist()\n"
    )
    assert "mint.distributed.all_reduce(t)" in fixed(HEADER + source, unsafe=True)


@pytest.mark.parametrize(
    "made",
    [
        "torch.tensor([n, 2.0], dtype=torch.float64, device='cuda')",
        "given.double()",
        "torch.zeros(3, dtype=torch.uint8)",
    ],
)
def test_what_is_refused_is_gathered(made: str) -> None:
    source = f"def total(n, given):\n    t = {made}\n    dist.all_reduce(t)\n    t = t.tolist()\n"
    text = fixed(HEADER + source, unsafe=True)
    assert "    all_reduce(t)\n    t = t.tolist()\n" in text
    assert 'def all_reduce(tensor, op="sum", group=None, async_op=False)' in text
