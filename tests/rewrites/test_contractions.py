"""Equations of einsum as products of matrices: what is refused, what is written, and its value."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from mindport.rewrites.contractions import EquationError, contraction

torch = pytest.importorskip("torch")

SIZES = {"a": 2, "b": 3, "c": 4, "d": 5, "e": 2, "f": 3}


@pytest.mark.parametrize(
    "equation",
    ["...i,ij->...j", "ii->i", "ij,jj->i", "ij,jk,kl->il", "ij,jk", "ij->k", "", "ij,->"],
)
def test_no_product_of_two_is_refused(equation: str) -> None:
    with pytest.raises(EquationError):
        contraction(equation, ["x", "y", "z"][: equation.count(",") + 1])


@pytest.mark.parametrize(
    ("equation", "expected"),
    [
        ("bij,bjk->bik", "mindspore.ops.matmul(x, y)"),
        ("bhid,bhjd->bhij", "mindspore.ops.matmul(x, y.swapaxes(2, 3))"),
        ("nctv,vw->nctw", "mindspore.ops.matmul(x, y)"),
        ("i,j->ij", "x[:, None] * y"),
        ("bi,bi->b", "mindspore.ops.matmul(x[:, None, :], y[:, :, None])[..., 0, 0]"),
        ("bhwc,hkc->bhwk",
         "mindspore.ops.matmul(x.swapaxes(0, 1), y.swapaxes(1, 2)[:, None, :, :]).swapaxes(0, 1)"),
    ],
)  # fmt: skip
def test_what_is_written(equation: str, expected: str) -> None:
    assert contraction(equation, ["x", "y"]) == expected


def test_it_computes_what_torch_does() -> None:
    names = {"mindspore": SimpleNamespace(ops=SimpleNamespace(matmul=torch.matmul))}
    draw = random.Random(0)
    for _ in range(500):
        count = draw.choice((1, 2, 2))
        terms = ["".join(draw.sample("abcdef", draw.randint(1, 4))) for _ in range(count)]
        every = sorted(set("".join(terms)))
        output = "".join(draw.sample(every, draw.randint(0, len(every))))
        equation = f"{','.join(terms)}->{output}"
        tensors = [torch.randn([SIZES[c] for c in term], dtype=torch.float64) for term in terms]
        text = contraction(equation, ["x", "y"][:count])
        found = eval(text, {**names, **dict(zip("xy", tensors, strict=False))})
        expected = torch.einsum(equation, *tensors)
        assert found.shape == expected.shape, (equation, text)
        assert torch.allclose(found, expected), (equation, text)
