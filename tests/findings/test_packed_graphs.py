"""Packed sequences in graph mode: a dict of a padded batch and its lengths."""

from __future__ import annotations

import pytest

from .test_graph import codes, found, migrated

NET = """
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.{layer}(4, 3)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths)
        out, state = self.rnn(packed)
{body}
"""


def net(*body: str, layer: str = "LSTM") -> str:
    return NET.format(layer=layer, body="\n".join(" " * 8 + line for line in body))


@pytest.mark.parametrize("layer", ["LSTM", "GRU", "RNN"])
def test_what_goes_through_a_layer_is_left_alone(layer: str) -> None:
    body = ("out, lengths = pad_packed_sequence(out)", "return out[0], out.data, lengths[0]")
    assert codes(net(*body, layer=layer)) == []
    after, left = migrated(net(*body, layer=layer))
    assert left == []
    assert "packed = packed_tensors(x, lengths)" in after
    assert "out, lengths = padded_tensors(out)" in after
    assert f"self.rnn = Packed{layer}(4, 3)" in after


def test_pynative_has_nothing_of_it() -> None:
    assert found(net("return packed.data"), "PYNATIVE") == []


@pytest.mark.parametrize(
    "body",
    ["return out[0]", "return packed.data", "return packed.batch_sizes",
     "data, sizes, _, _ = packed\nreturn data",
     "return pack_padded_sequence(x, lengths)[0]",
     "return pack_padded_sequence(x, lengths).data"],
)  # fmt: skip
def test_parts_of_packed_sequences_are_told(body: str) -> None:
    source = net(*body.split("\n"))
    assert "MP402" in codes(source)
    assert "MP402" in migrated(source)[1]


def test_the_class_of_packed_sequences_keeps_its_helpers() -> None:
    body = ("assert isinstance(out, nn.utils.rnn.PackedSequence)", "return state")
    after, left = migrated(net(*body))
    assert "packed_tensors" not in after
    assert "MP411" in left


SECOND = """
class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Net(), Net()

    def forward(self, x, lengths):
        return self.second(self.first(x, lengths), lengths)
"""


def test_a_gru_behind_a_cut_batch_is_told() -> None:
    """It stopped: "For 'Stack', the 'len of input_x' must be int and must >= 1, but got '0'"."""
    cut = "out, _ = pad_packed_sequence(out)"
    whole = "out, _ = pad_packed_sequence(out, total_length=x.size(0))"
    assert codes(net(cut, "return out", layer="GRU") + SECOND) == ["MP402"]
    assert codes(net(whole, "return out", layer="GRU") + SECOND) == []
    assert codes(net(cut, "return out", layer="LSTM") + SECOND) == []
