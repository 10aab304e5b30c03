"""Fields of torch's named results are items of MindSpore's plain tuples."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nx: torch.Tensor\n"


@pytest.mark.parametrize(
    "body",
    [
        "d = {}\nd.values()\n",
        "values, indices = x.max(1)\nvalues\n",
        "r = x.max(1)\nr[0]\n",
        "r = x.max(1)\nr.count(0)\n",
        "class R:\n    values = 1\nR().values\n",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert fixed(HEADER + body).endswith(body.partition("\n")[2])


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("y = x.max(dim=1).values\n", "y = x.max(dim=1)[0]\n"),
        ("y = x.max(dim=1).indices\n", "y = x.max(dim=1)[1]\n"),
        ("y = (x.max(dim=1)).indices\n", "y = (x.max(dim=1))[1]\n"),
        ("r = x.max(1)\ny = r.values + r.indices\n", "r = x.max(1)\ny = r[0] + r[1]\n"),
        ("y = x.max(1).values.max(0).indices\n", "y = x.max(1)[0].max(0)[1]\n"),
        (
            "y = (\n    x.max(1)\n    # a.b\n    .values\n)\n",
            "y = (\n    x.max(1)\n    # a.b\n    [0]\n)\n",
        ),
        ("y = x.max(1). \\\n    values\n", "y = x.max(1)[0]\n"),
        pytest.param(
            "y = (x.max(1).  # see a.b\n    values)\n",
            "# see a.b\ny = (x.max(1)[0])\n",
        ),
        (
            "def f(y):\n    r = y.sort()\n    return r.indices\n"
            "def g(t: torch.Tensor):\n    return t.sort().values\n",
            "[0]\n",
        ),
    ],
)
def test_a_field_becomes_an_item(body: str, after: str) -> None:
    text = fixed(HEADER + body)
    assert text.endswith(after)
    compile(text, "example.py", "exec")


@pytest.mark.parametrize(
    ("call", "field", "index"),
    [
        ("torch.max(x, 1)", "indices", 1),
        ("torch.topk(x, 2)", "values", 0),
        ("torch.sort(x)", "indices", 1),
        ("torch.linalg.svd(x)", "S", 1),
        ("torch.linalg.qr(x)", "R", 1),
        ("torch.linalg.slogdet(x)", "logabsdet", 1),
        ("torch.linalg.eigh(x)", "eigenvectors", 1),
        ("torch.linalg.svd(x)", "Vh", 2),
        ("torch.linalg.lu_factor(x)", "pivots", 1),
        ("torch.aminmax(x)", "max", 1),
        ("x.median(0)", "values", 0),
        ("x.kthvalue(2)", "indices", 1),
    ],
)
def test_each_field_has_its_place(call: str, field: str, index: int) -> None:
    torch = pytest.importorskip("torch")
    value = eval(call, {"torch": torch, "x": torch.eye(3)})
    assert value[index] is getattr(value, field) or torch.equal(value[index], getattr(value, field))
    source = f"{HEADER}y = {call}.{field}\n"
    (finding,) = [f for f in findings(source) if f.symbol.endswith(f".{field}")]
    assert source[finding.span.start : finding.span.end] == field
    assert finding.fix is not None
    assert finding.fix.edits[0].pieces == (f"[{index}]",)
