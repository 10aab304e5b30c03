"""Blocks under no_grad in a forward pass that set attributes of the object for later."""

from __future__ import annotations

import pytest

from .conftest import moved

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
PPO = """
class PPO:
    def __init__(self, net):
        self.net = net
        self.rate = 0.1
        self.optimizer = torch.optim.Adam(net.parameters(), lr=self.rate)

    def update(self, batches):
        for x, y, old in batches:
            out = self.net(x)
            with torch.inference_mode():
                kl = (out - old).mean()
                if kl > 0.1:
                    self.rate = max(1e-5, self.rate / 1.5)
                for group in self.optimizer.param_groups:
                    group["lr"] = self.rate
                {block}
            loss = F.mse_loss(out, y){more}
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def own(self):
        return self.rate
"""


@pytest.mark.parametrize(
    ("block", "more"),
    [
        pytest.param("pass", " * self.rate", id="the loss reads it"),
        pytest.param("self.kl = out", " + self.kl.mean()", id="what it keeps is of the loss"),
        pytest.param("pass", " * self.own()", id="a method may read it"),
        pytest.param("pass", " * weight(self)", id="a function may read it"),
    ],
)
def test_is_marked(block: str, more: str) -> None:
    text, left = moved(HEAD + PPO.format(block=block, more=more))
    assert ".backward()" in text
    assert any("gradients are stopped in the middle" in told for told in left)


@pytest.mark.parametrize("block", ["pass", "self.kl = kl"])
def test_what_nothing_behind_reads_is_set_where_it_was(block: str) -> None:
    text, left = moved(HEAD + PPO.format(block=block, more=""))
    assert left == []
    assert "self.rate = max(1e-5, self.rate / 1.5)" in text
    assert 'ops.assign(group["lr"], self.rate)' in text
    assert "inference_mode" not in text and ".backward()" not in text
