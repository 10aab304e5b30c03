"""Constructors that never call the one of Module, which torch lets losses get by with."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\n\n\n"
LOSS = """class MultiboxLoss(nn.Module):
    def __init__(self, alpha=1.0):
        self.alpha = alpha
        self.hard = torch.FloatTensor([3.0])[0]

    def forward(self, x, y):
        return (x - y).abs().mean() * self.alpha * self.hard


criterion = MultiboxLoss(2.0)
print(criterion.forward(torch.ones(2), torch.zeros(2)))
"""
BEGUN = "        super().__init__()\n        self.alpha"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(LOSS.replace("        self.alpha", BEGUN, 1), id="it does"),
        pytest.param(
            LOSS.replace("        self.alpha", "        nn.Module.__init__(self)\n        self.alpha", 1),
            id="the old way",
        ),
        pytest.param(LOSS.replace("(nn.Module)", ""), id="no module"),
        pytest.param(LOSS.replace("(nn.Module)", "(Base)"), id="another base"),
        pytest.param(LOSS.replace("(nn.Module)", "(nn.Module, Base)"), id="two bases"),
        pytest.param(LOSS.replace("self.alpha = alpha", "self.__dict__['alpha'] = alpha"), id="by hand"),
        pytest.param("class Loss(nn.Module):\n    def forward(self, x):\n        return x\n", id="none"),
    ],
)  # fmt: skip
def test_leaves_alone(source: str) -> None:
    assert not [f for f in findings(HEAD + source) if "constructor never" in f.message.en]


def test_the_constructor_of_the_base_is_called_first() -> None:
    text = fixed(HEAD + LOSS)
    assert f"    def __init__(self, alpha=1.0):\n{BEGUN} = alpha\n" in text
    assert fixed(text) == text


def test_behind_a_docstring() -> None:
    text = fixed(
        HEAD + LOSS.replace("        self.alpha", '        """A loss."""\n        self.alpha', 1)
    )
    assert f'        """A loss."""\n{BEGUN} = alpha\n' in text
