import mindspore as ms
from mindspore import ops


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The padded batch and the lengths of what pack_padded_sequence or a recurrent layer gave.

    Equals torch.nn.utils.rnn.pad_packed_sequence: behind the end of a sequence stands
    padding_value, behind the longest one up to total_length.
    """
    output, lengths = sequence.padded, sequence.lengths
    longest = output.shape[0]
    if total_length is not None and total_length < longest:
        raise ValueError("total_length is less than the longest sequence", total_length, longest)
    inside = ops.arange(longest).reshape(-1, 1) < lengths
    inside = inside.reshape(inside.shape + (1,) * (output.ndim - 2))
    output = ops.where(inside, output, ms.Tensor(padding_value, output.dtype))
    if total_length is not None and total_length > longest:
        behind = (total_length - longest, *output.shape[1:])
        output = ops.cat((output, ops.full(behind, padding_value, dtype=output.dtype)))
    return output.swapaxes(0, 1) if batch_first else output, lengths
