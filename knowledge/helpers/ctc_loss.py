import mindspore as ms
from mindspore import ops


def ctc_loss(
    log_probs,
    targets,
    input_lengths,
    target_lengths,
    blank=0,
    reduction="mean",
    zero_infinity=False,
) -> ms.Tensor:
    """Compute the CTC loss of log_probs of shape (T, N, C), or (T, C) for a single sequence.

    targets has shape (N, S), or (sum of target_lengths,) with one target behind the other; lengths
    are tensors, tuples or numbers. Equals torch.nn.functional.ctc_loss.
    """
    dtype = targets.dtype if targets.dtype in (ms.int32, ms.int64) else ms.int64
    targets = targets.astype(dtype)
    if not isinstance(input_lengths, ms.Tensor):
        input_lengths = ms.tensor(input_lengths, dtype=dtype)
    if not isinstance(target_lengths, ms.Tensor):
        target_lengths = ms.tensor(target_lengths, dtype=dtype)
    input_lengths = input_lengths.astype(dtype).reshape(-1)
    target_lengths = target_lengths.astype(dtype).reshape(-1)
    single = log_probs.ndim == 2
    if single:
        log_probs = log_probs.expand_dims(1)
    if targets.ndim == 1:
        size = targets.shape[0]
        counts = target_lengths.astype(ms.int32)
        starts = ops.cumsum(counts, 0) - counts
        places = starts.expand_dims(1) + ops.arange(size, dtype=ms.int32).expand_dims(0)
        targets = targets[places.clip(0, size - 1)]
    # MindSpore refuses targets that are longer than the input, whose loss is infinite.
    shown = ops.minimum(target_lengths, input_lengths)
    loss, _ = ops.ctc_loss(log_probs, targets, input_lengths, shown, blank, "none", zero_infinity)
    endless = ops.full_like(loss, 0.0 if zero_infinity else float("inf"))
    loss = ops.where(target_lengths <= input_lengths, loss, endless)
    if reduction == "sum":
        return loss.sum()
    if reduction == "mean":
        return (loss / target_lengths.clip(1, None).astype(loss.dtype)).mean()
    return loss.reshape(()) if single else loss
