import mindspore as ms
from mindspore import nn, ops


class CTCLoss(nn.CTCLoss):
    """mindspore.nn.CTCLoss that takes what torch.nn.CTCLoss takes.

    targets has shape (N, S), or (sum of target_lengths,) with one target behind the other; lengths
    are tensors, tuples or numbers.
    """

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__(blank, reduction, zero_infinity)

    def construct(self, log_probs, targets, input_lengths, target_lengths):
        dtype = targets.dtype if targets.dtype in (ms.int32, ms.int64) else ms.int64
        targets = targets.astype(dtype)
        if not isinstance(input_lengths, ms.Tensor):
            input_lengths = ms.tensor(input_lengths, dtype=dtype)
        if not isinstance(target_lengths, ms.Tensor):
            target_lengths = ms.tensor(target_lengths, dtype=dtype)
        input_lengths = input_lengths.astype(dtype).reshape(-1)
        target_lengths = target_lengths.astype(dtype).reshape(-1)
        if log_probs.ndim == 3 and targets.ndim == 1:
            size = targets.shape[0]
            counts = target_lengths.astype(ms.int32)
            starts = ops.cumsum(counts, 0) - counts
            places = starts.expand_dims(1) + ops.arange(size, dtype=ms.int32).expand_dims(0)
            targets = targets[places.clip(0, size - 1)]
        return super().construct(log_probs, targets, input_lengths, target_lengths)
