"""Tensors that are set where nothing may have been found: MindSpore raises for an empty index."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = (
    "import torch\n\n\ndef f(x: torch.Tensor, mask, items):\n    found = {}\n    {}\n    return x\n"
)


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ("torch.where(mask)[0]", "y = x[found]"),
        ("torch.where(mask)[0]", "x[found, 0] = 1"),
        ("mask.nonzero()[0]", "x[found] = 1"),
        ("mask.bool()", "x[found] = 1"),
        ("torch.where(mask, x, 0)", "x[found] = 1"),
        ("torch.arange(2)", "x[found] = 1"),
        ("len(mask.nonzero())", "x[found] = 1"),
        ("torch.where(mask)[0]", "if len(found) > 0:\n        x[found] = 1"),
        ("torch.where(mask)[0]", "if not found.numel():\n        return x\n    x[found] = 1"),
    ],
)
def test_leaves_alone(found: str, line: str) -> None:
    source = HEAD.format(found, line)
    assert not [f for f in findings(source) if f.symbol == "torch.Tensor.index_put_"]
    assert "if found.numel():" not in fixed(source)


@pytest.mark.parametrize(
    "found",
    [
        "torch.where(mask)[0]",
        "mask.nonzero().squeeze(1)",
        "torch.nonzero(mask, as_tuple=True)[0]",
        "torch.argwhere(mask)[:, 0].long()",
    ],
)
@pytest.mark.parametrize("line", ["x[found] = 0  # none", "x[found] += x[found]"])
def test_it_is_set_where_something_was_found(found: str, line: str) -> None:
    text = fixed(HEAD.format(found, line))
    assert f"    if found.numel():\n        {line.partition(' #')[0]}" in text
    assert fixed(text) == text


def test_what_shares_its_line_is_told() -> None:
    source = HEAD.format("torch.where(mask)[0]", "x[found] = 1; x[found] = 2")
    told = [f for f in findings(source) if f.symbol == "torch.Tensor.index_put_"]
    assert [(f.code, f.severity, f.fix) for f in told] == [("MP220", "error", None)] * 2


def test_the_tensor_stays_as_it_is_where_nothing_was_found() -> None:
    import mindspore as ms

    source = HEAD.format(
        "torch.where(mask)[0]",
        "x[found] = 5\n    one = (x > 7).nonzero().squeeze()\n    x[one] += 1",
    )
    names: dict[str, object] = {}
    exec(compile(fixed(source, unsafe=True), "f.py", "exec"), names)
    for mask, given, after in (
        ([False, False], [1.0, 2.0], [1.0, 2.0]),
        ([True, False], [1.0, 9.0], [5.0, 10.0]),
    ):
        result = names["f"](ms.tensor(given), ms.tensor(mask), None)  # type: ignore[operator]
        assert result.asnumpy().tolist() == after
