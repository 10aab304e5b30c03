"""Clipping of a list that an optimizer was given, beside another optimizer's step."""

from __future__ import annotations

import pytest

from .conftest import fixed, moved

PROGRAM = """import torch
from torch import nn

net, head, other = nn.Linear(4, 3), nn.Linear(3, 1), nn.Linear(3, 1)
kept = {kept}
first = torch.optim.Adam({given}, lr=0.01)
second = torch.optim.Adam(other.parameters(), lr=0.01)
{more}
for x in torch.ones(5, 2, 4):
    loss = head(net(x)).mean()
    first.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(kept, 1.0)
    first.step()
    loss = other(net(x).detach()).mean()
    second.zero_grad()
    loss.backward()
    second.step()
"""
BOTH = "list(net.parameters()) + list(head.parameters())"


@pytest.mark.parametrize(
    ("kept", "given", "more"),
    [
        pytest.param("net.parameters()", "kept", "", id="a generator"),
        pytest.param(
            "[p for p in net.parameters() if p.dim() > 1]",
            "list(net.parameters())",
            "",
            id="another list",
        ),
        pytest.param(BOTH, "kept", "kept = list(net.parameters())", id="given anew"),
        pytest.param(BOTH, "kept", "kept += list(other.parameters())", id="added to"),
        pytest.param(BOTH, "kept", "kept.extend(other.parameters())", id="extended"),
        pytest.param(BOTH, "kept", "kept[0] = other.weight", id="an item is another"),
        pytest.param(BOTH, "kept", "del kept[0]", id="an item goes"),
    ],
)
def test_another_list_is_marked(kept: str, given: str, more: str) -> None:
    text, told = moved(PROGRAM.format(kept=kept, given=given, more=more))
    assert "clipping stands between backward" in told[0]
    assert "loss.backward()" in text


@pytest.mark.parametrize("kept", [BOTH, "[*net.parameters(), *head.parameters()]"])
def test_the_optimizers_own_list_is_clipped(kept: str) -> None:
    text = fixed(PROGRAM.format(kept=kept, given="kept", more=""))
    assert "backward" not in text
    assert ", 1.0)\n    first(grads)\n" in text


def test_an_object_keeps_the_list() -> None:
    text = fixed(
        """
        import torch
        from torch import nn

        class Agent:
            def __init__(self):
                self.net, self.head, self.other = nn.Linear(4, 3), nn.Linear(3, 1), nn.Linear(4, 1)
                self.kept = list(self.net.parameters()) + list(self.head.parameters())
                self.first = torch.optim.Adam(params=self.kept, lr=0.01)
                self.second = torch.optim.Adam(self.other.parameters(), lr=0.01)

            def update(self, x):
                loss = self.head(self.net(x)).mean()
                self.first.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.kept, 1.0)
                self.first.step()
                more = self.other(x).mean()
                self.second.zero_grad()
                more.backward()
                self.second.step()
        """
    )
    assert "backward" not in text
