import mindspore as ms
from mindspore import ops


def masked_median(input, dim=-1, *, keepdim=False, dtype=None, mask=None) -> ms.Tensor:
    """The lower of the middle values along dim where mask is true; nan where there is none; dtype changes
    nothing.

    Equals torch.masked.median.
    """
    shown = ops.ones_like(input).bool()
    shown = shown if mask is None else ops.logical_and(shown, mask)
    if input.ndim == 0:
        return ops.where(shown, input, ops.full_like(input, float("nan")))
    shown = ops.logical_and(shown, ops.logical_not(ops.isnan(input)))
    ordered, _ = ops.sort(ops.where(shown, input, ops.full_like(input, float("inf"))), axis=dim)
    count = shown.astype(ms.int64).sum(dim, keepdims=True)
    middle = ops.where(count > 0, (count - 1) // 2, ops.zeros_like(count))
    found = ops.gather_elements(ordered, dim, middle)
    found = ops.where(count > 0, found, ops.full_like(found, float("nan")))
    return found if keepdim else found.squeeze(dim)
