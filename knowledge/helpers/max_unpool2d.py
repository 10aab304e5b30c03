import math

import mindspore as ms
from mindspore import ops


def max_unpool2d(
    input, indices, kernel_size, stride=None, padding=0, output_size=None
) -> ms.Tensor:
    """Put the greatest values of windows back to the places that indices names, 0 elsewhere.

    Equals torch.nn.functional.max_unpool2d; indices count in the unpooled area.
    """
    shape = input.shape[-2:]
    kernel = (kernel_size,) * 2 if isinstance(kernel_size, int) else tuple(kernel_size)
    step = kernel if stride is None else stride
    step = (step,) * 2 if isinstance(step, int) else tuple(step)
    edge = (padding,) * 2 if isinstance(padding, int) else tuple(padding)
    size = [(shape[i] - 1) * step[i] - 2 * edge[i] + kernel[i] for i in range(2)]
    size = tuple(size if output_size is None else output_size[-2:])
    lead = input.shape[:-2]
    values, where = input.reshape((-1, math.prod(shape))), indices.reshape((-1, math.prod(shape)))
    empty = ops.zeros((values.shape[0], math.prod(size)), dtype=input.dtype)
    return ops.tensor_scatter_elements(empty, where, values, 1).reshape(lead + size)
