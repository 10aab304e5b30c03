import mindspore as ms


def packed_tensors(input, lengths, batch_first=False, enforce_sorted=True):
    """A padded batch with the lengths of its sequences, as LSTM, GRU and RNN take it here.

    Goes with padded_tensors, and stands for torch.nn.utils.rnn.pack_padded_sequence in graph mode,
    where enforce_sorted is not checked.
    """
    if not isinstance(lengths, ms.Tensor):
        lengths = ms.Tensor(lengths)
    padded = input.swapaxes(0, 1) if batch_first else input
    return {"padded": padded, "lengths": lengths.astype(ms.int64)}
