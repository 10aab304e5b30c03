import mindspore as ms
from mindspore import ops


def det(input) -> ms.Tensor:
    """The determinants of (*, n, n).

    Equals torch.det; ops.det refuses matrices of one row on a CPU.
    """
    if 0 in input.shape:
        return ops.ones(input.shape[:-2], input.dtype)
    return input[..., 0, 0] if input.shape[-1] == 1 else ops.det(input)
