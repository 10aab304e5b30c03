import math

import mindspore as ms
from mindspore import ops


def max_unpool1d(
    input, indices, kernel_size, stride=None, padding=0, output_size=None
) -> ms.Tensor:
    """Put the greatest values of windows back to the places that indices names, 0 elsewhere.

    Equals torch.nn.functional.max_unpool1d; indices count in the unpooled area.
    """
    shape = input.shape[-1:]
    kernel = (kernel_size,) * 1 if isinstance(kernel_size, int) else tuple(kernel_size)
    step = kernel if stride is None else stride
    step = (step,) * 1 if isinstance(step, int) else tuple(step)
    edge = (padding,) * 1 if isinstance(padding, int) else tuple(padding)
    size = [(shape[i] - 1) * step[i] - 2 * edge[i] + kernel[i] for i in range(1)]
    size = tuple(size if output_size is None else output_size[-1:])
    lead = input.shape[:-1]
    values, where = input.reshape((-1, math.prod(shape))), indices.reshape((-1, math.prod(shape)))
    empty = ops.zeros((values.shape[0], math.prod(size)), dtype=input.dtype)
    return ops.tensor_scatter_elements(empty, where, values, 1).reshape(lead + size)
