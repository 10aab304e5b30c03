import mindspore as ms
from mindspore import ops


def padded_tensors(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The padded batch and the lengths of what packed_tensors or a recurrent layer gave.

    Stands for torch.nn.utils.rnn.pad_packed_sequence in graph mode: it is as long as the longest
    sequence, or total_length, and padding_value stands behind the end of each.
    """
    output, lengths = sequence["padded"], sequence["lengths"]
    steps = output.shape[0]
    inside = ops.arange(steps).reshape(-1, 1) < lengths
    inside = inside.reshape(inside.shape + (1,) * (output.ndim - 2))
    output = ops.where(inside, output, ms.Tensor(padding_value, output.dtype))
    if total_length is None:
        output = output[: int(lengths.max())]
    elif total_length > steps:
        behind = (total_length - steps, *output.shape[1:])
        output = ops.cat((output, ops.full(behind, padding_value, dtype=output.dtype)))
    else:
        output = output[:total_length]
    return output.swapaxes(0, 1) if batch_first else output, lengths
