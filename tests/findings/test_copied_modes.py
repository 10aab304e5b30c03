"""A copy of a network gets a mode of its own: that of the network stays what it was (MP218)."""

from __future__ import annotations

import pytest

from .test_trainmode import CALL, modes

HEAD = "import copy\nfrom copy import deepcopy\nnet = nn.Dropout(0.5)\n"
KEEPER = (
    "class Average:\n    def __init__(self, net):\n        self.net = deepcopy(net)\n"
    "        self.net.eval()\naverage = Average(net)\n"
)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("net.eval()\nother = deepcopy(net)\nother(x)\n", id="set before"),
        pytest.param("other = deepcopy(net).eval()\nother(x)\n", id="the copy alone is used"),
        pytest.param("other = copy.deepcopy(net)\nother.eval()\nnet.train()\n" + CALL, id="both"),
        pytest.param(KEEPER + "net.train()\n" + CALL, id="both, in a class"),
        pytest.param("best = deepcopy(net.state_dict())\nnet.eval()\n" + CALL, id="a state"),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert not modes(HEAD + source)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("other = deepcopy(net)\nother.eval()\n" + CALL, id="name"),
        pytest.param("other = copy.deepcopy(net).eval()\n" + CALL, id="in one"),
        pytest.param(KEEPER + CALL, id="in a class"),
        pytest.param("other = deepcopy(net)\nnet.eval()\nother(x)\n", id="the copy is used"),
    ],
)
def test_the_mode_of_a_copy_is_its_own(source: str) -> None:
    assert modes(HEAD + source) == [3]
