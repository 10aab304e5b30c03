import mindspore as ms
from mindspore import ops


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None) -> ms.Tensor:
    """Divide by the p-norm along dim, or by eps where that is greater.

    Equals torch.nn.functional.normalize.
    """
    if out is not None:
        raise NotImplementedError("normalize gives a new tensor; there is no out")
    if p == 2 and input.dtype != ms.float16:  # where the square of eps is 0
        return ops.L2Normalize(dim, eps**2)(input)
    return input / ops.norm(input, p, dim, True).clip(eps)
