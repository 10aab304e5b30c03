"""A step on a derivative alone: torch leaves what only adds to the result without a gradient."""

from __future__ import annotations

import pytest

from .conftest import fixed

PENALTY = """
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = OPTIMIZER
for x, y in loader:
    x = x.clone().requires_grad_(True)
    scores = net(x)
    slopes, = torch.autograd.grad(scores.sum(), x, create_graph=True)
    penalty = ((slopes.norm(2, dim=1) - 1) ** 2).mean()
    optimizer.zero_grad()
    LOSS.backward()
    optimizer.step()
"""
DECAYED = "torch.optim.Adam(net.parameters(), lr=0.01, weight_decay=0.1)"
GROUPS = 'torch.optim.Adam([{"params": net.parameters(), "weight_decay": 0.1}], lr=0.01)'
PLAIN = "torch.optim.Adam(net.parameters(), lr=0.01)"


def left_alone(optimizer: str, loss: str) -> bool:
    source = PENALTY.replace("OPTIMIZER", optimizer).replace("LOSS", loss)
    return f"{loss}.backward()" in fixed(
        f"import torch\nfrom torch import nn\n{source}", unsafe=True
    )


@pytest.mark.parametrize(
    ("optimizer", "loss"), [(PLAIN, "penalty"), (DECAYED, "(scores.mean() + penalty)")]
)
def test_a_step_that_leaves_alone_what_has_no_gradient_moves(optimizer: str, loss: str) -> None:
    assert not left_alone(optimizer, loss)


@pytest.mark.parametrize("optimizer", [DECAYED, GROUPS])
def test_an_optimizer_that_moves_what_has_no_gradient_is_left_alone(optimizer: str) -> None:
    assert left_alone(optimizer, "penalty")


EVERY_OTHER = """
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)

def r1(scores, x):
    slopes, = torch.autograd.grad(scores.sum(), x, create_graph=True)
    return slopes.pow(2).sum()

for x in loader:
    loss = net(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    x.requires_grad = True
    scores = net(x)
    penalty = r1(scores, x)
    optimizer.zero_grad()
    ({}).backward()
    optimizer.step()
"""


@pytest.mark.parametrize(("loss", "stays"), [("penalty + 0 * scores[0]", False), ("penalty", True)])
def test_the_result_itself_beside_its_derivative_is_a_use_of_the_network(
    loss: str, stays: bool
) -> None:
    source = f"import torch\nfrom torch import nn\n{EVERY_OTHER.format(loss)}"
    assert (".backward()" in fixed(source, unsafe=True)) == stays
