"""Parts of tensors that may have no rows: MindSpore raises where they are set."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

COLLATE = (
    "import torch\n\n\ndef {}(batch):\n    images, labels = zip(*batch)\n"
    "    for i, label in enumerate(labels):\n        {}\n    return torch.cat(labels, 0)\n"
)
PICKED = "import torch\n\n\ndef f(x: torch.Tensor):\n    y = x[x > 0.5]\n    {}\n    return y\n"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("number", "label[:, 0] = i"),
        ("collate_fn", "label[:] = i"),
        ("collate_fn", "label[:, :] = i"),
        ("collate_fn", "label[0, 0] = i"),
        ("collate_fn", "label[:, [0]] = i"),
        ("collate_fn", "y = label[:, 0]"),
        ("collate_fn", "if len(label):\n            label[:, 0] = i"),
    ],
)
def test_leaves_alone(name: str, line: str) -> None:
    assert fixed(COLLATE.format(name, line)).count("if len(label):") == line.count("if")


@pytest.mark.parametrize(
    "line", ["y[0] = 1", "if y.numel():\n        y[:, 0] = 1", "y = y + 1\n    y[0, 0] = 2"]
)
def test_leaves_picks_alone(line: str) -> None:
    assert "if len(y):" not in fixed(PICKED.format(line))


@pytest.mark.parametrize("line", ["label[:, 0] = i", "label[..., 1:] += 1", "label[:, -1] = i"])
def test_items_of_a_batch_may_have_no_rows(line: str) -> None:
    text = fixed(COLLATE.format("collate_fn", line))
    assert f"        if len(label):\n            {line}\n" in text
    assert fixed(text) == text


def test_what_a_mask_picks_may_have_no_rows() -> None:
    text = fixed(PICKED.format("y[:, 0] = 1"), unsafe=True)
    assert "    if len(y):\n        y[:, 0] = 1\n" in text


def test_what_shares_its_line_is_told() -> None:
    told = findings(COLLATE.format("collate_fn", "label[:, 0] = i; i = 0"))
    assert [f.severity for f in told if "without rows" in f.message.en] == ["error"]


def test_nothing_is_set_where_there_are_no_rows() -> None:
    import mindspore as ms
    import numpy as np

    names: dict[str, object] = {}
    source = COLLATE.format("collate_fn", "label[:, 0] = i")
    exec(compile(fixed(source, unsafe=True), "f.py", "exec"), names)
    rows = [(None, ms.Tensor(np.zeros((count, 2), np.float32))) for count in (0, 2, 1)]
    result = names["collate_fn"](rows)  # type: ignore[operator]
    assert result.asnumpy().tolist() == [[1, 0], [1, 0], [2, 0]]
