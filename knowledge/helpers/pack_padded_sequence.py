import types

import mindspore as ms
import numpy as np


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """A padded batch with the lengths of its sequences, as LSTM, GRU and RNN take it here.

    Stands for torch.nn.utils.rnn.pack_padded_sequence. The batch stays padded, time first, and in
    its order: enforce_sorted asks for nothing. Works in PyNative mode.
    """
    counts = lengths.asnumpy() if isinstance(lengths, ms.Tensor) else np.array(lengths)
    padded = input.swapaxes(0, 1) if batch_first else input
    lengths = ms.Tensor(counts.astype(np.int64))
    return types.SimpleNamespace(padded=padded[: int(counts.max())], lengths=lengths)
