"""Two lists of layers that are filled by append keep their parameters apart."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEADER = "from torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"


@pytest.mark.parametrize(
    "body",
    [
        "        self.a = nn.ModuleList()\n        self.a.append(nn.Linear(2, 2))\n",
        "        self.a = nn.ModuleList([nn.Linear(2, 2)])\n"
        "        self.b = nn.ModuleList([nn.Linear(2, 2)])\n",
        "        self.a = nn.ModuleList()\n        self.b = nn.ModuleList()\n",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "update_parameters_name" not in fixed(HEADER + body)


def test_names_are_kept_apart() -> None:
    body = (
        "        self.a = nn.ModuleList()\n        self.b = nn.ModuleList()\n"
        "        for _ in range(2):\n            self.a.append(nn.Linear(2, 2))\n"
        "            self.b.append(nn.Linear(2, 2))\n"
    )
    text = fixed(HEADER + body + "\n    def forward(self, x):\n        return x\n")
    assert (
        "            self.b.append(mint.nn.Linear(2, 2))\n"
        '        self.a.update_parameters_name("a.")\n'
        '        self.b.update_parameters_name("b.")\n'
    ) in text
