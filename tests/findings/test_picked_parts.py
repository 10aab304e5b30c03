"""Parts that an index picks: torch copies them, MindSpore sets what is set in them in the whole, too."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.report import Finding
from mindport.target import Target

from .conftest import findings, fixed

HEADER = "import torch\n\n\ndef f(x: torch.Tensor, index: torch.Tensor, mask: torch.Tensor):\n"


def written(body: str, *, unsafe: bool = True) -> str:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return fixed(HEADER + lines, unsafe=unsafe)


def told(body: str) -> list[Finding]:
    source = HEADER + "".join(f"    {line}\n" for line in body.split("\n"))
    return [one for one in findings(source) if "is set in it is set in" in one.message.en]


@pytest.mark.parametrize(
    "body",
    [
        "part = x[0]\npart[0] = 5.0\nreturn x",
        "part = x[1:, None]\npart[0] = 5.0\nreturn x",
        "part = x[index]\npart = part * 2\npart[0] = 5.0\nreturn x, part",
        "part = x[index]\nreturn part[0], x",
        "part = x[index].float()\npart[0] = 5.0\nreturn x, part",
        "for i in torch.randperm(3):\n    row = x[i]\n    row[0] = 5.0\nreturn x",
        "row = x[index.argmax()]\nrow[0] = 5.0\nreturn x",
        "part = (x + 1)[index]\npart[0] = 5.0\nreturn part",
        "y = x + 1\npart = y[mask]\npart[0] = 5.0\nreturn part",
        "x[index] = 5.0\nreturn x",
        "parts = [x[0], x[1]]\nparts[0] = x\nreturn parts",
    ],
)
def test_leaves_alone_what_is_no_part_of_something_held(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "for i in index:\n    row = x[i]\n    row[0] = 5.0\nreturn x",
        "row = x[index[0]]\nrow[0] = 5.0\nreturn x",
    ],
)
def test_one_of_several_may_be_a_number_or_a_row_and_is_told(body: str) -> None:
    (finding,) = told(body)
    assert finding.fix is None
    assert "torch gives a view" in finding.message.en


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("part = x[index]\npart[0] = 5.0\nreturn x, part", "part = x[index].copy()"),
        ("part = x[x > 3]\npart[0] = 5.0\nreturn x, part", "part = x[x > 3].copy()"),
        ("part = x[:, [2, 1, 0]]\npart[:, 0] -= 1\nreturn x, part", "x[:, [2, 1, 0]].copy()"),
        ("part = x[index, 0]\nother = part\nother[0] = 5.0\nreturn x", "part = x[index, 0].copy()"),
        ("part = x[index][0]\npart[0] = 5.0\nreturn x", "part = x[index].copy()[0]"),
        ("parts = [x[index], x]\nparts[0][0] = 5.0\nreturn x", "parts = [x[index].copy(), x]"),
        ("x[index][0] = 5.0\nreturn x", "x[index].copy()[0] = 5.0"),
        ("y = x[x > 0]\npart = y[y > 1]\npart[0] = 5.0\nreturn x, part", "part = y[y > 1].copy()"),
        ("x = x[mask]\nx[0] = 5.0\nreturn x", "x = x[mask].copy()"),
    ],
)
def test_a_copy_keeps_what_the_part_is_picked_of(body: str, after: str) -> None:
    assert after in written(body)


def test_what_a_loop_picks_is_copied_for_its_next_round() -> None:
    """Else each round would set it in what the rounds before picked of, too."""
    text = written("while len(x):\n    x[0] = 5.0\n    x = x[~mask]\nreturn x")
    assert "        x = x[~mask].copy()\n" in text
    text = written("while len(x):\n    x = x + 1\n    x[0] = 5.0\ny = x[~mask]\nreturn y")
    assert ".copy()" not in text


def test_what_another_function_sets_is_copied_where_it_is_picked() -> None:
    """MONAI's perceptual loss gives subtract_mean the channels in another order."""
    source = (
        "import torch\n\n\ndef subtract_mean(x: torch.Tensor):\n    x[:, 0] -= 0.4\n    return x\n\n\n"
        "def loss(x: torch.Tensor):\n    y = x[:, [2, 1, 0], ...]\n    return subtract_mean(y) + x\n"
    )
    assert "y = x[:, [2, 1, 0], ...].copy()" in fixed(source)


@pytest.mark.parametrize(
    ("index", "safe"),
    [("x > 3", True), ("[0, 2]", True), ("torch.nonzero(mask)[:, 0]", False), ("index", False)],
)
def test_it_is_safe_where_the_index_surely_has_an_axis(index: str, safe: bool) -> None:
    """A tensor of one number gives a view in torch."""
    text = written(f"part = x[{index}]\npart[0] = 5.0\nreturn x, part", unsafe=False)
    assert (".copy()" in text) is safe


def test_the_object_of_a_method_is_no_argument() -> None:
    source = (
        "import torch\n\n\nclass Bag:\n    def put(self):\n        self[0] = 1\n\n\n"
        "def f(bag, x: torch.Tensor):\n    bag.put()\n    return x\n"
    )
    assert "MP215" not in [one.code for one in findings(source)]


def test_graph_mode_writes_back_at_once_alone() -> None:
    config = Config(target=Target(mode="GRAPH"))
    named = HEADER + "    part = x[mask]\n    part[0] = 5.0\n    return x, part\n"
    once = HEADER + "    x[mask][0] = 5.0\n    return x\n"
    told = [[one.code for one in findings(text, config)].count("MP215") for text in (named, once)]
    assert told == [0, 1]


NMS = (
    "import torch\n\n\ndef f(prediction, groups):\n"
    "    kept = {}\n    for i, x in enumerate(prediction):\n"
    "        x = x[kept[i]]\n        x[:, 5:] *= 2\n    return prediction\n"
)


@pytest.mark.parametrize("mask", ["groups['a'] > 0", "prediction[0] > 0.5", "make(prediction)"])
def test_what_may_be_an_item_of_a_mapping_is_left_alone(mask: str) -> None:
    assert ".copy()" not in fixed(NMS.format(mask), unsafe=True)


@pytest.mark.parametrize("mask", ["prediction[..., 4] > 0.5", "0 < prediction[:, 4]"])
def test_the_rows_that_an_item_of_a_mask_picks_are_copied(mask: str) -> None:
    text = fixed(NMS.format(mask))
    assert "x = x[kept[i]].copy()" in text
    assert fixed(text) == text
