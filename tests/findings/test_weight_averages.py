"""An average of weights that is updated in front of the loss stays in the loop."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

PROGRAM = """\
import torch
from torch import nn


def update(m, e, rate=0.9):
{update}

net, ema = nn.Linear(4, 2), nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for batch in loader:
    x = batch[0].to("cpu")
{call}
    loss = net(x).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
OF_STATE = """\
    for k, v in e.state_dict().items():
        v *= rate
        v += (1 - rate) * m.state_dict()[k].detach()
"""
CUT = f"    with torch.no_grad():\n{OF_STATE.replace('    ', '        ', 1)}".replace(
    "\n        v", "\n            v"
)
OF_WEIGHTS = """\
    with torch.no_grad():
        for p, q in zip(m.parameters(), e.parameters()):
            q.data = q.data * rate + p.data * (1 - rate)
"""
RUNS = "    m.penalty = m(torch.ones(4)).sum()\n"


def function(source: str) -> str:
    text = fixed(source, unsafe=True)
    assert "def forward_fn" in text
    return text.partition("def forward_fn")[2].partition("return")[0]


@pytest.mark.parametrize("update", [OF_STATE, CUT, OF_WEIGHTS])
@pytest.mark.parametrize(
    "call", ["update(net, ema)", "update(net, ema, 0.5)", "update(net, e=ema)"]
)
def test_it_stays_in_the_loop(update: str, call: str) -> None:
    source = PROGRAM.format(update=update, call=f"    {call}")
    assert function(source) == "(x):\n    loss = net(x).sum()\n    "
    assert "MP306" not in {f.code for f in findings(fixed(source, unsafe=True))}


@pytest.mark.parametrize(
    ("update", "call"),
    [
        pytest.param(RUNS, "update(net, ema)", id="it runs the network"),
        pytest.param(OF_STATE, "net.last = update(net, ema)", id="what it gives is kept"),
        pytest.param(OF_STATE, "x = net(x)\n    update(net, ema)", id="behind a forward pass"),
        pytest.param(OF_STATE, "x = encode(x)\n    update(net, ema)", id="behind what may be one"),
    ],
)
def test_it_belongs_to_the_loss(update: str, call: str) -> None:
    assert "update(net, ema)" in function(PROGRAM.format(update=update, call=f"    {call}"))
