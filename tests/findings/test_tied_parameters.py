"""Optimizers of two networks that hold one Parameter."""

from __future__ import annotations

import pytest

from .conftest import findings

HEAD = """\
import itertools
import torch
from torch import nn, optim

encoder = Encoder()
decoder = Decoder()
"""
TIED = "decoder.embedding.weight = encoder.embedding.weight\n"
BOTH = "params = list(encoder.parameters()) + list(decoder.parameters())\n"
ADAM = "optimizer = optim.Adam(params)\n"


def told(source: str) -> bool:
    return any("one Parameter twice" in finding.message.en for finding in findings(source))


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(BOTH + ADAM, id="two networks"),
        pytest.param(f"{TIED}params = decoder.parameters()\n{ADAM}", id="one of them"),
        pytest.param(
            f"encoder.out.weight = encoder.embedding.weight\n{BOTH}{ADAM}", id="in one network"
        ),
        pytest.param(
            f"{TIED}{BOTH}optimizer = optim.Adam(list(dict.fromkeys(params)))\n", id="each once"
        ),
        pytest.param(f"decoder.size = encoder.size\n{BOTH}{ADAM}", id="attributes of their own"),
    ],
)
def test_leaves_alone(lines: str) -> None:
    assert not told(HEAD + lines)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(TIED + BOTH + ADAM, id="a name for both"),
        pytest.param(
            f"{TIED}optim.SGD(itertools.chain(encoder.parameters(), decoder.parameters()), 0.1)\n",
            id="a chain",
        ),
        pytest.param(f"decoder.embedding = encoder.embedding\n{BOTH}{ADAM}", id="a layer of both"),
    ],
)
def test_is_told(lines: str) -> None:
    assert told(HEAD + lines)
