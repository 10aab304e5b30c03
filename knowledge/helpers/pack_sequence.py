from helper import pack_padded_sequence
from mindspore import ops


def pack_sequence(sequences, enforce_sorted=True):
    """Sequences as a padded batch with their lengths, as LSTM, GRU and RNN take it here.

    Equals torch.nn.utils.rnn.pack_sequence. Works in PyNative mode.
    """
    lengths = [sequence.shape[0] for sequence in sequences]
    padded = []
    for sequence, length in zip(sequences, lengths, strict=True):
        missing = (max(lengths) - length, *sequence.shape[1:])
        filled = ops.cat((sequence, ops.zeros(missing, sequence.dtype))) if missing[0] else sequence
        padded.append(filled)
    return pack_padded_sequence(ops.stack(padded, 1), lengths, enforce_sorted=enforce_sorted)
