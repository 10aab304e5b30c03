"""A module with a length is false where that is 0 in torch; a Cell is always true."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

BAG = (
    "import torch\nfrom torch import nn\n\n\nclass Bag(nn.Module):\n    def __init__(self):\n"
    "        super().__init__()\n        self.kept = []\n\n    def __len__(self):\n"
    "        return len(self.kept)\n\n    def forward(self, x):\n        return x * 2\n\n\n"
)
NET = (
    "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.bag = Bag()\n\n    def forward(self, x, other=None):\n"
)
FIRST_OF_OTHERS = "return x if self.bag is not None else other"


@pytest.mark.parametrize(
    "body",
    [
        FIRST_OF_OTHERS,
        "return x if other else self.bag(x)",
        "bag = other or self.bag\n        return bag(x)",
        "if len(self.bag):\n            x = self.bag(x)\n        return x",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "> 0" not in fixed(f"{BAG}{NET}        {body}\n")


def test_a_module_that_says_its_truth_is_left_alone() -> None:
    own = BAG.replace(
        "    def forward", "    def __bool__(self):\n        return True\n\n    def forward"
    )
    assert "> 0" not in fixed(f"{own}{NET}        return self.bag(x) if self.bag else x\n")


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("if self.bag:\n            x = self.bag(x)\n        return x", "if len(self.bag) > 0:"),
        ("return x if not self.bag else self.bag(x)", "x if not len(self.bag) > 0 else"),
        ("return self.bag(x) if self.bag and other else x", "if len(self.bag) > 0 and other else"),
        (
            "bag = self.bag\n        if bag:\n            x = bag(x)\n        return x",
            "if len(bag) > 0:",
        ),
        ("return x * bool(self.bag)", "bool(len(self.bag) > 0)"),
    ],
)
def test_asks_for_the_length(body: str, after: str) -> None:
    source = f"{BAG}{NET}        {body}\n"
    text = fixed(source)
    assert after in text
    assert fixed(text) == text


def test_a_choice_by_or_is_told() -> None:
    source = f"{BAG}{NET}        bag = self.bag or other\n        return bag(x)\n"
    (told,) = [one for one in findings(source) if one.code == "MP301" and one.fix is None]
    assert source[told.span.start : told.span.end] == "self.bag"
