"""``deepcopy(unwrap(model)).eval()``: what a call gives is a network by what people call it."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEADER = (
    "import torch\nfrom copy import deepcopy\nfrom tools import make, build_model, unwrap\n\n\n"
)


@pytest.mark.parametrize("made", ["make(frame)", "deepcopy(frame)"])
def test_leaves_alone(made: str) -> None:
    assert f"{made}.eval()" in fixed(f"{HEADER}shown = {made}.eval()\n", unsafe=True)


@pytest.mark.parametrize(
    "made", ["build_model(args)", "unwrap(model)", "make(net, 3)", "deepcopy(unwrap(self.model))"]
)
def test_a_network_is_set_to_its_mode(made: str) -> None:
    text = fixed(f"{HEADER}def f(self, args, model, net):\n    return {made}.eval()\n", unsafe=True)
    assert ".eval()" not in text
    assert ".set_train(False)" in text
