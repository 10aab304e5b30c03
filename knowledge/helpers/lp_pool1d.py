import mindspore as ms
from helper import lp_pool2d


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False) -> ms.Tensor:
    """The norm of each window of the last axis: (N, C, L) or (C, L).

    Equals torch.nn.functional.lp_pool1d, also for a norm_type that is not even.
    """
    kernel = kernel_size if isinstance(kernel_size, int) else kernel_size[0]
    step = kernel if stride is None else stride if isinstance(stride, int) else stride[0]
    plane = input.expand_dims(-2)
    return lp_pool2d(plane, norm_type, (1, kernel), (1, step), ceil_mode).squeeze(-2)
