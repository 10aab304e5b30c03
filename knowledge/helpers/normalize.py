import mindspore as ms
from mindspore import ops


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None) -> ms.Tensor:
    """Divide by the p-norm along dim, or by eps where that is greater.

    Equals torch.nn.functional.normalize; the gradient of ops.L2Normalize is another where eps is.
    """
    if out is not None:
        raise NotImplementedError("normalize gives a new tensor; there is no out")
    order = int(p) if p in (1, 2, 3) else p  # of 2.0 the gradient of zeros is nan
    return input / ops.norm(input, order, dim, True).clip(eps)
