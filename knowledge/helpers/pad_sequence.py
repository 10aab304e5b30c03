import mindspore as ms
from mindspore import ops


def pad_sequence(
    sequences, batch_first=False, padding_value=0.0, padding_side="right"
) -> ms.Tensor:
    """Stack tensors of shape (L_i, *) into (B, L, *), or (L, B, *) unless batch_first.

    Equals torch.nn.utils.rnn.pad_sequence: L is the greatest length, shorter ones are filled with
    padding_value on the right or on the left.
    """
    # Graph mode gives another number for len() of what a mask picked.
    longest = max([sequence.shape[0] for sequence in sequences])
    rows = []
    for sequence in sequences:
        shape = (longest - sequence.shape[0], *sequence.shape[1:])
        if shape[0]:
            filling = ops.full(shape, padding_value, dtype=sequence.dtype)
            parts = (sequence, filling) if padding_side == "right" else (filling, sequence)
            sequence = ops.cat(parts)
        rows.append(sequence)
    return ops.stack(rows, axis=0 if batch_first else 1)
