"""Optimizers of two networks that hold one Parameter."""

from __future__ import annotations

import pytest

from .conftest import findings, moved

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


TRAINING = """import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_

encoder, decoder = nn.Sequential(nn.Linear(4, 4)), nn.Sequential(nn.Linear(4, 4))
decoder[0].weight = encoder[0].weight
params = list(encoder.parameters()) + list(decoder.parameters())
optimizer = torch.optim.SGD(list(dict.fromkeys(params)), lr=0.1)
for x, y in batches:
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(decoder(encoder(x)), y)
    loss.backward()
    CLIP
    optimizer.step()
"""


@pytest.mark.parametrize("clip", ["pass", "clip_grad_norm_(encoder.parameters(), 1.0)"])
def test_the_loop_is_rewritten_once_each_is_given_once(clip: str) -> None:
    text, left = moved(TRAINING.replace("CLIP", clip))
    assert left == []
    assert "optim.SGD(list(dict.fromkeys(params)), lr=0.1)" in text
    assert "ms.value_and_grad(forward_fn, None, optimizer.parameters" in text


def test_a_view_that_a_layer_gets_is_computed_outside() -> None:
    source = TRAINING.replace("CLIP", "pass").replace("encoder[0].weight", "encoder[0].weight.T")
    (told,) = [f for f in findings(source) if f.code == "MP306"]
    assert "computed outside" in told.message.en
