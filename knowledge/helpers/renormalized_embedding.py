import mindspore as ms
from mindspore import ops


def renormalized_embedding(
    input,
    weight,
    padding_idx=None,
    max_norm=None,
    norm_type=2.0,
    scale_grad_by_freq=False,
    sparse=False,
) -> ms.Tensor:
    """The rows of weight (n, d) that input (...) names, (..., d); that of padding_idx is not trained.

    Equals torch.nn.functional.embedding: rows longer than max_norm are shortened in place, and with
    scale_grad_by_freq the gradient of a row is divided by how often it is named.
    """
    flat = input.reshape(-1).astype(ms.int32)
    if max_norm is not None:
        table = ops.stop_gradient(weight)
        named = ops.gather(table, flat, 0)
        if norm_type == float("inf"):
            norms = ops.amax(named.abs(), 1, True)
        else:
            norms = (named.abs() ** norm_type).sum(1, keepdims=True) ** (1 / norm_type)
        short = ops.where(norms > max_norm, named * (max_norm / (norms + 1e-7)), named)
        ops.assign(weight, ops.tensor_scatter_update(table, flat.reshape(-1, 1), short))
    rows = ops.gather(weight, input, 0)
    if padding_idx is not None:
        padding = (input == padding_idx % weight.shape[0]).expand_dims(-1)
        rows = ops.where(padding, ops.stop_gradient(rows), rows)
    if scale_grad_by_freq:
        ones = ops.ones_like(flat).astype(rows.dtype)
        times = ops.unsorted_segment_sum(ones, flat, weight.shape[0])
        share = (1 / ops.gather(times, input, 0)).expand_dims(-1)
        rows = rows * share + ops.stop_gradient(rows * (1 - share))
    return rows
