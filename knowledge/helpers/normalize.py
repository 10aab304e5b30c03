import mindspore as ms
from mindspore import ops


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None) -> ms.Tensor:
    """Divide by the p-norm along dim, or by eps where that is greater.

    Equals torch.nn.functional.normalize where out has the shape of input; the gradient of
    ops.L2Normalize is another where eps is, and ops.norm takes no float64 where its order is a whole
    number.
    """
    if p == 2 and input.dtype != ms.float16:  # whose squares end at 65504
        squares = (input * input).sum(dim, keepdims=True)
        unit = input / ops.sqrt(ops.clamp(squares, min=eps * eps))
    else:
        is_whole = (
            p in (1, 2, 3) and input.dtype != ms.float64
        )  # of 2.0 zeros have the gradient nan
        unit = input / ops.norm(input, int(p) if is_whole else float(p), dim, True).clip(eps)
    return unit if out is None else out.copy_(unit)
