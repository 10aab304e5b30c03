import math


def calculate_fan_in_and_fan_out(tensor):
    """The fans of a weight of shape (out, in, *kernel): (in * kernel size, out * kernel size).

    Equals torch.nn.init._calculate_fan_in_and_fan_out.
    """
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out need a tensor with two dimensions or more.")
    area = math.prod(tensor.shape[2:])
    return tensor.shape[1] * area, tensor.shape[0] * area
