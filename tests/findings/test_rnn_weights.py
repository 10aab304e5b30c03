"""The weights of a recurrent layer, taken by their names as d2l's seq2seq does."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = "import torch\nfrom torch import nn\n\n\n"


@pytest.mark.parametrize(
    "lines",
    [
        "def f(m):\n    return m._parameters['weight']\n",
        "def f(m):\n    if isinstance(m, nn.Linear):\n        return m._parameters['weight']\n",
        "def f(m):\n    if isinstance(m, nn.GRU):\n        return m._parameters.items()\n",
        "def f(m, w):\n    if isinstance(m, nn.GRU):\n        m._parameters['weight_ih_l0'] = w\n",
    ],
)
def test_leaves_alone_other_reads(lines: str) -> None:
    assert "getattr(" not in fixed(HEAD + lines)


@pytest.mark.parametrize("test", ["type(m) == nn.GRU", "isinstance(m, nn.LSTM)"])
def test_weights_by_their_names(test: str) -> None:
    text = fixed(
        f"{HEAD}def init(m):\n    if {test}:\n        for name in m._flat_weights_names:\n"
        "            if 'weight' in name:\n"
        "                nn.init.xavier_uniform_(m._parameters[name])\n"
    )
    assert "for name in sum(rnn_weight_names(m), []):" in text
    assert "initialize(getattr(m, name), XavierUniform())" in text
    assert "mindport: todo" not in text
