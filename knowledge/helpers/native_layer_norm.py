from mindspore import ops


def native_layer_norm(input, normalized_shape, weight, bias, eps) -> tuple:
    """Layer norm over the last axes, with the mean and the reciprocal deviation of each row.

    Equals torch.native_layer_norm; weight and bias may be None.
    """
    axes = tuple(range(input.ndim - len(normalized_shape), input.ndim))
    mean = input.mean(axes, keep_dims=True)
    scale = ops.rsqrt(((input - mean) ** 2).mean(axes, keep_dims=True) + eps)
    result = (input - mean) * scale
    result = result if weight is None else result * weight
    return result if bias is None else result + bias, mean, scale
