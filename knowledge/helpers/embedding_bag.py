import mindspore as ms
from mindspore import ops


def embedding_bag(
    input,
    weight,
    offsets=None,
    max_norm=None,
    norm_type=2,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
) -> ms.Tensor:
    """Rows of weight (V, D), summed, averaged or the greatest of each bag: (B, D).

    input is (B, N), or (N) in bags that begin at offsets (B). Equals
    torch.nn.functional.embedding_bag without max_norm and scale_grad_by_freq.
    """
    if max_norm is not None or scale_grad_by_freq or mode not in ("sum", "mean", "max"):
        raise NotImplementedError("no max_norm, no scale_grad_by_freq; mode is sum, mean or max")
    if input.is_floating_point():
        input, weight = weight, input  # torch takes both orders
    if input.ndim == 2:
        count = input.shape[0]
        bag = ops.arange(count).reshape(-1, 1).broadcast_to(input.shape).reshape(-1)
    else:
        count = offsets.shape[0] - int(include_last_offset)
        begun = ops.arange(input.shape[0]).reshape(-1, 1) >= offsets[:count].reshape(1, -1)
        bag = begun.astype(ms.int32).sum(1) - 1
    bag, input = bag.astype(ms.int32), input.reshape(-1).astype(ms.int32)
    padding = padding_idx
    if padding is not None and padding < 0:
        padding += weight.shape[0]
    counts = ops.ones_like(input) if padding is None else (input != padding).astype(ms.int32)
    rows, taken = ops.gather(weight, input, 0), counts.reshape(-1, 1).astype(ms.bool_)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.reshape(-1, 1)
    size = ops.unsorted_segment_sum(counts, bag, count).reshape(-1, 1)
    if mode == "max":
        low = ops.full_like(rows, float("-inf"))
        most = ops.unsorted_segment_max(ops.where(taken, rows, low), bag, count)
        return ops.where(size > 0, most, ops.zeros_like(most))
    total = ops.unsorted_segment_sum(rows * taken.astype(rows.dtype), bag, count)
    return total if mode == "sum" else total / ops.clamp(size, min=1).astype(total.dtype)
