import mindspore as ms
import numpy as np
from helper import PackedSequence


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """A padded batch with the lengths of its sequences, as LSTM, GRU and RNN take it here.

    Equals torch.nn.utils.rnn.pack_padded_sequence. Works in PyNative mode.
    """
    counts = lengths.asnumpy() if isinstance(lengths, ms.Tensor) else np.array(lengths)
    order = np.argsort(-counts, kind="stable").astype(np.int64)
    if enforce_sorted and (np.diff(order) < 0).any():
        raise RuntimeError("lengths must not grow where enforce_sorted is True", counts.tolist())
    padded = input.swapaxes(0, 1) if batch_first else input
    return PackedSequence(
        None,
        None,
        None if enforce_sorted else ms.Tensor(order),
        padded=padded[: int(counts.max())],
        lengths=ms.Tensor(counts.astype(np.int64)),
    )
