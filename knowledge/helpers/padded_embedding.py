import mindspore as ms
from mindspore import ops


def padded_embedding(input, weight, padding_idx) -> ms.Tensor:
    """The rows of weight (n, d) that input (...) names, (..., d); that of padding_idx is not trained.

    Equals torch.nn.functional.embedding with a padding_idx, which may be negative or None.
    """
    rows = ops.gather(weight, input, 0)
    if padding_idx is None:
        return rows
    padding = (input == padding_idx % weight.shape[0]).expand_dims(-1)
    return ops.where(padding, ops.stop_gradient(rows), rows)
