import mindspore as ms
from mindspore import ops


def embedding(
    input,
    weight,
    padding_idx=None,
    max_norm=None,
    norm_type=2.0,
    scale_grad_by_freq=False,
    sparse=False,
) -> ms.Tensor:
    """The rows of weight (n, d) that input (...) names, (..., d); that of padding_idx is not trained.

    Equals torch.nn.functional.embedding without max_norm and scale_grad_by_freq. padding_idx may be
    negative or None.
    """
    if max_norm is not None or scale_grad_by_freq:
        raise NotImplementedError("embedding has no max_norm and no scale_grad_by_freq")
    rows = ops.gather(weight, input, 0)
    if padding_idx is None:
        return rows
    padding = (input == padding_idx % weight.shape[0]).expand_dims(-1)
    return ops.where(padding, ops.stop_gradient(rows), rows)
