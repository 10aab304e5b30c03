from mindspore import ops


def native_group_norm(input, weight, bias, N, C, HxW, group, eps) -> tuple:
    """Group norm of (N, C, ...), with the mean and the reciprocal deviation of each group (N, group).

    Equals torch.native_group_norm; weight and bias, of shape (C,), may be None.
    """
    rows = input.reshape(N, group, -1)
    mean = rows.mean(-1, keep_dims=True)
    scale = ops.rsqrt(((rows - mean) ** 2).mean(-1, keep_dims=True) + eps)
    result = ((rows - mean) * scale).reshape(input.shape)
    shape = (1, C) + (1,) * (input.ndim - 2)
    result = result if weight is None else result * weight.reshape(shape)
    result = result if bias is None else result + bias.reshape(shape)
    return result, mean.squeeze(-1), scale.squeeze(-1)
