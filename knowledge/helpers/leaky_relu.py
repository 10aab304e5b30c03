import mindspore as ms
from mindspore import ops


def leaky_relu(input, negative_slope=0.01, inplace=False) -> ms.Tensor:
    """input where it is positive, else negative_slope * input; inplace changes nothing.

    Equals torch's, its gradient at 0 included: ops.leaky_relu has the mean of both slopes there.
    """
    return ops.where(input > 0, input, negative_slope * input)
