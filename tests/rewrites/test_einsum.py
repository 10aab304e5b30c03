"""Equations of einsum: products of matrices become matmul, the rest a helper."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEADER = "import torch\nq: torch.Tensor\nk: torch.Tensor\n"


@pytest.mark.parametrize(
    "call",
    [
        "torch.einsum(equation, q, k)",
        "torch.einsum('ij,jk->ik', [q, k])",
        "torch.einsum('ij,jk->ik', *pair)",
        "torch.einsum('ij,jk', q, k)",
        "torch.einsum('bhij,bhjd->bihd', q, k)",
        "torch.einsum('ij,jk->ki', q, k)",
        "torch.einsum('ii->i', q)",
        "torch.einsum('...ij,...jk->ik...', q, k)",
        "torch.einsum('i...j,j...k->i...k', q, k)",
        "torch.einsum('...ij,...ij->...', q, k)",
    ],
)
def test_others_become_the_helper(call: str) -> None:
    assert fixed(f"{HEADER}r = {call}\n").endswith(f"r = {call.removeprefix('torch.')}\n")


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("torch.einsum('bij,bjk->bik', q, k)", "ops.matmul(q, k)"),
        ("torch.einsum('b i j, b j k -> b i k', q, k)", "ops.matmul(q, k)"),
        ("torch.einsum('xyzw,xyvw->xyzv', q, k)", "ops.matmul(q, k.swapaxes(-1, -2))"),
        ("torch.einsum('bhid,bhjd->bhij', q, k + 1)", "ops.matmul(q, (k + 1).swapaxes(-1, -2))"),
        ("torch.einsum('...ij,...jk->...ik', q, k)", "ops.matmul(q, k)"),
        ("torch.einsum('... i d, ... j d -> ... i j', q, k)", "ops.matmul(q, k.swapaxes(-1, -2))"),
        ("torch.einsum('...d,ed->...e', q, k)", "ops.matmul(q, k.swapaxes(-1, -2))"),
        ("torch.einsum('...d,...d->...', q, k)", "(q * k).sum(-1)"),
        ("torch.einsum('i,j->ij', q, k)", "ops.outer(q, k)"),
        ("torch.einsum('bi,bi->b', q, k)", "(q * k).sum(-1)"),
        ("torch.einsum('ij->ji', q)", "q.swapaxes(-1, -2)"),
    ],
)
def test_products_of_matrices_become_matmul(call: str, after: str) -> None:
    assert fixed(f"{HEADER}r = {call}\n").endswith(f"r = {after}\n")
