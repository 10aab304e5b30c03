import types

import mindspore as ms
from mindspore import ops


def pack_sequence(sequences, enforce_sorted=True):
    """Sequences as a padded batch with their lengths, as LSTM, GRU and RNN take it here.

    Stands for torch.nn.utils.rnn.pack_sequence. The sequences stay in their order: enforce_sorted
    asks for nothing. Works in PyNative mode.
    """
    lengths = [sequence.shape[0] for sequence in sequences]
    padded = []
    for sequence, length in zip(sequences, lengths, strict=True):
        missing = (max(lengths) - length, *sequence.shape[1:])
        filled = ops.cat((sequence, ops.zeros(missing, sequence.dtype))) if missing[0] else sequence
        padded.append(filled)
    return types.SimpleNamespace(padded=ops.stack(padded, 1), lengths=ms.Tensor(lengths, ms.int64))
