"""Two functions train one network with an optimizer each: the one may leave gradients to the other."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings, moved

HEAD = "import torch\nfrom torch import nn\n\n"
MADE = "opt = torch.optim.SGD({}.parameters(), lr=0.1)\n"
FIRST = "opt.zero_grad()\nloss = {0}(x).mean()\nloss.backward()\nopt.step()\n"
LAST = "loss = {0}(x).mean()\nloss.backward()\nopt.step()\nopt.zero_grad()\n"


def warm(network: str, step: str) -> str:
    return (
        _function("warm", network, step)
        .replace("opt.", "optimizer.")
        .replace("opt =", "optimizer =")
    )


def tune(network: str, step: str, made: str = "") -> str:
    return _function("tune", network, step, made)


def _function(name: str, network: str, step: str, made: str = "") -> str:
    loop = "for x in data:\n" + indent(step.format(network), "    ")
    body = indent(made + MADE.format(network) + loop, "    ")
    return f"def {name}({network}, data):\n{body}\n"


def test_is_marked_where_the_first_round_finds_what_another_function_left() -> None:
    found = findings(HEAD + warm("net", FIRST) + tune("net", LAST))
    left = [f.message.en for f in found if f.code == "MP306" and f.severity == "error"]
    assert len(left) == 1 and "gradients of earlier steps are still there" in left[0]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(warm("net", FIRST) + tune("net", FIRST), id="cleared first"),
        pytest.param(warm("net", LAST) + tune("net", LAST), id="cleared behind"),
        pytest.param(
            warm("teacher", FIRST) + tune("net", LAST),
            id="networks by other names",
        ),
        pytest.param(
            warm("net", FIRST)
            + tune("net", LAST, "net = nn.Linear(3, 1)\n").replace("(net, d", "(d"),
            id="a network of its own",
        ),
    ],
)
def test_is_rewritten_where_nothing_is_left(source: str) -> None:
    text, left = moved(HEAD + source)
    assert not left and "zero_grad" not in text
